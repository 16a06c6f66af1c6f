"""Drawings: what their authors, others and the host may do with one."""

import pytest

from tinplate.gallery.rules import (
    CheckedText,
    decide,
    folded,
    hide,
    may_see,
    save_drawing,
)
from tinplate.gallery.values import (
    MAX_REPORTS,
    DeleteDrawing,
    Drawing,
    DrawingCommand,
    DrawingFacts,
    Publish,
    Redraw,
    RenameDrawing,
    ReportDrawing,
    Unpublish,
)
from tinplate.game import Rejected
from tinplate.lobby.clean_text import MAX_REMARK, MAX_TITLE
from tinplate.lobby.values import Guest

ANN, BOB = Guest("a", "Ann"), Guest("b", "Bob")
TEXT = CheckedText("a board", DrawingFacts("digest", 4, 3, (1, 8)))
OTHER = CheckedText("another board", DrawingFacts("other digest", 5, 5, None, (2, 9)))


def saved(name: str = "Mine") -> Drawing:
    return save_drawing("auction", ANN, name, TEXT)


def after(drawing: Drawing, *commands: DrawingCommand, by: Guest = ANN) -> Drawing:
    """What they lead to, one after the other."""
    for command in commands:
        checked = OTHER if isinstance(command, Redraw) else CheckedText(drawing.text, drawing.facts)
        drawing = folded(drawing, decide(drawing, by, command, checked))
    return drawing


def published() -> Drawing:
    return after(saved(), Publish())


def test_only_its_author_sees_a_new_drawing() -> None:
    """Nobody else, named or not."""
    drawing = saved()

    assert may_see(drawing, ANN)
    assert not may_see(drawing, BOB)
    assert not may_see(drawing, None)
    assert not drawing.is_listed


def test_everybody_sees_what_is_published_until_it_is_taken_back() -> None:
    """By choice, and only as long as the author wants."""
    drawing = published()

    assert drawing.is_listed
    assert may_see(drawing, BOB)
    assert may_see(drawing, None)
    assert not may_see(after(drawing, Unpublish()), BOB)


def test_a_drawing_is_known_by_the_name_that_its_author_has_when_it_is_published() -> None:
    """Names change; ids do not."""
    renamed = Guest("a", "Annabel")

    assert "Annabel" == after(saved(), Publish(), by=renamed).owner.name


@pytest.mark.parametrize(
    "command", [RenameDrawing("Ours"), Redraw("x"), Publish(), Unpublish(), DeleteDrawing()]
)
def test_nobody_else_changes_a_drawing(command: DrawingCommand) -> None:
    """Published or not."""
    for drawing in (saved(), published()):
        with pytest.raises(Rejected) as refusal:
            decide(drawing, BOB, command, OTHER)

        assert "not-your-drawing" == refusal.value.code


def test_a_new_text_is_a_new_edition() -> None:
    """With its own facts; the name stays, and so does whether it is published."""
    drawing = after(published(), Redraw("another board"))

    assert (OTHER.text, OTHER.facts, 2) == (drawing.text, drawing.facts, drawing.edition)
    assert ("Mine", True) == (drawing.name, drawing.is_published)


def test_what_changes_nothing_is_not_recorded() -> None:
    """The log grows only by what happens."""
    drawing = published()

    assert () == decide(drawing, ANN, Publish(), TEXT)
    assert () == decide(drawing, ANN, Redraw(TEXT.text), TEXT)
    assert () == decide(drawing, ANN, RenameDrawing(" Mine "), TEXT)
    assert () == decide(saved(), ANN, Unpublish(), TEXT)
    assert () == hide(drawing, is_hidden=False)


def test_nothing_is_published_that_was_not_measured() -> None:
    """It may be redrawn in another tab between measuring and publishing."""
    with pytest.raises(Rejected) as refusal:
        decide(saved(), ANN, Publish(), OTHER)

    assert "drawing-has-changed" == refusal.value.code


def test_nobody_sees_what_is_deleted() -> None:
    """Not even its author, nor does it come back."""
    drawing = after(published(), DeleteDrawing())

    assert not may_see(drawing, ANN)
    assert not drawing.is_listed
    assert () == decide(drawing, ANN, DeleteDrawing(), TEXT)


@pytest.mark.parametrize(
    ("name", "code"),
    [("", "title-is-empty"), ("\u200b ", "title-is-empty"), ("x" * 41, "title-too-long")],
)
def test_names_are_cleaned(name: str, code: str) -> None:
    """Like those of people: no invisible characters, and not too long."""
    with pytest.raises(Rejected) as refusal:
        saved(name)

    assert code == refusal.value.code
    assert "Two words" == saved(" Two\u202e \t words\n").name
    assert "x" * MAX_TITLE == after(saved(), RenameDrawing("x" * MAX_TITLE)).name


def report(text: str = "") -> ReportDrawing:
    return ReportDrawing("rude", text)


def test_everybody_reports_once() -> None:
    """With a reason and a short text, about the edition that they saw."""
    drawing = after(published(), report(" Look\nat it "), by=BOB)

    assert [("b", "rude", "Look at it", 1)] == [
        (each.guest, each.reason, each.text, each.edition) for each in drawing.reports
    ]
    assert drawing.is_listed  # the host decides, not whoever reports
    with pytest.raises(Rejected) as refusal:
        decide(drawing, BOB, report(), TEXT)
    assert "reported-already" == refusal.value.code
    with pytest.raises(Rejected) as refusal:
        decide(drawing, ANN, report(), TEXT)
    assert "own-drawing" == refusal.value.code
    with pytest.raises(Rejected) as refusal:
        decide(drawing, Guest("c", "Cleo"), report("x" * (MAX_REMARK + 1)), TEXT)
    assert "line-too-long" == refusal.value.code


def test_a_crowd_does_not_fill_the_log_with_reports() -> None:
    """The host knows by then."""
    drawing = published()
    for number in range(MAX_REPORTS + 10):
        drawing = after(drawing, report(), by=Guest(f"guest {number}", "Crowd"))

    assert MAX_REPORTS == len(drawing.reports)


def test_what_the_host_hides_only_its_author_sees() -> None:
    """Taking it back, redrawing and publishing again does not bring it back."""
    drawing = after(published(), report(), by=BOB)
    drawing = folded(drawing, hide(drawing, is_hidden=True))
    drawing = after(drawing, Unpublish(), Redraw("another board"), Publish())

    assert drawing.is_published
    assert not drawing.is_listed
    assert may_see(drawing, ANN)
    assert not may_see(drawing, BOB)
    assert () == hide(drawing, is_hidden=True)


def test_what_the_host_keeps_has_no_reports_any_more() -> None:
    """And those who reported it have had their say."""
    drawing = after(published(), report(), by=BOB)
    drawing = folded(drawing, hide(drawing, is_hidden=True))
    drawing = folded(drawing, hide(drawing, is_hidden=False))

    assert drawing.is_listed
    assert () == drawing.reports
    with pytest.raises(Rejected):
        decide(drawing, BOB, report(), TEXT)
