"""A table of values that threads share without locks; for Cython only."""
