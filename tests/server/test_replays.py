"""Replays over HTTP: whole, from every seat's eyes, and only of what is over."""

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import httpx
import msgspec
import pytest
from litestar.handlers import HTTPRouteHandler

from tests.server.client import Person, begin, introduced, nameless
from tests.server.players import A_SHORT_RALLY, A_SHORT_RICOCHET, play_at_random, play_by_the_solver
from tests.server.processes import ANN, Process, WallClock, match_begun
from tests.server.truth import truth
from tests.wire.differences import plain
from tinplate.cli.replay import read_log
from tinplate.game import Outcome, Seat
from tinplate.games.ricochet.values import Bid, TurnToken
from tinplate.lobby.values import Start
from tinplate.server import http, replays
from tinplate.server.compute import ClientGone
from tinplate.store.log import all_rows
from tinplate.store.memory import MemoryStore
from tinplate.wire.differences import changed
from tinplate.wire.replays import Replay
from tinplate.wire.resources import Problem


async def told(person: Person, match: str | None, **query: int) -> Replay:
    answer = await person.get(f"/api/matches/{match}/replay?{httpx.QueryParams(query)}")
    assert 200 == answer.status_code, answer.text
    return msgspec.json.decode(answer.content, type=Replay)


async def refused(person: Person, match: str | None, **query: int | str) -> tuple[int, str]:
    answer = await person.get(f"/api/matches/{match}/replay?{httpx.QueryParams(query)}")
    return answer.status_code, msgspec.json.decode(answer.content, type=Problem).because


def views(part: Replay) -> dict[int, Any]:
    """What is seen behind each version."""
    seen = {part.after: msgspec.json.decode(part.view)}
    for entry in msgspec.json.decode(part.entries):
        view = seen[entry["version"] - 1]
        for _, change in entry["steps"]:
            view = changed(view, change)
        seen[entry["version"]] = view
    return seen


async def test_a_replay_shows_what_everybody_saw_at_the_time(address: str) -> None:
    """Every view that a socket told to Ann and to Bob is in the replay from their eyes."""
    ann, bob = await introduced(address, "Ann"), await introduced(address, "Bob")
    table = await ann.open(A_SHORT_RALLY, 2)
    async with ann.at(table) as hers, bob.at(table) as his:
        await begin(hers, his)
        await asyncio.gather(play_at_random(hers, 1), play_at_random(his, 2))
        for seat, client in enumerate((hers, his)):
            replay = await told(nameless(address), client.match, seat=seat)
            seen = views(replay)
            known = await truth(address, client.match)
            versions = {
                known.numbering.number(version, Seat(seat)): version for version in known.states
            }

            assert (seat, None) == (replay.seat, replay.following)
            assert versions[client.version] == replay.last
            assert ("rally", ("Ann", "Bob")) == (replay.game, replay.players)
            assert {
                number: plain(state) for number, state in client.states.items() if state is not None
            } == {
                number: seen[versions[number]] for number, state in client.states.items() if state
            }


async def test_the_log_is_a_file_that_the_command_line_reads(address: str, tmp_path: Path) -> None:
    """`tinplate replay` tells it whole; while the match goes on nobody gets it."""
    ann = await introduced(address, "Ann")
    async with ann.at(await ann.open(A_SHORT_RALLY, 1)) as hers:
        await hers.act(Start())
        await hers.until(lambda: hers.match and hers.seat == 0)
        early = await ann.get(f"/api/matches/{hers.match}/file")
        await play_at_random(hers, 1)
        answer = await ann.get(f"/api/matches/{hers.match}/file")
    file = tmp_path / "match.log"
    file.write_bytes(answer.content)
    recorded = read_log(file, Random(0))

    assert (409, 200) == (early.status_code, answer.status_code)
    assert (
        f'attachment; filename="tinplate-rally-{hers.match}.log"'
        == (answer.headers["Content-Disposition"])
    )
    assert (None, ("Ann",), hers.version) == (
        recorded.flaw,
        recorded.players,
        recorded.match.version,
    )
    assert hers.state == recorded.match.view(Seat(0))


async def test_everything_lies_open_to_everybodys_eyes(address: str) -> None:
    """The end of it is the state of the log, with all hands."""
    ann, bob = await introduced(address, "Ann"), await introduced(address, "Bob")
    table = await ann.open(A_SHORT_RALLY, 2)
    async with ann.at(table) as hers, bob.at(table) as his:
        await begin(hers, his)
        await asyncio.gather(play_at_random(hers, 1), play_at_random(his, 2))
        replay = await told(bob, hers.match)
        seen = views(replay)

        assert hers.ending is not None
        assert (hers.ending.winners, hers.ending.because) == (replay.winners, replay.because)
        assert all(player["private"] for view in seen.values() for player in view["players"])
        assert [] != [view for view in seen.values() if all(
            len(player["private"]["hand"]) > 1 for player in view["players"]
        )]  # fmt: skip


async def test_a_long_match_comes_in_parts(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each begins with a view, and together they are the whole."""
    ann, bob = await introduced(address, "Ann"), await introduced(address, "Bob")
    table = await ann.open(A_SHORT_RICOCHET, 2)
    async with ann.at(table) as hers, bob.at(table) as his:
        await begin(hers, his)
        await asyncio.gather(play_by_the_solver(hers), play_by_the_solver(his))
        match = hers.match
    whole = views(await told(ann, match))
    monkeypatch.setattr(replays, "EVENTS_PER_PART", 3)
    parts = [await told(ann, match)]
    while parts[-1].following is not None:
        parts.append(await told(ann, match, after=parts[-1].following))

    assert len(parts) > 2
    for part in parts:
        assert views(part).items() <= whole.items()
    assert whole.keys() == {version for part in parts for version in views(part)}


async def test_a_match_that_is_on_is_not_shown(address: str) -> None:
    """Its hands are secret; nor is there a replay of what never was."""
    ann, bob = await introduced(address, "Ann"), await introduced(address, "Bob")
    table = await ann.open(A_SHORT_RALLY, 2)
    async with ann.at(table) as hers, bob.at(table) as his:
        await begin(hers, his)
        because = "There is no replay until the match is over."

        assert (409, because) == await refused(bob, hers.match)
        assert (409, because) == await refused(ann, hers.match, seat=0)
        assert 404 == (await refused(ann, table))[0]
        assert 404 == (await refused(ann, "nothing"))[0]
        await asyncio.gather(play_at_random(hers, 1), play_at_random(his, 2))

        assert (409, "There is no seat 2 in this match.") == await refused(ann, hers.match, seat=2)
        last = max((await truth(address, hers.match)).states)
        assert 409 == (await refused(ann, hers.match, after=last + 1))[0]
        assert 400 == (await refused(ann, hers.match, after=-1))[0]
        assert 400 == (await refused(ann, hers.match, seat="ann"))[0]


async def test_a_replay_is_sent_packed_to_who_can_unpack_it(address: str) -> None:
    """A tenth of its size; what is inside is the same."""
    ann, bob = await introduced(address, "Ann"), await introduced(address, "Bob")
    table = await ann.open(A_SHORT_RALLY, 2)
    async with ann.at(table) as hers, bob.at(table) as his:
        await begin(hers, his)
        await asyncio.gather(play_at_random(hers, 1), play_at_random(his, 2))
        path = f"{address}/api/matches/{hers.match}/replay"
    async with httpx.AsyncClient() as http:
        packed = await http.get(path, headers={"Accept-Encoding": "gzip"})
        plain = await http.get(path, headers={"Accept-Encoding": "identity"})

    assert "gzip" == packed.headers["content-encoding"]
    assert "content-encoding" not in plain.headers
    assert packed.content == plain.content
    assert 4 * int(packed.headers["content-length"]) < int(plain.headers["content-length"])
    assert "max-age=3600, private" == plain.headers["cache-control"]


@pytest.mark.parametrize(
    "handler", [http.match_entries, replays.match_log, replays.match_file, replays.match_replay]
)
def test_the_past_of_a_match_counts_as_much_work(handler: HTTPRouteHandler) -> None:
    """Whoever asks again and again is told to wait."""
    assert "heavy" == handler.opt["purpose"]


async def test_work_on_the_past_ends_when_nobody_waits() -> None:
    """M6: at the next entry; the log and the replay stop alike."""
    one = Process(MemoryStore(), WallClock())
    table = await match_begun(one, A_SHORT_RICOCHET)
    await one.play(table, ANN, TurnToken(), "turn")
    await one.play(table, ANN, Bid(9), "bid")
    replica = await one.match(table)
    rows = [row async for row in all_rows(one.store, replica.log, after=0)]
    outcome = Outcome((Seat(0),), "all tokens are won")
    asked = list[int]()

    def is_left() -> bool:
        asked.append(1)
        return len(asked) > len(rows)  # while they are decoded somebody waits, and then no more

    assert replica.version == len(rows) > 1
    with pytest.raises(ClientGone):
        replays.part_of(replica, outcome, rows, None, 0, is_left)
    with pytest.raises(ClientGone):
        replays.log_of(replica, rows, replica.opening.players, is_left)
    assert len(rows) + 2 == len(asked)
