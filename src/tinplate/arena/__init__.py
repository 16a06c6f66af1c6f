"""The ladder: bots play many matches against each other, and are rated by how they came in."""
