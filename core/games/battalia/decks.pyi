"""decks; for Cython only."""
