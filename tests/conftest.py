"""Fixtures that several folders of tests share."""

import os
import signal
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from tests.waiting import PATIENCE
from tinplate.store import sql

# Shells let programs in the background ignore Ctrl-C, and so would all that tests start there.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# An example may take as long as it likes: how fast a machine is is no property of the code.
settings.register_profile("unhurried", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("unhurried")

# So may a database; tests of one that does not answer say how long it is waited for.
sql.QUERY_TIMEOUT = int(PATIENCE)

pytest_plugins = ["tests.cli.running", "tests.server.fixtures"]


@pytest.fixture(autouse=True)
def environment_is_left_alone() -> Iterator[None]:
    """What a test leaves in the environment reaches every process that later tests start."""
    before = dict(os.environ)
    yield
    left = dict(os.environ)
    for each in (before, left):
        each.pop("PYTEST_CURRENT_TEST", None)  # pytest's own

    assert before == left
