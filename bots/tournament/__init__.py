"""Tournaments between bots: played in blocks, kept in a ledger, rated and reported."""
