"""Forays worked out exactly; for Cython only."""
