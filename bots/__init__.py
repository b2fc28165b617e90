"""Bots, matches and the command line."""
