"""Whatever is sent, over HTTP and on the socket: answered, never our fault, nothing changed."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, get_args

import httpx
import msgspec
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Err
from schemathesis.specs.openapi.checks import response_schema_conformance
from websockets.exceptions import ConnectionClosed

from tests.server.client import Client, Person, begin, introduced, nameless
from tests.server.players import A_SHORT_RALLY
from tests.server.serving import serving
from tinplate.games.rally.values import Command as RallyCommand
from tinplate.games.ricochet.values import Command as RicochetCommand
from tinplate.lobby.values import Command
from tinplate.server import sockets
from tinplate.wire.incoming import Incoming

BRIEFLY = settings(
    max_examples=20,
    deadline=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)

TRIES = 5  # an unlucky seed generates no body that fits the schema


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder: Path = tmp_path_factory.mktemp("fuzzed")
    with serving(folder) as address:
        yield address


@pytest.fixture(scope="module")
def cookies(server: str) -> dict[str, str]:
    with httpx.Client(base_url=server) as http:
        return dict(http.post("/api/guest", json={"name": "Ann"}).cookies)


def ask_everything(
    server: str,
    each: settings,
    check: Callable[[schemathesis.Case[Any]], None],
    dice: int | None = None,
) -> None:
    """Ask every endpoint all kinds of things that its description allows."""
    description = schemathesis.openapi.from_url(f"{server}/api/schema")
    asked = set[str]()

    @each
    @given(st.data())
    def ask(data: st.DataObject) -> None:
        check(data.draw(operation.as_strategy()))
        asked.add(operation.path)

    for found in description.get_all_operations():
        assert not isinstance(found, Err)
        operation = found.ok()
        for attempt in range(TRIES):
            if dice is not None:
                seed(dice + attempt)(ask)
            with suppress(Unsatisfiable):
                ask()
            if operation.path in asked:
                break

    assert set(description.raw_schema["paths"]) == asked


def test_every_endpoint_answers_whatever_it_is_asked(server: str, cookies: dict[str, str]) -> None:
    """As its description says, or with a sentence; it is never our fault."""

    def check(case: schemathesis.Case[Any]) -> None:
        answer = case.call(cookies=cookies)
        case.validate_response(answer, checks=[not_a_server_error, response_schema_conformance])

        assert answer.status_code < 400 or answer.json()["because"]

    # Of each endpoint; `make attack` tries more.
    ask_everything(server, settings(BRIEFLY, max_examples=5), check)


# The socket

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=9), inner, max_size=4)
    ),
    max_leaves=8,
)
NAMES = ["chair", "text", "bot", "terms", "game", "settings", "moves", "move", "robot", "heading",
         "register", "card", "facing", "on", "seat", "id", "seen", "match", "version"]  # fmt: skip


def kinds(union: object) -> list[str]:
    return [kind.__name__ for kind in get_args(union)]


def commands(*unions: object) -> st.SearchStrategy[Any]:
    """Commands by their right names, with fields that some of them have and values of any kind."""
    names = [name for union in unions for name in kinds(union)]
    small = st.integers(-2, 9) | st.sampled_from(["random", "r", "n", "rally", "first-shift"])
    fields = st.dictionaries(st.sampled_from(NAMES), small | JSON, max_size=3)
    return st.builds(lambda name, rest: {"type": name, **rest}, st.sampled_from(names), fields)


def messages(match: str) -> st.SearchStrategy[str]:
    """Of every kind, right, almost right, and cut off in the middle."""
    whole = st.builds(
        lambda name, rest: msgspec.json.encode({"type": name, **rest}).decode(),
        st.sampled_from(kinds(Incoming)),
        st.fixed_dictionaries(
            {},
            optional={
                "id": st.text(max_size=70) | JSON,
                "at": st.floats(allow_nan=False) | JSON,
                "match": st.just(match) | JSON,
                "seen": JSON | st.fixed_dictionaries({
                    "match": st.just(match), "seat": st.integers(-1, 3) | st.none(),
                    "version": st.integers(),
                }),
                "with_views": st.booleans() | JSON,
                "with_changes": st.booleans() | JSON,
                "command": commands(Command, RallyCommand, RicochetCommand) | JSON,
            },
        ),
    )  # fmt: skip
    cut = st.builds(lambda text, at: text[: at % (len(text) + 1)], whole, st.integers(0, 500))
    return whole | cut | st.text(max_size=30)


async def pester(person: Person, table: str, texts: list[str]) -> int | None:
    """Send it all; the code with which the socket was closed, if it was."""
    async with person.socket(table) as socket:
        with suppress(ConnectionClosed):
            await socket.send('{"type":"Hello"}')
            for text in texts:
                await socket.send(text)
            await socket.send('{"type":"Ping","at":4711}')
            while "4711" not in str(await socket.recv()):
                pass
        return socket.close_code


def seen_by(client: Client) -> tuple[object, ...]:
    assert client.table is not None
    table = client.table
    return table.terms, table.chairs, table.match, table.seats, client.version, client.state


def test_nothing_that_is_sent_on_a_socket_is_our_fault(server: str) -> None:
    """Whoever sends it; and who does not play changes nothing of the match and of the table."""

    async def play() -> None:
        ann, bob, eve = [await introduced(server, name) for name in ("Ann", "Bob", "Eve")]
        table = await ann.open(A_SHORT_RALLY, 2)
        async with ann.at(table) as hers, bob.at(table) as his:
            await begin(hers, his)
            before, match = seen_by(hers), hers.match or ""
            loop = asyncio.get_running_loop()

            @BRIEFLY
            @given(st.lists(messages(match), max_size=12), st.booleans())
            def outsiders(texts: list[str], has_name: bool) -> None:  # noqa: FBT001
                person = eve if has_name else nameless(server)
                sent = pester(person, table, texts)
                code = asyncio.run_coroutine_threadsafe(sent, loop).result(30)

                assert code in {None, sockets.BAD_MESSAGES}

            await asyncio.to_thread(outsiders)

            assert before == seen_by(hers)

            @BRIEFLY
            @given(st.lists(messages(match), max_size=12))
            def player(texts: list[str]) -> None:
                sent = pester(bob, table, texts)
                code = asyncio.run_coroutine_threadsafe(sent, loop).result(30)

                assert code in {None, sockets.BAD_MESSAGES}

            await asyncio.to_thread(player)

            assert hers.table is not None
            assert (before[0], ann.guest) == (hers.table.terms, hers.table.chairs[0].owner)

    asyncio.run(play())
