"""render; for Cython only."""
