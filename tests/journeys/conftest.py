"""One server and one browser for all journeys; each person has a context of their own."""

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import Browser

from tests.chromium import running_chromium
from tests.journeys.people import Visitor, visiting
from tests.server.serving import LOCALHOST, UNCOUNTED, serving
from tinplate.server.page import built_files

Visit = Callable[..., Visitor]


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    assert built_files(), "the page is not built: `make page` builds it"
    policy = replace(UNCOUNTED, trusted_proxies=(LOCALHOST,))
    with serving(tmp_path_factory.mktemp("house"), policy=policy) as address:
        yield address


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    with running_chromium() as browser:
        yield browser


@pytest.fixture
def visit(house: str, chromium: Browser) -> Iterator[Visit]:
    """Somebody new opens the page; nobody's page may have complained in the end."""
    visitors: list[Visitor] = []

    def somebody(name: str | None = None, **options: object) -> Visitor:
        visitors.append(visiting(chromium, house, name, **options))
        return visitors[-1]

    yield somebody
    for visitor in visitors:
        visitor.page.context.close()

    assert [] == [complaint for visitor in visitors for complaint in visitor.complaints]
