"""Learn a network that corrects the estimate of a game (`search.network`)."""
