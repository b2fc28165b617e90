"""Combat in detail; for Cython only."""
