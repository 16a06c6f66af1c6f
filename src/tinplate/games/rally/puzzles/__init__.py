"""Puzzles of Rally: a course, a robot, a hand of cards, and one way to do it in this turn."""
