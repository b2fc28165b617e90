"""Restoration and the end of the game; for Cython only."""
