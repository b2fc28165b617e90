"""chance; for Cython only."""
