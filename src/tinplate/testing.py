"""The laws every game keeps, put to the test by random play.

For people who add a game: call `check_laws(YourGame(), settings, seats, seed=...)` from a test, for
several seeds. It plays at random, and after every step asks the questions of this module; the first
broken law raises LawBroken with the seed and the version at which it happened.

Laws guard the machinery, not the rules of your game: those need tests of their own. Two hooks
reach further. `invariant` is called with every state and raises AssertionError when something is
off (pieces lost, two robots in one cell). `secrets` names, for a state and a seat, the texts that
must not occur in anything this seat can see: no machinery can know what your game means to hide.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any, Generic

import msgspec

from tinplate.game import (
    CommandT,
    EventT,
    Game,
    Millis,
    Rejected,
    Seat,
    SettingsT,
    StateT,
)
from tinplate.match import Table
from tinplate.wire.codec import Codec

_LATEST_TICK = 5_000  # a timer may fire up to this many milliseconds late
_LONGEST_THOUGHT = 2_000  # milliseconds between commands
_CHANCE_OF_WAITING = 0.1  # that everybody waits for the clock
_COMMANDS_TRIED = 12  # legal and forbidden ones of each seat, after every step


class LawBroken(AssertionError):
    """A law does not hold; the message says which, where, and how to see it again."""


@dataclass
class Walk(Generic[SettingsT, StateT, CommandT, EventT]):
    """A random match in progress, with what is needed to judge and to repeat it."""

    game: Game[SettingsT, StateT, CommandT, EventT]
    settings: SettingsT
    seats: int
    seed: int
    table: Table[SettingsT, StateT, CommandT, EventT] = field(init=False)
    now: Millis = field(init=False, default=Millis(0))
    script: list[tuple[Seat, CommandT, Millis] | Millis] = field(init=False, default_factory=list)
    offered: list[CommandT] = field(init=False, default_factory=list)  # ever, to anybody

    def __post_init__(self) -> None:
        self.table = self._fresh_table()
        self.codec = Codec(self.game)
        # Choices are made with other dice than the game's, so that the game's can be lent again.
        self.choices = Random(f"choices {self.seed}")  # noqa: S311

    @property
    def eyes(self) -> tuple[Seat | None, ...]:
        """Everybody who can look at the table: the seats and a spectator."""
        return (*self.all_seats, None)

    @property
    def all_seats(self) -> tuple[Seat, ...]:
        return tuple(Seat(seat) for seat in range(self.seats))

    def _fresh_table(self) -> Table[SettingsT, StateT, CommandT, EventT]:
        return Table.open(self.game, self.settings, self.seats, Random(self.seed))  # noqa: S311

    def step(self) -> bool:
        """Somebody does something legal, or a deadline falls; False when nothing can happen."""
        state = self.table.state
        able = [seat for seat in self.all_seats if self.game.legal(state, seat)]
        due = self.game.deadline(state)
        if due is not None and (not able or self.choices.random() < _CHANCE_OF_WAITING):
            self.now = Millis(max(self.now, due) + self.choices.randrange(_LATEST_TICK))
            self.script.append(self.now)
            self.table.tick(self.now)
            return True
        if not able:
            return False
        self._act(self.choices.choice(able), due)
        return True

    def _act(self, seat: Seat, due: Millis | None) -> None:
        command = self.choices.choice(self.game.legal(self.table.state, seat))
        later = Millis(self.now + self.choices.randrange(_LONGEST_THOUGHT))
        self.now = later if due is None else Millis(max(self.now, min(later, Millis(due - 1))))
        self.script.append((seat, command, self.now))
        self.table.submit(seat, command, self.now)

    def repeated(self) -> Table[SettingsT, StateT, CommandT, EventT]:
        """The same opening, dice and commands once more."""
        table = self._fresh_table()
        for line in self.script:
            if isinstance(line, tuple):
                table.submit(*line)
            else:
                table.tick(line)
        return table

    def broken(self, law: str) -> LawBroken:
        where = f"version {self.table.version}, {self.seats} seats, seed {self.seed}"
        return LawBroken(f"{self.game.name}: {law} ({where})")


AnyWalk = Walk[Any, Any, Any, Any]


def check_laws(  # noqa: PLR0913 - what a game needs to be tried, each by name
    game: Game[SettingsT, StateT, CommandT, EventT],
    settings: SettingsT,
    seats: int,
    *,
    seed: int = 0,
    steps: int = 150,
    invariant: Callable[[StateT], None] | None = None,
    secrets: Callable[[StateT, Seat | None], Iterable[str]] | None = None,
) -> None:
    """Play at random for so many steps, or to the end, and check every law after each."""
    walk = Walk(game, settings, seats, seed)
    for _ in random_play(walk, steps):
        for law in LAWS:
            law(walk)
        if secrets is not None:
            _nothing_secret_is_seen(walk, secrets)
        if invariant is not None:
            _invariant_holds(walk, invariant)
    same_dice_same_log(walk)
    log_survives_writing(walk)


def random_play(walk: AnyWalk, steps: int) -> Iterator[AnyWalk]:
    """The walk as it stands at the opening and after each step."""
    yield walk
    for _ in range(steps):
        if not walk.step():
            return
        yield walk


def never_stuck(walk: AnyWalk) -> None:
    """Somebody may act or a clock runs exactly as long as there is no outcome."""
    state = walk.table.state
    able = any(walk.game.legal(state, seat) for seat in walk.all_seats)
    alive = able or walk.game.deadline(state) is not None
    if walk.game.outcome(state) is None and not alive:
        raise walk.broken("nobody may act and no clock runs, but there is no outcome")
    if walk.game.outcome(state) is not None and alive:
        raise walk.broken("the match is over, but somebody may act or a clock runs")


def log_folds_to_state(walk: AnyWalk) -> None:
    """Folding the log gives the state; a deadline that has fallen is gone, the next is later."""
    state = walk.table.opening
    for entry in walk.table.log:
        if not entry.events:
            raise walk.broken(f"version {entry.version} has no events")
        for event in entry.events:
            state = walk.game.evolve(state, event)
        due = walk.game.deadline(state)
        if due is not None and due <= entry.at:
            raise walk.broken(f"a clock due at {due} is left running by version {entry.version}")
    if state != walk.table.state:
        raise walk.broken("folding the log does not give the state")


def legal_is_exact(walk: AnyWalk) -> None:
    """What `legal` offers is accepted; what it does not is refused and leaves no trace."""
    for seat in walk.all_seats:
        legal = walk.game.legal(walk.table.state, seat)
        for command in _some(walk, legal):
            _must_accept(walk, seat, command)
        walk.offered.extend(command for command in legal if command not in walk.offered)
        for command in _some(walk, [other for other in walk.offered if other not in legal]):
            _must_refuse(walk, seat, command)
    for stranger in (Seat(-1), Seat(walk.seats)):
        for command in _some(walk, walk.offered):
            _must_refuse(walk, stranger, command)


def _some(walk: AnyWalk, commands: Iterable[Any]) -> list[Any]:
    pool = list(commands)
    return walk.choices.sample(pool, k=min(len(pool), _COMMANDS_TRIED))


def _must_accept(walk: AnyWalk, seat: Seat, command: object) -> None:
    try:
        events = _decided(walk, seat, command)
    except Rejected as refusal:
        raise walk.broken(f"seat {seat} was offered {command} but refused: {refusal}") from refusal
    if not events:
        raise walk.broken(f"{command} of seat {seat} is accepted but nothing happens")


def _must_refuse(walk: AnyWalk, seat: Seat, command: object) -> None:
    before = walk.table.state, walk.table.log
    try:
        walk.table.submit(seat, command, walk.now)
    except Rejected as refusal:
        if not str(refusal).strip():
            raise walk.broken(f"{command} of seat {seat} is refused without a word") from refusal
    else:
        raise walk.broken(f"{command} was not offered to seat {seat}, yet it is accepted")
    if before != (walk.table.state, walk.table.log):
        raise walk.broken(f"{command} of seat {seat} is refused, yet it left a trace")


def _decided(walk: AnyWalk, seat: Seat, command: object) -> tuple[Any, ...]:
    # Dice of its own: a trial must not use up what the game will roll.
    dice = Random(walk.seed)  # noqa: S311
    return walk.game.decide(walk.table.state, seat, command, walk.now, dice)


def witnessed_folds_to_view(walk: AnyWalk) -> None:
    """Folding only what a seat witnessed gives exactly its view, no more and no less."""
    for eye in walk.eyes:
        view = walk.game.view(walk.table.opening, eye)
        for entry in walk.table.since(0, eye):
            for event in entry.events:
                view = walk.game.evolve(view, event)
        if view != walk.table.view(eye):
            raise walk.broken(f"what {_eye(eye)} witnessed does not fold to what it sees")


def values_survive_writing(walk: AnyWalk) -> None:
    """decode(encode(x)) == x, for the state, every view and every command offered."""
    codec = walk.codec
    for state in (walk.table.state, *(walk.table.view(eye) for eye in walk.eyes)):
        if codec.decode_state(codec.encode(state)) != state:
            raise walk.broken("a state does not survive being written and read")
    for seat in walk.all_seats:
        for command in walk.game.legal(walk.table.state, seat):
            if codec.decode_command(codec.encode(command)) != command:
                raise walk.broken(f"{command} does not survive being written and read")


LAWS: tuple[Callable[[AnyWalk], None], ...] = (
    never_stuck,
    log_folds_to_state,
    legal_is_exact,
    witnessed_folds_to_view,
    values_survive_writing,
)


def same_dice_same_log(walk: AnyWalk) -> None:
    """The same opening, dice and commands give the same log."""
    again = walk.repeated()
    if (again.opening, again.log) != (walk.table.opening, walk.table.log):
        raise walk.broken("the same dice and commands gave another log")


def log_survives_writing(walk: AnyWalk) -> None:
    """A log that was written and read replays to the same state."""
    log = [walk.codec.decode_entry(walk.codec.encode(entry)) for entry in walk.table.log]
    if log != list(walk.table.log):
        raise walk.broken("an entry does not survive being written and read")
    dice = Random(walk.seed)  # noqa: S311
    replayed = Table(walk.game, walk.table.opening, dice, log)
    if replayed.state != walk.table.state:
        raise walk.broken("the log, written and read, replays to another state")


def _nothing_secret_is_seen(
    walk: AnyWalk, secrets: Callable[[Any, Seat | None], Iterable[str]]
) -> None:
    for eye in walk.eyes:
        seen = (walk.table.view(eye), *walk.table.since(0, eye))
        text = b"".join(msgspec.json.encode(thing) for thing in seen).decode()
        for secret in secrets(walk.table.state, eye):
            if secret in text:
                raise walk.broken(f"{_eye(eye)} can see the secret {secret!r}")


def _invariant_holds(walk: AnyWalk, invariant: Callable[[Any], None]) -> None:
    try:
        invariant(walk.table.state)
    except AssertionError as error:
        raise walk.broken(f"the invariant does not hold: {error}") from error


def _eye(eye: Seat | None) -> str:
    return "a spectator" if eye is None else f"seat {eye}"
