"""The server solves nothing that would help in a running match."""

from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from random import Random

import httpx
import pytest

from tests.server.client import Client, Person, begin, introduced
from tests.server.players import A_SHORT_RICOCHET, shortest
from tests.server.processes import ANN, Process, WallClock, match_begun
from tinplate.games.ricochet.board import (
    Position,
    board_named,
    box_sides,
    is_on_board,
    split_name,
)
from tinplate.games.ricochet.notation import format_position, parse_position
from tinplate.games.ricochet.pieces import Target
from tinplate.games.ricochet.proof import READINGS, attempt
from tinplate.games.ricochet.solver import solutions, solve
from tinplate.games.ricochet.topics import is_alike, near_topics
from tinplate.games.ricochet.values import Bid, MakeMove, Proving, State, TurnToken
from tinplate.grid import Heading
from tinplate.lobby.values import Stand, Start, Terms
from tinplate.server import queries
from tinplate.store.log import Moment
from tinplate.store.memory import MemoryStore

ELSEWHERE = parse_position("G1R2B2Y2 ro5,ga14,bl14,yj16 red-triangle")


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


def shifted(position: Position, dice: Random, *, helps: bool) -> Position:
    """All robots stand a step away, on the same board; its solutions help in the match, or not."""
    while True:
        cells = tuple(cell.towards(dice.choice([*Heading])) for cell in position.robots)
        if not all(is_on_board(cell) and position.board.may_rest(cell) for cell in cells):
            continue
        other = replace(position, robots=cells)
        routes = [line.moves for line in solutions(other, READINGS["ricochet"], best=1).routes]
        routes.append(solve(other, READINGS["ricochet"]).moves or ())
        arrives = [attempt(position, route, READINGS["free"]).verdict for route in routes]
        if arrives == ["arrived" if helps else "under way"] * 2:
            return other


async def test_nobody_is_told_moves_that_solve_the_round(
    stranger: httpx.AsyncClient, address: str
) -> None:
    """Asked about robots that all stand elsewhere: the answer is refused where it would help."""
    ann = await introduced(address, "Ann")
    at_stake = parse_position("R1G2Y1B4 rf5,gp2,bl9,yh14 blue-circle")
    board, robots, _ = format_position(at_stake).split()
    terms = Terms("ricochet", {"board": board, "robots": robots})
    helpful, other = (shifted(at_stake, Random(7), helps=helps) for helps in (True, False))
    async with ann.at(await ann.open(terms, 1)) as hers:
        await hers.act(Start())
        await hers.until(lambda: hers.match)
        told = await refusals(stranger, [helpful, other])

    assert ["being-played"] * 2 + [None] * 2 == told


async def prove(prover: Client) -> None:
    for move in shortest(prover.state):
        await prover.play(MakeMove(move))


async def test_whoever_plays_gets_no_help_at_all(address: str) -> None:
    """Not even elsewhere; the others do, and so does whoever has left."""
    ann, bob = await introduced(address, "Ann"), await introduced(address, "Bob")
    table = await ann.open(A_SHORT_RICOCHET, 1)
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
        since = Moment(clock.now - queries.MAX_SILENCE)
        live = await other.store.about(near_topics(state.position), since=since)
        asked.append([is_alike(state.position, each.topics) for each in live])
        clock.pass_seconds(queries.MAX_SILENCE / 1000 + 1)

    assert [[True], []] == asked
