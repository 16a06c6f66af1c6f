"""What Python programs use for every game: matches by the game's name, and bots by theirs."""

from collections.abc import Iterable
from random import Random
from typing import TYPE_CHECKING, Any, Literal, Self, overload

from msgspec import Struct

from tinplate import match
from tinplate.arguments import (
    brief,
    require_fields,
    require_number,
    require_seed,
    require_text,
)
from tinplate.game import (
    AnyBot,
    AnyGame,
    CommandT,
    EventT,
    Game,
    Malformed,
    Millis,
    Outcome,
    Seat,
    SettingsT,
    StateT,
)
from tinplate.games import installed, packs
from tinplate.match import Entry

if TYPE_CHECKING:
    from tinplate.games.rally import values as rally
    from tinplate.games.ricochet import settings as ricochet_settings
    from tinplate.games.ricochet import values as ricochet

Seed = int | str

_ARTICLE = {"settings": "", "command": "a "}


class Match(match.Match[SettingsT, StateT, CommandT, EventT]):
    """One match: submit commands, look at what each seat may see, read the log.

    Time does not pass by itself. It is what you say it is, in milliseconds since the match opened:
    say it with `submit` or `tick`, or leave it out and no time passes. Deadlines that were due up
    to then take effect first, each at its own time. `tick()` jumps to the next one.
    """

    def __init__(
        self,
        game: Game[SettingsT, StateT, CommandT, EventT],
        opening: StateT,
        dice: Random,
        log: Iterable[Entry[EventT]] = (),
        *,
        keep: int | None = None,
    ) -> None:
        """Replay a log. To begin a match, use `Match.open`."""
        super().__init__(game, opening, dice, log, keep=keep)
        self._now = self.last_at
        pack = packs().get(game.name)
        self._seats = None if pack is None else pack.seat_count(opening)

    @overload  # type: ignore[override]  # a game's name is all it takes here
    @classmethod
    def open(
        cls,
        game: Literal["ricochet"],
        settings: "ricochet_settings.Settings | None" = None,
        *,
        preset: str | None = None,
        seats: int = 2,
        seed: Seed | None = None,
    ) -> "Match[ricochet_settings.Settings, ricochet.State, ricochet.Command, ricochet.Event]": ...

    @overload
    @classmethod
    def open(
        cls,
        game: Literal["rally"],
        settings: "rally.Settings | None" = None,
        *,
        preset: str | None = None,
        seats: int = 2,
        seed: Seed | None = None,
    ) -> "Match[rally.Settings, rally.State, rally.Command, rally.Event]": ...

    @overload
    @classmethod
    def open(
        cls,
        game: str,
        settings: Any = None,  # noqa: ANN401 - of that game
        *,
        preset: str | None = None,
        seats: int = 2,
        seed: Seed | None = None,
    ) -> "Match[Any, Any, Any, Any]": ...

    @classmethod
    def open(
        cls,
        game: str,
        settings: Any = None,
        *,
        preset: str | None = None,
        seats: int = 2,
        seed: Seed | None = None,
    ) -> "Match[Any, Any, Any, Any]":
        """Deal a new match of that game, with settings of yours, or those of a preset.

        Without either, the game's usual settings hold. The same seed deals the same.
        Malformed for a name that is not known, or settings that make no sense; Rejected if so
        many cannot play.
        """
        require_text(game, "game")
        require_number(seats, "seats")
        require_seed(seed)
        pack = installed().pack(game)
        if settings is not None and preset is not None:
            raise Malformed("expected settings or a preset, not both")
        if settings is None:
            name = next(iter(pack.presets)) if preset is None else preset
            require_text(name, "preset")
            if name not in pack.presets:
                known = ", ".join(pack.presets)
                raise Malformed(f"{pack.name} has no preset “{name}”; it has {known}")
            settings = pack.presets[name]
        _require("settings", settings, pack.game)
        pack.check_settings(settings)
        dice = Random(seed)  # noqa: S311 - a game, not a secret
        opened = cls(pack.game, pack.deal(settings, seats, dice), dice)
        opened._seats = seats
        return opened

    @classmethod
    def of(cls, played: match.Match[SettingsT, StateT, CommandT, EventT], seed: Seed) -> Self:
        """A match that was played elsewhere, with dice of its own from here on."""
        return cls(played.game, played.opening, Random(seed), played.log)  # noqa: S311

    def __repr__(self) -> str:
        state = "over" if self.outcome else "in progress"
        return f"<Match of {self.game.name}, {state}, version {self.version}>"

    @property
    def now(self) -> Millis:
        """The latest time this match was told."""
        return self._now

    @property
    def deadline(self) -> Millis | None:
        """When something will happen by itself, if anything will."""
        return self.game.deadline(self.state)

    @property
    def outcome(self) -> Outcome | None:
        """The winners and the reason, or None while the match goes on."""
        return self.game.outcome(self.state)

    def legal(self, seat: int) -> tuple[CommandT, ...]:
        """All commands that this seat may submit now."""
        return self.game.legal(self.state, self._seat(seat))

    def submit(
        self, seat: int, command: CommandT, now: int | None = None
    ) -> tuple[Entry[EventT], ...]:
        """Play a command. Returns what came of it, after what was due by then.

        Without a time it happens at once, at `now`. Malformed if an argument makes no sense or the
        command belongs to another game; then nothing has changed. Rejected if the command is not
        legal: then time has passed and what was due has happened, only the command has not.
        """
        place = self._seat(seat)
        _require("command", command, self.game)
        self._pass(now)
        return super().submit(place, command, self._now)

    def tick(self, now: int | None = None) -> tuple[Entry[EventT], ...]:
        """Let time pass: to then, or to the next deadline. What happened because of it."""
        self._pass(self.deadline if now is None else now)
        return super().tick(self._now)

    def view(self, seat: int | None) -> StateT:
        """What a seat, or a spectator (None), may see of the match now."""
        return super().view(None if seat is None else self._seat(seat))

    def since(self, version: int, seat: int | None) -> tuple[Entry[EventT], ...]:
        """What a seat, or a spectator (None), may see of what happened after that version."""
        require_number(version, "version")
        return super().since(version, None if seat is None else self._seat(seat))

    def _seat(self, seat: int) -> Seat:
        """Refuse a seat that this match does not have."""
        require_number(seat, "seat")
        if seat < 0 or (self._seats is not None and seat >= self._seats):
            raise Malformed(f"there is no seat {seat} in this match: seats are counted from 0")
        return Seat(seat)

    def _pass(self, now: int | None) -> None:
        if now is not None:
            require_number(now, "now")
            self._now = Millis(max(self._now, now))


def _require(part: str, value: object, game: AnyGame) -> None:
    """Refuse settings or a command that are of another game, or that make no sense."""
    kind = getattr(game.vocabulary, part)
    if not isinstance(value, kind):
        raise _foreign(part, value, game)
    if isinstance(value, Struct):
        require_fields(value)


def _foreign(part: str, value: object, game: AnyGame) -> Malformed:
    others = (
        pack.name
        for pack in packs().values()
        if isinstance(value, getattr(pack.game.vocabulary, part))
    )
    owner = next((f" of {name}" for name in others), "")
    kind = getattr(game.vocabulary, part)
    hint = f"; write {game.name}.{kind.__name__}(...)" if isinstance(kind, type) else ""
    expected = f"{_ARTICLE[part]}{part} of {game.name}"
    return Malformed(f"expected {expected}, not {brief(value)}{owner}{hint}")


def prepare(*, everything: bool = False) -> None:
    """Compile the games now, which takes about a minute, or load what is compiled and kept.

    Otherwise whoever is the first to need it waits. With `everything`, also what few need, such as
    the solver for boards of more than 16x16.
    """
    for pack in packs().values():
        pack.prepare()
        for _ in pack.warm_up():
            pass
        if everything:
            pack.warm_up_rest()


def bot(name: str) -> AnyBot:
    """The bot of that name; Malformed if there is none. `bots` lists them."""
    known = installed().bots
    require_text(name, "name")
    if name not in known:
        raise Malformed(f"there is no bot “{name}”; there are {', '.join(known)}")
    return known[name]


def bots(game: str) -> tuple[str, ...]:
    """The names of the bots that play a game, the weakest first."""
    require_text(game, "game")
    catalogue = installed()
    return tuple(each.name for each in catalogue.bots_for(catalogue.pack(game).name))
