"""Bots: one file each. A bot sees a view and plans some of the legal commands."""
