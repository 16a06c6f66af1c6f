"""Puzzles of Ricochet: positions with one shortest solution that needs several robots."""
