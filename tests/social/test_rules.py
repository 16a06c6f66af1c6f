"""The rules of lists, invitations and reports."""

import pytest
from msgspec.structs import replace

from tinplate.game import Rejected
from tinplate.lobby.rules import evolve, open_table
from tinplate.lobby.values import ChairLeft, Guest, Said, SentAway, Terms
from tinplate.social import rules
from tinplate.social.values import (
    INVITATION_LIFE,
    INVITE_PAUSE,
    MAX_BLOCKS,
    MAX_FOLLOWS,
    MAX_INVITATIONS,
    Inbox,
    Invitation,
    KnownPerson,
    PeopleList,
    PersonReport,
)

ANN, BOB, CYD = Guest("a", "Ann"), Guest("b", "Bob"), Guest("c", "Cyd")
NOBODY = PeopleList()
NOW = 1_000_000_000
TABLE = open_table(Terms("any", {}), 2, ANN)


def known(guest: Guest) -> KnownPerson:
    return KnownPerson(guest.id, guest.name, NOW)


def crowd(size: int) -> PeopleList:
    return PeopleList(tuple(KnownPerson(f"p{each}", f"P{each}", NOW) for each in range(size)))


def sent(sender: Guest, at: int = NOW, id_: str = "i") -> Invitation:
    return Invitation(id_, sender, "t", "any", at)


def reported(text: str = "what they wrote") -> PersonReport:
    return PersonReport(ANN, BOB, "rude", text, NOW, None)


def test_a_list_has_everybody_once() -> None:
    """And is the very same if nothing changes."""
    one = rules.follow(NOBODY, NOBODY, known(BOB))
    blocks = rules.block(NOBODY, known(BOB))

    assert ("b",) == one.ids == blocks.ids
    assert one is rules.follow(one, NOBODY, known(BOB))
    assert blocks is rules.block(blocks, known(BOB))
    assert one is rules.without(one, "c")
    assert NOBODY == rules.without(one, "b")


def test_lists_have_an_end() -> None:
    """With a sentence that says so."""
    with pytest.raises(Rejected, match="Unfollow somebody first"):
        rules.follow(crowd(MAX_FOLLOWS), NOBODY, known(BOB))
    with pytest.raises(Rejected, match="Unblock somebody first"):
        rules.block(crowd(MAX_BLOCKS), known(BOB))


def test_nobody_follows_whom_they_have_blocked() -> None:
    """Nor themselves."""
    with pytest.raises(Rejected, match="Unblock them first"):
        rules.follow(NOBODY, rules.block(NOBODY, known(BOB)), known(BOB))
    with pytest.raises(Rejected, match="That's you"):
        rules.require_other("a", "a")


def test_the_same_person_invites_once_a_minute() -> None:
    """Also if it was declined; a later one replaces the one before."""
    inbox = rules.answered(rules.invited(Inbox(), sent(ANN)), "i")
    with pytest.raises(Rejected, match="just invited"):
        rules.invited(inbox, sent(ANN, NOW + INVITE_PAUSE - 1, "j"))
    again = rules.invited(inbox, sent(ANN, NOW + INVITE_PAUSE, "j"))
    both = rules.invited(again, sent(BOB, NOW + INVITE_PAUSE, "k"))

    assert ["j", "k"] == [each.id for each in both.invitations]


def test_invitations_are_shown_until_they_are_answered_or_old() -> None:
    """And never those of people who are blocked."""
    inbox = rules.invited(rules.invited(Inbox(), sent(ANN)), sent(BOB, id_="j"))

    assert ["i", "j"] == [each.id for each in rules.pending(inbox, (), NOW)]
    assert ["j"] == [each.id for each in rules.pending(inbox, {"a"}, NOW)]
    assert ["j"] == [each.id for each in rules.pending(rules.answered(inbox, "i"), (), NOW)]
    assert () == rules.pending(inbox, (), NOW + INVITATION_LIFE)
    assert inbox is rules.answered(inbox, "no such invitation")


def test_an_inbox_has_an_end() -> None:
    """The oldest gives way."""
    inbox = Inbox()
    for number in range(MAX_INVITATIONS + 1):
        inbox = rules.invited(inbox, sent(Guest(f"g{number}", "Ann"), id_=f"{number}"))

    assert [f"{each}" for each in range(1, MAX_INVITATIONS + 1)] == [
        each.id for each in inbox.invitations
    ]


def test_whoever_was_at_a_table_can_be_reported_there() -> None:
    """On a chair, in the chat, sent away, or as a player of a match before; and nobody else."""
    spoke = evolve(TABLE, Said(BOB, "Hello."))
    gone = evolve(spoke, SentAway(CYD, None))
    played = replace(
        evolve(TABLE, ChairLeft(0)), players=("Ann",), guests=("a",), past_guests=(), results=()
    )

    assert ANN == rules.person_at(TABLE, "a")
    assert BOB == rules.person_at(spoke, "b")
    assert CYD == rules.person_at(gone, "c")
    assert ANN == rules.person_at(played, "a")
    with pytest.raises(Rejected, match="never at this table"):
        rules.person_at(gone, "d")


def test_a_place_keeps_what_was_said() -> None:
    """With the names of those who sat there."""
    place = rules.place_of(evolve(TABLE, Said(BOB, "Hello.")), "t")

    assert ("t", "any", ("Ann",)) == (place.table, place.game, place.players)
    assert [("Bob", "Hello.")] == [(line.guest.name, line.text) for line in place.lines]


def test_one_report_is_open_at_a_time() -> None:
    """Another one can be sent after a decision, and the first decision stays."""
    with pytest.raises(Rejected, match="already reported"):
        rules.report_again(reported(), reported())
    muted = rules.decided(reported(), "muted")

    assert "open" == rules.report_again(muted, reported()).outcome
    assert muted == rules.decided(muted, "dismissed")


def test_nothing_that_a_reporter_wrote_is_left() -> None:
    """When they have deleted their account."""
    left = rules.without_reporter(reported())

    assert (None, "", BOB) == (left.reporter, left.text, left.person)
