"""The people who wait for a game, as values. They are stored: names of fields never change."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from tinplate.lobby.values import Guest

TICKET_LIFE = 15_000  # milliseconds without a word, and somebody is gone
HIDDEN_LIFE = 90_000  # the same for a page in the background: browsers wake it once a minute
FOUND_KEPT = 120_000  # milliseconds that people have to come to the table that was found


# Anybody at once; people of about the same strength; or stronger ones. The last two widen.
Opponents = Literal["any", "level", "stronger"]


class QuickWish(Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody wants to play."""

    game: str
    speed: str
    sizes: Annotated[tuple[int, ...], Meta(max_length=20)]  # of the table: any of these
    bots_after: Annotated[int, Meta(ge=0, le=3600)] | None = None  # seconds; None: no bots
    opponents: Opponents = "level"


class Ticket(Struct, frozen=True):
    """Somebody who waits."""

    guest: Guest
    wish: QuickWish
    strength: float
    since: int  # milliseconds since 1970
    seen: int  # when we last heard of them
    is_hidden: bool = False  # their page is in the background
    avoids: tuple[str, ...] = ()  # the ids of those who wait, too, and never meet them

    @property
    def life(self) -> int:
        """For how many milliseconds we wait for the next word."""
        return HIDDEN_LIFE if self.is_hidden else TICKET_LIFE

    def waited(self, now: int) -> float:
        """For how many seconds."""
        return max(0, now - self.since) / 1000


class QuickTable(Struct, frozen=True):
    """A table at which some of those who waited will play."""

    table: str  # its id
    game: str
    speed: str
    guests: tuple[Guest, ...]  # who waited longest is the first
    bots: tuple[str, ...]
    at: int  # milliseconds since 1970


class Queue(Struct, frozen=True):
    """Everybody who waits for one game, who waits longest first; and the tables found lately."""

    tickets: tuple[Ticket, ...] = ()
    found: tuple[QuickTable, ...] = ()

    def ticket_of(self, guest: str) -> Ticket | None:
        return next((one for one in self.tickets if one.guest.id == guest), None)

    def has(self, guest: str) -> bool:
        """Whether somebody waits here."""
        return self.ticket_of(guest) is not None

    def found_for(self, guest: str) -> QuickTable | None:
        """The latest table that was found for a guest."""
        return next(
            (one for one in reversed(self.found) if any(it.id == guest for it in one.guests)), None
        )
