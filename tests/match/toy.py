"""A toy game with secrets, to try the machinery on something that is not Ricochet.

Everybody is dealt a secret charm and writes a secret number. The first to write turns the sand;
when all have written or the sand has run, everything is revealed (dice write for the late) and the
highest sum of number and charm wins. Once in a match a player may peek at somebody's slip: nobody
else learns that it happened.
"""

from collections.abc import Iterator
from random import Random
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from tinplate.game import Malformed, Millis, Outcome, Rejected, Seat, Vocabulary

# Seven and nine digits: when one of them stands in a text, it is no accident.
NUMBERS = (7_000_001, 7_000_002, 7_000_003)
_CHARMS = range(100_000_000, 1_000_000_000)

ItemT = TypeVar("ItemT")


class Value(msgspec.Struct, frozen=True, tag=True):
    """A frozen value that carries its name when written down."""


class Settings(Value, frozen=True):
    """What can be agreed before a match."""

    sand_seconds: int = 30


class Slip(Value, frozen=True):
    """A slip of paper with a number on it, or with its face hidden (None)."""

    number: int | None


class Note(Value, frozen=True):
    """What a peek has shown: whose slip, and the number on it."""

    owner: Seat
    number: int


class State(Value, frozen=True):
    """The table. In a view the charms, slips and notes of others are blank."""

    settings: Settings
    charms: tuple[int | None, ...]  # by seat
    slips: tuple[Slip | None, ...]  # by seat; None has not written
    notes: tuple[Note | None, ...]  # by seat; kept from the others even after the end
    until: Millis | None = None  # when the sand has run
    revealed: bool = False


class Write(Value, frozen=True):
    """Write one's number."""

    number: int


class Peek(Value, frozen=True):
    """Look at somebody's slip, once in a match."""

    owner: Seat


Command = Write | Peek


class Wrote(Value, frozen=True):
    """Somebody wrote; others do not see what (None)."""

    seat: Seat
    number: int | None
    until: Millis


class Peeked(Value, frozen=True):
    """Somebody looked at a slip; nobody else sees anything of it."""

    seat: Seat
    note: Note


class Revealed(Value, frozen=True):
    """All slips and charms are laid open."""

    numbers: tuple[int, ...]
    charms: tuple[int, ...]


Event = Wrote | Peeked | Revealed


class SecretNumbers:
    """Nine functions, as any game has them."""

    name = "secret-numbers"
    vocabulary = Vocabulary(Settings, State, Command, Event)

    def setup(self, settings: Settings, seats: int, dice: Random) -> State:
        if seats < 1:
            raise Rejected("Somebody has to play.")
        charms = tuple(dice.choice(_CHARMS) for _ in range(seats))
        return State(settings, charms, (None,) * seats, (None,) * seats)

    def decide(
        self,
        state: State,
        seat: Seat,
        command: Command,
        now: Millis,
        dice: Random,  # noqa: ARG002 - only the sand rolls
    ) -> tuple[Event, ...]:
        if not 0 <= seat < len(state.slips):
            raise Rejected(f"There is no seat {seat} at this table.")
        if state.revealed:
            raise Rejected("The match is over.")
        match command:
            case Write(number):
                return _write(state, seat, number, now)
            case Peek(owner):
                return (Peeked(seat, _note(state, seat, owner)),)

    def evolve(self, state: State, event: Event) -> State:
        match event:
            case Wrote(seat, number, until):
                slips = _put(state.slips, seat, Slip(number))
                return replace(state, slips=slips, until=until)
            case Peeked(seat, note):
                return replace(state, notes=_put(state.notes, seat, note))
            case Revealed(numbers, charms):
                slips = tuple(Slip(number) for number in numbers)
                return replace(state, slips=slips, charms=charms, until=None, revealed=True)

    def deadline(self, state: State) -> Millis | None:
        return state.until

    def expire(self, state: State, dice: Random) -> tuple[Event, ...]:
        if state.until is None:
            raise Malformed("nothing is due")
        rolled = tuple(dice.choice(NUMBERS) for _ in state.slips)
        return (_reveal(state, rolled),)

    def legal(self, state: State, seat: Seat) -> tuple[Command, ...]:
        if not 0 <= seat < len(state.slips) or state.revealed:
            return ()
        writes = tuple(Write(number) for number in NUMBERS) if state.slips[seat] is None else ()
        return (*writes, *_peeks(state, seat))

    def view(self, state: State, seat: Seat | None) -> State:
        notes = tuple(note if owner == seat else None for owner, note in enumerate(state.notes))
        if state.revealed:
            return replace(state, notes=notes)
        charms = tuple(charm if owner == seat else None for owner, charm in enumerate(state.charms))
        slips = tuple(
            slip if slip is None or owner == seat else Slip(None)
            for owner, slip in enumerate(state.slips)
        )
        return replace(state, charms=charms, slips=slips, notes=notes)

    def witness(self, event: Event, seat: Seat | None) -> Event | None:
        match event:
            case Wrote(owner) if owner != seat:
                return replace(event, number=None)
            case Peeked(owner) if owner != seat:
                return None
        return event

    def outcome(self, state: State) -> Outcome | None:
        if not state.revealed:
            return None
        sums = [
            (slip.number or 0) + (charm or 0)
            for slip, charm in zip(state.slips, state.charms, strict=True)
            if slip is not None
        ]
        winners = (Seat(seat) for seat, total in enumerate(sums) if total == max(sums))
        return Outcome(tuple(winners), "highest sum")


def secrets(state: State, eye: Seat | None) -> Iterator[str]:
    """The texts that this seat, or a spectator (None), must not come across."""
    if state.revealed:
        return
    yield from (str(charm) for owner, charm in enumerate(state.charms) if owner != eye)
    own_slip, own_note = (None, None) if eye is None else (state.slips[eye], state.notes[eye])
    if eye is not None and own_slip is None:
        return  # who may still write is offered every number: that one of them is written is clear
    known = {known.number for known in (own_slip, own_note) if known is not None}
    written = {slip.number for slip in state.slips if slip is not None}
    yield from (str(number) for number in written - known)


def _write(state: State, seat: Seat, number: int, now: Millis) -> tuple[Event, ...]:
    if state.slips[seat] is not None:
        raise Rejected("You have written already.")
    if number not in NUMBERS:
        raise Rejected(f"Write one of {', '.join(str(number) for number in NUMBERS)}.")
    until = Millis(now + 1000 * state.settings.sand_seconds) if state.until is None else state.until
    others = (slip for owner, slip in enumerate(state.slips) if owner != seat)
    wrote = Wrote(seat, number, until)
    if all(slip is not None for slip in others):
        return (wrote, _reveal(state, (number,) * len(state.slips)))
    return (wrote,)


def _reveal(state: State, late: tuple[int, ...]) -> Revealed:
    """Everything is laid open; whoever has not written gets the number of `late`."""
    numbers = tuple(
        instead if slip is None or slip.number is None else slip.number
        for slip, instead in zip(state.slips, late, strict=True)
    )
    return Revealed(numbers, tuple(charm or 0 for charm in state.charms))


def _note(state: State, seat: Seat, owner: Seat) -> Note:
    if state.notes[seat] is not None:
        raise Rejected("You have peeked already.")
    if owner == seat or not 0 <= owner < len(state.slips):
        raise Rejected("Peek at the slip of somebody else at this table.")
    slip = state.slips[owner]
    if slip is None:
        raise Rejected("There is no slip to peek at yet.")
    if slip.number is None:
        raise Malformed("a view cannot tell what is on a hidden slip")
    return Note(owner, slip.number)


def _peeks(state: State, seat: Seat) -> tuple[Peek, ...]:
    if state.notes[seat] is not None:
        return ()
    return tuple(
        Peek(Seat(owner))
        for owner, slip in enumerate(state.slips)
        if owner != seat and slip is not None
    )


def _put(items: tuple[ItemT | None, ...], seat: Seat, item: ItemT) -> tuple[ItemT | None, ...]:
    return (*items[:seat], item, *items[seat + 1 :])
