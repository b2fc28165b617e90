"""actions; for Cython only."""
