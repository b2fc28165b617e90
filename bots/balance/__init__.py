"""``battlewise balance``: what games of a bot with itself say of the balance of a game."""
