"""War; for Cython only."""
