"""The gallery over HTTP: saved, published, seen, played, reported and hidden; nothing of others."""

from collections.abc import AsyncIterator, Iterator
from itertools import count
from typing import Any, NamedTuple

import httpx
import pytest

from tests.server.client import Person, introduced, nameless
from tests.server.serving import QUICK, UNCOUNTED, serving
from tests.waiting import PATIENCE, a_moment
from tinplate.gallery.values import MAX_TEXT
from tinplate.games.ricochet.notation import parse_position
from tinplate.games.ricochet.solver import solve
from tinplate.lobby.values import Sit, Start, Terms
from tinplate.server.context import Policy
from tinplate.server.drawings import MAX_DRAWINGS
from tinplate.server.gallery import DRAWINGS_PER_PAGE
from tinplate.server.rate_limits import limits_for

TOKEN = "the-attic-window-is-open"  # noqa: S105
COURSE = """rally 1
name: Short cut
level: beginner
players: 1-4
board:
  S . . 1
  . . . .
"""
BOARD = "mine~p6n,h8n,h8w,i8n,j8w,h9w,j9w,h10n,i10n~~vortex@p5"
POSITION = f"{BOARD} ra1,gp1,bp16,ya16 vortex"
ids = (f"request {number}" for number in count())


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    policy = Policy(people=0, messages=UNCOUNTED.messages, host_token=TOKEN)
    with serving(tmp_path_factory.mktemp("gallery"), QUICK, policy) as address:
        yield address


@pytest.fixture
async def ann(server: str) -> Person:
    return await introduced(server, "Ann")


@pytest.fixture
async def bob(server: str) -> Person:
    return await introduced(server, "Bob")


@pytest.fixture
async def host(server: str) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(base_url=server) as client:
        answer = await client.post("/api/host/session", json={"token": TOKEN})
        assert answer.is_success, answer.text
        yield client


async def post(person: Person, path: str, body: object) -> httpx.Response:
    """Again, while the solver is warming up."""
    async with httpx.AsyncClient(
        base_url=person.address, headers=person.headers, timeout=PATIENCE
    ) as http:
        answer = await http.post(path, json=body)
        while answer.status_code == httpx.codes.SERVICE_UNAVAILABLE:
            await a_moment()
            answer = await http.post(path, json=body)
        return answer


async def save(
    person: Person, text: str = COURSE, game: str = "rally", name: str = "Cut", id_: str = ""
) -> httpx.Response:
    body = {"id": id_ or next(ids), "game": game, "name": name, "text": text}
    return await post(person, "/api/drawings", body)


async def saved(person: Person, text: str = COURSE, game: str = "rally", name: str = "Cut") -> str:
    answer = await save(person, text, game, name)
    assert 201 == answer.status_code, answer.text
    id_: str = answer.json()["drawing"]["id"]
    return id_


async def change(person: Person, id_: str, kind: str, **fields: object) -> httpx.Response:
    command = {"type": kind, **fields}
    return await post(person, f"/api/drawings/{id_}", {"id": next(ids), "command": command})


async def published(person: Person, text: str = COURSE, game: str = "rally") -> str:
    id_ = await saved(person, text, game)
    answer = await change(person, id_, "Publish")
    assert 200 == answer.status_code, answer.text
    return id_


async def listed(person: Person, **query: str) -> list[dict[str, Any]]:
    answer = await person.get("/api/drawings", {"game": "rally", **query})
    assert 200 == answer.status_code, answer.text
    found: list[dict[str, Any]] = answer.json()["drawings"]
    return found


async def ids_of(person: Person, **query: str) -> list[str]:
    return [each["id"] for each in await listed(person, **query)]


# Saved, published, seen


async def test_a_drawing_is_saved_as_its_game_writes_it(ann: Person) -> None:
    """With its size and for how many it is; nobody else sees it."""
    answer = await save(ann, COURSE.replace("  S .", "  S      ."))
    one = answer.json()

    assert 201 == answer.status_code
    assert one["text"].startswith("rally 1\nname: Short cut\n")
    assert "  S  .  .  1\n" in one["text"]
    assert one["is_yours"]
    assert {"course": one["text"]} == one["settings"]
    drawing = one["drawing"]
    assert (4, 2, [1, 4], None, 0) == tuple(
        drawing[name] for name in ("width", "height", "seats", "length", "plays")
    )
    assert (None, False, 1, "Ann") == tuple(
        drawing[name] for name in ("published_at", "is_hidden", "edition", "author")
    )
    own = (await ann.get("/api/guest/drawings")).json()
    assert [drawing] == [each for each in own["drawings"] if each["id"] == drawing["id"]]
    assert MAX_DRAWINGS == own["most"]


async def test_what_is_published_everybody_sees(ann: Person, bob: Person) -> None:
    """With its picture, how long it takes, and who drew it; even without a name of one's own."""
    id_ = await published(ann)
    for somebody in (bob, nameless(ann.address)):
        found = next(each for each in await listed(somebody) if each["id"] == id_)
        one = (await somebody.get(f"/api/drawings/{id_}")).json()

        assert ([1, 1], "Cut", "Ann") == (found["length"], found["name"], found["author"])
        assert (found, False) == (one["drawing"], one["is_yours"])
        for dark in ("true", "false"):
            picture = await somebody.get(f"/api/drawings/{id_}/picture.svg", {"dark": dark})
            assert "image/svg+xml" in picture.headers["content-type"]
            assert picture.text.startswith("<svg")
    assert ann.guest is not None
    assert ann.guest.id not in (await bob.get("/api/drawings", {"game": "rally"})).text
    assert ann.guest.id not in (await bob.get(f"/api/drawings/{id_}")).text


async def test_a_picture_has_nothing_but_the_drawing(ann: Person, bob: Person) -> None:
    """Whatever its author writes into the text, no browser runs it."""
    mark = "</title><script>alert(1)</script>"
    text = COURSE.replace("Short cut", mark).replace("board:", f"text: {mark}\nboard:")
    course = await published(ann, text)
    board = await published(ann, BOARD.replace("mine", mark), "ricochet")
    for id_ in (course, board):
        picture = await bob.get(f"/api/drawings/{id_}/picture.svg")

        assert "<script" not in picture.text
        assert "script-src 'self'" in picture.headers["content-security-policy"]
        assert "nosniff" == picture.headers["x-content-type-options"]


async def test_a_board_of_ricochet(ann: Person, bob: Person) -> None:
    """RC1: with robots and a target, or without; its length is that of shortest solutions."""
    alone = await published(ann, BOARD, "ricochet")
    whole = await published(ann, POSITION.replace(" ", "_"), "ricochet")
    one = (await bob.get(f"/api/drawings/{whole}")).json()

    position = parse_position(POSITION)
    moves = solve(position).length
    assert str(position) == one["text"]
    assert (16, 16, None, [moves, moves]) == tuple(
        one["drawing"][name] for name in ("width", "height", "seats", "length")
    )
    board = (await bob.get(f"/api/drawings/{alone}")).json()
    least, most = board["drawing"]["length"]
    assert 1 <= least == most
    assert {alone, whole} <= {*await ids_of(bob, game="ricochet")}
    assert alone not in await ids_of(bob)
    assert (await bob.get(f"/api/drawings/{alone}/picture.svg")).text.startswith("<svg")


async def test_the_length_of_a_position_that_is_being_played(ann: Person, bob: Person) -> None:
    """RC18: it helps nobody; the drawing is published without it."""
    board = "v1.8x5.6B..4r.0rc"
    terms = Terms(
        "ricochet", {"board": board, "robots": "ra3,gh5", "robot_count": 2}, is_public=True
    )
    table = await bob.open(terms, 2)
    async with bob.at(table) as client, ann.at(table) as other:
        await other.act(Sit(1))
        await client.act(Start())
        await client.until(lambda: client.state)
        id_ = await published(bob, f"{board} ra3,gh5 red-circle", "ricochet")

        assert (await bob.get(f"/api/drawings/{id_}")).json()["drawing"]["length"] is None


async def test_a_board_of_any_size(ann: Person, bob: Person) -> None:
    """RC1: it is measured, drawn, and matches on it are counted; small ones have fewer robots."""
    small, mine = "v1.3x3....0av0rc", "v1.8x5.6B..4r.0rc2gt"
    for text, size, robots in ((small, (3, 3), 4), (mine, (8, 5), 4)):
        id_ = await published(ann, text, "ricochet")
        one = (await bob.get(f"/api/drawings/{id_}")).json()

        assert size == (one["drawing"]["width"], one["drawing"]["height"])
        assert {"board": text, "robots": None, "robot_count": robots} == one["settings"]
        assert one["drawing"]["length"][0] >= 1
        table = await bob.open(Terms("ricochet", {**one["settings"], "solo": True}), 1)
        async with bob.at(table) as client:
            await client.act(Start())
            await client.until(lambda: client.state)
        again = (await bob.get(f"/api/drawings/{id_}")).json()
        assert 1 == again["drawing"]["plays"]


async def test_a_new_version_is_measured_like_the_first(ann: Person, bob: Person) -> None:
    """While it is published; the gallery shows it at its place, with its new picture."""
    id_ = await published(ann)
    longer = COURSE.replace("S . . 1\n  . . . .", "S . 2 .\n  . 1 . .")
    answer = await change(ann, id_, "Redraw", text=longer)
    one = (await bob.get(f"/api/drawings/{id_}")).json()

    assert answer.json() == one["drawing"]
    assert 2 == one["drawing"]["edition"]
    assert "  .  1  .  .\n" in one["text"]


async def test_the_gallery_has_pages(ann: Person, bob: Person) -> None:
    """As many as there are, each drawing once, the latest first."""
    mine = [
        await published(ann, COURSE.replace("Short", f"Short {number}"))
        for number in range(DRAWINGS_PER_PAGE + 2)
    ]
    for query in ({}, {"search": "cut"}, {"order": "plays"}):
        first = (await bob.get("/api/drawings", {"game": "rally", **query})).json()
        second = await ids_of(bob, behind=first["behind"], **query)
        found = [each["id"] for each in first["drawings"]] + second

        assert DRAWINGS_PER_PAGE == len(first["drawings"])
        assert len({*found}) == len(found)
        if query != {"order": "plays"}:
            assert mine[::-1] == found[: len(mine)]
    for wrong in ("x", "-1", "1.", "9" * 200 + ".x", "²"):
        for query in ({}, {"search": "cut"}):
            answer = await bob.get("/api/drawings", {"game": "rally", "behind": wrong, **query})
            assert (409, "no-such-page") == (answer.status_code, answer.json()["code"])


# What is refused


class Bad(NamedTuple):
    """A text, and why nobody can save it."""

    game: str
    text: str
    status: int
    code: str
    mistakes: tuple[int, ...] = ()  # at which characters


@pytest.mark.parametrize(
    "bad",
    [
        Bad("rally", COURSE.replace(". 1", ". 2"), 400, "course-has-mistakes"),
        Bad("rally", COURSE.replace("S . .", "S ? ."), 400, "course-has-mistakes", (65,)),
        Bad("rally", "", 400, "course-has-mistakes"),
        Bad("rally", "nonsense", 400, "course-has-mistakes"),
        Bad("rally", COURSE + "#" * MAX_TEXT, 409, "drawing-too-long"),
        Bad("rally", COURSE + "#" * 70_000, 413, "too-large"),
        Bad("ricochet", "", 400, "four-sections"),
        Bad("ricochet", "mine~c4x~~vortex@p5", 400, "drawing-is-wrong", (1,)),
        Bad("ricochet", "mine~c4n~~", 400, "board-without-targets"),
        Bad("ricochet", "v1.5x4.6?...0rc", 400, "not-a-board", (9,)),
        Bad("ricochet", "v1.3x3...0r0r0r0r0r0r0r0r.0av", 400, "board-too-full"),
        Bad("ricochet", "v1.99x3....", 400, "board-size", (4,)),
        Bad("ricochet", "G1R2B2Y2", 400, "board-is-printed"),
        Bad("ricochet", "G1R2B2Y2 ro5,ga14,bl14,yj16 red-triangle", 400, "board-is-printed"),
        Bad("ricochet", f"{BOARD} ra1,bp1 vortex", 400, "robot-is-missing"),
        Bad("auction", "anything", 409, "no-drawings"),
    ],
)  # fmt: skip
async def test_bad_and_huge_texts_are_refused_with_reasons(ann: Person, bad: Bad) -> None:
    """And with the place, where there is one; nothing is saved, and nothing replaced."""
    before = (await ann.get("/api/guest/drawings")).json()
    answer = await save(ann, bad.text, bad.game)
    problem = answer.json()

    assert (bad.status, bad.code) == (answer.status_code, problem["code"]), answer.text
    assert problem["because"]
    if bad.mistakes:
        assert "text" == problem["parameter"]
        assert bad.mistakes == tuple(each["at"] for each in problem["mistakes"])
    assert before == (await ann.get("/api/guest/drawings")).json()
    if bad.status == 400 and bad.game == "rally":
        id_ = await saved(ann)
        assert 400 == (await change(ann, id_, "Redraw", text=bad.text)).status_code
        assert 1 == (await ann.get(f"/api/drawings/{id_}")).json()["drawing"]["edition"]


@pytest.mark.parametrize("name", ["", "\u200b", "x" * 41])
async def test_a_name_is_needed(ann: Person, name: str) -> None:
    """One that can be seen, and is not too long."""
    answer = await save(ann, name=name)

    assert 409 == answer.status_code
    assert answer.json()["code"] in {"title-is-empty", "title-too-long"}


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"id": "", "game": "rally", "name": "x", "text": COURSE},
        {"id": "x" * 65, "game": "rally", "name": "x", "text": COURSE},
        {"id": "x", "game": "rally", "name": "x" * 201, "text": COURSE},
        {"id": "x", "game": "rally", "name": "x", "text": None},
        {"id": "x", "game": "rally", "name": "x", "text": COURSE, "owner": "b"},
    ],
)
async def test_what_is_no_drawing_is_not_understood(ann: Person, body: object) -> None:
    """Nothing can be slipped in beside."""
    assert 400 == (await post(ann, "/api/drawings", body)).status_code


async def test_saving_needs_a_name_of_ones_own(server: str, ann: Person) -> None:
    """Else nobody would know whose it is; the same for reports."""
    stranger = nameless(server)
    id_ = await published(ann)

    assert 401 == (await save(stranger)).status_code
    assert 401 == (await change(stranger, id_, "ReportDrawing", reason="spam")).status_code
    assert 401 == (await stranger.get("/api/guest/drawings")).status_code


async def test_saving_is_counted_by_address(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Drawings are kept for good, so there are few an hour."""
    limit = limits_for(4)["drawings"]
    with serving(tmp_path_factory.mktemp("counted"), QUICK, Policy(people=4)) as address:
        ann = await introduced(address, "Ann")
        answers = [await save(ann, "nonsense") for _ in range(int(limit.burst) + 2)]

    assert 20 * 4 == pytest.approx(3600 * limit.per_second)
    assert [400] * int(limit.burst) == [each.status_code for each in answers[: int(limit.burst)]]
    assert (429, "too-many-requests") == (answers[-1].status_code, answers[-1].json()["code"])


# Nobody sees or changes what is not theirs


COMMANDS: list[tuple[str, dict[str, object]]] = [
    ("RenameDrawing", {"name": "Bob's"}),
    ("Redraw", {"text": COURSE.replace("Short", "Bob's")}),
    ("Publish", {}),
    ("Unpublish", {}),
    ("DeleteDrawing", {}),
]


async def test_another_guest_tries_everything(ann: Person, bob: Person) -> None:
    """With the id of a drawing that is not published there is nothing; else all is refused."""
    private, public = await saved(ann), await published(ann)
    before = [(await ann.get(f"/api/drawings/{id_}")).json() for id_ in (private, public)]
    for kind, fields in COMMANDS:
        hidden = await change(bob, private, kind, **fields)
        refused = await change(bob, public, kind, **fields)

        assert (404, "not-there") == (hidden.status_code, hidden.json()["code"])
        assert (409, "not-your-drawing") == (refused.status_code, refused.json()["code"])
    assert 404 == (await change(bob, private, "ReportDrawing", reason="rude")).status_code
    for path in (f"/api/drawings/{private}", f"/api/drawings/{private}/picture.svg"):
        assert 404 == (await bob.get(path)).status_code
        assert 200 == (await ann.get(path)).status_code
    assert private not in await ids_of(bob, search="cut")
    assert before == [(await ann.get(f"/api/drawings/{id_}")).json() for id_ in (private, public)]
    assert [] == (await bob.get("/api/guest/drawings")).json()["drawings"]


async def test_nobody_takes_the_drawing_of_another_by_its_request(ann: Person, bob: Person) -> None:
    """The id of a request is only that of whoever sent it."""
    one = (await save(ann, id_="mine")).json()["drawing"]["id"]
    again = (await save(ann, id_="mine", name="Another")).json()["drawing"]
    other = (await save(bob, id_="mine")).json()["drawing"]["id"]

    assert (one, "Cut") == (again["id"], again["name"])
    assert one != other


async def test_a_drawing_is_no_table_and_no_match(ann: Person) -> None:
    """Nor is a table a drawing."""
    id_ = await published(ann)
    for path in (f"/api/tables/{id_}", f"/api/matches/{id_}", f"/api/matches/{id_}/log"):
        assert 404 == (await ann.get(path)).status_code
    for wrong in ("nothing", "%20", "plays x", "x" * 500):
        assert 404 == (await ann.get(f"/api/drawings/{wrong}")).status_code


async def test_deleted_is_deleted(ann: Person, bob: Person) -> None:
    """For everybody, and for good."""
    id_ = await published(ann)
    assert 200 == (await change(ann, id_, "DeleteDrawing")).status_code

    assert id_ not in await ids_of(bob)
    for somebody in (ann, bob):
        assert 404 == (await somebody.get(f"/api/drawings/{id_}")).status_code
        assert 404 == (await change(somebody, id_, "Publish")).status_code
    assert id_ not in (await ann.get("/api/guest/drawings")).text


# Reports, and the host


async def test_the_host_sees_reports_and_hides_what_is_bad(
    ann: Person, bob: Person, host: httpx.AsyncClient
) -> None:
    """Then only its author sees it, and is told; until the host shows it again."""
    id_ = await published(ann)
    first = await change(bob, id_, "ReportDrawing", reason="rude", text="Look at the name")
    twice = await change(bob, id_, "ReportDrawing", reason="spam")
    own = await change(ann, id_, "ReportDrawing", reason="spam")
    found = (await host.get("/api/host/drawings")).json()
    told = next(each for each in found["drawings"] if each["drawing"]["id"] == id_)

    assert 200 == first.status_code
    assert "Look at the name" not in first.text
    assert ["reported-already", "own-drawing"] == [each.json()["code"] for each in (twice, own)]
    assert [{"reason": "rude", "text": "Look at the name", "is_of_this_edition": True}] == told[
        "reports"
    ]
    assert bob.guest is not None
    assert bob.guest.id not in str(found)
    assert id_ in await ids_of(bob)

    hidden = await host.post(f"/api/host/drawings/{id_}", json={"is_hidden": True})
    assert hidden.json()["drawing"]["is_hidden"]
    assert id_ not in await ids_of(bob)
    for path in (f"/api/drawings/{id_}", f"/api/drawings/{id_}/picture.svg"):
        assert 404 == (await bob.get(path)).status_code
        assert 200 == (await ann.get(path)).status_code
        assert 200 == (await host.get(path)).status_code  # to judge it
    assert (await ann.get(f"/api/drawings/{id_}")).json()["drawing"]["is_hidden"]
    await change(ann, id_, "Unpublish")
    await change(ann, id_, "Publish")
    assert id_ not in await ids_of(bob)

    shown = await host.post(f"/api/host/drawings/{id_}", json={"is_hidden": False})
    assert [] == shown.json()["reports"]
    assert id_ in await ids_of(bob)
    assert id_ not in (await host.get("/api/host/drawings")).text


async def test_nobody_else_is_the_host(ann: Person, bob: Person, server: str) -> None:
    """Neither authors nor those who report; and without a token there is no host at all."""
    id_ = await published(ann)
    await change(bob, id_, "ReportDrawing", reason="rude")
    path = f"/api/host/drawings/{id_}"
    for somebody in (ann, bob, nameless(server)):
        assert 401 == (await somebody.get("/api/host/drawings")).status_code
        assert 401 == (await post(somebody, path, {"is_hidden": True})).status_code
    assert id_ in await ids_of(bob)


async def test_the_host_does_not_read_what_people_keep_to_themselves(
    ann: Person, host: httpx.AsyncClient
) -> None:
    """Only what was published or reported."""
    id_ = await saved(ann)

    assert 404 == (await host.get(f"/api/drawings/{id_}")).status_code
    answer = await host.post(f"/api/host/drawings/{id_}", json={"is_hidden": True})
    assert 404 == answer.status_code


async def test_without_a_host_page_nobody_decides(address: str) -> None:
    """404, as for the page itself."""
    ann = await introduced(address, "Ann")

    assert 404 == (await ann.get("/api/host/drawings")).status_code
    assert 404 == (await post(ann, "/api/host/drawings/x", {"is_hidden": True})).status_code
