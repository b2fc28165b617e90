from typing import Any

ATTACKER: int
A_PLACE: int
DEFENDER: int
GREAT: int
NONE: int
SHAPES: int
SIDE: int
SUPPLY: int
TENTS: int
TOP_LEVEL: int
UNBOUND: int
GreatArtefact: Any
Kind: Any
Phase: Any
Shape: Any
Type: Any
