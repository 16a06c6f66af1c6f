"""Tables in the lobby: who sits where, what is agreed, which match is on. Pure, like a game."""
