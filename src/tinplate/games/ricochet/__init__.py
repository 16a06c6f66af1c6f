"""Ricochet: robots without brakes. Rules are numbered, from RC1 on, in docs/rules/ricochet.md."""
