"""People and each other over HTTP: follow, block, invite, report."""

import asyncio
from hashlib import sha256
from typing import Annotated, Any

from litestar import Request, Router, get, post
from litestar.params import JSONBody, QueryParameter
from msgspec.json import Decoder, encode
from msgspec.structs import replace

from tinplate.game import Rejected
from tinplate.lobby.clean_text import MAX_NAME, clean_remark
from tinplate.lobby.values import Guest
from tinplate.server.context import ServerContext
from tinplate.server.http import TheContext, TheGuest, guest_of, listed_table, named
from tinplate.server.known_people import known_person
from tinplate.server.news import has_come
from tinplate.server.players import account_of, require_own_name, require_player, require_voice
from tinplate.server.profiles import main_rating
from tinplate.server.public_places import last_public_place
from tinplate.server.replicas import MATCH, TABLE
from tinplate.server.reports import REPORTS_SHOWN
from tinplate.server.sockets import address_of
from tinplate.social.rules import person_at, place_of, require_other
from tinplate.social.values import KnownPerson, PeopleList, PersonReport
from tinplate.wire.resources import Listed, MatchSummary
from tinplate.wire.social import (
    AnswerInvitation,
    FollowedPerson,
    Friends,
    InvitePerson,
    LastPlayed,
    Notices,
    OnePerson,
    OwnPeople,
    PeopleNamed,
    PersonNamed,
    ReportPerson,
    ReportSent,
    SeenLoss,
)

COUNTED = {"purpose": "people"}
Beginning = Annotated[str, QueryParameter(min_length=1, max_length=MAX_NAME)]  # of a name
MARK = 22  # letters that stand for all news of one person
Mark = Annotated[str | None, QueryParameter(max_length=MARK)]
MAX_TABLES = 20  # of one person, among which we look for a public one
_MATCH_SUMMARY = Decoder(MatchSummary)


@get("/api/social")
async def own_people(context: TheContext, guest: TheGuest) -> OwnPeople:
    """The people you follow, and those whom you have blocked. Whoever has no name has nobody."""
    return OwnPeople((), ()) if guest is None else await _own(context, guest.id)


@post("/api/social/follow", status_code=200, opt=COUNTED)
async def follow(context: TheContext, guest: TheGuest, data: JSONBody[OnePerson]) -> OwnPeople:
    """Follow somebody. If they have blocked you, you are shown nothing of them."""
    own = named(guest)
    await require_player(context, own)
    known = await _meant(context, data)
    account = await account_of(context, known)
    if account is not None and account.is_locked:
        raise Rejected("A moderator has closed this account.", "account-is-locked")
    await context.social.follow(own.id, known.id, known.name)
    return await _own(context, own.id)


@post("/api/social/unfollow", status_code=200, opt=COUNTED)
async def unfollow(context: TheContext, guest: TheGuest, data: JSONBody[OnePerson]) -> OwnPeople:
    """Follow somebody no more."""
    own = named(guest)
    await context.social.unfollow(own.id, data.person)
    return await _own(context, own.id)


@post("/api/social/block", status_code=200, opt=COUNTED)
async def block(context: TheContext, guest: TheGuest, data: JSONBody[OnePerson]) -> OwnPeople:
    """Have nothing to do with somebody: no chat, match, invitation or follow, either way.

    They are not told.
    """
    own = named(guest)
    known = await _meant(context, data)
    await context.social.block(own.id, known.id, known.name)
    await context.quick.part(own.id, known.id)
    return await _own(context, own.id)


@post("/api/social/unblock", status_code=200, opt=COUNTED)
async def unblock(context: TheContext, guest: TheGuest, data: JSONBody[OnePerson]) -> OwnPeople:
    """Undo a block."""
    own = named(guest)
    await context.social.unblock(own.id, data.person)
    return await _own(context, own.id)


@get("/api/social/friends", opt={"purpose": "heavy"})
async def friends(context: TheContext, guest: TheGuest) -> Friends:
    """Everybody you follow: who is online, at a public table, and what they finished last."""
    own = named(guest)
    follows, hidden = await asyncio.gather(
        context.social.follows(own.id), context.social.hidden(own.id)
    )
    gone = context.forgotten.people
    people = [each for each in reversed(follows.people) if each.person not in gone]
    told = await asyncio.gather(*(_followed(context, each, hidden) for each in people))
    return Friends(tuple(sorted(told, key=lambda each: (each.table is None, not each.is_online))))


@get("/api/people", opt={"purpose": "heavy"})
async def find_people(context: TheContext, guest: TheGuest, name: Beginning) -> PeopleNamed:
    """The accounts whose name begins so. Private and closed ones are not found, nor guests.

    Nor is anybody who has blocked you, or the other way.
    """
    if context.policy.accounts == "off":
        return PeopleNamed(())
    hidden = frozenset[str]() if guest is None else await context.social.hidden(guest.id)
    found = await context.people_search.by_beginning(name, hidden)
    ratings = await asyncio.gather(*(main_rating(context, one.person) for one in found))
    return PeopleNamed(
        tuple(
            PersonNamed(one.person, one.name, one.avatar, rating)
            for one, rating in zip(found, ratings, strict=True)
        )
    )


@post("/api/social/invite", status_code=200, opt={"purpose": "invitations"})
async def invite(context: TheContext, guest: TheGuest, data: JSONBody[InvitePerson]) -> OwnPeople:
    """Ask somebody to come to the table at which you sit. They see it on any page."""
    sender = named(guest)
    await require_player(context, sender)
    await require_own_name(context, sender)
    await require_voice(context, sender)
    replica = await context.log_cache.current(await context.log_cache.table(data.table))
    if replica.table.chair_of(sender.id) is None:
        raise Rejected("Sit down at the table before you invite others.", "sit-to-invite")
    known = await known_person(context, data.person)
    context.rate_limiter.spend(f"person {sender.id}", "invitations-each")
    await context.social.invite(sender, known.id, data.table, replica.table.terms.game)
    return await _own(context, sender.id)


@get("/api/social/notices", opt={"purpose": "news"})
async def notices(
    request: Request[Any, Any, Any], context: TheContext, guest: TheGuest, seen: Mark = None
) -> Notices:
    """What you should know on any page. Whoever asks is online: ask every 10 to 30 s.

    With the mark of what you have seen, the answer waits until there is something else, up to 25 s.
    It comes at once where too many of your pages wait.
    """
    if guest is None:
        return Notices()
    context.online.note(guest.id)
    with context.news.attend(guest.id, address_of(request)) as news:
        told = await _notices(context, guest)
        if seen != told.mark or not await has_come(request, news, context.timeouts.news):
            return told
    now = await guest_of(request, context)  # they may have signed out meanwhile
    return Notices() if now is None else await _notices(context, now)


@post("/api/social/answer", status_code=200, opt=COUNTED)
async def answer(context: TheContext, guest: TheGuest, data: JSONBody[AnswerInvitation]) -> Notices:
    """Accept or decline an invitation: it is not shown again, and whoever sent it is told."""
    own = named(guest)
    await context.social.answer(own, data.id, accepts=data.accepts)
    return await _notices(context, own)


@post("/api/social/seen", status_code=200, opt=COUNTED)
async def saw_loss(context: TheContext, guest: TheGuest, data: JSONBody[SeenLoss]) -> Notices:
    """Say that you know of a match that you lost while you were away: it is not shown again."""
    own = named(guest)
    await context.social.saw_loss(own.id, data.match)
    return await _notices(context, own)


@post("/api/social/report", opt={"purpose": "reports"})
async def report(context: TheContext, guest: TheGuest, data: JSONBody[ReportPerson]) -> ReportSent:
    """Ask the moderators to look at what somebody did, at a table or on their profile.

    What was said at the table is attached by the server, so nobody can make it up; to a report of
    a profile, what was said at the public table where they were last.
    """
    own = named(guest)
    await require_player(context, own)
    require_other(data.person, own.id)
    text, now = clean_remark(data.text), context.clock()
    if data.table is None:
        person = await known_person(context, data.person)
        place = await last_public_place(context, person.id)
    else:
        replica = await context.log_cache.current(await context.log_cache.table(data.table))
        person = person_at(replica.table, data.person)
        place = place_of(replica.table, data.table)
    context.rate_limiter.spend(f"person {own.id}", "reports-each")
    sent = PersonReport(
        own, person, data.reason, text, now, place, is_about_profile=data.table is None
    )
    await context.reports.add(sent, own.id)
    return ReportSent(now)


def routes() -> Router:
    return Router(
        path="/",
        route_handlers=[
            own_people,
            follow,
            unfollow,
            block,
            unblock,
            friends,
            find_people,
            invite,
            notices,
            answer,
            saw_loss,
            report,
        ],
    )


async def _meant(context: ServerContext, data: OnePerson) -> Guest:
    """Somebody who is known, or who was met at a table, perhaps only as a voice in its chat."""
    if data.table is None:
        return await known_person(context, data.person)
    replica = await context.log_cache.current(await context.log_cache.table(data.table))
    return person_at(replica.table, data.person)


async def _own(context: ServerContext, person: str) -> OwnPeople:
    follows, blocks = await asyncio.gather(
        context.social.follows(person), context.social.blocks(person)
    )
    return OwnPeople(_called(context, follows), _called(context, blocks))


def _called(context: ServerContext, people: PeopleList) -> tuple[KnownPerson, ...]:
    """As they may be called now; without those who are gone."""
    forgotten = context.forgotten
    return tuple(
        replace(each, name=forgotten.name(each.person, each.name))
        for each in people.people
        if each.person not in forgotten.people
    )


async def _notices(context: ServerContext, guest: Guest) -> Notices:
    inbox, mute = await asyncio.gather(
        context.social.inbox(guest.id), context.moderation.mute_of(guest.id)
    )
    forgotten, gone = context.forgotten, context.forgotten.people
    reports = None
    if context.accounts.moderates(guest.id):
        reports = len(await context.reports.open_ones(REPORTS_SHOWN + 1))
    told = Notices(
        tuple(
            replace(each, sender=forgotten.guest(each.sender))
            for each in inbox.invitations
            if each.sender.id not in gone
        ),
        None if mute is None else mute.until,
        "" if mute is None else mute.why,
        owes_name=forgotten.taken.owes_name(guest),
        name_why=forgotten.taken.why(guest),
        open_reports=reports,
        answers=tuple(
            replace(each, person=forgotten.guest(each.person))
            for each in inbox.answers
            if each.person.id not in gone
        ),
        losses=tuple(
            replace(each, winner=_called_now(context, each.winner)) for each in inbox.losses
        ),
    )
    return replace(told, mark=sha256(encode(told)).hexdigest()[:MARK])


def _called_now(context: ServerContext, guest: Guest) -> Guest:
    """Whoever is gone is somebody."""
    return replace(guest, name=context.forgotten.name(guest.id, guest.name))


async def _followed(
    context: ServerContext, known: KnownPerson, hidden: frozenset[str]
) -> FollowedPerson:
    """Nothing but the name where people are private, or either has blocked the other."""
    person = known.person
    account = await account_of(context, Guest(person, known.name))
    called = context.forgotten.name(person, known.name)
    name, avatar = (account.name, account.avatar) if account else (called, None)
    shown = FollowedPerson(person, name, avatar, can_meet=person not in hidden)
    if person in hidden or (account is not None and account.is_private):
        return shown
    table, last, rating = await asyncio.gather(
        _public_table(context, person), _last(context, person), main_rating(context, person)
    )
    is_online = context.online.has(person)
    return replace(shown, is_online=is_online, table=table, last=last, rating=rating)


async def _public_table(context: ServerContext, person: str) -> Listed | None:
    heads = await context.store.of_guest(person, TABLE, is_open=True, limit=MAX_TABLES)
    public = next((head for head in heads if head.is_public), None)
    return None if public is None else listed_table(context, public)


async def _last(context: ServerContext, person: str) -> LastPlayed | None:
    """Without its id: whoever has that can watch the replay, and the table may be a private one."""
    for head in await context.store.of_guest(person, MATCH, is_open=False, limit=1):
        if head.summary:
            summary = _MATCH_SUMMARY.decode(head.summary)
            winners = {summary.guests[seat] for seat in summary.facts.winners if summary.guests}
            return LastPlayed(summary.facts.game, summary.facts.updated_at, person in winners)
    return None
