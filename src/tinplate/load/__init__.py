"""The load tester: scripted players over real sockets that check what the server sends."""
