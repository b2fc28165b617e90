"""The invariants of a state; for Cython only."""
