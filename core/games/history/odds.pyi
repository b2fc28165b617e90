"""Odds of battles; for Cython only."""
