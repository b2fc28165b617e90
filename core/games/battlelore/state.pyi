from typing import Any

Decision: Any
Effect: Any
Face: Any
Group: Any
Kind: Any
Phase: Any
ScenarioRule: Any
Side: Any
Stream: Any
Terrain: Any
Token: Any
VpVerb: Any
Window: Any
MOST_COUNTED: int
NONE: int
