"""Ricochet on the command line: `commands.py` declares the commands, the others run them."""
