"""Rollouts: the value of each move of a decision by whole games, played to the end on common deals."""
