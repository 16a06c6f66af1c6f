"""Whether ratings of puzzles find the truth: people of known skill, over HTTP, at a real server.

`python -m bench.puzzle_ratings` runs it; `--people` and `--attempts` make it smaller. Everybody
has a true skill, every puzzle a true difficulty, which the server does not know. It chooses the
puzzles, replays the answers and rates both. Then the orders are compared, and what the server
expected of each attempt with what came out.
"""

import argparse
import asyncio
import math
import sys
import tempfile
from collections import defaultdict
from collections.abc import Sequence
from functools import cache
from http.cookiejar import DefaultCookiePolicy
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any, NamedTuple

import httpx
import msgspec
from rich.console import Console

from tinplate.games import installed
from tinplate.puzzles.collection import StoredPuzzle
from tinplate.puzzles.dataset import generator_of
from tinplate.puzzles.making import NumberedPuzzle, different, make_batches
from tinplate.puzzles.values import MadePuzzle, PuzzleMaker
from tinplate.server.puzzles import GamePuzzles, PuzzleService, attempts_log
from tinplate.server.steady_clock import SteadyClock
from tinplate.store.log import Store, all_rows
from tinplate.store.opening import open_store
from tinplate.training.rules import rating_of
from tinplate.training.standings import GameTraining
from tinplate.training.values import Answered, GivenUp, decode_row

GAME = "ricochet"
PEOPLE, ATTEMPTS, PUZZLES, SEED = 2_000, 50_000, 500, 1
SKILLS = 1500.0, 300.0  # of people: the mean, and the standard deviation
SURPRISE = 150.0  # how far a puzzle's difficulty is from its first estimate, typically
LONGER, LONGER_SCORE = 0.3, 0.4  # how often an answer is longer by two moves, and its score
AT_ONCE = 24  # people who solve at the same time
BINS = 10
WANTED_ORDER, WANTED_ERROR = 0.95, 0.03


class World(NamedTuple):
    """What is true, and what nobody tells the server."""

    skills: list[float]
    puzzles: dict[str, MadePuzzle]
    difficulties: dict[str, float]


class Found(NamedTuple):
    """What came out."""

    attempts: int
    people_order: float  # Spearman
    puzzle_order: float
    first_order: float  # of the first estimates, before anybody tried
    error: float  # of calibration
    bins: list[tuple[int, float, float]]  # attempts, expected, scored
    seconds: float


def main(console: Console, arguments: Sequence[str] | None = None) -> Found:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--people", type=int, default=PEOPLE)
    parser.add_argument("--attempts", type=int, default=ATTEMPTS)
    parser.add_argument("--puzzles", type=int, default=PUZZLES)
    parser.add_argument("--seconds", type=float, default=math.inf, help="stop after this long")
    wish = parser.parse_args(arguments)
    console.print(f"Making {wish.puzzles} puzzles ...", highlight=False)
    dice = Random(SEED)
    made = _made(wish.puzzles)
    first = {name: one.puzzle for name, one in made.items()}
    world = World(
        [dice.gauss(*SKILLS) for _ in range(wish.people)],
        first,
        {name: puzzle.rating + dice.gauss(0, SURPRISE) for name, puzzle in first.items()},
    )
    found = asyncio.run(_simulate(world, made, wish, dice, console))
    _report(console, found, wish)
    return found


@cache
def _maker() -> PuzzleMaker:
    maker = installed().packs[GAME].puzzles()
    if maker is None:
        raise AssertionError
    return maker


def _made(count: int) -> dict[str, NumberedPuzzle]:
    found = dict[str, NumberedPuzzle]()
    batches = make_batches(_maker(), SEED, 0, 2)
    for batch in batches:
        found |= dict(different(GAME, batch))
        if len(found) >= count:
            break
    batches.close()
    return dict(list(found.items())[:count])


async def _simulate(
    world: World,
    made: dict[str, NumberedPuzzle],
    wish: argparse.Namespace,
    dice: Random,
    console: Console,
) -> Found:
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{folder}/puzzles.sqlite"
        await _stock(database, made)
        server = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tinplate.cli.main", "serve", "--host", "127.0.0.1",
            "--port", "0", "--people", "0", "--puzzles", "0", "--database", database,
            "--key-file", str(Path(folder) / "key"), "--log-level", "error",
            stdout=asyncio.subprocess.PIPE,
        )  # fmt: skip
        try:
            if server.stdout is None:
                raise AssertionError
            address = (await server.stdout.readline()).decode().split()[4]
            began = perf_counter()
            people = await _solve(world, address, wish, dice, console)
            seconds = perf_counter() - began
        finally:
            server.terminate()
            await server.wait()
        return await _compare(world, database, people, seconds)


async def _stock(database: str, made: dict[str, NumberedPuzzle]) -> None:
    store = await open_store(database)
    generator = generator_of(_maker())
    rows = [StoredPuzzle(0, one.puzzle, one.number, SEED, generator) for one in made.values()]
    await _game(store).add(rows)
    await store.close()


def _game(store: Store) -> GamePuzzles:
    return PuzzleService(store, installed(), SteadyClock()).game(GAME)


async def _solve(
    world: World, address: str, wish: argparse.Namespace, dice: Random, console: Console
) -> dict[str, float]:
    """Everybody solves as often as everybody else, in any order; their true skills, by name."""
    turns = [number % len(world.skills) for number in range(wish.attempts)]
    dice.shuffle(turns)
    waiting = iter(enumerate(turns, 1))
    cookies = dict[int, dict[str, str]]()
    solving: defaultdict[int, asyncio.Lock] = defaultdict(asyncio.Lock)
    began = perf_counter()
    names = {f"p{number}": skill for number, skill in enumerate(world.skills)}
    limits = httpx.Limits(max_connections=AT_ONCE, max_keepalive_connections=AT_ONCE)
    async with httpx.AsyncClient(base_url=address, timeout=120, limits=limits) as client:
        client.cookies.jar.set_policy(DefaultCookiePolicy(allowed_domains=[]))  # each has their own

        async def work() -> None:
            for done, number in waiting:
                if perf_counter() - began > wish.seconds:
                    return
                async with solving[number]:
                    if number not in cookies:
                        answer = await client.post("/api/guest", json={"name": f"p{number}"})
                        cookies[number] = dict(answer.cookies)
                    await _attempt(world, client, cookies[number], world.skills[number], dice)
                if done % 5_000 == 0:
                    console.print(f"{done:,} attempts", highlight=False)

        await asyncio.gather(*(work() for _ in range(AT_ONCE)))
    return names


async def _attempt(
    world: World, client: httpx.AsyncClient, cookies: dict[str, str], skill: float, dice: Random
) -> None:
    headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items())}

    async def post(path: str, **body: object) -> dict[str, Any]:
        answer = await client.post(f"/api/puzzles/{path}", json=body, headers=headers)
        answer.raise_for_status()
        told: dict[str, Any] = msgspec.json.decode(answer.content)
        return told

    name = (await post("next", game=GAME))["puzzle"]["id"]
    puzzle = world.puzzles[name]
    expected = 1 / (1 + 10 ** ((world.difficulties[name] - skill) / 400))
    detour = _longer(name, puzzle)
    longer = 0.0
    if detour is not None:
        longer = LONGER * min(expected / LONGER_SCORE, (1 - expected) / (1 - LONGER_SCORE))
    fortune = dice.random()
    if fortune < expected - LONGER_SCORE * longer:
        await post(f"{name}/answer", answer=puzzle.solution)
        return
    if detour is not None and fortune < expected + (1 - LONGER_SCORE) * longer:
        await post(f"{name}/answer", answer=detour)
    await post(f"{name}/give-up")


_DETOURS = dict[str, str | None]()


def _longer(name: str, puzzle: MadePuzzle) -> str | None:
    """The solution after a move there and back that changes nothing, if there is one."""
    if name not in _DETOURS:
        tried = (
            f"{robot}{there} {robot}{back} {puzzle.solution}"
            for robot in "rgbys"
            for there, back in ("ns", "sn", "ew", "we")
        )
        _DETOURS[name] = next((one for one in tried if _solves(puzzle, one)), None)
    return _DETOURS[name]


def _solves(puzzle: MadePuzzle, answer: str) -> bool:
    return _maker().judge(puzzle, answer).is_solved


async def _compare(world: World, database: str, people: dict[str, float], seconds: float) -> Found:
    """Read the log of attempts as it is stored."""
    store = await open_store(database)
    training = GameTraining()
    bins = [[0.0, 0.0, 0.0] for _ in range(BINS)]
    async for stored in all_rows(store, attempts_log(GAME)):
        row = decode_row(stored.body)
        training.add(row)
        outcome = row.outcome if isinstance(row, Answered | GivenUp) else None
        if outcome is not None and outcome.expected is not None:
            found = bins[min(BINS - 1, int(outcome.expected * BINS))]
            found[0] += 1
            found[1] += outcome.expected
            found[2] += outcome.score
    await store.close()
    tried = [name for name in world.puzzles if training.puzzle(name).people]
    solvers = [one for one in training.people.values() if one.rated]
    total = sum(each[0] for each in bins)
    return Found(
        attempts=round(total),
        people_order=spearman(
            [people[one.name] for one in solvers], [one.rating.mean for one in solvers]
        ),
        puzzle_order=spearman(
            [world.difficulties[name] for name in tried],
            [rating_of(training, name, world.puzzles[name].rating).mean for name in tried],
        ),
        first_order=spearman(
            [world.difficulties[name] for name in tried],
            [world.puzzles[name].rating for name in tried],
        ),
        error=sum(abs(expected - scored) for _, expected, scored in bins) / total,
        bins=[(round(n), e / n, s / n) for n, e, s in bins if n],
        seconds=seconds,
    )


def spearman(one: Sequence[float], other: Sequence[float]) -> float:
    """How well two orders agree: 1 is the same."""
    first, second = _ranks(one), _ranks(other)
    middle = (len(first) - 1) / 2
    covariance = sum((a - middle) * (b - middle) for a, b in zip(first, second, strict=True))
    spread = math.prod(math.sqrt(sum((a - middle) ** 2 for a in x)) for x in (first, second))
    return covariance / spread


def _ranks(values: Sequence[float]) -> list[float]:
    """Equal values share the mean of their ranks."""
    order = sorted(range(len(values)), key=values.__getitem__)
    ranks, begin = [0.0] * len(values), 0
    while begin < len(order):
        end = begin
        while end + 1 < len(order) and values[order[end + 1]] == values[order[begin]]:
            end += 1
        for at in range(begin, end + 1):
            ranks[order[at]] = (begin + end) / 2
        begin = end + 1
    return ranks


def _report(console: Console, found: Found, wish: argparse.Namespace) -> None:
    console.print(
        f"{found.attempts:,} attempts of {wish.people:,} people at {wish.puzzles:,} puzzles in "
        f"{found.seconds:.0f} s.\n"
        f"Order of people: Spearman {found.people_order:.3f} (wanted: {WANTED_ORDER})\n"
        f"Order of puzzles: Spearman {found.puzzle_order:.3f} (wanted: {WANTED_ORDER}); of the "
        f"first estimates: {found.first_order:.3f}\n"
        f"Calibration error: {found.error:.4f} (wanted: at most {WANTED_ERROR})",
        highlight=False,
    )
    for attempts, expected, scored in found.bins:
        console.print(f"  expected {expected:.3f}  scored {scored:.3f}  {attempts:,}")


if __name__ == "__main__":
    main(Console())
