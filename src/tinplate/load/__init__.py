"""The load tester: scripted players over real sockets, who check what they are told."""
