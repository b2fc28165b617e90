"""Encounters up to the dice; for Cython only."""
