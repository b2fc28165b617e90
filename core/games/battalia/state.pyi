from typing import Any

AMBUSH: int
ATTACKER: int
A_PLACE: int
DEFENDER: int
GREAT: int
HEROES: int
NONE: int
SECRET: int
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
