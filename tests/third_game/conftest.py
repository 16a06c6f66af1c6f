"""Another package beside ours: found by its entry point, as if somebody had installed it."""

import os
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent


@pytest.fixture(autouse=True)
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every process that a test starts sees the package; this one does not."""
    before = os.environ.get("PYTHONPATH", "")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, [str(FOLDER), before])))
