"""setup; for Cython only."""
