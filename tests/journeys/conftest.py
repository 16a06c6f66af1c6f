"""One browser for all journeys, a server for each file; nobody finds what others have left."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.chromium import running_chromium
from tests.journeys.people import Pages, Visitor, arrived, visiting
from tests.server.serving import LOCALHOST, UNCOUNTED, serving
from tinplate.server.page import built_files

Visit = Callable[..., Visitor]
REUSED = {"viewport", "reduced_motion"}  # what can be changed of a page that was used before


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


@pytest.fixture(scope="session")
def pages(chromium: Browser) -> Pages:
    return Pages(chromium)


@pytest.fixture
def visit(server: str, pages: Pages, newcomer: Visit) -> Iterator[Visit]:
    """Somebody opens the page; nobody's page may have complained in the end."""
    visitors: list[Visitor] = []

    def somebody(name: str | None = None, **options: Any) -> Visitor:  # noqa: ANN401
        if not REUSED >= options.keys():
            return newcomer(name, **options)
        visitors.append(arrived(pages.lend(**options), server, name))
        return visitors[-1]

    yield somebody
    for visitor in visitors:
        pages.take_back(visitor)

    assert [] == [complaint for visitor in visitors for complaint in visitor.complaints]


@pytest.fixture
def newcomer(server: str, chromium: Browser) -> Iterator[Visit]:
    """The same, in a browser that has never seen the page and is not used again."""
    visitors: list[Visitor] = []

    def somebody(name: str | None = None, **options: Any) -> Visitor:  # noqa: ANN401
        visitors.append(visiting(chromium, server, name, **options))
        return visitors[-1]

    yield somebody
    for visitor in visitors:
        visitor.page.context.close()

    assert [] == [complaint for visitor in visitors for complaint in visitor.complaints]


@pytest.fixture
def lively(visit: Visit) -> Visit:
    """Somebody who likes things to move, for tests of how they do."""
    return partial(visit, reduced_motion="no-preference")
