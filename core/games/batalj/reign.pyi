"""The reigns; for Cython only."""
