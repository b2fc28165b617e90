"""turn; for Cython only."""
