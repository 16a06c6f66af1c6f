"""Ricochet on the command line: `commands.py` declares, a module beside it does."""
