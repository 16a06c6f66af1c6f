"""What a game hands to the rest of the program: its pack.

The server, the arena, the load tester and the command line know games by their packs only. A pack
needs a name, a title, the rules and some presets; every other member has a default that works, so
a new game is playable on its first day. Members import what they need when they are called:
reading the list of packs costs nothing.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

from tinplate.game import AnyBot, AnyGame, Malformed, Outcome, Plan, Seat
from tinplate.match import AnyMatch


class GamePack(ABC):
    """Everything about one game, behind one interface."""

    name: str  # in logs, addresses and commands
    title: str  # as people read it
    seats: range = range(1, 9)  # how many can play
    usual_players: int = 2  # in a match between bots, unless somebody says otherwise
    examples: tuple[str, ...] = ()  # command lines for `tinplate --help`
    arena_examples: tuple[str, ...] = ()  # and for `tinplate arena --help`

    # The rules and what can be agreed

    @property
    @abstractmethod
    def game(self) -> AnyGame:
        """The rules."""

    @property
    @abstractmethod
    def presets(self) -> Mapping[str, Any]:
        """Settings by name, the usual ones first."""

    def check_settings(self, settings: Any) -> None:  # noqa: ANN401, B027 - a default
        """Malformed if nobody could play with these settings, though they are well-formed."""

    def is_slow_to_check(self, settings: Mapping[str, Any]) -> bool:  # noqa: ARG002
        """Whether checking such settings, as JSON has them, should not hold up a server."""
        return False

    def keeps_seats(self, settings: Any) -> bool:  # noqa: ANN401, ARG002
        """Whether these settings forbid bots to stand in for absent players."""
        return False

    def summarise(self, settings: Any, seats: int) -> str:  # noqa: ANN401
        """The settings in one line, as far as they make a difference."""
        preset = next((name for name, each in self.presets.items() if each == settings), "custom")
        return f"{preset} settings, {seats} players"

    def variants(
        self,
        names: str | None,
        players: int,  # noqa: ARG002 - a board may be too small for them
    ) -> Iterator[tuple[str | None, Any]]:
        """What the arena plays: settings by name. Names are presets unless the game has courses.

        Malformed for a name that is not known, or that has no room for so many players.
        """
        presets = self.presets
        if names is None:
            yield None, next(iter(presets.values()))
            return
        for name in dict.fromkeys(each.strip() for each in names.split(",")):
            if name not in presets:
                raise Malformed(f"{self.name} has no “{name}”; it has {', '.join(presets)}")
            yield name, presets[name]

    def seat_count(self, state: Any) -> int | None:  # noqa: ANN401, ARG002
        """How many seats a state has, where that can be told."""
        return None

    # Bots and the arena

    @property
    def bots(self) -> Sequence[AnyBot]:
        """Those of this game, besides the one that plays at random."""
        return ()

    def safe_plan(
        self,
        view: Any,  # noqa: ANN401, ARG002
        seat: Seat,  # noqa: ARG002
        legal: Sequence[Any],
    ) -> Plan[Any]:
        """What is played for a bot that failed, was late or broke a rule: it must not stall."""
        return Plan(tuple(legal[:1]))

    def score(self, state: Any, seat: Seat) -> Any:  # noqa: ANN401
        """By which seats are ranked; anything that can be compared, more is better."""
        outcome: Outcome | None = self.game.outcome(state)
        return int(outcome is not None and seat in outcome.winners)

    # The server

    def topic(self, state: Any) -> str | None:  # noqa: ANN401, ARG002
        """What is at stake in a running match: the server helps nobody with it meanwhile."""
        return None

    def prepare(self) -> None:  # noqa: B027 - a default
        """Load what every match needs.

        A server does so before anybody comes: nobody waits, no bot loses its first decision.
        """

    def warm_up(self) -> Iterator[None]:
        """Load what only some questions need, step by step: a server does it in the background."""
        yield from ()

    def routes(self) -> Sequence[Any]:
        """Litestar handlers for what its page asks besides playing."""
        return ()

    @property
    def wire_types(self) -> Mapping[str, Any]:
        """Further types that its page exchanges with the server, by name."""
        return {}

    # The load tester

    @property
    def load_settings(self) -> Mapping[str, Any]:
        """As JSON has them: a match with these lasts as long as a load test."""
        return {}

    def load_choice(self, legal: Sequence[Any], dice: Random) -> Any:  # noqa: ANN401
        """One of the legal commands, such that the match goes on for long."""
        return dice.choice(legal)

    # The command line

    def command(self) -> Any | None:  # noqa: ANN401
        """Its group of commands (click); None gets one with which it can be played."""
        return None

    def narrate(
        self,
        match: AnyMatch,  # noqa: ARG002
        names: Sequence[str],  # noqa: ARG002
        *,
        boards: bool,  # noqa: ARG002 - draw the board now and then
        why: bool,  # noqa: ARG002 - cite the rule behind each step
    ) -> Iterator[Any] | None:
        """A recorded match told line by line; None leaves it to a plain list of events."""
        return None
