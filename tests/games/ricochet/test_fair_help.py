"""The server solves nothing that would help in a running match."""

from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, cast

import httpx
import msgspec
import pytest

from tests.games.ricochet.cheats import shifted, walk, with_other_sections
from tests.server.client import Client, Person, begin, introduced
from tests.server.players import A_SHORT_RICOCHET, shortest
from tests.server.processes import ANN, Process, WallClock, match_begun
from tests.server.serving import serving
from tinplate.ending import AbortMatch, Resign
from tinplate.games.ricochet.board import (
    Position,
    board_named,
    box_sides,
    split_name,
)
from tinplate.games.ricochet.motion import Move
from tinplate.games.ricochet.notation import format_position, parse_position
from tinplate.games.ricochet.pieces import Target
from tinplate.games.ricochet.proof import READINGS, attempt
from tinplate.games.ricochet.topics import is_alike, near_topics
from tinplate.games.ricochet.values import Bid, MakeMove, Proving, State, TurnToken
from tinplate.lobby.values import SeatBot, Stand, Start, Terms
from tinplate.server import running
from tinplate.store.log import Moment
from tinplate.store.memory import MemoryStore
from tinplate.wire.outgoing import Done, Refused

AT_STAKE = parse_position("R1G2Y1B4 rf5,gp2,bl9,yh14 blue-circle")
ELSEWHERE = parse_position("G1R2B2Y2 ro5,ga14,bl14,yj16 red-triangle")


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """A server for each test: no match of another one is like what is asked here."""
    with serving(tmp_path) as place:
        yield place


@pytest.fixture
async def stranger(address: str) -> AsyncIterator[httpx.AsyncClient]:
    """Somebody without a name: anybody, or a cheat who hides."""
    async with httpx.AsyncClient(base_url=address, timeout=60) as client:
        yield client


async def refusals(
    http: httpx.AsyncClient | Person, positions: Sequence[Position]
) -> list[str | None]:
    """With which codes a solution and a hint are refused; None where there is an answer."""
    codes = list[str | None]()
    for position in positions:
        asked = {"position": format_position(position), "level": "1"}
        for path in ("solve", "hint"):
            answer = await http.get(f"/api/ricochet/{path}", params=asked)
            assert answer.status_code in {200, 409}, answer.text
            codes.append(answer.json()["code"] if answer.status_code == 409 else None)
    return codes


def with_other_section(position: Position) -> Position:
    """The first section that does not hold the target is replaced by another."""
    home = position.board.targets[position.target]
    for at, section in enumerate(split_name(position.board.name)):
        for other in box_sides("classic"):
            if other[0] == section[0] and other != section:
                parts = [*split_name(position.board.name)]
                parts[at] = other
                board = board_named("".join(parts))
                if board.targets.get(position.target) == home:
                    return replace(position, board=board)
    raise AssertionError(position)


async def test_nobody_is_told_a_solution_from_the_opening_to_the_end(
    stranger: httpx.AsyncClient, address: str
) -> None:
    """Between rounds for no target, and in a round for no position that is almost the same."""
    ann, bob = await introduced(address, "Ann"), await introduced(address, "Bob")
    table = await ann.open(A_SHORT_RICOCHET, 2)
    seen = list[set[str | None]]()
    async with ann.at(table) as hers, bob.at(table) as his:
        await begin(hers, his)
        first = Position(hers.state.board, hers.state.markers, Target.VORTEX)

        async def ask() -> None:
            now = Position(hers.state.board, hers.state.markers, Target.VORTEX)
            every = [replace(now, target=target) for target in Target]
            seen.append({*await refusals(stranger, [*every[:3], now, with_other_section(now)])})

        await ask()
        await hers.play(TurnToken())
        await ask()
        await hers.play(Bid(len(shortest(hers.state))))
        await hers.until(lambda: isinstance(hers.state.phase, Proving))
        await ask()
        await prove(hers)
        await ask()
        await hers.play(TurnToken())
        await hers.play(Bid(len(shortest(hers.state))))
        await hers.until(lambda: isinstance(hers.state.phase, Proving))
        await prove(hers)
        await hers.until(lambda: hers.ending)
        after = await refusals(stranger, [first])

    assert [{"being-played"}] * 4 == seen
    assert [None, None] == after


async def test_slides_in_front_of_a_question_help_nobody(
    stranger: httpx.AsyncClient, address: str
) -> None:
    """A cheat slides once, shifts the other robots, has that solved, and adds the slide.

    On the same board, with a section exchanged, and with two: no answer solves the round.
    """
    dice, solving, codes = Random(5), list[str](), set[str]()
    async with in_match(address) as (_, at_stake):
        for others in (0, 1, 2):
            for _ in range(8):
                first, there = walk(at_stake, 1, dice)
                asked = shifted(with_other_sections(there, others, dice), dice)
                answer = await solved(stranger, asked)
                codes.add(answer.get("code", f"solved, {others} others"))
                solving += [
                    str(route["moves"])
                    for route in answer.get("solutions", [])
                    if is_solved(at_stake, [*first, *msgspec.convert(route["moves"], list[Move])])
                ]

    assert [] == solving
    assert {"being-played"} <= codes <= {"being-played", "solved, 2 others"}


@asynccontextmanager
async def in_match(address: str) -> AsyncIterator[tuple[Client, Position]]:
    """Ann plays alone; the first target may be any."""
    ann = await introduced(address, "Ann")
    board, robots, _ = format_position(AT_STAKE).split()
    terms = Terms("ricochet", {"board": board, "robots": robots})
    async with ann.at(await ann.open(terms, 1)) as hers:
        await hers.act(Start())
        await hers.until(lambda: hers.match)
        yield hers, AT_STAKE
        await hers.play(AbortMatch())


async def solved(http: httpx.AsyncClient | Person, position: Position) -> dict[str, Any]:
    asked = {"position": format_position(position)}
    answer = await http.get("/api/ricochet/solve", params=asked)
    assert answer.status_code in {200, 409}, answer.text
    return cast("dict[str, Any]", answer.json())


def is_solved(position: Position, moves: Sequence[Move]) -> bool:
    return attempt(position, moves, READINGS["ricochet"]).verdict == "arrived"


async def test_other_positions_are_solved_meanwhile(
    stranger: httpx.AsyncClient, address: str
) -> None:
    """A match keeps nobody from practising on other boards."""
    async with in_match(address):
        told = await refusals(stranger, [ELSEWHERE])

    assert [None, None] == told


async def test_positions_dealt_by_chance_are_solved_whatever_is_played(
    stranger: httpx.AsyncClient, address: str
) -> None:
    """Their seal fits no other position, and none comes with a board, target or seed by choice."""
    board, _, target = format_position(AT_STAKE).split()
    dealt = (await stranger.get("/api/ricochet/new")).json()
    chosen = [
        (await stranger.get("/api/ricochet/new", params=wish)).json()["seal"]
        for wish in ({"board": board}, {"target": target}, {"seed": "7"})
    ]
    async with in_match(address):
        answers = [
            await stranger.get(
                "/api/ricochet/solve", params={"position": position, "seal": dealt["seal"]}
            )
            for position in (dealt["position"]["position"], format_position(AT_STAKE))
        ]

    assert [200, 409] == [each.status_code for each in answers]
    assert [None] * 3 == chosen


async def test_no_bot_solves_the_board_of_another_match(address: str) -> None:
    """A cheat opens a table with the same board and robots, and lets the bot show its route."""
    bob = await introduced(address, "Bob")
    board, robots, _ = format_position(AT_STAKE).split()
    same, other = {"board": board, "robots": robots}, {"board": ELSEWHERE.board.name}
    answers = []
    async with in_match(address):
        for settings in (same, {"board": board}, other, {}):
            table = await bob.open(Terms("ricochet", settings), 2)
            async with bob.at(table) as his:
                await his.act(SeatBot(1, "level-10"))
                answers.append(await his.act(Start()))

    codes = [each.code if isinstance(each, Refused) else None for each in answers]
    assert ["being-played", "being-played", None, None] == codes


async def test_a_match_that_was_ended_does_not_solve_another(address: str) -> None:
    """Nor does a cheat play the same position alone, without bots, and look back at it."""
    bob = await introduced(address, "Bob")
    board, robots, _ = format_position(AT_STAKE).split()
    settings = {"board": board, "robots": robots, "patience_seconds": 1}
    table = await bob.open(Terms("ricochet", settings, absent="keep"), 1)
    async with bob.at(table) as his:
        async with in_match(address):
            await his.act(Start())
            await his.until(lambda: his.match)
            await his.play(TurnToken())
            await his.play(AbortMatch())
            await his.until(lambda: his.ending)
            path = f"/api/matches/{his.match}/rounds/1/solutions"
            meanwhile = await bob.get(path)
        later = await bob.get(path)

    assert "being-played" == meanwhile.json()["code"]
    assert later.json().get("code") != "being-played"


async def prove(prover: Client) -> None:
    for move in shortest(prover.state):
        await prover.play(MakeMove(move))


async def test_whoever_plays_gets_no_help_at_all(address: str) -> None:
    """Not even elsewhere; the others do, and so does whoever has left."""
    ann, bob = await introduced(address, "Ann"), await introduced(address, "Bob")
    table = await ann.open(Terms("ricochet", {"board": AT_STAKE.board.name}), 1)
    async with ann.at(table) as hers:
        before = await refusals(ann, [ELSEWHERE])
        await hers.act(Start())
        await hers.until(lambda: hers.match)
        playing = await refusals(ann, [ELSEWHERE])
        looking_on = await refusals(bob, [ELSEWHERE])
        await hers.act(Stand())
        gone = await refusals(ann, [ELSEWHERE])

    assert ["you-are-playing"] * 2 == playing
    assert [None] * 6 == before + looking_on + gone


async def test_whoever_has_resigned_looks_on_like_others(address: str) -> None:
    """The bots play on, and what is played there is solved for nobody."""
    ann = await introduced(address, "Ann")
    table = await ann.open(Terms("ricochet", {"board": AT_STAKE.board.name}), 3)
    async with ann.at(table) as hers:
        for command in (SeatBot(1, "level-1"), SeatBot(2, "level-1"), Start()):
            await hers.act(command)
        await hers.until(lambda: hers.match)
        playing = await refusals(ann, [ELSEWHERE])
        assert isinstance(await hers.play(Resign()), Done)
        resigned = await refusals(ann, [ELSEWHERE, AT_STAKE])

    assert ["you-are-playing"] * 2 == playing
    assert [None, None, "being-played", "being-played"] == resigned


async def test_whoever_plays_may_practise(address: str) -> None:
    """What chance has dealt has nothing to do with the match; with a seal of their own, it has."""
    ann = await introduced(address, "Ann")
    async with ann.at(await ann.open(A_SHORT_RICOCHET, 1)) as hers:
        await hers.act(Start())
        await hers.until(lambda: hers.match)
        dealt = (await ann.get("/api/ricochet/new")).json()
        asked = {"position": dealt["position"]["position"], "level": "1"}
        answers = [
            await ann.get(f"/api/ricochet/{path}", params=asked | {"seal": seal})
            for path in ("solve", "hint")
            for seal in (dealt["seal"], "made up")
        ]

    assert [200, 409] * 2 == [each.status_code for each in answers]


async def test_finished_rounds_are_solved_for_everybody(
    stranger: httpx.AsyncClient, address: str
) -> None:
    """Players look back between rounds; by the number of the round, not by a position."""
    ann = await introduced(address, "Ann")
    async with ann.at(await ann.open(A_SHORT_RICOCHET, 1)) as hers:
        await hers.act(Start())
        await hers.until(lambda: hers.match)
        await hers.play(TurnToken())
        path = f"/api/matches/{hers.match}/rounds/1/solutions"
        running = await ann.get(path)
        best = shortest(hers.state)
        await hers.play(Bid(len(best)))
        await hers.until(lambda: isinstance(hers.state.phase, Proving))
        await prove(hers)
        answers = [await each.get(path) for each in (ann, stranger)]
        every = (await ann.get(path, params={"all": "true", "limit": "2"})).json()
        unknown = await ann.get(f"/api/matches/{hers.match}/rounds/2/solutions")

    assert ["no-such-round"] * 2 == [each.json()["code"] for each in (running, unknown)]
    assert [len(best)] * 2 == [each.json()["moves"] for each in answers]
    assert every["count"] >= len(every["solutions"]) >= 1


async def test_a_match_nobody_has_played_on_for_a_day_keeps_nobody_from_asking() -> None:
    """At a table without a limit of time, which would never end; in whichever process."""
    clock, store = WallClock(), MemoryStore()
    one, other = Process(store, clock), Process(store, clock)
    table = await match_begun(one, Terms("ricochet", {"patience_seconds": 0}))
    await one.play(table, ANN, TurnToken(), "turn")
    state = (await one.match(table)).match.state
    assert isinstance(state, State)
    assert state.position is not None
    asked = []
    for _ in range(2):
        since = Moment(clock.now - running.MAX_SILENCE)
        live = await other.store.about(near_topics(state.position), since=since)
        asked.append([is_alike(state.position, each.topics) for each in live])
        clock.pass_seconds(running.MAX_SILENCE / 1000 + 1)

    assert [[True], []] == asked
