"""Quick match: who waits for a game, and who plays with whom."""
