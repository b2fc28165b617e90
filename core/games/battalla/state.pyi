from typing import Any

Decision: Any
Flag: Any
Keyword: Any
Kind: Any
Phase: Any
Stage: Any
Stream: Any
Trigger: Any
Type: Any
Verb: Any
What: Any
Where: Any
Who: Any
Whose: Any
Zone: Any
