"""A position as a picture, and the examples of the rule book as several."""

from tinplate.games.ricochet.svg.picture import draw_picture

__all__ = ["draw_picture"]
