"""Skirmish, for Battlewise."""
