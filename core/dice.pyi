"""Exact distributions of pools of six-sided dice; for Cython only."""
