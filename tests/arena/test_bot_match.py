"""One match between bots: the clock jumps, and whatever a bot does costs a decision at most."""

from collections.abc import Callable, Sequence
from itertools import count
from random import Random
from typing import Any

import pytest

from tests.arena.toy import PACK, Draw, Drawer, NumbersPack, State
from tests.catalogues import BOTS, PRESETS
from tinplate.arena import bot_match
from tinplate.arena.bot_match import BotMatch, BrokenOff
from tinplate.arena.places import places
from tinplate.game import Millis, Plan, Seat
from tinplate.games import packs
from tinplate.games.rally.values import Settings as RallySettings

Choose = Callable[[State, Millis], Plan[Draw]]


class PatientPack(NumbersPack):
    """What is played for a bot that fails is nothing."""

    def safe_plan(self, view: State, seat: Seat, legal: Sequence[Draw]) -> Plan[Draw]:
        del view, seat, legal
        return Plan()


WAITING = PatientPack()


class Scripted:
    """Does as it is told, and remembers when it was asked."""

    name, games, strength, limit = "scripted", frozenset({"numbers"}), 1, 1.0

    def __init__(self, choose: Choose) -> None:
        self._choose = choose
        self.asked = list[Millis]()

    def choose(
        self, view: State, seat: Seat, legal: Sequence[Draw], now: Millis, dice: Random
    ) -> Plan[Draw]:
        del seat, legal, dice
        self.asked.append(now)
        return self._choose(view, now)


def wait_until(time: int) -> Choose:
    return lambda _, now: Plan((Draw(1.0),)) if now >= time else Plan(ask_again=Millis(time))


def fail(_: State, __: Millis) -> Plan[Draw]:
    raise ValueError("out of ideas")


def be_late(_: State, __: Millis) -> Plan[Draw]:
    raise TimeoutError("no answer")


def match_of(*bots: Any, clock: Callable[[], float] = lambda: 0.0) -> BotMatch:  # noqa: ANN401
    bout = BotMatch(PACK, None, bots, "seed", clock)
    bout.play()
    return bout


def test_time_jumps_to_when_a_bot_wants_to_be_asked() -> None:
    """Nobody waits: asked at the start, when something happened, and at the time it named."""
    early, late = Scripted(wait_until(2_000)), Scripted(wait_until(50_000))
    bout = match_of(early, late)

    assert [0, 2_000] == early.asked
    assert [0, 2_000, 50_000] == late.asked
    assert ["all have drawn", 50_000] == [
        bout.outcome and bout.outcome.because,
        bout.match.last_at,
    ]


def test_deadlines_fall_at_their_time() -> None:
    """A bot that waits for ever does not stop the clock of the match."""
    bout = match_of(Scripted(lambda *_: Plan()), Drawer(1.0))

    assert 60_000 == bout.match.last_at
    assert (2, 1) == places(PACK, bout.match.state, 2)


def test_whoever_cannot_wait_does_not_stop_time() -> None:
    """A bot that wants to be asked again at once is asked again a little later."""
    hasty = Scripted(lambda _, now: Plan(ask_again=now))
    bout = match_of(hasty, Drawer(1.0))

    assert 60_000 == bout.match.last_at
    assert [0, 100, 200] == sorted(set(hasty.asked))[:3]


@pytest.mark.parametrize(
    ("choose", "lost", "complaint"),
    [
        (fail, (0, 1, 0), "ValueError: out of ideas"),
        (be_late, (1, 0, 0), "no answer"),
        (lambda *_: Plan((Draw(-1.0),)), (0, 0, 1), "Nobody draws less than nothing."),
    ],
)
def test_what_goes_wrong_costs_the_decision(
    choose: Choose, lost: tuple[int, ...], complaint: str
) -> None:
    """A safe default is played, it is counted, and the match goes on."""
    bout = match_of(Scripted(choose), Drawer(1.0))
    tally = bout.tallies[0]

    assert lost == (tally.late, tally.failed, tally.illegal)
    assert complaint == tally.complaint
    assert 99.0 == bout.match.state.drawn[0]
    assert (0, 0, 0) == (bout.tallies[1].late, bout.tallies[1].failed, bout.tallies[1].illegal)


def test_whoever_is_hopeless_is_not_asked_for_ever() -> None:
    """Ten lost in a row are enough: a bot that never answers would hold up thousands of matches."""
    silent = Scripted(be_late)
    bout = BotMatch(WAITING, None, [silent, Scripted(lambda *_: Plan())], "seed", lambda: 0.0)
    bout.play()

    assert 10 == len(silent.asked) == bout.tallies[0].late
    assert 60_000 == bout.match.last_at


def test_whoever_only_fails_now_and_then_is_asked_on() -> None:
    """One good answer, and the count begins anew."""
    moody = Scripted(
        lambda _, now: fail(_, now) if now % 10_000 else Plan(ask_again=Millis(now + 5_000))
    )
    bout = BotMatch(WAITING, None, [moody, Scripted(lambda *_: Plan())], "seed", lambda: 0.0)
    bout.play()

    assert list(range(0, 60_000, 5_000)) == moody.asked


def test_what_was_accepted_before_an_illegal_command_stands() -> None:
    """Commands are submitted in order as long as each is accepted."""
    bout = match_of(Scripted(lambda *_: Plan((Draw(3.0), Draw(4.0)))), Drawer(1.0))

    assert (3.0, 1) == (bout.match.state.drawn[0], bout.tallies[0].illegal)


def test_decisions_are_timed() -> None:
    """Over the limit is counted; in the arena such a decision stands, or results would vary."""
    ticks = count(step=1.5)
    bout = match_of(Drawer(1.0), Drawer(1.0), clock=lambda: next(ticks))

    assert [[1.5], [1.5]] == [tally.seconds for tally in bout.tallies]
    assert [1, 1] == [tally.over for tally in bout.tallies]


def test_a_match_in_which_nothing_can_happen_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also one that goes on and on: it is broken off, and has no outcome."""
    ricochet = packs()["ricochet"]
    idle = Scripted(lambda *_: Plan())
    bout = BotMatch(ricochet, PRESETS["ricochet"]["2013"], [idle, idle], "seed", lambda: 0.0)
    bout.play()
    monkeypatch.setattr(bot_match, "LONGEST", 600_000)
    bots = [BOTS["random"]] * 2
    endless = BotMatch(ricochet, PRESETS["ricochet"]["2013"], bots, "seed", lambda: 0.0)
    endless.play()

    assert (None, 0) == (bout.outcome, bout.match.version)
    assert endless.outcome is None
    assert 480_000 < endless.match.last_at <= 600_000


@pytest.mark.parametrize(
    ("game", "settings", "seats"),
    [("rally", RallySettings(), 4), ("ricochet", PRESETS["ricochet"]["2013"], 2)],
)
def test_the_same_seed_plays_the_same_match(
    game: str, settings: object, seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every built-in game can be played in the arena; another seed plays another match."""
    monkeypatch.setattr(bot_match, "LONGEST", 600_000)

    def log_of(seed: str) -> object:
        bout = BotMatch(packs()[game], settings, [BOTS["random"]] * seats, seed, lambda: 0.0)
        bout.play()
        return bout.match.log

    assert log_of("a") == log_of("a")
    assert log_of("a") != log_of("b")


def test_a_match_that_nobody_wants_is_broken_off() -> None:
    """Between two decisions, so that nothing is left half done."""
    bot = Scripted(lambda _, now: Plan(ask_again=now))
    bout = BotMatch(PACK, None, [bot, Scripted(lambda *_: Plan())], "seed", lambda: 0.0)
    with pytest.raises(BrokenOff):
        bout.play(goes_on=lambda: len(bot.asked) < 3)

    assert 3 == len(bot.asked)


def test_places_are_shared_by_equals() -> None:
    """1 is the first; after two who share it comes the third."""
    assert (1, 3, 1, 4) == places(PACK, State((1.0, 2.0, 1.0, 7.0)), 4)
