"""A turn of the campaign; for Cython only."""
