"""Battles worked out exactly; for Cython only."""
