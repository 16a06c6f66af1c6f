"""A sealed-bid auction: a whole game in one folder, as somebody else would write it."""
