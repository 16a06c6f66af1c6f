"""Bad input gets a sentence and a code, by which the page says it in its language."""

from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
from msgspec.structs import replace

from tests.server.client import Person, introduced
from tests.server.players import A_SHORT_RALLY, A_SHORT_RICOCHET
from tinplate.game import Facts
from tinplate.lobby.values import Arrange, RemoveBot, Sit, Start, Terms
from tinplate.server.rate_limits import MAX_MESSAGE_BYTES
from tinplate.wire.outgoing import Done, Refused

A_ROBOT_SHORT = "ro5,ga14,bl14"
NO_COURSE = "rally 1\nname: Nothing\n"


@pytest.fixture
async def ann(address: str) -> Person:
    return await introduced(address, "Ann")


@pytest.fixture
async def http(ann: Person) -> AsyncIterator[httpx.AsyncClient]:
    headers = {"Content-Type": "application/json", **ann.headers}
    async with httpx.AsyncClient(base_url=ann.address, headers=headers) as client:
        yield client


def told(answer: httpx.Response) -> tuple[int, str, Facts]:
    body = answer.json()
    assert body["because"]
    return answer.status_code, body["code"], body["facts"]


def table(game: str, settings: dict[str, Any], chairs: object = 2, **terms: object) -> Any:  # noqa: ANN401
    return {"terms": {"game": game, "settings": settings, **terms}, "chairs": chairs}


def out_of_range(name: str, least: int, most: int) -> tuple[str, Facts]:
    return "setting-out-of-range", {"name": name, "least": least, "most": most}


@pytest.mark.parametrize(
    ("body", "code", "facts"),
    [
        (table("ricochet", {}, 0), "so-many-cannot-play", {"fewest": 1, "most": 20}),
        (table("ricochet", {}, 21), "so-many-cannot-play", {"fewest": 1, "most": 20}),
        (table("rally", {}, 9), "so-many-cannot-play", {"fewest": 1, "most": 8}),
        (table("ricochet", {"solo": True}), "solo-is-for-one", {"count": 2}),
        (table("ricochet", {}, deal="  "), "deal-is-empty", {"count": 40}),
        (table("ricochet", {"goal": 0}), *out_of_range("goal", 1, 17)),
        (table("ricochet", {"proof_seconds": -1}), *out_of_range("proof_seconds", 0, 3600)),
        (table("ricochet", {"patience_seconds": 3601}), *out_of_range("patience_seconds", 0, 3600)),
        (table("ricochet", {"hourglass_turns": 11}), *out_of_range("hourglass_turns", 1, 10)),
        (table("ricochet", {"hourglass_seconds": 0}), *out_of_range("hourglass_seconds", 1, 3600)),
        (table("ricochet", {"take_back": "some"}), "not-understood", {"place": "take_back"}),
        (table("ricochet", {"rule": {"x": 1}}), "not-understood", {"place": "rule.x"}),
        (table("ricochet", {"gaol": 1}), "not-understood", {"place": "gaol"}),
        (
            table("ricochet", {"board": "G1R2B2Y2", "robots": A_ROBOT_SHORT}),
            "robot-is-missing",
            {"robot": "y"},
        ),
        (
            table("ricochet", {"board": "G3R3B3Y3", "box": "classic"}),
            "section-not-in-box",
            {"text": "G3", "box": "classic"},
        ),
        (table("rally", {"choices": {"max_turns": 0}}), *out_of_range("max_turns", 1, 10_000)),
        (
            table("rally", {"choices": {"turn_seconds": "x"}}),
            *out_of_range("turn_seconds", 0, 3600),
        ),
        (
            table("rally", {"choices": {"edge": "sea"}}),
            "no-such-choice",
            {"text": "edge=sea", "known": "pit, wall"},
        ),
        (table("rally", {"course": NO_COURSE}), "course-has-mistakes", {"count": 1}),
        (table("rally", {"choices": {"edge": {}}}), "not-understood", {"place": "choices[...]"}),
        (table("chess", {}), "no-such-game", {"text": "chess", "known": "ricochet, rally"}),
    ],
)
async def test_a_table_that_cannot_be_opened(
    http: httpx.AsyncClient, body: object, code: str, facts: Facts
) -> None:
    """What people can type is told with its name and its range."""
    answer = await http.post("/api/tables", json=body)

    assert (409, code, facts) == told(answer)
    assert [] == (await http.get("/api/guest/tables")).json()["tables"]


@pytest.mark.parametrize(
    ("body", "place"),
    [
        ("{", ""),
        ('{"terms":{"game":"rally","settings":{}},"chairs":"two"}', "chairs"),
        ('{"terms":{"game":"rally","settings":{},"absent":"cry"},"chairs":2}', "terms.absent"),
    ],
)
async def test_what_no_form_sends(http: httpx.AsyncClient, body: str, place: str) -> None:
    """One sentence is enough for it, with the place where it is known."""
    answer = await http.post("/api/tables", content=body)

    assert (400, "not-understood", {"place": place}) == told(answer)


async def test_names_that_nobody_knows_are_told_with_those_there_are(
    http: httpx.AsyncClient,
) -> None:
    """A bot, a course, a section."""
    bot = told(await http.post("/api/tables", json=table("rally", {}, stand_in="hal")))
    course = told(await http.post("/api/tables", json=table("rally", {"course": "nowhere"})))
    shown = told(await http.get("/api/rally/course", params={"course": "nowhere"}))

    assert (409, "no-such-bot", "hal") == (*bot[:2], bot[2]["text"])
    assert (409, "no-such-course", "nowhere") == (*course[:2], course[2]["text"])
    assert (400, course[1:]) == (shown[0], shown[1:])
    assert str(bot[2]["known"]).startswith("random, ")
    assert "first-shift" in str(course[2]["known"])


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        ("/api/tables?behind=soon", 409, "no-such-page"),
        ("/api/guest/matches?behind=soon", 409, "no-such-page"),
        ("/api/deals?game=chess&name=x", 404, "not-there"),
        ("/api/deals?game=rally&name=x&number=0", 400, "not-understood"),
        ("/api/tables/nothing", 404, "not-there"),
        ("/api/nothing", 404, "not-there"),
        ("/api/ricochet/position?position=G1", 400, "three-parts"),
        ("/api/ricochet/slides?position=G1&rule=none", 400, "three-parts"),
        ("/api/ricochet/new?fewest=5&most=3", 400, "not-understood"),
        ("/api/ricochet/new?rule=none", 400, "not-understood"),
    ],
)
async def test_what_cannot_be_looked_at(
    http: httpx.AsyncClient, path: str, status: int, code: str
) -> None:
    """Whatever is asked for."""
    assert (status, code) == told(await http.get(path))[:2]


async def test_what_is_sent_by_nobody_or_too_long_or_from_elsewhere(
    http: httpx.AsyncClient, ann: Person
) -> None:
    """The page says that, too."""
    body = {"name": "x" * MAX_MESSAGE_BYTES}
    elsewhere = {"Origin": "https://example.org"}
    async with httpx.AsyncClient(base_url=ann.address) as nobody:
        nameless = told(await nobody.post("/api/tables", json=table("rally", {})))

    assert (401, "name-first", {}) == nameless
    assert (413, "too-large", {}) == told(await http.post("/api/guest", json=body))
    assert (403, "own-page-only", {}) == told(
        await http.post("/api/guest", json={"name": "Ann"}, headers=elsewhere)
    )
    assert "name-is-empty" == told(await http.post("/api/guest", json={"name": "\u200b"}))[1]


@pytest.mark.parametrize(
    ("command", "code", "facts"),
    [
        ({"type": "Ready"}, "no-cards-yet", {}),
        ({"type": "Place", "register": 9, "card": 10}, "not-understood", {"place": "card"}),
        ({"type": "TakeBack", "register": 1}, "no-cards-yet", {}),
        ({"type": "PowerDown", "announce": False}, "no-cards-yet", {}),
        ({"type": "ChoosePower", "on": True}, "power-not-now", {}),
        ({"type": "ChooseFacing", "facing": "up"}, "not-understood", {"place": "facing"}),
        ({"type": "Bid", "moves": 4}, "not-understood", {"place": "type"}),
    ],
)
async def test_a_command_that_is_refused(
    ann: Person, command: object, code: str, facts: Facts
) -> None:
    """Whether the rules forbid it now, or nobody can read it; the match stays as it was."""
    async with ann.at(await ann.open(A_SHORT_RALLY, 1)) as hers:
        await hers.act(Start())
        await hers.until(lambda: hers.match)
        before = hers.state, hers.version
        answer = await hers.play(command)

        assert isinstance(answer, Refused)
        assert (code, facts) == (answer.code, answer.facts)
        assert before == (hers.state, hers.version)


async def test_what_is_refused_at_a_table(ann: Person) -> None:
    """Chairs and bots that are not there, and matches of other tables."""
    async with ann.at(await ann.open(A_SHORT_RICOCHET, 2)) as hers:
        await hers.until(lambda: hers.table)
        before = hers.table
        refused = [
            await hers.act(command)
            for command in (
                RemoveBot(1),
                RemoveBot(7),
                Arrange(replace(A_SHORT_RICOCHET, stand_in="hal")),
                Arrange(Terms("ricochet", {"solo": True})),
            )
        ]
        hers.match = "another"
        refused.append(await hers.play({"type": "TurnToken"}))
        await hers.connection.send('{"type":"Act","id":"k1","command":{"type":"Sit","chair":99}}')
        refused.append(await hers.answer_to("k1"))

        assert [
            "no-bot-there",
            "no-such-chair",
            "no-such-bot",
            "solo-is-for-one",
            "not-there",
            "not-understood",
        ] == [answer.code for answer in refused if isinstance(answer, Refused)]
        assert before == hers.table


async def test_solo_stays_for_one(ann: Person) -> None:
    """RC21: other terms can be changed at a table for one, and it can become one for solo."""
    async with ann.at(await ann.open(A_SHORT_RICOCHET, 1)) as hers:
        assert isinstance(await hers.act(Arrange(Terms("ricochet", {"solo": True}))), Done)
        hidden = Terms("ricochet", {"solo": True}, is_public=True)

        assert isinstance(await hers.act(Arrange(hidden)), Done)


async def test_solo_can_be_agreed_on_with_one_chair(ann: Person) -> None:
    """RC21: as many chairs as the other settings are for, in one step."""
    async with ann.at(await ann.open(A_SHORT_RICOCHET, 4)) as hers:
        solo = Terms("ricochet", {"solo": True})
        refused = await hers.act(Arrange(solo))

        assert isinstance(refused, Refused)
        assert isinstance(await hers.act(Arrange(solo, chairs=1)), Done)
        assert isinstance(await hers.act(Arrange(A_SHORT_RICOCHET, chairs=4)), Done)


async def test_a_replay_that_does_not_exist(ann: Person) -> None:
    """Before the match is over there is none."""
    async with ann.at(await ann.open(A_SHORT_RALLY, 2)) as hers:
        await hers.act(Sit(0))
        await hers.act(Start())
        await hers.until(lambda: hers.match)
        path = f"/api/matches/{hers.match}"

        assert (409, "match-goes-on", {}) == told(await ann.get(f"{path}/replay"))
        assert (409, "another-game", {}) == told(await ann.get(f"{path}/rounds"))
