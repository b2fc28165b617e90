"""The client for asyncio, from which the one for threads is made (`make.py`)."""
