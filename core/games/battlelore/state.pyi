"""The flat state of a battle; for Cython only."""
