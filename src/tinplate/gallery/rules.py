"""The rules of drawings: who may do what with one. What a text means is up to its game."""

from collections.abc import Iterable
from typing import NamedTuple

from msgspec.structs import replace

from tinplate.gallery.values import (
    MAX_REPORTS,
    DeleteDrawing,
    Drawing,
    DrawingCommand,
    DrawingDeleted,
    DrawingEvent,
    DrawingFacts,
    DrawingHidden,
    DrawingKept,
    DrawingRenamed,
    DrawingReport,
    DrawingReported,
    Publish,
    Published,
    Redraw,
    Redrawn,
    RenameDrawing,
    ReportDrawing,
    Unpublish,
    Unpublished,
)
from tinplate.game import Rejected
from tinplate.lobby.clean_text import clean_remark, clean_title
from tinplate.lobby.values import Guest

Events = tuple[DrawingEvent, ...]


class CheckedText(NamedTuple):
    """A text as its game writes it, and what is known of it."""

    text: str
    facts: DrawingFacts


def save_drawing(game: str, owner: Guest, name: str, checked: CheckedText) -> Drawing:
    """A new drawing, which only its author sees."""
    return Drawing(game, owner, clean_title(name), checked.text, checked.facts)


def may_see(drawing: Drawing, guest: Guest | None) -> bool:
    """Its author always; others while it is published and not hidden; nobody once it is deleted."""
    is_own = guest is not None and guest.id == drawing.owner.id
    return drawing.is_listed or (is_own and not drawing.is_deleted)


def may_host_see(drawing: Drawing) -> bool:
    """What everybody sees, was reported or is hidden: what others keep to themselves is theirs."""
    is_concerned = drawing.is_listed or drawing.is_hidden or bool(drawing.reports)
    return is_concerned and not drawing.is_deleted


def decide(drawing: Drawing, guest: Guest, command: DrawingCommand, checked: CheckedText) -> Events:
    """What a command brings about, or Rejected. What it does not change, it does not record.

    Checked is the text that is saved or published: that of the command, or else the current one.
    """
    if isinstance(command, ReportDrawing):
        return _report(drawing, guest, command)
    if guest.id != drawing.owner.id:
        raise Rejected("Only its author can do that.", "not-your-drawing")
    match command:
        case RenameDrawing(name):
            renamed = clean_title(name)
            return (DrawingRenamed(renamed),) if renamed != drawing.name else ()
        case Redraw():
            is_new = checked.text != drawing.text
            return (Redrawn(checked.text, checked.facts),) if is_new else ()
        case Publish():
            if checked.text != drawing.text:  # it was redrawn in another tab meanwhile
                raise Rejected("It has just been changed. Try again.", "drawing-has-changed")
            return () if drawing.is_published else (Published(guest, checked.facts),)
        case Unpublish():
            return (Unpublished(),) if drawing.is_published else ()
        case DeleteDrawing():
            return () if drawing.is_deleted else (DrawingDeleted(),)


def _report(drawing: Drawing, guest: Guest, command: ReportDrawing) -> Events:
    if guest.id == drawing.owner.id:
        raise Rejected("This drawing is yours. You can delete it.", "own-drawing")
    if guest.id in drawing.reporters:
        raise Rejected("You have reported this already.", "reported-already")
    text = clean_remark(command.text)
    if len(drawing.reports) >= MAX_REPORTS:  # the host knows
        return ()
    return (DrawingReported(DrawingReport(guest.id, command.reason, text, drawing.edition)),)


def hide(drawing: Drawing, *, is_hidden: bool) -> Events:
    """The host hides it; or keeps it, and is done with its reports."""
    if is_hidden:
        return () if drawing.is_hidden else (DrawingHidden(),)
    return (DrawingKept(),) if drawing.is_hidden or drawing.reports else ()


def evolve(drawing: Drawing, event: DrawingEvent) -> Drawing:
    match event:
        case DrawingRenamed(name):
            return replace(drawing, name=name)
        case Redrawn(text, facts):
            return replace(drawing, text=text, facts=facts, edition=drawing.edition + 1)
        case Published(owner, facts):
            return replace(drawing, owner=owner, facts=facts, is_published=True)
        case Unpublished():
            return replace(drawing, is_published=False)
        case DrawingDeleted():
            return replace(drawing, is_deleted=True, is_published=False)
        case DrawingReported(report):
            return replace(
                drawing,
                reports=(*drawing.reports, report),
                reporters=(*drawing.reporters, report.guest),
            )
        case DrawingHidden():
            return replace(drawing, is_hidden=True)
        case DrawingKept():
            return replace(drawing, is_hidden=False, reports=())


def folded(drawing: Drawing, events: Iterable[DrawingEvent]) -> Drawing:
    for event in events:
        drawing = evolve(drawing, event)
    return drawing
