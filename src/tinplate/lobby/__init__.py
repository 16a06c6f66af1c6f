"""Tables in the lobby: who sits where, what is agreed, which match is running. No I/O."""
