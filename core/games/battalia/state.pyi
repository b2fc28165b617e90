from typing import Any

ATTACKER: int
DEFENDER: int
GreatArtefact: Any
Kind: Any
Phase: Any
Place: Any
Type: Any
