"""The requests over HTTP."""

from collections.abc import AsyncIterator
from pathlib import Path
from stat import S_IMODE
from typing import Any, cast

import httpx
import pytest
from msgspec.structs import replace

from tests.catalogues import BOTS, GAMES, PRESETS
from tests.privileges import forbid_writing, public_folder, without_privileges
from tests.server.client import encode, introduced
from tests.server.players import A_SHORT_RALLY, A_SHORT_RICOCHET
from tests.server.processes import Process, WallClock
from tests.server.serving import serving
from tinplate.game import Malformed
from tinplate.games import packs
from tinplate.lobby.values import Guest, Sit, Stand, Start
from tinplate.server import http as routes
from tinplate.server.app import HEADERS, create_app
from tinplate.server.guests import COOKIE, CookieSigner, load_key
from tinplate.server.origin import is_same_origin
from tinplate.server.rate_limits import MAX_MESSAGE_BYTES
from tinplate.store.memory import MemoryStore
from tinplate.wire.resources import OpenTable
from tinplate.wire.schema import message_schema


@pytest.fixture
async def http(address: str) -> AsyncIterator[httpx.AsyncClient]:
    headers = {"Content-Type": "application/json"}
    async with httpx.AsyncClient(base_url=address, headers=headers) as client:
        yield client


def problem(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["because"]


# Guests


async def test_a_guest_is_a_name_in_a_cookie(http: httpx.AsyncClient) -> None:
    """Pages cannot read it, other sites cannot use it; the name is made harmless."""
    nobody = await http.get("/api/guest")
    answer = await http.post("/api/guest", json={"name": "  Ann \u202e of Arc"})
    cookie = answer.headers["set-cookie"]

    assert nobody.content in (b"", b"null")
    assert (201, "Ann of Arc") == (answer.status_code, answer.json()["name"])
    assert cookie.startswith(f"{COOKIE}=")
    assert {"HttpOnly", "SameSite=lax", "Path=/"} <= set(cookie.split("; "))
    assert answer.json() == (await http.get("/api/guest")).json()


async def test_another_name_is_the_same_guest(http: httpx.AsyncClient) -> None:
    """The id stays."""
    first = (await http.post("/api/guest", json={"name": "Ann"})).json()
    second = (await http.post("/api/guest", json={"name": "Anna"})).json()

    assert (first["id"], "Anna") == (second["id"], second["name"])


async def test_a_guest_keeps_the_avatar_they_chose(http: httpx.AsyncClient) -> None:
    """Whoever only changes their name still has it; there are only those we draw."""
    chosen = (await http.post("/api/guest", json={"name": "Ann", "avatar": "owl"})).json()
    renamed = (await http.post("/api/guest", json={"name": "Anna"})).json()
    refused = await http.post("/api/guest", json={"name": "Ann", "avatar": "dragon"})

    assert ("owl", "owl") == (chosen["avatar"], renamed["avatar"])
    assert 400 == refused.status_code
    assert renamed == (await http.get("/api/guest")).json()


@pytest.mark.parametrize("name", ["", "\u200b", "x" * 25])
async def test_a_name_that_cannot_be_shown_is_refused(http: httpx.AsyncClient, name: str) -> None:
    """In one sentence."""
    answer = await http.post("/api/guest", json={"name": name})

    assert (409, "A name needs 1 to 24 characters.") == problem(answer)


@pytest.mark.parametrize("path", ["/", "/health", "/ready", "/api/games", "/api/nothing"])
async def test_head_is_get_without_a_body(http: httpx.AsyncClient, path: str) -> None:
    """For whoever watches whether the server is up."""
    head, whole = await http.head(path), await http.get(path)
    lasting = [
        {name: value for name, value in answer.headers.items() if name != "date"}
        for answer in (head, whole)
    ]

    assert (whole.status_code, b"") == (head.status_code, head.content)
    assert lasting[0] == lasting[1]
    assert whole.content


def test_cookies_are_signed() -> None:
    """Another key, another body, no signature at all: nobody."""
    signer, ann = CookieSigner(b"k" * 32), Guest("a", "Ann")
    body, _, seal = signer.write(ann).rpartition(".")
    other, _, _ = signer.write(Guest("b", "Bob")).rpartition(".")

    assert ann == signer.read(f"{body}.{seal}")
    for forged in (f"{other}.{seal}", f"{body}.", body, "", None, ".", "é.é", f"{body}.{seal}x"):
        assert signer.read(forged) is None
    assert CookieSigner(b"l" * 32).read(f"{body}.{seal}") is None


OLD_KEY = b"k" * 32
OLD_COOKIE = (  # written by the version before itsdangerous, for Guest("a", "Ann")
    "eyJpZCI6ImEiLCJuYW1lIjoiQW5uIn0.waZjBbk9aZIXyxx2HFiNaHNsO77fFvBDwFcLlFMFGu8"
)


def test_a_cookie_of_an_earlier_version_is_known() -> None:
    """It is read once more, and should be issued again; forged ones are not."""
    signer, ann = CookieSigner(OLD_KEY), Guest("a", "Ann")
    body, _, seal = OLD_COOKIE.rpartition(".")

    assert ann == signer.read(OLD_COOKIE)
    assert (True, False, False) == tuple(map(signer.is_old, (OLD_COOKIE, signer.write(ann), None)))
    for forged in (f"{body}.{seal[:-1]}x", f"x{OLD_COOKIE}", f"{OLD_COOKIE}=", f"{body}."):
        assert signer.read(forged) is None
    assert CookieSigner(b"l" * 32).read(OLD_COOKIE) is None


def test_a_cookie_from_before_avatars_is_known() -> None:
    """What nobody chose is not written, so that it is the same as then."""
    signer = CookieSigner(OLD_KEY)
    written = signer._serializer.dumps({"id": "a", "name": "Ann"})

    assert written == signer.write(Guest("a", "Ann"))
    assert Guest("a", "Ann", "fox") == signer.read(signer.write(Guest("a", "Ann", "fox")))


async def test_a_cookie_of_an_earlier_version_is_issued_again() -> None:
    """When the page asks who its user is; from then on it has the new one."""
    process = Process(MemoryStore(), WallClock())
    process.signer = CookieSigner(OLD_KEY)
    transport = httpx.ASGITransport(cast("Any", create_app(process)))
    async with httpx.AsyncClient(transport=transport, base_url="http://house") as http:
        first = await http.get("/api/guest", headers={"Cookie": f"{COOKIE}={OLD_COOKIE}"})
        again = await http.get("/api/guest")

    assert {"id": "a", "name": "Ann", "avatar": None} == first.json() == again.json()
    assert process.signer.write(Guest("a", "Ann")) == first.cookies[COOKIE]
    assert COOKIE not in again.cookies


def test_the_key_is_made_once_and_for_its_owner_only(tmp_path: Path) -> None:
    """All processes of a server use the same."""
    file = tmp_path / "new" / "guests.key"
    key = load_key(file)

    assert (32, key) == (len(key), load_key(file))
    assert 0o600 == S_IMODE(file.stat().st_mode)
    assert [file] == list(file.parent.iterdir())
    file.write_bytes(b"short")
    with pytest.raises(Malformed, match="a key needs at least 32 bytes"):
        load_key(file)


def test_a_key_that_is_there_is_only_read() -> None:
    """So it may lie where the server can write nothing, as secrets of containers do."""
    with public_folder() as folder:
        file = folder / "guests.key"
        file.write_bytes(b"k" * 32)
        forbid_writing(file, folder)
        with without_privileges():
            key = load_key(file)

    assert b"k" * 32 == key


# Where requests come from


@pytest.mark.parametrize(
    ("headers", "fine"),
    [
        ({}, True),
        ({"origin": "http://house:8000"}, True),
        ({"origin": "https://HOUSE:8000", "sec-fetch-site": "same-origin"}, True),
        ({"sec-fetch-site": "none"}, True),
        ({"origin": "http://evil"}, False),
        ({"origin": "http://house"}, False),
        ({"origin": "http://house:8000.evil"}, False),
        ({"origin": "null"}, False),
        ({"origin": ""}, False),
        ({"origin": "http://house:8000", "sec-fetch-site": "cross-site"}, False),
        ({"sec-fetch-site": "same-site"}, False),
    ],
)
def test_whose_page_it_is(headers: dict[str, str], fine: bool) -> None:  # noqa: FBT001
    """Our own, or no browser at all."""
    assert fine == is_same_origin({"host": "house:8000", **headers})


async def test_a_page_of_another_site_changes_nothing(http: httpx.AsyncClient) -> None:
    """It may look at what everybody may; it cannot act in the name of a guest."""
    foreign = {"Origin": "http://evil.example"}
    for path, body in (("/api/guest", {"name": "Ann"}), ("/api/tables", {})):
        answer = await http.post(path, json=body, headers=foreign)

        assert (403, "Only Tinplate's own page can do that.") == problem(answer)
    assert 200 == (await http.get("/api/games", headers=foreign)).status_code


@pytest.mark.parametrize("path", ["/health", "/api/games", "/nowhere", "/api/tables/nowhere"])
async def test_every_answer_carries_the_headers(http: httpx.AsyncClient, path: str) -> None:
    """Good or bad; what the interface says is not kept by anybody on the way."""
    answer = await http.get(path)

    assert HEADERS.items() <= {name: answer.headers[name] for name in HEADERS}.items()
    assert path.startswith("/api") == (answer.headers.get("cache-control") == "no-store")
    assert "server" not in answer.headers


# Games


async def test_what_can_be_played(http: httpx.AsyncClient) -> None:
    """All games with all presets, and all bots."""
    offers = (await http.get("/api/games")).json()

    assert list(GAMES) == [game["game"] for game in offers["games"]]
    assert [list(PRESETS[game]) for game in GAMES] == [
        list(game["presets"]) for game in offers["games"]
    ]
    assert {
        "ricochet": ["2013", "classic", "classic-tournament"],
        "rally": ["sheet", "classic-2005", "blitz"],
    } == {game["game"]: game["rated_presets"] for game in offers["games"]}
    assert [
        {
            "name": bot.name,
            "games": sorted(bot.games),
            "strength": bot.strength,
            "limit": bot.limit,
            "is_invited": False,
        }
        for bot in BOTS.values()
    ] == offers["bots"]


async def test_the_messages_of_the_socket_are_described(http: httpx.AsyncClient) -> None:
    """For machines, beside the description of the requests."""
    answer = await http.get("/api/schema/messages")

    assert encode(message_schema(packs().values())) == answer.content
    assert "max-age=3600, public" == answer.headers["cache-control"]


async def test_every_preset_can_be_played(address: str) -> None:
    """As it stands in the list."""
    ann = await introduced(address, "Ann")
    for game in (await ann.get("/api/games")).json()["games"]:
        for settings in game["presets"].values():
            terms = replace(A_SHORT_RICOCHET, game=game["game"], settings=settings)
            async with ann.at(await ann.open(terms, 1)) as hers:
                await hers.act(Start())
                await hers.until(lambda: hers.match)

                assert game["game"] == hers.game.name


# Tables


async def test_whoever_has_no_name_opens_no_table(http: httpx.AsyncClient) -> None:
    """Somebody has to sit at it."""
    answer = await http.post("/api/tables", content=encode(OpenTable(A_SHORT_RALLY, 2)))

    assert (401, "Pick a name first.") == problem(answer)


@pytest.mark.parametrize(
    ("body", "status", "place"),
    [
        ("{", 400, ""),
        ("[]", 400, ""),
        ('{"chairs":2}', 400, "terms"),
        ('{"terms":{"game":"ricochet","settings":{}},"chairs":21}', 409, "1 to 20 players, not 21"),
        ('{"terms":{"game":"rally","settings":{}},"chairs":20}', 409, "not 20"),
        ('{"terms":{"game":"rally","settings":{}},"chairs":2,"x":1}', 400, "unknown field `x`"),
        ('{"terms":{"game":"chess","settings":{}},"chairs":2}', 409, "there is no game “chess”"),
        ('{"terms":{"game":"rally","settings":{"corse":1}},"chairs":2}', 409, "`corse`"),
        ('{"terms":{"game":"ricochet","settings":{"goal":0}},"chairs":2}', 409, "1 to 17 tokens"),
    ],
)
async def test_what_is_wrong_with_a_new_table_is_said(
    http: httpx.AsyncClient, body: str, status: int, place: str
) -> None:
    """With the place."""
    await http.post("/api/guest", json={"name": "Ann"})
    code, because = problem(await http.post("/api/tables", content=body))

    assert status == code
    assert place in because


async def test_requests_that_are_too_long_are_refused(http: httpx.AsyncClient) -> None:
    """A course of one's own is the largest thing people send."""
    answer = await http.post("/api/guest", content=b'{"name":"' + b"x" * MAX_MESSAGE_BYTES + b'"}')

    assert 413 == answer.status_code


@pytest.mark.parametrize(
    "path",
    ["/guest", "/tables", "/rally/course", "/rally/check", "/rally/preview", "/rally/scenario"],
)
async def test_what_is_nested_too_deeply_is_refused(http: httpx.AsyncClient, path: str) -> None:
    """In a sentence, and not as if it were our fault."""
    deep = "[" * 30_000 + "]" * 30_000
    answer = await http.post(
        f"/api{path}", content=deep, headers={"Content-Type": "application/json"}
    )

    assert (400, True) == (answer.status_code, bool(answer.json()["because"]))


@pytest.mark.parametrize("text", [b"\xff", b'"\xff"', b'{"name":"\xff"}', b'{"\xc3(":1}'], ids=repr)
async def test_what_is_no_utf_8_is_refused(http: httpx.AsyncClient, text: bytes) -> None:
    """Wherever something can be sent, in a sentence; where nothing is read there is no table."""
    await http.post("/api/guest", json={"name": "Ann"})
    paths = (await http.get("/api/schema")).json()["paths"]
    posts = {path for path, operations in paths.items() if "post" in operations}
    read = {path for path in posts if "requestBody" in paths[path]["post"]}
    sent = read | {path for path in posts if not path.startswith("/api/account")}
    answers = {path: await http.post(path, content=text) for path in sent}

    assert len(sent) >= 7
    assert all(answer.json()["because"] for answer in answers.values())
    unread = sent - read
    assert {404} == {answers[path].status_code for path in unread}
    assert {400} == {answers[path].status_code for path in sent - unread}


async def test_only_public_tables_are_listed(address: str) -> None:
    """A private one is found by its link only."""
    ann = await introduced(address, "Ann")
    public = await ann.open(replace(A_SHORT_RALLY, is_public=True), 3)
    private = await ann.open(A_SHORT_RALLY, 3)
    answer = await ann.get("/api/tables")
    listed = {table["id"]: table["summary"] for table in answer.json()["tables"]}

    assert {
        "game": "rally", "guests": ["Ann"], "chairs": 3, "free": 2,
        "is_playing": False, "has_played": False, "is_rated": False,
    } == listed[public]  # fmt: skip
    assert private not in answer.text
    assert 200 == (await ann.get(f"/api/tables/{private}")).status_code


async def test_tables_nobody_sits_at_are_not_listed(address: str) -> None:
    """They are in the list again when somebody sits down."""
    ann = await introduced(address, "Ann")
    table = await ann.open(replace(A_SHORT_RALLY, is_public=True), 3)
    async with ann.at(table) as hers:
        await hers.act(Stand())
        gone = (await ann.get("/api/tables")).text
        await hers.act(Sit(0))
        back = (await ann.get("/api/tables")).text

    assert (False, True) == (table in gone, table in back)


async def test_a_long_list_comes_page_by_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The latest first, each table once."""
    monkeypatch.setattr(routes, "TABLES_PER_PAGE", 3)
    with serving(tmp_path) as address:
        ann = await introduced(address, "Ann")
        opened = [await ann.open(replace(A_SHORT_RALLY, is_public=True), 2) for _ in range(7)]
        pages, path = list[list[str]](), "/api/tables"
        while path:
            page = (await ann.get(path)).json()
            pages.append([table["id"] for table in page["tables"]])
            path = f"/api/tables?behind={page['behind']}" if page["behind"] else ""

    assert [3, 3, 1] == [len(page) for page in pages]
    assert set(opened) == {table for page in pages for table in page}


@pytest.mark.parametrize("behind", ["x", "7", "7.", ".a", "-1.a", "٣.a", f"{2**64}.a"])
async def test_a_page_there_is_not(http: httpx.AsyncClient, behind: str) -> None:
    """Is a mistake of who asks."""
    answer = await http.get("/api/tables", params={"behind": behind})

    assert (409, "There is no such page.") == problem(answer)


@pytest.mark.parametrize("path", ["/api/tables/x", "/api/matches/x", "/api/matches/x/log"])
async def test_what_there_is_not(http: httpx.AsyncClient, path: str) -> None:
    """Neither under a name that could be one, nor under one that could not."""
    for asked in (path, path.replace("x", "%00"), path.replace("x", "y" * 300)):
        assert (404, "There is no such table, match or drawing.") == problem(await http.get(asked))


# Matches


async def test_a_match_is_known_to_who_knows_its_id(address: str) -> None:
    """Who plays, how far they are; it does not lead to the table, which may be private."""
    ann = await introduced(address, "Ann")
    table = await ann.open(A_SHORT_RALLY, 2)
    async with ann.at(table) as hers:
        await hers.act(Start())
        await hers.until(lambda: hers.match)
        answer = await ann.get(f"/api/matches/{hers.match}")

        assert ("rally", ["Ann"], 0, False) == tuple(
            answer.json()[name] for name in ("game", "players", "version", "is_over")
        )
        assert table not in answer.text
        assert 404 == (await ann.get(f"/api/matches/{table}")).status_code
        assert 404 == (await ann.get(f"/api/tables/{hers.match}")).status_code


async def test_the_schema_names_every_path(http: httpx.AsyncClient) -> None:
    """What machines read of the interface."""
    schema = (await http.get("/api/schema")).json()

    assert {
        "/health", "/ready", "/api/games", "/api/guest", "/api/tables", "/api/tables/{table}",
        "/api/schema/messages", "/api/matches/{match}", "/api/matches/{match}/log",
        "/api/matches/{match}/view", "/api/matches/{match}/entries",
        "/api/matches/{match}/picture.png",
        "/api/matches/{match}/rounds/{number}/solutions", "/api/matches/{match}/rounds",
        "/api/matches/{match}/turns", "/api/matches/{match}/file",
        "/api/matches/{match}/replay", "/api/matches/{match}/standings", "/api/rally/scenario",
        "/api/guest/tables", "/api/guest/matches", "/api/tables/{table}/code", "/api/codes/{code}",
        "/api/deals", "/api/host", "/api/host/session", "/api/host/sign-out",
        "/api/account", "/api/account/passkeys/question", "/api/account/passkeys",
        "/api/account/sign-in/question", "/api/account/sign-in", "/api/account/recovery",
        "/api/account/codes", "/api/account/links", "/api/account/links/progress",
        "/api/account/links/confirm", "/api/account/links/claim", "/api/account/links/finish",
        "/api/account/delete/question", "/api/account/delete", "/api/account/download",
        "/api/tables/{table}/ratings", "/api/leaderboard", "/api/people/{person}/ratings",
        "/api/people", "/api/people/{person}", "/api/matches/{match}/people",
        "/api/quick", "/api/quick/cancel",
        "/api/puzzles", "/api/puzzles/daily", "/api/puzzles/archive", "/api/puzzles/next",
        "/api/puzzles/offline", "/api/puzzles/offline/answers", "/api/puzzles/{puzzle}",
        "/api/puzzles/{puzzle}/start", "/api/puzzles/{puzzle}/hint",
        "/api/puzzles/{puzzle}/answer", "/api/puzzles/{puzzle}/give-up",
        "/api/puzzles/{puzzle}/review", "/api/puzzles/{puzzle}/share",
        "/api/puzzles/results/{result}/picture.png", "/api/puzzles/leaderboard",
        "/api/puzzles/{puzzle}/board.svg",
        "/api/puzzles/settings", "/api/puzzles/unranked", "/api/puzzles/runs",
        "/api/puzzles/runs/{run}", "/api/puzzles/runs/{run}/join",
        "/api/puzzles/runs/{run}/leave", "/api/puzzles/runs/{run}/start",
        "/api/puzzles/runs/{run}/answer",
        "/api/social", "/api/social/follow", "/api/social/unfollow", "/api/social/block",
        "/api/social/unblock", "/api/social/friends", "/api/social/invite", "/api/social/notices",
        "/api/social/answer", "/api/social/seen", "/api/social/report", "/api/moderation",
        "/api/moderation/people",
        "/api/drawings", "/api/drawings/{drawing}", "/api/drawings/{drawing}/picture.svg",
        "/api/guest/drawings", "/api/host/drawings", "/api/host/drawings/{drawing}",
        "/api/ricochet/boards", "/api/ricochet/board", "/api/ricochet/position",
        "/api/ricochet/survey", "/api/ricochet/made", "/api/ricochet/import",
        "/api/ricochet/export", "/api/ricochet/text",
        "/api/rally/made", "/api/rally/hand", "/api/rally/reach", "/api/rally/outlook",
        "/api/ricochet/slides", "/api/ricochet/new", "/api/ricochet/solve", "/api/ricochet/hint",
        "/api/rally/courses", "/api/rally/course", "/api/rally/check", "/api/rally/preview",
    } == set(schema["paths"])  # fmt: skip
