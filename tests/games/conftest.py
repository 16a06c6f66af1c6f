"""What the tests of every game's HTTP routes share."""

from collections.abc import AsyncIterator

import httpx
import pytest

from tests.waiting import PATIENCE


@pytest.fixture
async def http(address: str) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(base_url=address, timeout=PATIENCE) as client:
        yield client
