"""Several players at one keyboard: turns what a player types into commands of their seat."""

import re
from collections.abc import Sequence
from typing import TypeAlias

from tinplate.cli.bots import bots_among
from tinplate.cli.keyboard import KeyboardMatch
from tinplate.ending import EndMatch, Resign
from tinplate.game import Malformed, Rejected, Seat
from tinplate.games.rally.cards import Card, Kind
from tinplate.games.rally.values import (
    ChooseFacing,
    ChoosePower,
    Command,
    Event,
    Place,
    Player,
    PowerDown,
    Private,
    Programming,
    Ready,
    Settings,
    State,
    TakeBack,
)
from tinplate.grid import Heading
from tinplate.match import Match

RallyMatch: TypeAlias = Match[Settings, State, Command, Event]

HELP = """\
670 690 80     put cards in the next empty registers, by priority
move2 left     or by what they do (of several the fastest); also 1 2 3 b l r u
670@3 l@5      in this register
undo  undo 3   take back the last card, or that of register 3; clear: all of them
down           plan a power-down for the next turn; down again: cancel it
ready          lock in your program
n e s w        your facing, when you are asked
on  off        after a turn off, when you are asked
resign         give the match up, for good
end            everybody agrees to end the match here
board help     show the board and your cards, or this list
quit           leave the game"""

_KINDS = {
    **{kind.value: kind for kind in Kind},
    **dict(zip("123blru", Kind, strict=True)),
}
_COMPASS = {name: heading for heading in Heading for name in (heading.value, heading.compass)}
_FACINGS = {**_COMPASS, **{heading.word: heading for heading in Heading}}
_POWER = {"on": True, "off": False}
_END = {"end", "end match", "end the match"}
_CARD = re.compile(r"(?P<what>[a-z]+[123]?|[1-9][0-9]*)(?:@(?P<register>-?[0-9]+))?")


class RallyHotSeat(KeyboardMatch[Settings, State, Command, Event]):
    """A match of Rally, and what people type."""

    def enter(self, seat: Seat, line: str) -> tuple[list[Event], str | None]:
        """Do what was typed, word by word, as far as possible; return why the rest was refused."""
        if " ".join(line.lower().split()) in _END:
            return self._all_end(), None
        if line.lower().split() == ["resign"]:
            return list(self.play(seat, Resign())), None
        events, turn = list[Event](), self.state.turn
        try:
            for word in _words(line):
                for command in self._understood(seat, word):
                    events += self.play(seat, command)
                if self.state.turn != turn or seat not in self.state.waiting_for:
                    break  # the program is final; what was typed after that was not meant for later
        except (Malformed, Rejected) as refusal:
            return events, str(refusal)
        return events, None

    def _all_end(self) -> list[Event]:
        """What people at one keyboard agree on aloud, one of them types; then bots follow."""
        bots = bots_among(self.names)
        events = list[Event]()
        for seat in sorted(self.state.all_seats, key=bots.__contains__):
            if EndMatch() in self.match.game.legal(self.state, seat):
                events += self.play(seat, EndMatch())
        return events

    def _understood(self, seat: Seat, word: str) -> list[Command]:
        state = self.state
        if isinstance(state.phase, Programming) and seat in state.phase.programs:
            # Left and right are cards there, and down is a power-down.
            if word not in _COMPASS or seat not in state.phase.facing:
                return _programmed(state.players[seat], word)
        elif word in _POWER:
            return [ChoosePower(_POWER[word])]
        if word in _FACINGS:
            return [ChooseFacing(_FACINGS[word])]
        raise Malformed(f"You cannot do “{word}” now; type help for a list of commands.")


def _words(line: str) -> list[str]:
    """Split a line; `undo 3` is one word, and so is `power down`."""
    text = " ".join(line.lower().split()).replace("power down", "down")
    return re.findall(r"undo -?\d+(?!\S)|\S+", text)


def _programmed(player: Player, word: str) -> list[Command]:
    if player.private is None:
        raise Malformed("Those are another player's cards.")
    filled = [register for register, card in enumerate(player.private.draft, 1) if card]
    match word.split():
        case ["ready"]:
            return [Ready()]
        case ["down"]:
            return [PowerDown(not player.private.power_down)]
        case ["clear"]:
            return [TakeBack(register) for register in filled]
        case ["undo"] if not filled:
            raise Malformed("There is no card to take back.")
        case ["undo"]:
            return [TakeBack(filled[-1])]
        case ["undo", register]:
            return [TakeBack(int(register))]
    return [_placed(player, player.private, word)]


def _placed(player: Player, private: Private, word: str) -> Command:
    found = _CARD.fullmatch(word)
    if found is None or (found["what"] not in _KINDS and not found["what"].isdigit()):
        raise Malformed(f"“{word}” is not a card or a command; type help for a list.")
    card = _meant(private.hand, found["what"])
    if found["register"] is not None:
        return Place(int(found["register"]), card)
    empty = [register for register in player.open_registers if not private.draft[register - 1]]
    if not empty:
        raise Malformed("All your registers are full: undo, or ready?")
    return Place(empty[0], card)


def _meant(hand: Sequence[Card], what: str) -> Card:
    """Find a card of the hand by its priority or, of several of a kind, the fastest."""
    meant = [
        card
        for card in hand
        if str(card.priority) == what or (what in _KINDS and card.kind is _KINDS[what])
    ]
    if not meant:
        raise Malformed(f"There is no {_KINDS.get(what, what)} in your hand.")
    return meant[0]
