"""Positions in the formats of other programs: planning tasks, ASP facts, saved games."""
