"""The arena: bots play many matches against each other and are rated by their places."""
