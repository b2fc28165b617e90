"""The foray; for Cython only."""
