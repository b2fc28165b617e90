"""Adapters of the games and bots for the frameworks of others: OpenSpiel, PettingZoo and Gymnasium.

Each module needs its framework, which an extra of the same name installs.
"""
