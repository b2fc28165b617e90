"""knowledge; for Cython only."""
