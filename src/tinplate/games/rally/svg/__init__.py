"""A course as a picture."""

from tinplate.games.rally.svg.picture import draw_picture

__all__ = ["draw_picture"]
