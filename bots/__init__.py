"""Bots, matches between them, and the command line."""

from battlewise.bots.bot import LEVELS, Bot, BotError, Choice, bot

__all__ = ["LEVELS", "Bot", "BotError", "Choice", "bot"]
