from typing import Any

AMBUSH: int
ATTACKER: int
A_PLACE: int
DEFENDER: int
DEALT: int
GREAT: int
HAND: int
HEROES: int
MOST_COUNTED: int
MOST_IN_HAND: int
MOST_IN_LINE: int
MOST_STRENGTH: int
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
