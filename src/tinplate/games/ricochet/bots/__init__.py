"""Bots that play Ricochet."""
