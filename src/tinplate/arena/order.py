"""What is ordered, and one match of it: all that whoever plays it has to be told."""

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from msgspec import Struct

from tinplate.arena.contest import CONTESTS, places
from tinplate.arena.lineup import seating
from tinplate.arena.playing import Match, Tally
from tinplate.catalogue import BOTS
from tinplate.store.logfile import content_of


class Order(Struct, frozen=True):
    """Bots that are to play each other."""

    game: str
    bots: tuple[str, ...]
    courses: tuple[tuple[str | None, Any], ...]  # what each is called, and its settings
    matches: int  # on each course
    players: int  # at a table
    seed: int
    keeps_logs: bool

    @property
    def jobs(self) -> "Iterator[Job]":
        """The matches; the courses take turns, so that breaking off leaves something of each."""
        for number in range(self.matches):
            for course in range(len(self.courses)):
                yield Job(course, number)


class Job(NamedTuple):
    """One match of an order."""

    course: int
    number: int  # counted from 0 on each course


class Played(Struct, frozen=True):
    """How a match went."""

    job: Job
    seats: tuple[int, ...]  # which bot sat where
    places: tuple[int, ...]  # by seat; 1 is the first
    because: str | None  # why it ended; None: it was broken off
    lasted: int  # milliseconds of the match
    tallies: tuple[Tally, ...]  # by seat
    log: bytes | None


def play(order: Order, job: Job) -> Played:
    """The same order and job play the same match, whoever plays it, and whenever."""
    contest = CONTESTS[order.game]
    course, settings = order.courses[job.course]
    seed = f"{order.seed}, {course}"
    seats = seating(len(order.bots), order.players, job.number, seed)
    names = [order.bots[bot] for bot in seats]
    bots = [BOTS[name] for name in names]
    match = Match(contest, settings, bots, f"{seed}, match {job.number}", time.perf_counter)
    match.play()
    return Played(
        job,
        seats,
        places(contest, match.table.state, len(seats)),
        match.outcome and match.outcome.because,
        match.table.last_at,
        match.tallies,
        content_of(match.table, told_apart(names)) if order.keeps_logs else None,
    )


def told_apart(names: Sequence[str]) -> tuple[str, ...]:
    """Those who are called the same get numbers."""
    times, seen, apart = Counter(names), Counter[str](), []
    for name in names:
        seen[name] += 1
        apart.append(f"{name} {seen[name]}" if times[name] > 1 else name)
    return tuple(apart)
