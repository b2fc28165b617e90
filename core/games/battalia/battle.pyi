"""battle; for Cython only."""
