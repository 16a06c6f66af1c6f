"""Boards that people draw: saved, published in the gallery, reported and hidden. No I/O."""
