"""The invariants of a campaign; for Cython only."""
