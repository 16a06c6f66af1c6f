"""One server for all tests that need nothing special."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.serving import serving


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder: Path = tmp_path_factory.mktemp("server")
    with serving(folder) as where:
        yield where
