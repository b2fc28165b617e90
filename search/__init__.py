"""Search over any game of the core."""
