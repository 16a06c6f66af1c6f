"""Puzzles of any game: what one is, how many are made at once, and the data set they are in."""
