"""The rules of lists, invitations and reports. Ids and times are passed in.

A person who is blocked is not told: whatever they do is answered as for everybody else, and has no
effect. So nothing here refuses them; what they have sent is left out where it would be shown.
"""

from collections.abc import Collection

from msgspec.structs import replace

from tinplate.game import Rejected
from tinplate.lobby.values import Guest, Table
from tinplate.social.values import (
    INVITATION_LIFE,
    INVITE_PAUSE,
    LOSS_LIFE,
    MAX_BLOCKS,
    MAX_FOLLOWS,
    MAX_INVITATIONS,
    MAX_TOLD,
    Inbox,
    Invitation,
    InvitationAnswer,
    KnownPerson,
    LostAway,
    PeopleList,
    PersonReport,
    ReportedPlace,
    ReportOutcome,
)


def require_other(person: str, own: str) -> None:
    if person == own:
        raise Rejected("That's you.", "that-is-you")


def follow(follows: PeopleList, blocks: PeopleList, known: KnownPerson) -> PeopleList:
    """One more; the very same if they are there already."""
    require_not_blocked(blocks, known.person)
    if known.person in follows.ids:
        return follows
    if len(follows.people) >= MAX_FOLLOWS:
        because = f"You follow {MAX_FOLLOWS} people. Unfollow somebody first."
        raise Rejected(because, "too-many-follows", count=MAX_FOLLOWS)
    return PeopleList((*follows.people, known))


def block(blocks: PeopleList, known: KnownPerson) -> PeopleList:
    """One more; the very same if they are there already."""
    if known.person in blocks.ids:
        return blocks
    if len(blocks.people) >= MAX_BLOCKS:
        because = f"You have blocked {MAX_BLOCKS} people. Unblock somebody first."
        raise Rejected(because, "too-many-blocks", count=MAX_BLOCKS)
    return PeopleList((*blocks.people, known))


def without(people: PeopleList, person: str) -> PeopleList:
    """The very same if they are not there."""
    if person not in people.ids:
        return people
    return PeopleList(tuple(each for each in people.people if each.person != person))


def require_not_blocked(blocks: PeopleList, person: str) -> None:
    if person in blocks.ids:
        raise Rejected("You have blocked them. Unblock them first.", "you-blocked-them")


def invited(inbox: Inbox, invitation: Invitation) -> Inbox:
    """With one more. It replaces the one before of the same sender, if that is not too new."""
    sender = invitation.sender.id
    before = [each for each in inbox.invitations if each.sender.id == sender]
    if any(each.at > invitation.at - INVITE_PAUSE for each in before):
        raise Rejected("You have just invited them. Give them a minute.", "invited-just-now")
    others = tuple(each for each in inbox.invitations if each.sender.id != sender)
    return replace(inbox, invitations=(*others, invitation)[-MAX_INVITATIONS:])


def unanswered(inbox: Inbox, id_: str) -> Invitation | None:
    """The invitation, if it waits for an answer."""
    invitations = inbox.invitations
    return next((one for one in invitations if one.id == id_ and not one.is_answered), None)


def answered(inbox: Inbox, id_: str) -> Inbox:
    """The very same if there is no such invitation."""
    if unanswered(inbox, id_) is None:
        return inbox
    invitations = tuple(
        replace(each, is_answered=True) if each.id == id_ else each for each in inbox.invitations
    )
    return replace(inbox, invitations=invitations)


def told_answer(inbox: Inbox, answer: InvitationAnswer) -> Inbox:
    """With one more answer to an invitation of theirs."""
    return replace(inbox, answers=(*inbox.answers, answer)[-MAX_TOLD:])


def told_loss(inbox: Inbox, loss: LostAway) -> Inbox:
    """With one more match that was lost; the very same if that is told already."""
    if any(each.match == loss.match for each in inbox.losses):
        return inbox
    return replace(inbox, losses=(*inbox.losses, loss)[-MAX_TOLD:])


def saw_loss(inbox: Inbox, match: str) -> Inbox:
    """They know that they lost it. The very same if they were not told, or knew."""
    if all(each.match != match or each.is_seen for each in inbox.losses):
        return inbox
    losses = (replace(each, is_seen=True) if each.match == match else each for each in inbox.losses)
    return replace(inbox, losses=tuple(losses))


def fresh_answers(inbox: Inbox, now: int) -> tuple[InvitationAnswer, ...]:
    """The answers that are told now: as long as the invitation would have been."""
    return tuple(each for each in inbox.answers if each.at > now - INVITATION_LIFE)


def unseen_losses(inbox: Inbox, now: int) -> tuple[LostAway, ...]:
    """The losses that are told now."""
    losses = inbox.losses
    return tuple(each for each in losses if not each.is_seen and each.at > now - LOSS_LIFE)


def pending(inbox: Inbox, hidden: Collection[str], now: int) -> tuple[Invitation, ...]:
    """The invitations that are shown now, without those of people who are blocked."""
    return tuple(
        each
        for each in inbox.invitations
        if not each.is_answered and each.at > now - INVITATION_LIFE and each.sender.id not in hidden
    )


def place_of(table: Table, id_: str) -> ReportedPlace:
    """The table as it is now, to be kept with a report."""
    names = tuple(chair.owner.name for chair in table.chairs if chair.owner)
    return ReportedPlace(id_, table.terms.game, table.match, names, table.lines)


def person_at(table: Table, person: str) -> Guest:
    """Somebody who sits, plays, played or spoke at a table. Rejected if there is nobody like that.

    So nobody is reported at a table where they never were.
    """
    seated = (chair.owner for chair in table.chairs if chair.owner)
    spoke = (line.guest for line in reversed(table.lines))
    for guest in (*seated, *spoke, *table.sent_away):
        if guest.id == person:
            return guest
    names = [table.players, *(result.players for result in reversed(table.results))]
    for players, guests in zip(names, (table.guests, *reversed(table.past_guests)), strict=False):
        if person in guests and len(players) == len(guests):
            return Guest(person, players[guests.index(person)])
    raise Rejected("They were never at this table.", "never-at-this-table")


def report_again(before: PersonReport, report: PersonReport) -> PersonReport:
    """Another report by the same person, of the same and in the same place, after a decision."""
    if before.outcome == "open":
        because = "You have already reported them. A moderator will take a look."
        raise Rejected(because, "already-reported")
    return report


def decided(report: PersonReport, outcome: ReportOutcome) -> PersonReport:
    """What a moderator has decided; the first decision stays."""
    return replace(report, outcome=outcome) if report.outcome == "open" else report


def without_reporter(report: PersonReport) -> PersonReport:
    """When they have deleted their account, nothing that they wrote is left."""
    return replace(report, reporter=None, text="")


def without_lines(report: PersonReport) -> PersonReport:
    """What is the reporter's own: what was said at the table is for moderators."""
    return replace(report, place=replace(report.place, lines=()) if report.place else None)
