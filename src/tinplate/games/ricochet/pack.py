# ruff: noqa: PLC0415, ANN401 - members import what they need when called
"""Ricochet as the rest of the program sees it."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, Any

from tinplate.game import AnyBot, Malformed, Plan, Seat
from tinplate.match import AnyMatch
from tinplate.pack import GamePack

if TYPE_CHECKING:
    from tinplate.book import Example
    from tinplate.games.ricochet.rules import Ricochet

GIVES_UP = 0.4  # how often a scripted player gives up, when it can


class RicochetPack(GamePack):
    """Robots without brakes: bid a number of moves, then prove it."""

    name = "ricochet"
    seats = range(1, 21)  # RC22 sets no limit; more would not fit around a screen
    title = "Ricochet"
    examples = (
        "tinplate ricochet play --players ann,bob",
        "tinplate ricochet new --seed 7",
        "tinplate ricochet show G1R2B2Y2 ro5,ga14,bl14,yj16 red-square",
        'tinplate ricochet check "G1R2B2Y2 ro5,ga14,bl14,yj16 red-square" "re rs rw"',
    )
    arena_examples = ("tinplate arena ricochet --bots level-1,level-2 --seed 7 --json",)

    @cached_property
    def game(self) -> "Ricochet":
        from tinplate.games.ricochet.rules import Ricochet

        return Ricochet()

    @property
    def presets(self) -> Mapping[str, Any]:
        from tinplate.games.ricochet.settings import PRESETS

        return PRESETS

    def require_chairs(self, settings: Any, chairs: int) -> None:
        """RC21: nobody else can come to a table for one."""
        from tinplate.games.ricochet.rules import refuse_company

        super().require_chairs(settings, chairs)
        refuse_company(settings, chairs)

    def summarise(self, opening: Any, seats: int) -> str:
        from tinplate.games.ricochet.terms import settings_in_words

        return f"{settings_in_words(opening.settings, seats)}; board {opening.board_name}"

    def variants(self, names: str | None, players: int) -> Iterator[tuple[str | None, Any]]:
        if names is not None:
            raise Malformed(f"--variant: {self.name} has no variants")
        yield from super().variants(None, players)

    def chance_moment(self, state: Any) -> str:
        """A token is drawn for each round."""
        return f"round {state.round}"

    def seat_count(self, state: Any) -> int:
        return int(state.seats)

    @cached_property
    def bots(self) -> Sequence[AnyBot]:
        from tinplate.games.ricochet.bots.level import RicochetBot

        return tuple(RicochetBot(level) for level in range(1, 11))

    def safe_plan(self, view: Any, seat: Seat, legal: Sequence[Any]) -> Plan[Any]:  # noqa: ARG002
        from tinplate.games.ricochet.bots.safe import wait_or_give_up

        return wait_or_give_up(legal)

    def score(self, state: Any, seat: Seat) -> int:
        """The number of tokens won."""
        return len(state.won[seat])

    def topics(self, state: Any) -> tuple[str, ...]:
        from tinplate.games.ricochet.topics import topics_of

        return topics_of(state)

    def warm_up(self) -> Iterator[None]:
        from tinplate.games.ricochet.solver import prepare

        return prepare.steps()

    def routes(self) -> Sequence[Any]:
        from tinplate.games.ricochet.http import rounds, routes

        return (routes.routes(), rounds.match_rounds, rounds.round_solutions)

    @property
    def wire_types(self) -> Mapping[str, Any]:
        from tinplate.games.ricochet import values, wire
        from tinplate.wire.typescript import types_of

        return {"Phase": values.Phase, **types_of(wire)}

    @property
    def load_settings(self) -> Mapping[str, Any]:
        return {"goal": 17}  # so that nobody wins early

    def load_choice(self, legal: Sequence[Any], dice: Random) -> Any:
        from tinplate.games.ricochet.values import Bid, DoubtProof, GiveUp

        if isinstance(legal[-1], DoubtProof):
            return None  # or else hardly a proof would be seen to its end
        if isinstance(legal[-1], Bid):
            return legal[-1]  # the highest, which leaves much to bid
        if isinstance(legal[-1], GiveUp) and dice.random() < GIVES_UP:
            return legal[-1]
        return dice.choice(legal)

    @property
    def picture_colours(self) -> tuple[Mapping[str, str], Mapping[str, str]]:
        from tinplate.games.ricochet.svg.picture import DARK, LIGHT

        return LIGHT, DARK

    def draw_example(self, text: str) -> "Example":
        from tinplate.games.ricochet.svg.example import draw_example

        return draw_example(text)

    def command(self) -> Any:
        from tinplate.games.ricochet.cli.commands import ricochet

        return ricochet

    def narrate(
        self, match: AnyMatch, names: Sequence[str], *, boards: bool, why: bool
    ) -> Iterator[Any]:
        from tinplate.games.ricochet.cli.retell import tell_match

        if why:
            raise Malformed(f"--why: {self.name} tells no rules with its steps")
        return tell_match(match, tuple(names), boards=boards)


PACK = RicochetPack()
