from typing import Any

ATTACKER: int
DEFENDER: int
NOBODY: int
Action: Any
Kind: Any
Phase: Any
Use: Any
NONE: int
