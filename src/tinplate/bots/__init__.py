"""Bots: one file each. A bot sees a view and picks one of the legal commands."""
