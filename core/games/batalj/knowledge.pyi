"""Who knows what; for Cython only."""
