"""The load tester: scripted players over real sockets, who check every message."""
