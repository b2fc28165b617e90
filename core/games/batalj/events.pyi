"""Event cards; for Cython only."""
