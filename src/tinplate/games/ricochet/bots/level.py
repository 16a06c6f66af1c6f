"""Bots for Ricochet, levels 1 to 10: they time and choose bids as people do; 10 is perfect.

A bot knows real solutions and how hard each is to see. When it sees which, often a longer one
first, is drawn from the round itself, so it is the same however often the bot is asked.
"""

from collections.abc import Sequence
from math import exp
from random import Random
from typing import NamedTuple

from tinplate.game import Millis, Plan, Seat
from tinplate.games.ricochet.board import tokens_of
from tinplate.games.ricochet.bots.routes import Puzzle, Route, known_routes, shortest
from tinplate.games.ricochet.motion import Move
from tinplate.games.ricochet.rules import Ricochet
from tinplate.games.ricochet.values import (
    Announced,
    Bid,
    Bidding,
    ClaimRoute,
    Command,
    DoubtProof,
    GiveUp,
    MakeMove,
    Pause,
    Proving,
    SayDone,
    SkipToken,
    State,
    TakeBack,
    Thinking,
    TurnGlass,
    TurnToken,
)

PERFECT = 10
REACTION = 1_000  # milliseconds; only the perfect bot is quicker
USUAL_EFFORT = 4.0  # that of a short solution with one robot
HARDER = 1.45  # factor in time per extra unit of effort
MOOD, LUCK = 0.35, 0.35  # spread in time of a whole round, and of one solution in it
BREATHER = 6_000  # milliseconds before the next token, so that spectators can follow
THEN_BOTS = 3_000  # then within so many milliseconds one of the bots turns it up
TO_BE_DONE = (2_000, 6_000)  # milliseconds after the hourglass was turned
LONG_ENOUGH = 300_000  # milliseconds without a bid, where patience never ends


class Find(NamedTuple):
    """A solution the bot sees, when it does, and how many moves it counts."""

    at: Millis
    bid: int
    moves: tuple[Move, ...]


class Talent(NamedTuple):
    """What makes a level; the perfect bot has none of these weaknesses."""

    pace: float  # seconds until a solution of the usual effort is seen
    longer_first: float  # factor in time for each move beyond the shortest solution
    miscounts: float  # how often a solution is counted one move short
    slips: float  # how often a move of a proof goes wrong
    despairs: float  # how often that ends the proof; otherwise the move is taken back


def talent_of(level: int) -> Talent:
    clumsiness = max(0.0, (7 - level) / 6)  # from 1 down to 0 at level 7
    return Talent(
        pace=66 / 1.6 ** (level - 1),
        longer_first=0.45 + 0.05 * level,
        miscounts=0.12 * clumsiness,
        slips=0.06 * clumsiness,
        despairs=0.3 * clumsiness,
    )


class RicochetBot:
    """A bot of one of ten levels."""

    games = frozenset({Ricochet.name})
    limit = 2.0

    def __init__(self, level: int) -> None:
        self.name = f"level-{level}"
        self.strength = level
        self._talent = talent_of(level)

    def __repr__(self) -> str:
        return f"<Bot {self.name}>"

    def choose(
        self, view: State, seat: Seat, legal: Sequence[Command], now: Millis, dice: Random
    ) -> Plan[Command]:
        match view.phase:
            case Pause(_, since):
                return self._turn_token(view, seat, since, now)
            case Thinking() as thinking:
                plan = self._bid(view, seat, None, now)
                return plan if plan.commands else self._go_along(view, thinking, legal, now, plan)
            case Bidding(_, until, bids):
                own = next((bid for bid in bids if bid.seat == seat), None)
                plan = self._bid(view, seat, own, now)
                if plan.commands or SayDone() not in legal:
                    return plan
                return self._be_done(view, seat, until, now, plan)
            case Proving(prover=prover) as proving if prover.seat == seat:
                return Plan((self._prove(view, seat, proving, legal, dice),))
            case Proving(doubts=doubts):  # RC25: with whoever hurries the prover up
                is_asked = bool(doubts) and DoubtProof() in legal
                return Plan((DoubtProof(),) if is_asked else ())

    def finds(self, view: State, seat: Seat) -> tuple[Find, ...]:
        """Return what this bot sees in the round, each solution shorter than the last."""
        puzzle = _puzzle(view)
        if puzzle is None:
            return ()
        if self.strength == PERFECT:
            best = shortest(puzzle)
            return () if best is None else (Find(view.began, len(best.moves), best.moves),)
        known = known_routes(puzzle)
        dice = _dice_of_round(view, seat, self.name)
        mood = dice.gauss(0, MOOD)
        seen = list[Find]()
        for way in known:
            luck, is_miscounted = dice.gauss(mood, LUCK), dice.random() < self._talent.miscounts
            length = len(way.moves)
            delay = self._delay(way, length - len(known[0].moves), luck) * _unfamiliarity(view)
            seen.append(
                Find(
                    Millis(view.began + REACTION + round(delay)),
                    max(1, length - is_miscounted),
                    way.moves,
                )
            )
        return tuple(_improving(seen))

    def _delay(self, way: Route, beyond: int, luck: float) -> float:
        """Return the milliseconds until a solution, so many moves beyond the shortest, is seen."""
        hard = float(HARDER ** (way.effort - USUAL_EFFORT))
        stumble = float(self._talent.longer_first**beyond)
        return 1000 * self._talent.pace * hard * stumble * exp(luck)

    def _turn_token(self, view: State, seat: Seat, since: Millis, now: Millis) -> Plan[Command]:
        ready = since + BREATHER + _dice_of_round(view, seat, self.name).randrange(THEN_BOTS)
        if now < ready:
            return Plan(ask_again=Millis(ready))
        return Plan((TurnToken(),), people_first=True)  # RC11

    def _bid(self, view: State, seat: Seat, own: Announced | None, now: Millis) -> Plan[Command]:
        """Bid what it has seen by now, if lower than its own bid, even when others bid lower still.

        They may have miscounted, and then the next in the queue gets the token.
        """
        finds = self.finds(view, seat)
        seen = [find for find in finds if find.at <= now]
        later = next((find.at for find in finds if find.at > now), None)
        if not seen or (own is not None and seen[-1].bid >= own.moves):
            return Plan(ask_again=later)
        bid: Command = ClaimRoute() if view.settings.claims else Bid(seen[-1].bid)
        return Plan((bid,), ask_again=later)

    def _go_along(
        self,
        view: State,
        thinking: Thinking,
        legal: Sequence[Command],
        now: Millis,
        plan: Plan[Command],
    ) -> Plan[Command]:
        """RC24: skip the token if somebody asks to; RC17: after a long time, turn the glass."""
        if thinking.skips and SkipToken() in legal:
            return Plan((SkipToken(),), plan.ask_again)
        if TurnGlass() not in legal:
            return plan
        due = Millis(view.began + LONG_ENOUGH)
        return Plan((TurnGlass(),)) if now >= due else Plan(ask_again=_sooner(due, plan.ask_again))

    def _be_done(
        self, view: State, seat: Seat, until: Millis, now: Millis, plan: Plan[Command]
    ) -> Plan[Command]:
        """RC23: say so once it will see nothing better before the sand has run."""
        if plan.ask_again is not None and plan.ask_again < until:
            return plan
        turned = until - view.settings.sand
        due = Millis(turned + _dice_of_round(view, seat, self.name).randrange(*TO_BE_DONE))
        return Plan((SayDone(),)) if now >= due else Plan(ask_again=due)

    def _prove(
        self,
        view: State,
        seat: Seat,
        proving: Proving,
        legal: Sequence[Command],
        dice: Random,
    ) -> Command:
        """Make the next move of its solution. Clumsy bots slip, and undo it or give up."""
        planned = self._planned(view, seat, proving.prover.moves)
        made = tuple(slid.move for slid in proving.slides)
        if planned is None:
            return GiveUp()
        if made != planned[: len(made)]:
            is_lost = TakeBack() not in legal or dice.random() < self._talent.despairs
            return GiveUp() if is_lost else TakeBack()
        if len(made) == proving.prover.moves:
            return GiveUp()  # it miscounted
        right = MakeMove(planned[len(made)])
        wrong = [move for move in legal if isinstance(move, MakeMove) and move != right]
        slips = bool(wrong) and dice.random() < self._talent.slips
        return dice.choice(wrong) if slips else right

    def _planned(self, view: State, seat: Seat, announced: int) -> tuple[Move, ...] | None:
        """Return the announced solution; for another's number, the shortest if that is enough."""
        finds = self.finds(view, seat)
        if view.settings.claims:
            return finds[0].moves if finds else None
        own = next((find for find in finds if find.bid == announced), None)
        if own is not None:
            return own.moves
        puzzle = _puzzle(view)
        best = None if puzzle is None else shortest(puzzle)
        return best.moves if best is not None and len(best.moves) <= announced else None


def _puzzle(view: State) -> Puzzle | None:
    if isinstance(view.phase, Pause):
        return None
    return Puzzle(view.board_name, view.markers, view.phase.target, view.settings.rule)


def _sooner(due: Millis, other: Millis | None) -> Millis:
    return due if other is None else min(due, other)


def _unfamiliarity(view: State) -> float:
    """Return a factor in time: after rounds nobody won the robots stay, which makes it easier."""
    tokens = len(tokens_of(view.board, len(view.robots)))
    rounds_for_nothing = view.round - (tokens - len(view.face_down))
    return float(0.9**rounds_for_nothing)


def _dice_of_round(view: State, seat: Seat, name: str) -> Random:
    """Make dice that are the same in every process for as long as the round lasts."""
    target = "" if isinstance(view.phase, Pause) else view.phase.target
    return Random(f"{view.board_name} {view.markers} {target} {view.round} {seat} {name}")  # noqa: S311


def _improving(seen: Sequence[Find]) -> list[Find]:
    """Sort by time, leaving out those that came after a better one."""
    kept = list[Find]()
    for find in sorted(seen, key=lambda find: (find.at, find.bid)):
        if not kept or find.bid < kept[-1].bid:
            kept.append(find)
    return kept
