"""Ricochet: robots without brakes. The rules are numbered RC1 to RC22 in docs/rules/ricochet.md."""
