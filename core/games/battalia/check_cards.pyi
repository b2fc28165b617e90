"""check_cards; for Cython only."""
