"""Rewards; for Cython only."""
