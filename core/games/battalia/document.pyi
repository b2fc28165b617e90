"""The state of a view; for Cython only."""
