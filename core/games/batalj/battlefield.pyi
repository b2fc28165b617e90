"""The battlefield; for Cython only."""
