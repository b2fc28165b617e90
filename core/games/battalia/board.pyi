"""board; for Cython only."""
