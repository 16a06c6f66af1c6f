"""External bots: programs that speak JSON lines over standard input and output, or TCP."""
