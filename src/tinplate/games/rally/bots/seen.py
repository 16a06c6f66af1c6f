"""A view in numbers: what a bot needs to know of the table, and nothing hidden from it."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from tinplate.game import Seat
from tinplate.games.rally import outlook as o
from tinplate.games.rally.cards import REGISTERS, Card, deck
from tinplate.games.rally.floor import KINDS, number_of
from tinplate.games.rally.values import Player, Programming, View


class BotView(NamedTuple):
    """The bot's own seat when it programs."""

    view: View
    seat: Seat
    cards: tuple[Card, ...]  # the hand and the draft: until the bot is ready, all can still change
    locked: o.Ints  # by register from 0: the kind of the card locked there, or OPEN

    @property
    def player(self) -> Player:
        return self.view.players[self.seat]

    @property
    def others(self) -> list[Player]:
        return [player for seat, player in enumerate(self.view.players) if seat != self.seat]

    @property
    def lives(self) -> int:
        return self.player.robot.lives

    @property
    def counts(self) -> o.Ints:
        """How many cards of each kind can be placed."""
        return np.bincount(numbers(self.cards), minlength=o.KINDS)

    def beginning(self, facing: int) -> o.Ints:
        """Return the bot's robot as its programs start."""
        robot = self.player.robot
        if robot.cell is None:
            raise ValueError("a robot that is not on the board has no program")
        row = np.zeros(o.ENDING, np.int64)
        row[o.PLACE] = number_of(self.view.course, robot.cell) * o.QUARTERS + facing
        row[o.ARMOUR], row[o.FLAG] = robot.armour, robot.next_flag
        row[o.SAVE] = number_of(self.view.course, robot.save)
        return row


def seen_from(view: View, seat: Seat) -> BotView:
    private = view.players[seat].private
    if private is None:
        raise ValueError("a bot plays only the seat that it sees from inside")
    drafted = [card for card in private.draft if card is not None]
    cards = tuple(sorted((*private.hand, *drafted), key=lambda card: -card.priority))
    return BotView(view, seat, cards, locked_kinds(view.players[seat]))


def numbers(cards: Iterable[Card]) -> list[int]:
    """Return the kinds of cards as the kernels number them."""
    return [KINDS.index(card.kind) for card in cards]


def locked_kinds(player: Player) -> o.Ints:
    """R37: return the locked kinds by register from 0, OPEN where a card can be placed."""
    cards = locked(player)
    return np.array([o.OPEN if card is None else KINDS.index(card.kind) for card in cards])


def locked(player: Player) -> list[Card | None]:
    """Return the locked cards, by register."""
    closed = player.locked_registers
    return [
        player.registers[register - 1] if register in closed else None
        for register in range(1, REGISTERS + 1)
    ]


def unseen(view: View, seat: Seat) -> tuple[Card, ...]:
    """Return what others may hold: all cards except the bot's own and those face up (D44)."""
    known = {card for player in view.players for card in player.registers}
    known.update(seen_from(view, seat).cards)
    return tuple(card for card in deck(view.settings.deck) if card not in known)


def plays_now(view: View, seat: int) -> bool:
    """Whether a seat has a program this turn, drafted or ready."""
    return isinstance(view.phase, Programming) and view.players[seat].has_program


def laid_out(code: int, cards: Sequence[Card], closed: Sequence[Card | None]) -> list[Card]:
    """Lay out a program of kinds with the bot's own cards; of equal kinds the first go first."""
    left, program = list(cards), list[Card]()
    for register, kept in enumerate(closed):
        if kept is not None:
            program.append(kept)
            continue
        kind = KINDS[code // o.UNITS[register] % o.KINDS]
        card = next(card for card in left if card.kind is kind)
        left.remove(card)
        program.append(card)
    return program
