"""Compiled; nothing for Python."""
