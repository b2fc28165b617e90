"""What a foray is worth; for Cython only."""
