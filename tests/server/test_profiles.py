"""Profiles over HTTP: what is on them, and who may see it."""

import asyncio

import httpx
import msgspec
from msgspec.structs import replace

from tests.server.authenticator import Authenticator, Browser
from tests.server.solving import Opens, browser
from tests.server.test_accounts import person
from tests.server.test_people import account, code_of, id_of, server, status_in, wishes
from tests.waiting import PATIENCE, a_moment
from tinplate.ending import Resign
from tinplate.lobby.values import SeatBot, Sit, Start, Terms
from tinplate.wire.outgoing import Done
from tinplate.wire.resources import Profile

__all__ = ["browser", "server"]
PUBLIC = Terms("ricochet", {}, is_public=True)
BY_LINK = replace(PUBLIC, is_public=False)
HIDDEN = (404, "not-there")


async def asked(whom: str, by: Browser) -> httpx.Response:
    return await by.get(f"/api/people/{whom}")


async def profile(whom: str, by: Browser) -> Profile:
    answer = await asked(whom, by)
    assert httpx.codes.OK == answer.status_code, answer.text
    return msgspec.json.decode(answer.content, type=Profile)


async def beats(winner: Browser, loser: Browser, terms: Terms = PUBLIC, *, bot: str = "") -> str:
    """The loser resigns. Returns the id of the match once it is in both records."""
    ann, bob = [person(here, await here.guest()) for here in (winner, loser)]
    table = await ann.open(terms, 3 if bot else 2)
    async with ann.at(table) as hers, bob.at(table) as his:
        assert isinstance(await his.act(Sit(1)), Done)
        if bot:
            assert isinstance(await hers.act(SeatBot(2, bot)), Done)
        assert isinstance(await hers.act(Start()), Done)
        await his.until(lambda: his.match and his.seat == 1)
        match = str(his.match)
        assert isinstance(await his.play(Resign()), Done)
        if bot:
            assert isinstance(await hers.play(Resign()), Done)
    for here in (winner, loser):
        await recorded(here, match)
    return match


async def recorded(here: Browser, match: str) -> None:
    """Wait until a match is on the profile of somebody, as they see it."""
    whom = await id_of(here)
    async with asyncio.timeout(PATIENCE):
        while match not in [one.match for one in (await profile(whom, here)).latest]:
            await a_moment()


async def test_what_is_on_a_profile(browser: Opens) -> None:
    """Results against each, bots too; the latest matches with all who played."""
    ann, bob = await account(browser, "Ann"), await browser("Bob")
    first = await beats(ann, bob)
    second = await beats(bob, ann, bot="level-1")
    seen = await profile(await id_of(ann), await browser())
    [game] = seen.games

    assert ("Ann", True, False, False) == (
        seen.name,
        seen.has_account,
        seen.is_own,
        seen.is_private,
    )
    assert ("ricochet", 2, 1) == (game.game, game.matches, game.wins)
    assert {("Bob", await id_of(bob), None), ("level-1", None, "level-1")} == {
        (one.name, one.person, one.bot) for one in game.opponents
    }
    met = {one.name: (one.wins, one.losses, one.draws) for one in game.opponents}
    assert (0, 1, 0) == met["level-1"]
    assert 2 == sum(met["Bob"])
    assert [second, first] == [one.match for one in seen.latest]
    assert [(1, "Ann"), (2, "Bob")] == [(one.place, one.name) for one in seen.latest[1].players]


async def test_everybody_has_the_face_they_chose(browser: Opens) -> None:
    """As opponents and in matches; whoever is private shows none."""
    ann, bob = await account(browser, "Ann"), await browser("Bob")
    assert 201 == (await ann.post("/api/guest", name="Ann", avatar="owl")).status_code
    await beats(ann, bob)
    whom = await id_of(bob)
    [game], [match] = (seen := await profile(whom, bob)).games, seen.latest
    assert ["owl"] == [one.avatar for one in game.opponents]
    assert ["owl", None] == [one.avatar for one in match.players]
    assert 200 == (await ann.do("SetPrivacy", is_private=True)).status_code
    [hidden] = (await profile(whom, bob)).latest

    assert [None, None] == [one.avatar for one in hidden.players]


async def test_a_profile_is_found_by_its_name(browser: Opens) -> None:
    """However it is written, and by the one before, which nobody else can take for now."""
    ann, bob = await account(browser, "Ann Lee"), await browser("Bob")
    whom = await id_of(ann)
    assert 201 == (await ann.introduce("Annabel")).status_code
    for name in ("Annabel", "annabel", "Ann%20Lee", whom):
        assert (whom, "Annabel") == ((seen := await profile(name, bob)).person, seen.name)
    for nobody in ("Bob", "Cleo", "%C2%88", "x" * 300, "%20"):
        assert HIDDEN == code_of(await asked(nobody, bob))


async def test_guests_have_a_profile_by_their_id(browser: Opens) -> None:
    """Once they have played; before that it is there for themselves."""
    bob, cleo = await browser("Bob"), await browser("Cleo")
    whom = await id_of(bob)
    assert ("Bob", ()) == ((own := await profile(whom, bob)).name, own.games)
    assert HIDDEN == code_of(await asked(whom, cleo))
    await beats(bob, cleo)
    seen = await profile(whom, cleo)

    assert ("Bob", False) == (seen.name, seen.has_account)


async def test_an_id_is_nobodys_name(browser: Opens) -> None:
    """Somebody who calls themselves like another's id is not found by it."""
    bob, cleo = await browser("Bob"), await browser("Cleo")
    await beats(bob, cleo)
    whom = await id_of(bob)
    mallory = await browser()
    if httpx.codes.CREATED == (await mallory.introduce(whom)).status_code:
        await mallory.register(Authenticator())

    assert "Bob" == (await profile(whom, cleo)).name


async def test_a_match_by_link_is_listed_for_its_players_only(browser: Opens) -> None:
    """Others learn neither its id nor that it was played; its result is among the others."""
    ann, bob = await browser("Ann"), await browser("Bob")
    match = await beats(ann, bob, BY_LINK)
    whom = await id_of(ann)
    answers = [await asked(whom, here) for here in (bob, await browser())]

    assert [match] == [one.match for one in (await profile(whom, ann)).latest]
    assert all(match not in answer.text for answer in answers)
    assert 1 == (await profile(whom, bob)).games[0].wins


async def test_matches_among_strangers_are_for_everybody(browser: Opens) -> None:
    """Quick match has found them."""
    ann, bob = await browser("Ann"), await browser("Bob")
    await wishes(ann)
    table = status_in(await wishes(bob)).table
    assert table is not None
    async with person(bob, await bob.guest()).at(table) as his:
        await his.until(lambda: his.match and his.seat == 1)
        assert isinstance(await his.play(Resign()), Done)
        match = str(his.match)
    await recorded(ann, match)
    seen = await profile(await id_of(ann), await browser())

    assert [(match, True)] == [(one.match, one.is_public) for one in seen.latest]
    async with asyncio.timeout(PATIENCE):
        while not seen.curves:  # it counts a moment later
            await a_moment()
            seen = await profile(await id_of(ann), await browser())
    [[point]] = [curve.points for curve in seen.curves]
    assert [(1500, point.rating.number)] == [
        (one.step.before, one.step.after) for one in seen.latest if one.step
    ]
    follower = await browser("Cleo")
    answer = await follower.post("/api/social/follow", person=await id_of(ann))
    assert httpx.codes.OK == answer.status_code, answer.text
    [friend] = (await follower.get("/api/social/friends")).json()["people"]
    assert ("ricochet", "usual") == (friend["rating"]["game"], friend["rating"]["speed"])
    assert point.rating.number == friend["rating"]["rating"]["number"]


async def test_a_private_profile_is_there_for_its_owner_only(browser: Opens) -> None:
    """By its id and all its names; and in nobody else's profile, as opponent or in a match."""
    ann, bob = await account(browser, "Ann"), await account(browser, "Bob")
    match = await beats(ann, bob)
    assert 201 == (await ann.introduce("Annabel")).status_code
    assert 200 == (await ann.do("SetPrivacy", is_private=True)).status_code
    whom, stranger = await id_of(ann), await browser()
    for here in (bob, stranger):
        for name in (whom, "Annabel", "Ann"):
            assert HIDDEN == code_of(await asked(name, here))
    own = await profile("Annabel", ann)
    others = await asked("Bob", stranger)
    bobs = msgspec.json.decode(others.content, type=Profile)

    linked = [
        (await here.get(f"/api/matches/{match}/people")).json()["people"]
        for here in (stranger, ann)
    ]
    assert [[None, await id_of(bob)], [whom, await id_of(bob)]] == linked
    assert (True, True, 1) == (own.is_own, own.is_private, len(own.latest))
    assert whom not in others.text
    assert "Ann" not in others.text
    assert () == bobs.games[0].opponents
    assert [("", None), ("Bob", await id_of(bob))] == [
        (one.name, one.person) for one in bobs.latest[0].players
    ]


async def test_somebody_who_is_gone_is_nowhere(browser: Opens) -> None:
    """Their profile and name are gone; in the matches of others somebody has played."""
    ann, bob = await account(browser, "Ann"), await browser("Bob")
    await beats(ann, bob)
    whom = await id_of(ann)
    assert 200 == (await ann.delete("Ann")).status_code
    for name in (whom, "Ann"):
        for here in (ann, bob):
            assert HIDDEN == code_of(await asked(name, here))
    left = await asked(await id_of(bob), bob)
    seen = msgspec.json.decode(left.content, type=Profile)

    assert whom not in left.text
    assert "Ann" not in left.text
    assert (1, ()) == (seen.games[0].matches, seen.games[0].opponents)


async def test_what_is_downloaded_has_the_record(browser: Opens) -> None:
    """Everything of mine is everything."""
    ann, bob = await account(browser, "Ann"), await browser("Bob")
    match = await beats(ann, bob, BY_LINK)
    told = (await ann.get("/api/account/download")).json()

    assert [match] == [one["match"] for one in told["record"]["latest"]]
