"""One browser for all journeys, a server for each file; each person has a context of their own."""

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import Browser

from tests.chromium import running_chromium
from tests.journeys.people import Visitor, visiting
from tests.server.serving import LOCALHOST, UNCOUNTED, serving
from tinplate.server.page import built_files

Visit = Callable[..., Visitor]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """For each file, since a server does not solve what is like the matches of other files."""
    assert built_files(), "the page is not built: `make page` builds it"
    policy = replace(UNCOUNTED, trusted_proxies=(LOCALHOST,))
    with serving(tmp_path_factory.mktemp("server"), policy=policy) as address:
        yield address


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    with running_chromium() as browser:
        yield browser


@pytest.fixture
def visit(server: str, chromium: Browser) -> Iterator[Visit]:
    """Somebody new opens the page; nobody's page may have complained in the end."""
    visitors: list[Visitor] = []

    def somebody(name: str | None = None, **options: object) -> Visitor:
        visitors.append(visiting(chromium, server, name, **options))
        return visitors[-1]

    yield somebody
    for visitor in visitors:
        visitor.page.context.close()

    assert [] == [complaint for visitor in visitors for complaint in visitor.complaints]
