"""The table in text; for Cython only."""
