"""Fixtures that several folders of tests share."""

import signal

# Shells let programs in the background ignore Ctrl-C, and so would all that tests start there.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

pytest_plugins = ["tests.cli.running", "tests.server.fixtures"]
