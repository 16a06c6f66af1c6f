"""The moderators' page over HTTP. For everybody else there is none."""

import asyncio
from typing import Annotated, Any

from litestar import Request, Router, get, post
from litestar.di import NamedDependency, Provide
from litestar.exceptions import NotFoundException
from litestar.params import JSONBody, QueryParameter
from msgspec.structs import replace

from tinplate.accounts.values import SOMEBODY, Account
from tinplate.game import Rejected
from tinplate.lobby.clean_text import clean_remark
from tinplate.lobby.values import ChatLine, Guest
from tinplate.server.context import ServerContext
from tinplate.server.http import TheContext
from tinplate.server.known_people import known_person
from tinplate.server.moderation import TrailRow
from tinplate.server.reports import REPORTS_SHOWN
from tinplate.server.sessions import identify
from tinplate.social.values import ModeratorAct, PersonReport, ReportedPlace
from tinplate.store.log import MAX_NAME
from tinplate.wire.social import (
    Moderate,
    ModeratedPerson,
    ModeratorPage,
    PeopleFound,
    PersonFile,
    ReportShown,
    TrailShown,
)

TRAIL = 50  # rows at a time
FILED = 10  # rows about one person
EXPLAINED = {"mute", "lock", "rank", "rename"}  # what needs a reason
TheModerator = NamedDependency[Account]
Before = Annotated[int | None, QueryParameter(ge=0)]
Asked = Annotated[str, QueryParameter(min_length=1, max_length=MAX_NAME)]


async def moderator_of(request: Request[Any, Any, Any], context: TheContext) -> Account:
    """The moderator who asks. Not found for everybody else, as if there were no such page."""
    account = await find_moderator(request, context)
    if account is None:
        raise NotFoundException
    return account


async def find_moderator(request: Request[Any, Any, Any], context: ServerContext) -> Account | None:
    """None if whoever asks is no moderator."""
    identity = await identify(context, request.cookies)
    account = None if identity is None else identity.account
    return account if account is not None and context.accounts.is_moderator(account) else None


@get("/api/moderation", opt={"purpose": "heavy"})
async def moderator_page(
    context: TheContext,
    moderator: TheModerator,  # noqa: ARG001 - nobody else gets here
    before: Before = None,
) -> ModeratorPage:
    """Reports on which nobody has decided, with what was said; and what was done so far."""
    return await _page(context, before)


@post("/api/moderation", status_code=200, opt={"purpose": "people"})
async def moderate(
    context: TheContext, moderator: TheModerator, data: JSONBody[Moderate]
) -> ModeratorPage:
    """Mute somebody, close their account, take their name, undo that; rank them, or dismiss."""
    why = clean_remark(data.why)
    if data.action in EXPLAINED and not why:
        raise Rejected("Say why, in a few words.", "say-why")
    if data.report is None and not data.also:  # or else they say who is meant
        called = (await known_person(context, data.person)).name
    else:
        called = await _reported_name(context, data)
    minutes = data.minutes if data.action == "mute" else 0
    act = ModeratorAct(moderator.person, data.action, data.person, why, data.report, minutes)
    await context.moderation.act(moderator, act, data.also, called)
    await context.forgotten.refresh()  # so that nobody here is shown what was taken away
    context.news.tell(data.person)
    return await _page(context, None)


@get("/api/moderation/people", opt={"purpose": "heavy"})
async def find_people(
    context: TheContext,
    moderator: TheModerator,  # noqa: ARG001 - nobody else gets here
    name: Asked,
) -> PeopleFound:
    """The account of that name, now or before, or the person of that id; and what was done."""
    account = await context.accounts.by_past_name(name)
    if account is None:
        account = await context.accounts.by_name_without_marks(name)
    try:
        guest = account.guest if account else await known_person(context, name)
    except NotFoundException:
        return PeopleFound(())
    return PeopleFound((await _file(context, await _person(context, guest)),))


def routes() -> Router:
    return Router(
        path="/",
        route_handlers=[moderator_page, moderate, find_people],
        dependencies={"moderator": Provide(moderator_of)},
    )


async def _reported_name(context: ServerContext, data: Moderate) -> str:
    """What somebody was called when they were reported."""
    report = await context.reports.find(data.report or data.also[0])
    return context.forgotten.guest(report.person).name


async def _page(context: ServerContext, before: int | None) -> ModeratorPage:
    found = await context.reports.open_ones(REPORTS_SHOWN + 1)
    rows = await context.moderation.trail(TRAIL, before)
    reports = await asyncio.gather(*(_report(context, *each) for each in found[:REPORTS_SHOWN]))
    trail = await asyncio.gather(*(_row(context, *each) for each in rows))
    people = {report.person.person: report.person for report in reports}
    files = await asyncio.gather(*(_file(context, person) for person in people.values()))
    first = rows[-1][0] if rows else 0
    return ModeratorPage(
        reports=tuple(reports),
        has_more=len(found) > REPORTS_SHOWN,
        trail=tuple(trail),
        before=first or None,
        files=tuple(files),
    )


async def _file(context: ServerContext, person: ModeratedPerson) -> PersonFile:
    rows = await context.moderation.about(person.person, FILED)
    return PersonFile(person, tuple(await asyncio.gather(*(_row(context, *row) for row in rows))))


async def _report(context: ServerContext, id_: str, report: PersonReport) -> ReportShown:
    return ReportShown(
        id=id_,
        person=await _person(context, report.person),
        reporter=None if report.reporter is None else _shown(context, report.reporter),
        reason=report.reason,
        text=report.text,
        at=report.at,
        place=None if report.place is None else _place(context, report.place),
        is_about_profile=report.is_about_profile or report.place is None,
    )


async def _row(context: ServerContext, number: int, row: TrailRow) -> TrailShown:
    act = row.act
    moderator, person = await asyncio.gather(
        _named(context, act.moderator), _named(context, act.person)
    )
    return TrailShown(
        number=number,
        at=row.at,
        moderator=moderator.name,
        action=act.action,
        person=await _person(context, person),
        why=act.why,
        minutes=act.minutes,
        drawing=act.drawing,
    )


async def _named(context: ServerContext, person: str) -> Guest:
    """As they are called now; somebody who is gone is somebody."""
    try:
        return await known_person(context, person)
    except NotFoundException:
        return Guest(person, SOMEBODY)


async def _person(context: ServerContext, guest: Guest) -> ModeratedPerson:
    account, muted = await asyncio.gather(
        context.accounts.find(guest.id), context.moderation.muted_until(guest.id)
    )
    has_account = account is not None and not account.is_closed
    name = account.name if account is not None and has_account else _shown(context, guest).name
    taken = context.forgotten.taken.latest(guest.id)
    return ModeratedPerson(
        person=guest.id,
        name=name,
        has_account=has_account,
        muted_until=muted,
        is_locked=account is not None and account.is_locked,
        is_moderator=account is not None and context.accounts.is_moderator(account),
        taken_name=None if taken is None else taken.name,
    )


def _place(context: ServerContext, place: ReportedPlace) -> ReportedPlace:
    """What was said stays; whoever is gone has no name any more."""
    return replace(place, lines=tuple(_line(context, line) for line in place.lines))


def _line(context: ServerContext, line: ChatLine) -> ChatLine:
    return replace(line, guest=_shown(context, line.guest))


def _shown(context: ServerContext, guest: Guest) -> Guest:
    return replace(guest, name=context.forgotten.author(guest.name, (guest.id,)))
