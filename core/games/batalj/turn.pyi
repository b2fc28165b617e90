"""The course of the game; for Cython only."""
