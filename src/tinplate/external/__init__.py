"""Bots of others: programs that speak JSON lines over standard input and output, or over TCP."""
