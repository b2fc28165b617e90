"""Time travel; for Cython only."""
