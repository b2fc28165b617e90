"""check; for Cython only."""
