"""An order: matches that follow from the seed, whoever plays them; logs that can be replayed."""

import multiprocessing
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from tests.catalogues import GAMES, hire
from tests.waiting import PATIENCE, block_until
from tinplate import executors
from tinplate.arena.places import places
from tinplate.arena.runners import play_all
from tinplate.arena.tournament import MatchJob, MatchResult, Tournament, play, told_apart
from tinplate.game import Plan, Progress
from tinplate.games import packs
from tinplate.games.rally.values import Settings as RallySettings
from tinplate.games.rally.values import State
from tinplate.random_bot import RandomBot
from tinplate.store.logfile import read

ORDER = Tournament(
    game="rally",
    bots=("random",),
    variants=tuple(
        (name, RallySettings(name, {"max_turns": 2})) for name in ("first-shift", "wind-up-duel")
    ),
    matches=3,
    players=2,
    seed=7,
    keeps_logs=True,
)


def without_times(played: MatchResult) -> MatchResult:
    tallies = (replace(tally, seconds=[0.0] * len(tally.seconds)) for tally in played.tallies)
    return replace(played, tallies=tuple(tallies))


def test_the_courses_take_turns() -> None:
    """Whoever breaks off has something of each variant."""
    assert [(0, 0), (1, 0), (0, 1), (1, 1), (0, 2), (1, 2)] == list(ORDER.jobs)


def test_the_same_results_with_any_number_of_workers() -> None:
    """Each match has its own dice: who plays it, and what was finished before, does not matter."""
    alone = [without_times(played) for played in play_all(ORDER, 1)]
    together = [without_times(played) for played in play_all(ORDER, 2)]

    assert sorted(alone, key=lambda each: each.job) == sorted(together, key=lambda each: each.job)
    assert len(list(ORDER.jobs)) == len({played.log for played in alone})


def test_more_matches_go_on_where_fewer_ended() -> None:
    """The number of matches changes none of them."""
    job = MatchJob(0, 2)

    assert without_times(play(ORDER, job)) == without_times(play(replace(ORDER, matches=9), job))


def test_another_seed_plays_other_matches() -> None:
    """Results that do not depend on the seed would all be the same match."""
    assert play(ORDER, MatchJob(0, 0)).log != play(replace(ORDER, seed=8), MatchJob(0, 0)).log


def test_a_log_replays_to_the_same_result(tmp_path: Path) -> None:
    """It is a log as any other: `tinplate replay` tells it, and it ends as it was reported."""
    played = play(ORDER, MatchJob(1, 1))
    path = tmp_path / "match.log"
    path.write_bytes(played.log or b"")
    recorded = read(path, GAMES, Random(0))
    match = recorded.match

    assert (None, ("random 1", "random 2")) == (recorded.flaw, recorded.players)
    assert played.places == places(packs()["rally"], match.state, 2)
    assert played.because == getattr(match.game.outcome(match.state), "because", None)
    assert played.because is not None


def test_bots_study_before_they_play(monkeypatch: pytest.MonkeyPatch) -> None:
    """What they find out about a variant is there from the first match on, in every process."""
    trained = list[str]()

    class Student(RandomBot):
        name = "student"

        def train(self, view: State, progress: Progress) -> None:
            progress(1)
            trained.append(view.course.name)

        def choose(self, *asked: Any) -> Plan[Any]:  # noqa: ANN401
            assert trained
            return super().choose(*asked)

    hire(monkeypatch, Student({"rally"}))
    played = play(replace(ORDER, bots=("student",)), MatchJob(1, 0))

    assert ["Wind-Up Duel"] == trained
    assert [0, 0] == [tally.failed for tally in played.tallies]


def test_what_is_loaded_first_is_no_decision(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process plays a little for nothing when it sees a bot for the first time, and only then."""
    asked = list[int]()

    class Newcomer(RandomBot):
        name = "newcomer"

        def choose(self, *told: Any) -> Plan[Any]:  # noqa: ANN401
            asked.append(1)
            return super().choose(*told)

    hire(monkeypatch, Newcomer({"rally"}))
    tournament = replace(ORDER, bots=("newcomer",))
    counts = []
    for _ in range(2):
        played = play(tournament, MatchJob(0, 0))
        counts.append(len(asked) - sum(len(tally.seconds) for tally in played.tallies))
        asked.clear()

    assert counts[0] > 0 == counts[1]


def test_logs_only_if_wanted() -> None:
    """Nothing is kept for nobody."""
    assert play(replace(ORDER, keeps_logs=False), MatchJob(0, 0)).log is None


def test_whoever_stops_listening_ends_the_workers() -> None:
    """Ctrl-C leaves no process behind that goes on playing."""
    before = set(multiprocessing.active_children())
    matches = play_all(replace(ORDER, matches=1_000_000), 2)
    next(matches)
    during = set(multiprocessing.active_children()) - before
    matches.close()

    assert 2 == len(during)
    assert not any(child.is_alive() for child in during)


RESULT = bytes(1_000_000)  # more than a pipe holds


def hand_over(writer: Connection) -> None:
    """As a worker does when its match is over."""
    executors._handle_signals()
    writer.send_bytes(RESULT)


def test_a_worker_told_to_end_hands_over_its_result() -> None:
    """All of it: for the rest of half a result the parent would wait for ever."""
    context = multiprocessing.get_context("spawn")
    reader, writer = context.Pipe(duplex=False)
    worker = context.Process(target=hand_over, args=(writer,))
    worker.start()
    writer.close()
    block_until(lambda: reader.poll() or not worker.is_alive())
    worker.terminate()

    assert RESULT == reader.recv_bytes()
    worker.join(PATIENCE)
    assert 0 == worker.exitcode


def test_those_who_are_called_the_same_get_numbers() -> None:
    """Whoever reads a log can tell them apart."""
    assert ("rival 1", "planner", "rival 2") == told_apart(["rival", "planner", "rival"])
