"""The course of a battle; for Cython only."""
