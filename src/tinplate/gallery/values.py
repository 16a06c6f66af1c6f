"""A drawing as values: its state, commands and events.

A drawing is a board that somebody drew for a game, as text. All values are frozen and tagged, so a
codec reads them back without help. They are stored, so tags and names of fields never change.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from tinplate.lobby.values import Guest
from tinplate.values import CommandValue, Value

MAX_TEXT = 20_000  # characters; the largest course that can be played takes half of them
MAX_CHANGES = 500  # of one drawing by its author; all of its texts are kept
MAX_REPORTS = 50  # that are kept of one drawing; the host has to decide once

# Why somebody reports a drawing. Stored: a reason is never taken away.
ReportReason = Literal["rude", "spam", "copied", "broken", "other"]
Length = tuple[int, int]  # of the shortest way to play it, and of the longest: moves, turns
AnyName = Annotated[str, Meta(max_length=200)]  # cleaned first, then measured


class DrawingFacts(Struct, frozen=True):
    """What is known of a text. Stored: fields never change."""

    board: str  # by which matches that are played on it are counted
    width: int
    height: int
    seats: tuple[int, int] | None  # for how many it is; None: for as many as can play the game
    length: Length | None = None  # None: not measured, or it has none


class DrawingReport(Struct, frozen=True):
    """Somebody asks the host to look at a drawing."""

    guest: str  # their id
    reason: ReportReason
    text: str
    edition: int  # that they saw


class Drawing(Struct, frozen=True):
    """A board that somebody drew. The first row of its log is one that has just been saved."""

    game: str
    owner: Guest
    name: str
    text: str  # as its game writes it: one board, one text
    facts: DrawingFacts
    edition: int = 1  # counts the texts
    is_published: bool = False
    is_hidden: bool = False  # by the host: nobody but its author sees it
    is_deleted: bool = False
    reports: tuple[DrawingReport, ...] = ()  # on which the host has not decided
    reporters: tuple[str, ...] = ()  # the ids of all who ever reported it

    @property
    def is_listed(self) -> bool:
        """Whether everybody may see it."""
        return self.is_published and not self.is_hidden and not self.is_deleted


# Commands


class RenameDrawing(CommandValue, frozen=True):
    """Give it another name."""

    name: AnyName


class Redraw(CommandValue, frozen=True):
    """Save another text in its place."""

    text: str


class Publish(CommandValue, frozen=True):
    """Show it to everybody, in the gallery."""


class Unpublish(CommandValue, frozen=True):
    """Take it out of the gallery."""


class DeleteDrawing(CommandValue, frozen=True):
    """Delete it for good."""


class ReportDrawing(CommandValue, frozen=True):
    """Ask the host to look at it. Everybody can do that once."""

    reason: ReportReason
    text: AnyName = ""


DrawingCommand = RenameDrawing | Redraw | Publish | Unpublish | DeleteDrawing | ReportDrawing


# Events


class DrawingRenamed(Value, frozen=True):
    """It has another name."""

    name: str


class Redrawn(Value, frozen=True):
    """It has another text: a new edition."""

    text: str
    facts: DrawingFacts


class Published(Value, frozen=True):
    """Everybody may see it."""

    owner: Guest  # under the name they have now
    facts: DrawingFacts


class Unpublished(Value, frozen=True):
    """It is published no more."""


class DrawingDeleted(Value, frozen=True):
    """Nobody sees it any more."""


class DrawingReported(Value, frozen=True):
    """Somebody asks the host to look at it."""

    report: DrawingReport


class DrawingHidden(Value, frozen=True):
    """The host has taken it out of the gallery."""


class DrawingKept(Value, frozen=True):
    """The host has looked at it: the reports are done with, and it is hidden no more."""


DrawingEvent = (
    DrawingRenamed
    | Redrawn
    | Published
    | Unpublished
    | DrawingDeleted
    | DrawingReported
    | DrawingHidden
    | DrawingKept
)
