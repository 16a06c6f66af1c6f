"""One match between bots. No real time passes: the clock jumps to the next event or decision."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from random import Random
from typing import Any, Literal

from msgspec import Struct, field

from tinplate.game import AnyBot, Millis, Outcome, Plan, Rejected, Seat, bot_offers
from tinplate.match import AnyMatch, Match
from tinplate.pack import GamePack

LONGEST = Millis(4 * 3_600_000)  # then a match is stopped; no person would still be there
MOST_DECISIONS = 100_000
SHORTEST_NAP = 100  # milliseconds; keeps a bot that never waits from stopping the clock
SECOND_CHANCE = 5_000  # milliseconds until a bot that failed is asked again
HOPELESS = 10  # lost decisions in a row after which a bot is not asked again in that match
Clock = Callable[[], float]
GoesOn = Callable[[], bool]
Lost = Literal["failed", "late", "illegal"]


class BrokenOff(Exception):
    """The result of this match is no longer wanted."""


class DecisionTally(Struct):
    """How one seat decided: the seconds each decision took, and the decisions it lost."""

    seconds: list[float] = field(default_factory=list)
    over: int = 0  # decisions that took longer than the limit but were still played
    late: int = 0  # decisions that never arrived
    failed: int = 0
    illegal: int = 0
    in_a_row: int = 0  # decisions lost in a row so far
    complaint: str | None = None  # the first thing that went wrong

    def lose(self, why: Lost, complaint: str) -> None:
        setattr(self, why, getattr(self, why) + 1)
        self.in_a_row += 1
        self.complaint = self.complaint or complaint


class BotMatch:
    """A match from its deal to its end; the same seed and the same bots give the same match."""

    def __init__(
        self,
        pack: GamePack,
        settings: Any,  # noqa: ANN401 - settings of that game
        bots: Sequence[AnyBot],  # by seat
        seed: str,
        clock: Clock,
    ) -> None:
        self._pack = pack
        self._game = pack.game
        self._bots = bots
        self._seed = seed
        self._clock = clock
        self._order = self._dice("order")
        self._now = Millis(0)
        self.match: AnyMatch = Match.open(self._game, settings, len(bots), self._dice("deal"))
        self.tallies = tuple(DecisionTally() for _ in bots)  # by seat
        self._wakes = dict[Seat, Millis]()  # when to ask each seat that wants to be asked
        self._wake_all()

    @property
    def outcome(self) -> Outcome | None:
        return self._game.outcome(self.match.state)

    def play(self, decisions: int = MOST_DECISIONS, goes_on: GoesOn = lambda: True) -> None:
        """Play until the match is over, nothing more can happen, or it has lasted too long.

        Raises BrokenOff before the next decision when the result is no longer wanted.
        """
        for _ in range(decisions):
            if not goes_on():
                raise BrokenOff
            asked = self._next()
            while asked is None and self.outcome is None:
                if not self._let_time_pass():
                    return
                asked = self._next()
            if asked is None:
                return
            self._ask(*asked)

    def _next(self) -> tuple[Seat, Sequence[Any]] | None:
        """Return a seat that is due to be asked, and its legal commands."""
        due = [seat for seat, at in self._wakes.items() if at <= self._now]
        self._order.shuffle(due)
        for seat in due:
            if legal := bot_offers(self._game, self.match.state, seat):
                return seat, legal
            del self._wakes[seat]
        return None

    def _let_time_pass(self) -> bool:
        """Advance to the next event or decision; return False if there is none.

        A match that has lasted too long counts as having none.
        """
        moments = [*self._wakes.values()]
        if (deadline := self._game.deadline(self.match.state)) is not None:
            moments.append(deadline)
        if not moments or min(moments) > LONGEST:
            return False
        self._now = max(self._now, min(moments))
        if self.match.tick(self._now):
            self._wake_all()
        return True

    def _wake_all(self) -> None:
        self._wakes = {Seat(seat): self._now for seat in range(len(self._bots))}

    def _ask(self, seat: Seat, legal: Sequence[Any]) -> None:
        version = self.match.version
        plan = self._decision(seat, legal)
        try:
            self._submit(seat, plan)
        except Rejected as refusal:
            plan = self._lost(seat, "illegal", f"{refusal}")
            with suppress(Rejected):
                self._submit(seat, plan)
        if self.match.version > version:
            self._wake_all()
        elif plan.ask_again is None:
            del self._wakes[seat]
        else:
            self._wakes[seat] = Millis(max(plan.ask_again, self._now + SHORTEST_NAP))

    def _decision(self, seat: Seat, legal: Sequence[Any]) -> Plan[Any]:
        bot, tally = self._bots[seat], self.tallies[seat]
        if tally.in_a_row == HOPELESS:
            return self._safe_plan(seat)
        dice = self._dice(f"seat {seat}, decision {len(tally.seconds)}")
        began = self._clock()
        try:
            plan = bot.choose(self.match.view(seat), seat, legal, self._now, dice)
        except TimeoutError as error:
            return self._lost(seat, "late", str(error))
        except Exception as error:  # noqa: BLE001 - whatever it is, it costs one decision only
            return self._lost(seat, "failed", f"{type(error).__name__}: {error}")
        finally:
            tally.seconds.append(self._clock() - began)
            tally.over += tally.seconds[-1] > bot.limit
        tally.in_a_row = 0
        return plan

    def _lost(self, seat: Seat, why: Lost, complaint: str) -> Plan[Any]:
        self.tallies[seat].lose(why, complaint)
        return self._safe_plan(seat)

    def _safe_plan(self, seat: Seat) -> Plan[Any]:
        game, state = self._game, self.match.state
        again = Millis(self._now + SECOND_CHANCE)
        if not (legal := bot_offers(game, state, seat)):
            return Plan(ask_again=again)
        plan = self._pack.safe_plan(self.match.view(seat), seat, legal)
        return plan._replace(ask_again=again)

    def _submit(self, seat: Seat, plan: Plan[Any]) -> None:
        for command in plan.commands:
            self.match.submit(seat, command, self._now)

    def _dice(self, purpose: str) -> Random:
        return Random(f"{self._seed}, {purpose}")  # noqa: S311 - a game, not a secret
