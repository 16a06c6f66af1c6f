"""Laws that every game must keep, tested by random play.

To test a game of your own, call `check_laws(YourGame(), settings, seats, seed=...)` from a test,
with several seeds. It plays at random and checks all laws after every step. The first broken law
raises LawBroken with its name, the seed and the version. If your game raises where it must not (a
LookupError in `legal`, a ValueError in `decide`), that is a broken law too.

Laws check the machinery, not the rules of your game: those need tests of their own. Four hooks go
further:

- `commands` are tried in addition to those that the game offers: numbers out of range, pieces that
  are not in play. Each must raise Rejected whenever it is not legal.
- `ending` is how often somebody speaks of ending the match by agreement, if your game has commands
  for that (`EndingVoice`). Otherwise a walk leaves them out, as it would be over too soon.
- `invariant` is called with every state, and raises AssertionError if something is wrong (a piece
  is lost, two robots are in one cell).
- `secrets` returns, for a state and a seat (None is a spectator), the texts that this seat must not
  see now. A secret is a number or a word as in JSON. Choose hidden values that occur nowhere else,
  and leave out what the seat is offered. We search for whole words, so that 12 is not found in 312:
  in the view of the seat, in what it has just witnessed and is offered, and in every refusal.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import zip_longest
from random import Random
from typing import Any, Generic, cast

import msgspec

from tinplate.game import (
    AnyGame,
    CommandT,
    EventT,
    Game,
    Millis,
    Rejected,
    Seat,
    SettingsT,
    StateT,
    ends_match,
)
from tinplate.match import Entry, Match
from tinplate.wire.codec import Codec

_MAX_LATENESS = 5_000  # milliseconds by which a timer may be late
_MAX_PAUSE = 2_000  # milliseconds between commands
_CHANCE_OF_WAITING = 0.1  # that everybody waits for the deadline
_VALUES_REMEMBERED = 100
_COMMANDS_TRIED = 8  # of each seat and kind (legal, illegal), after every step


class LawBroken(AssertionError):
    """A law does not hold. The message says which one, where, and how to reproduce it."""


# The walk: a match at random


@dataclass
class Walk(Generic[SettingsT, StateT, CommandT, EventT]):
    """A random match in progress, with all we need to check and repeat it."""

    game: Game[SettingsT, StateT, CommandT, EventT]
    settings: SettingsT
    seats: int
    seed: int
    commands: tuple[CommandT, ...] = ()  # tried in addition to those that were offered
    ending: float = 0.0  # how often somebody speaks of ending the match by agreement
    match: Match[SettingsT, StateT, CommandT, EventT] = field(init=False)
    now: Millis = field(init=False, default=Millis(0))
    script: list[tuple[Seat, CommandT, Millis] | Millis] = field(init=False, default_factory=list)
    offered: list[CommandT] = field(init=False, default_factory=list)  # so far, to anybody
    refusals: list[tuple[Seat | None, str]] = field(init=False, default_factory=list)  # this step
    # We remember what we have folded, and up to which version, so that a step costs the same in a
    # long log.
    judged: int = field(init=False, default=0)
    folded: StateT = field(init=False)
    folded_views: dict[Seat | None, StateT] = field(init=False)

    def __post_init__(self) -> None:
        self.codec = Codec(self.game)
        self.match = self.fresh_match()
        self.folded = self.match.opening
        self.folded_views = {viewer: self.match.view(viewer) for viewer in self.viewers}
        # Choices use other dice than the game, so that the game can be repeated with the same dice.
        # Trials use dice of their own, so that they do not change the walk.
        self.choices = Random(f"choices {self.seed}")  # noqa: S311
        self.trials = Random(f"trials {self.seed}")  # noqa: S311
        self.talk = Random(f"talk {self.seed}")  # noqa: S311

    @property
    def viewers(self) -> tuple[Seat | None, ...]:
        """Everybody who sees the match: the seats and a spectator."""
        return (*self.all_seats, None)

    @property
    def all_seats(self) -> tuple[Seat, ...]:
        return tuple(Seat(seat) for seat in range(self.seats))

    def fresh_match(self) -> Match[SettingsT, StateT, CommandT, EventT]:
        """Deal again with the same dice."""
        return Match.open(self.game, self.settings, self.seats, Random(self.seed))  # noqa: S311

    def step(self) -> bool:
        """Submit a legal command, or let a deadline pass. False if neither is possible."""
        self.judged = self.match.version
        self.refusals.clear()
        state = self.match.state
        offers = self._offers(speaks_of_end=self.talk.random() < self.ending)
        able = [seat for seat in self.all_seats if offers[seat]]
        due = self.game.deadline(state)
        if due is not None and (not able or self.choices.random() < _CHANCE_OF_WAITING):
            self.now = Millis(max(self.now, due) + self.choices.randrange(_MAX_LATENESS))
            self.script.append(self.now)
            self.match.tick(self.now)
            return True
        if not able:
            return False
        seat = self.choices.choice(able)
        self._act(seat, self.choices.choice(offers[seat]), due)
        return True

    def _offers(self, *, speaks_of_end: bool) -> list[list[CommandT]]:
        """What each seat may do: in a walk, matches are rarely ended by agreement."""
        state = self.match.state
        return [
            [one for one in self.game.legal(state, seat) if ends_match(one) == speaks_of_end]
            for seat in self.all_seats
        ]

    def _act(self, seat: Seat, command: CommandT, due: Millis | None) -> None:
        later = Millis(self.now + self.choices.randrange(_MAX_PAUSE))
        self.now = later if due is None else Millis(max(self.now, min(later, Millis(due - 1))))
        self.script.append((seat, command, self.now))
        self.match.submit(seat, command, self.now)

    def repeated(self) -> Iterator[Entry[EventT]]:
        """Play the same commands with the same dice again, and yield the entries."""
        match = self.fresh_match()
        for line in self.script:
            yield from match.submit(*line) if isinstance(line, tuple) else match.tick(line)


AnyWalk = Walk[Any, Any, Any, Any]
Law = Callable[[AnyWalk], None]
Secrets = Callable[[Any, Seat | None], Iterable[str]]


def random_play(walk: AnyWalk, steps: int) -> Iterator[AnyWalk]:
    """Yield the walk at the opening and after each step."""
    yield walk
    for _ in range(steps):
        if not walk.step():
            return
        yield walk


# The battery


def check_laws(  # noqa: PLR0913 - each by name
    game: Game[SettingsT, StateT, CommandT, EventT],
    settings: SettingsT,
    seats: int,
    *,
    seed: int = 0,
    steps: int = 150,
    commands: Iterable[CommandT] = (),
    ending: float = 0.0,
    invariant: Callable[[StateT], None] | None = None,
    secrets: Callable[[StateT, Seat | None], Iterable[str]] | None = None,
) -> Walk[SettingsT, StateT, CommandT, EventT]:
    """Play at random for a number of steps, or to the end, and check every law after each step.

    Returns the walk, for tests that look at where it ended.
    """
    with _naming(f"{game.name}: setup", f"version 0, {seats} seats, seed {seed}"):
        walk = Walk(watched(game), settings, seats, seed, tuple(commands), ending)
    laws = (*LAWS, *_own_laws(invariant, secrets))
    _judge(walk, settings_survive_writing)
    for _ in range(steps):
        for law in laws:
            _judge(walk, law)
        if not _plays_on(walk):
            break
    for law in (*laws, *LAWS_OF_A_WHOLE_LOG):
        _judge(walk, law)
    return walk


def _judge(walk: AnyWalk, law: Law) -> None:
    with _naming(f"{walk.game.name}: {law.__name__}", _where(walk)):
        law(walk)


def _plays_on(walk: AnyWalk) -> bool:
    with _naming(f"{walk.game.name}: playing on", _where(walk)):
        return walk.step()


def _where(walk: AnyWalk) -> str:
    return f"version {walk.match.version}, {walk.seats} seats, seed {walk.seed}"


@contextmanager
def _naming(law: str, where: str) -> Iterator[None]:
    """Turn every exception into LawBroken, with the law and the place."""
    try:
        yield
    except AssertionError as error:
        raise LawBroken(f"{law}: {error} ({where})") from error
    except Exception as error:
        raise LawBroken(f"{law}: {type(error).__name__}: {error} ({where})") from error


# Laws of every single call


def watched(
    game: Game[SettingsT, StateT, CommandT, EventT],
) -> Game[SettingsT, StateT, CommandT, EventT]:
    """The same game, but every call of its functions is checked."""
    return cast("Game[SettingsT, StateT, CommandT, EventT]", _Watched(game))


class _Watched:
    def __init__(self, game: AnyGame) -> None:
        self._game = game
        # How values were written last, by their address: most are given to many functions.
        self._written: dict[int, tuple[object, bytes]] = {}

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - as the game has them
        known = getattr(self._game, name)
        return partial(self._leaves_as_given, name, known) if callable(known) else known

    def decide(
        self,
        state: object,
        seat: Seat,
        command: object,
        now: Millis,
        dice: Random,
    ) -> tuple[Any, ...]:
        """An accepted command leads to at least one event."""
        given = state, seat, command, now, dice
        events: tuple[Any, ...] = self._leaves_as_given("decide", self._game.decide, *given)
        if not events:
            raise LawBroken(f"{command} of seat {seat} is accepted but leads to no event")
        return events

    def expire(self, state: object, dice: Random) -> tuple[Any, ...]:
        """A deadline leads to at least one event, and the next deadline is later."""
        events: tuple[Any, ...] = self._leaves_as_given("expire", self._game.expire, state, dice)
        if not events:
            raise LawBroken("a deadline passes but leads to no event")
        due = self._game.deadline(state)
        after = self._game.deadline(_fold(self._game, state, events))
        if due is not None and after is not None and after <= due:
            raise LawBroken(f"the deadline at {due} is followed by one at {after}")
        return events

    def _leaves_as_given(self, name: str, function: Callable[..., Any], *given: object) -> Any:  # noqa: ANN401
        """Values are frozen: no function changes its arguments, not even by a back door."""
        values = [one for one in given if not isinstance(one, Random)]
        before = [self._as_written(one) for one in values]
        try:
            return function(*given)
        finally:
            if before != [self._write(one) for one in values]:
                raise LawBroken(f"{name} changes its arguments")

    def _as_written(self, value: object) -> bytes:
        remembered = self._written.get(id(value))
        return self._write(value) if remembered is None else remembered[1]

    def _write(self, value: object) -> bytes:
        if len(self._written) >= _VALUES_REMEMBERED:
            self._written.clear()
        text = msgspec.json.encode(value)
        self._written[id(value)] = (value, text)  # which keeps its address as long as it is here
        return text


def _fold(game: AnyGame, state: object, events: Iterable[object]) -> object:
    for event in events:
        state = game.evolve(state, event)
    return state


# Laws of every step


def never_stuck(walk: AnyWalk) -> None:
    """While there is no outcome, and only then, somebody may act or there is a deadline.

    To agree on ending the match is no way to go on.
    """
    game, state = walk.game, walk.match.state
    legal = [command for seat in walk.all_seats for command in game.legal(state, seat)]
    has_deadline = game.deadline(state) is not None
    if game.outcome(state) is None and not has_deadline and all(map(ends_match, legal)):
        raise LawBroken("nobody may act and there is no deadline, but no outcome either")
    if game.outcome(state) is not None and (has_deadline or legal):
        raise LawBroken("the match is over, but somebody may act or there is a deadline")


def clocks_run_ahead(walk: AnyWalk) -> None:
    """A deadline is later than everything that has happened."""
    due = walk.game.deadline(walk.match.state)
    if due is not None and due <= walk.match.last_at:
        raise LawBroken(f"the deadline at {due} has passed: it is {walk.match.last_at}")


def log_folds_to_state(walk: AnyWalk) -> None:
    """Folding the log gives the state."""
    for entry in walk.match.log[walk.judged :]:
        walk.folded = _fold(walk.game, walk.folded, entry.events)
    if walk.folded != walk.match.state:
        raise LawBroken("folding the log does not give the state")


def witnessed_folds_to_view(walk: AnyWalk) -> None:
    """Folding only what a seat witnessed gives exactly its view."""
    for viewer in walk.viewers:
        for entry in walk.match.since(walk.judged, viewer):
            walk.folded_views[viewer] = _fold(walk.game, walk.folded_views[viewer], entry.events)
        if walk.folded_views[viewer] != walk.match.view(viewer):
            raise LawBroken(f"what {_named(viewer)} witnessed does not fold to its view")


def views_tell_what_is_offered(walk: AnyWalk) -> None:
    """The legal commands of a seat, the deadline and the outcome follow from its view."""
    game, state = walk.game, walk.match.state
    for viewer in walk.viewers:
        view = walk.match.view(viewer)
        if viewer is not None and game.legal(view, viewer) != game.legal(state, viewer):
            raise LawBroken(f"what {_named(viewer)} is offered does not follow from its view")
        if game.deadline(view) != game.deadline(state):
            raise LawBroken(f"the deadline does not follow from the view of {_named(viewer)}")
        if game.outcome(view) != game.outcome(state):
            raise LawBroken(f"the outcome does not follow from the view of {_named(viewer)}")


def legal_is_exact(walk: AnyWalk) -> None:
    """What `legal` offers is accepted. Everything else is refused and changes nothing."""
    for seat in walk.all_seats:
        legal = walk.game.legal(walk.match.state, seat)
        for command in _some(walk, legal):
            _must_accept(walk, seat, command)
        walk.offered.extend(command for command in legal if command not in walk.offered)
        forbidden = _some(walk, (other for other in walk.offered if other not in legal))
        further = [other for other in walk.commands if other not in legal]
        for command in (*forbidden, *further):
            _must_refuse(walk, seat, command)


def strangers_have_no_say(walk: AnyWalk) -> None:
    """A seat that does not exist is offered nothing, and all its commands are refused."""
    for stranger in (Seat(-1), Seat(walk.seats)):
        if walk.game.legal(walk.match.state, stranger):
            raise LawBroken(f"there is no seat {stranger}, but it is offered something")
        for command in _some(walk, (*walk.offered, *walk.commands)):
            _must_refuse(walk, stranger, command)


def _some(walk: AnyWalk, commands: Iterable[Any]) -> list[Any]:
    pool = list(commands)
    return walk.trials.sample(pool, k=min(len(pool), _COMMANDS_TRIED))


def _must_accept(walk: AnyWalk, seat: Seat, command: object) -> None:
    # With its own dice, so that the trial does not change what the game rolls.
    dice = Random(walk.seed)  # noqa: S311
    try:
        walk.game.decide(walk.match.state, seat, command, walk.now, dice)
    except Rejected as refusal:
        raise LawBroken(f"seat {seat} was offered {command} but refused: {refusal}") from refusal


def _must_refuse(walk: AnyWalk, seat: Seat, command: object) -> None:
    before = walk.match.state, walk.match.version
    refusal = _refusal(walk, seat, command)
    if not refusal.strip():
        raise LawBroken(f"{command} of seat {seat} is refused without a sentence")
    if before != (walk.match.state, walk.match.version):
        raise LawBroken(f"{command} of seat {seat} is refused, but it changed the match")
    walk.refusals.append((seat if seat in walk.all_seats else None, refusal))


def _refusal(walk: AnyWalk, seat: Seat, command: object) -> str:
    """The sentence with which the command is refused."""
    try:
        walk.match.submit(seat, command, walk.now)
    except Rejected as refusal:
        return str(refusal)
    except LawBroken:
        raise
    except Exception as error:
        what = f"{type(error).__name__}: {error}"
        raise LawBroken(f"{command} of seat {seat} is not refused but raises {what}") from error
    raise LawBroken(f"{command} was not offered to seat {seat}, but it is accepted")


def values_survive_writing(walk: AnyWalk) -> None:
    """decode(encode(x)) == x, for the state, every view and every legal command."""
    codec = walk.codec
    if codec.decode_state(codec.encode(walk.match.state)) != walk.match.state:
        raise LawBroken("a state does not survive being written and read")
    for viewer in walk.viewers:
        view = walk.match.view(viewer)
        if codec.decode_state(codec.encode(view)) != view:
            raise LawBroken(f"the view of {_named(viewer)} does not survive being written and read")
    for seat in walk.all_seats:
        for command in walk.game.legal(walk.match.state, seat):
            if codec.decode_command(codec.encode(command)) != command:
                raise LawBroken(f"{command} does not survive being written and read")


LAWS: tuple[Law, ...] = (
    never_stuck,
    clocks_run_ahead,
    log_folds_to_state,
    witnessed_folds_to_view,
    views_tell_what_is_offered,
    legal_is_exact,
    strangers_have_no_say,
    values_survive_writing,
)


# Laws of the opening and of the whole log


def settings_survive_writing(walk: AnyWalk) -> None:
    """decode(encode(x)) == x, for the settings."""
    if walk.codec.decode_settings(walk.codec.encode(walk.settings)) != walk.settings:
        raise LawBroken("the settings do not survive being written and read")


def same_dice_same_deal(walk: AnyWalk) -> None:
    """The same settings and dice give the same opening."""
    if walk.fresh_match().opening != walk.match.opening:
        raise LawBroken("the same dice dealt a different opening")


def same_dice_same_log(walk: AnyWalk) -> None:
    """The same opening, dice and commands give the same log."""
    # Entry by entry: after a difference, the next commands may not be legal.
    for once, again in zip_longest(walk.match.log, walk.repeated()):
        if once != again:
            raise LawBroken(f"the same dice and commands gave {again} instead of {once}")


def log_survives_writing(walk: AnyWalk) -> None:
    """A log that is written and read replays to the same state."""
    codec = walk.codec
    log = tuple(codec.decode_entry(codec.encode(entry)) for entry in walk.match.log)
    if log != walk.match.log:
        raise LawBroken("an entry does not survive being written and read")
    opening = codec.decode_state(codec.encode(walk.match.opening))
    if Match(walk.game, opening, Random(walk.seed), log).state != walk.match.state:  # noqa: S311
        raise LawBroken("the log, written and read, replays to a different state")


LAWS_OF_A_WHOLE_LOG: tuple[Law, ...] = (
    same_dice_same_deal,
    same_dice_same_log,
    log_survives_writing,
)


# Laws of one game, from its hooks


def _own_laws(invariant: Callable[[Any], None] | None, secrets: Secrets | None) -> Iterator[Law]:
    if secrets is not None:
        yield _secrecy(secrets)
    if invariant is not None:
        yield _invariance(invariant)


def _invariance(invariant: Callable[[Any], None]) -> Law:
    def invariant_holds(walk: AnyWalk) -> None:
        """The invariant of the game holds for this state."""
        invariant(walk.match.state)

    return invariant_holds


def _secrecy(secrets: Secrets) -> Law:
    def secrets_are_kept(walk: AnyWalk) -> None:
        """Nobody sees what is secret from them now."""
        for viewer in walk.viewers:
            text = _shown_to(walk, viewer)
            for secret in secrets(walk.match.state, viewer):
                if secret in text and re.search(rf"(?<!\w){re.escape(secret)}(?!\w)", text):
                    raise LawBroken(f"{_named(viewer)} can see the secret {secret!r}")

    return secrets_are_kept


def _shown_to(walk: AnyWalk, viewer: Seat | None) -> str:
    """Everything that a seat is shown in this step, as one text."""
    entries: tuple[Entry[Any], ...] = walk.match.since(walk.judged, viewer)
    offers = () if viewer is None else walk.game.legal(walk.match.state, viewer)
    values = (walk.match.view(viewer), *entries, *offers)
    refusals = (refusal for seat, refusal in walk.refusals if seat == viewer)
    return "\n".join((*(walk.codec.encode(value).decode() for value in values), *refusals))


def _named(viewer: Seat | None) -> str:
    return "a spectator" if viewer is None else f"seat {viewer}"
