"""Positions in the formats of other programs."""
