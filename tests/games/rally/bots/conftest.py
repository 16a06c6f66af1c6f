"""Tables of a few hands, kept apart from those of the user."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tinplate.games.rally.outlook import cache, table

CACHED = (table.ground_of, table.guess, table.sample_hands)


@pytest.fixture
def few_hands(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """Measuring takes a blink, and starts from nothing."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(table, "HANDS", 3)
    monkeypatch.setattr(cache, "_measured", {})
    for cached in CACHED:
        cached.cache_clear()
    yield
    for cached in CACHED:
        cached.cache_clear()
