"""Tinplate: one house for two robot board games, Ricochet and Rally."""

__version__ = "0.1.0"
