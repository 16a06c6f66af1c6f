"""What a socket does for those who behave, and with those who do not."""

import asyncio
import socket as bare_sockets
from collections.abc import AsyncIterator, Iterator

import pytest
from msgspec.structs import replace
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.catalogues import stand_in
from tests.server.client import Client, Person, begin, introduced, nameless
from tests.server.players import A_SHORT_RALLY, A_SHORT_RICOCHET
from tests.server.serving import ServerClock, serving
from tests.waiting import others_run
from tinplate.ending import AbortMatch, EndMatch, Resign
from tinplate.games.ricochet.values import (
    Bid,
    Bidding,
    SayDone,
    TurnToken,
)
from tinplate.lobby.values import Chair, Say, SeatBot, SendAway, Sit, Stand, Start
from tinplate.server import connections, rate_limits, replicas, sockets
from tinplate.server.context import DEFAULT_TIMEOUTS, Timeouts
from tinplate.wire.incoming import Act, Hello, Ping, React
from tinplate.wire.outgoing import Done, Presence, Reacted, Refused

GRACE = 0.3  # seconds
MANY = 30 * connections.MAX_QUEUED


@pytest.fixture
async def ann(address: str) -> Person:
    return await introduced(address, "Ann")


@pytest.fixture
async def bob(address: str) -> Person:
    return await introduced(address, "Bob")


async def closed_with(socket: ClientConnection) -> tuple[int | None, str | None]:
    """Read to the end, and say with which code it came."""
    try:
        async for _ in socket:
            pass
    except ConnectionClosed:
        pass
    return socket.close_code, socket.close_reason


# Coming


async def test_whoever_comes_is_told_everything(ann: Person, bob: Person) -> None:
    """Who they are, the table, who is here, what was said; and the others hear of them."""
    table = await ann.open(A_SHORT_RICOCHET, 2)
    async with ann.at(table) as hers:
        await hers.act(Say("hello"))
        async with bob.at(table) as his, nameless(bob.address).at(table) as other:
            await his.until(lambda: his.lines and his.presence and his.presence.nameless)
            await other.until(lambda: other.table)

            assert (bob.guest, None) == (his.you, other.you)
            assert his.table is not None
            assert (Chair(owner=ann.guest), Chair()) == his.table.chairs
            assert [(1, "hello")] == [(line.number, line.text) for line in his.lines]
            assert Presence(tuple(sorted([id_of(ann), id_of(bob)])), 1) == his.presence
        await hers.until(lambda: hers.presence == Presence((id_of(ann),), 0))


def id_of(person: Person) -> str:
    assert person.guest is not None
    return person.guest.id


async def test_a_chat_line_is_told_without_the_whole_table(ann: Person, bob: Person) -> None:
    """What did not change is not sent again."""
    table = await ann.open(A_SHORT_RICOCHET, 2)
    async with ann.at(table) as hers, bob.at(table) as his:
        await his.until(lambda: his.presence and len(his.presence.guests) == 2)
        before = len(his.raw)
        await hers.act(Say("  one\n two\u202e "))
        await his.until(lambda: his.lines)

        assert "one two" == his.lines[0].text
        assert before + 1 == len(his.raw)


async def test_everybody_sees_a_reaction(ann: Person, bob: Person) -> None:
    """Players and spectators, while they are there; whoever comes later sees none of it."""
    assert ann.guest is not None
    table = await ann.open(A_SHORT_RICOCHET, 2)
    async with ann.at(table) as hers, nameless(bob.address).at(table) as other:
        await hers.until(lambda: hers.presence and hers.presence.nameless)
        await hers.send(React("bravo"))
        await hers.until(lambda: hers.reactions)
        await other.until(lambda: other.reactions)

        assert [Reacted(ann.guest, "bravo")] == hers.reactions == other.reactions
        async with bob.at(table) as his:
            await his.until(lambda: his.presence and len(his.presence.guests) == 2)
            await hers.act(Say("hello"))
            await his.until(lambda: his.lines)

            assert [] == his.reactions


async def test_a_reaction_needs_a_name_and_a_good_name(ann: Person, bob: Person) -> None:
    """Nobody reacts without one, nor after being sent away; everybody else sees nothing."""
    table = await ann.open(A_SHORT_RICOCHET, 2)
    async with ann.at(table) as hers, bob.at(table) as his:
        await his.act(Say("spam"))
        assert isinstance(await hers.act(SendAway(id_of(bob))), Done)
        async with nameless(bob.address).at(table) as other:
            await his.send(React("hurry"))
            await his.until(lambda: his.troubles)
            await other.send(React("hurry"))
            await other.until(lambda: other.troubles)

            assert ["you-were-sent-away"] == [trouble.code for trouble in his.troubles]
            assert ["no-name"] == [trouble.code for trouble in other.troubles]
        await hers.act(Say("quiet"))

        assert [] == hers.reactions


def test_a_reaction_costs_as_much_as_a_line() -> None:
    """Everybody sees both, so nobody may flood a table with either."""
    assert sockets.cost_of(Act("1", Say("hello")), 60) == sockets.cost_of(React("hello"), 30)


async def test_a_table_nobody_opened(ann: Person) -> None:
    """Is told as such."""
    async with ann.socket("nowhere") as socket:
        await socket.send('{"type":"Hello"}')

        assert (sockets.NO_TABLE, "there is no such table") == await closed_with(socket)


@pytest.mark.parametrize("first", ['{"type":"Ping","at":1}', "nonsense", "{}", b"\xff\xfe"])
async def test_the_first_message_is_a_hello(ann: Person, first: str | bytes) -> None:
    """The server closes a socket that begins with anything else."""
    async with ann.socket(await ann.open(A_SHORT_RICOCHET, 2)) as socket:
        await socket.send(first)

        assert sockets.NO_HELLO == (await closed_with(socket))[0]


async def test_a_page_of_another_site_gets_no_socket(ann: Person) -> None:
    """A browser tells where a page comes from; with its cookie or without, it is refused."""
    table = await ann.open(A_SHORT_RICOCHET, 2)
    own = ann.address
    for origin in ("http://evil.example", "null", own.replace("127.0.0.1", "localhost")):
        with pytest.raises(InvalidStatus) as refusal:
            await ann.socket(table, Origin=origin)

        assert 403 == refusal.value.response.status_code
    async with ann.socket(table, Origin=own) as socket:
        await socket.send('{"type":"Hello"}')

        assert "Welcome" in str(await socket.recv())


@pytest.mark.parametrize("change", ["x", "."])
async def test_a_cookie_that_was_tampered_with_is_none(ann: Person, change: str) -> None:
    """Nobody can make themselves somebody else."""
    table = await ann.open(A_SHORT_RICOCHET, 2)
    forged = Person(ann.address, f"{ann.cookie}{change}", ann.guest)
    async with forged.at(table) as client:
        answer = await client.act(Say("I am Ann"))

        assert client.you is None
        assert (
            Refused(
                answer.id or "", "Pick a name to play; without one you can only watch.", "no-name"
            )
            == answer
        )


# Coming back


async def bidding(hers: Client, his: Client, bids: int = 4) -> None:
    """Bids from 99 down, in turns."""
    await hers.play(TurnToken())
    for number in range(bids):
        client = his if number % 2 else hers
        assert isinstance(await client.play(Bid(99 - number)), Done)


@pytest.fixture
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """No sand runs out during a test."""
    monkeypatch.setitem(A_SHORT_RICOCHET.settings, "hourglass_seconds", 600)


@pytest.mark.usefixtures("patience")
async def test_whoever_comes_back_gets_what_they_missed(ann: Person, bob: Person) -> None:
    """Entry by entry, and no more: folded into what they knew it is the view."""
    table = await ann.open(A_SHORT_RICOCHET, 2)
    async with bob.at(table) as his:
        async with ann.at(table) as hers:
            await begin(hers, his)
            await bidding(hers, his)
        await his.play(Bid(2))
        async with ann.at(table, hers.seen) as again:
            await again.until(lambda: again.table)
            again.pick_up(hers)
            await his.play(Bid(1))
            await again.until(lambda: again.version == his.version)

            assert [] == again.views
            assert [6, 7] == [entry.version for entry in again.entries]
            assert his.state == again.state
            bids = (Bid(moves) for moves in range(1, 97))
            assert (SayDone(), *bids, EndMatch(), AbortMatch(), Resign()) == again.legal


@pytest.mark.usefixtures("patience")
@pytest.mark.parametrize(
    "mistake",
    [
        {"seat": 1},
        {"seat": None},
        {"match": "another"},
        {"version": 99},
        {"version": -1},
        {"version": 0},
    ],
    ids=str,
)
async def test_whoever_cannot_go_on_gets_a_fresh_view(
    ann: Person, bob: Person, mistake: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another seat, another match, a version there is not, or one too long ago."""
    monkeypatch.setattr(replicas, "ENTRIES_KEPT", 4)
    table = await ann.open(A_SHORT_RICOCHET, 2)
    async with bob.at(table) as his, ann.at(table) as hers:
        await begin(hers, his)
        await bidding(hers, his)
        async with ann.at(table, replace(hers.seen, **mistake)) as again:
            await again.until(lambda: again.views)

            assert (hers.seen, hers.state, hers.legal) == (again.seen, again.state, again.legal)


@pytest.mark.usefixtures("patience")
async def test_a_client_may_start_again_at_any_time(ann: Person, bob: Person) -> None:
    """A second Hello is answered like the first."""
    table = await ann.open(A_SHORT_RICOCHET, 2)
    async with bob.at(table) as his, ann.at(table) as hers:
        await begin(hers, his)
        views = len(hers.views)
        await hers.send(Hello())
        await hers.until(lambda: len(hers.views) == views + 1)

        assert hers.views[-1].view == hers.views[-2].view


@pytest.mark.usefixtures("patience")
async def test_a_command_sent_again_is_answered_on_another_socket(ann: Person, bob: Person) -> None:
    """With the same version; nothing happens a second time."""
    table = await ann.open(A_SHORT_RICOCHET, 2)
    async with bob.at(table) as his:
        async with ann.at(table) as hers:
            await begin(hers, his)
            await hers.play(TurnToken())
            first = await hers.play(Bid(7), "seven")
            assert first == await hers.play(Bid(7), "seven")
        await his.play(Bid(6))
        async with ann.at(table) as again:
            await again.until(lambda: again.views)

            assert Done("seven", 2) == first == await again.play(Bid(7), "seven")
            assert isinstance(again.state.phase, Bidding)
            assert [7, 6] == [bid.moves for bid in again.state.phase.bids]


# Refusals


async def test_a_refusal_names_the_command_and_the_reason(ann: Person, bob: Person) -> None:
    """At the table and in the match; nothing has happened."""
    table = await ann.open(A_SHORT_RICOCHET, 2)
    async with ann.at(table) as hers, bob.at(table) as his:
        refused = await his.act(Start(), "now")
        await begin(hers, his)
        early = await his.play(Bid(3), "three")
        async with (await introduced(ann.address, "Cleo")).at(table) as third:
            await third.until(lambda: third.match)
            foreign = await third.play(TurnToken(), "turn")

        assert Refused("now", "Only the host can do that.", "host-only") == refused
        assert Refused("three", "No token is turned up yet.", "no-token-up") == early
        assert Refused("turn", "You are not playing in this match.", "you-do-not-play") == foreign
        assert 0 == his.version


async def test_clocks_can_be_compared(ann: Person) -> None:
    """The answer repeats the time that was sent, with ours; each is answered, in order."""
    async with ann.at(await ann.open(A_SHORT_RICOCHET, 2)) as hers:
        for at in range(MANY):
            await hers.send(Ping(at))
        await hers.until(lambda: len(hers.pongs) == MANY)

        assert list(range(MANY)) == [pong.at for pong in hers.pongs]
        assert 0 <= hers.pongs[-1].now - hers.pongs[0].now < 5_000


# Those who do not behave


async def test_garbage_is_answered_and_then_the_socket_closed(ann: Person, bob: Person) -> None:
    """Ten times; the others do not notice."""
    table = await ann.open(A_SHORT_RICOCHET, 2)
    async with ann.at(table) as hers, bob.socket(table) as socket:
        await socket.send('{"type":"Hello"}')
        heard = list[str]()
        for number in range(rate_limits.MAX_MALFORMED - 1):
            await socket.send(["{", '{"type":"Play"}', "null"][number % 3])
            while "Trouble" not in (text := str(await socket.recv())):
                continue
            heard.append(text)
        await socket.send(b"\x00")

        assert sockets.BAD_MESSAGES == (await closed_with(socket))[0]
        assert rate_limits.MAX_MALFORMED - 1 == len(heard)
        assert "Object missing required field `id`" in heard[1]
        assert isinstance(await hers.act(Say("still here")), Done)


@pytest.mark.parametrize(
    "text",
    [
        '{"type":"Act","id":"k1","command":{"type":"Fly"}}',
        '{"type":"Play","id":"k1","match":7,"command":{}}',
        '{"type":"Play","id":"k1","now":1}',
    ],
)
async def test_whoever_waits_for_the_answer_to_a_command_gets_one(ann: Person, text: str) -> None:
    """Also if nothing but its id can be read; a refusal, or it would be sent again and again."""
    async with ann.at(await ann.open(A_SHORT_RICOCHET, 2)) as hers:
        await hers.connection.send(text)
        answer = await hers.answer_to("k1")

        assert isinstance(answer, Refused)
        assert answer.because.startswith("Malformed message: ")


async def test_a_message_that_is_too_long_closes_the_socket(ann: Person, bob: Person) -> None:
    """The others do not notice."""
    table = await ann.open(A_SHORT_RICOCHET, 2)
    async with ann.at(table) as hers, bob.socket(table) as socket:
        await socket.send('{"type":"Hello"}')
        await socket.send("x" * (rate_limits.MAX_MESSAGE_BYTES + 1))

        assert 1009 == (await closed_with(socket))[0]
        assert isinstance(await hers.act(Say("still here")), Done)


@pytest.fixture(scope="module")
def clock() -> ServerClock:
    """Of the hasty server."""
    return ServerClock()


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory, clock: ServerClock) -> Iterator[str]:
    """A server that waits for nobody who is away."""
    pace = Timeouts(grace=GRACE, heartbeat=GRACE / 3, bot_pause=0)
    with serving(tmp_path_factory.mktemp("hasty"), pace, clock=clock) as where:
        yield where


async def test_whoever_says_nothing_is_sent_away(hasty: str, clock: ServerClock) -> None:
    """A socket without a Hello is not kept open."""
    ann = await introduced(hasty, "Ann")
    async with ann.socket(await ann.open(A_SHORT_RICOCHET, 2)) as socket:
        await clock.pass_seconds(DEFAULT_TIMEOUTS.hello)

        assert sockets.NO_HELLO == (await closed_with(socket))[0]


@pytest.fixture
async def deaf(hasty: str) -> AsyncIterator[tuple[Client, ClientConnection]]:
    """Ann, and Bob, who never reads."""
    ann, bob = await introduced(hasty, "Ann"), await introduced(hasty, "Bob")
    table = await ann.open(A_SHORT_RICOCHET, 2)
    host, port = hasty.removeprefix("http://").split(":")
    narrow = bare_sockets.socket()
    narrow.setsockopt(bare_sockets.SOL_SOCKET, bare_sockets.SO_RCVBUF, 4096)
    narrow.connect((host, int(port)))
    async with ann.at(table) as hers, bob.socket(table, narrow) as his:
        await his.send('{"type":"Hello"}')
        await hers.until(lambda: hers.presence and len(hers.presence.guests) == 2)
        await hers.act(Start())
        await hers.until(lambda: hers.match)
        await hers.play(TurnToken())
        his.transport.pause_reading()
        yield hers, his
        his.transport.abort()


@pytest.mark.parametrize("flood", ['{"type":"Hello"}', '{"type":"Ping","at":1}'])
async def test_whoever_does_not_read_is_cut_off(
    deaf: tuple[Client, ClientConnection], flood: str, clock: ServerClock
) -> None:
    """However much they ask for, nothing piles up; the others go on playing."""
    ann, bob = deaf

    async def keep_asking() -> None:
        while True:
            await bob.send(flood)
            await others_run()

    asking = asyncio.create_task(keep_asking())
    while ann.presence and len(ann.presence.guests) > 1:
        await clock.pass_seconds(DEFAULT_TIMEOUTS.send)
        answered = len(ann.pongs)
        await ann.send(Ping(answered))
        await ann.until(lambda: len(ann.pongs) > answered)  # noqa: B023
    asking.cancel()
    await asyncio.wait([asking])

    assert isinstance(await ann.play(Bid(9)), Done)


# Staying away


async def test_a_bot_plays_for_who_stays_away(hasty: str) -> None:
    """After the grace; and makes way when they are back."""
    ann, bob = await introduced(hasty, "Ann"), await introduced(hasty, "Bob")
    table = await ann.open(A_SHORT_RALLY, 2)
    async with ann.at(table) as hers:
        async with bob.at(table) as his:
            await begin(hers, his)
        await hers.until(lambda: bobs_chair(hers) == Chair(bob.guest, stand_in("rally")))
        before = hers.version
        await hers.until(lambda: hers.version > before)  # the bot does what Bob would have to
        async with bob.at(table) as again:
            await again.until(lambda: again.views)

            assert (1, Chair(owner=bob.guest)) == (again.seat, bobs_chair(again))


def bobs_chair(client: Client) -> Chair | None:
    return client.table.chairs[1] if client.table else None


async def test_whoever_comes_back_in_time_keeps_the_chair(ann: Person, bob: Person) -> None:
    """A page that is loaded again leaves no trace at the table."""
    table = await ann.open(A_SHORT_RICOCHET, 2)
    async with ann.at(table) as hers:
        async with bob.at(table) as his:
            await his.act(Sit(1))
        async with bob.at(table) as again:
            await again.until(lambda: again.table)

            assert again.table is not None
            assert (1, Chair(owner=bob.guest)) == (again.table.version, again.table.chairs[1])
        await hers.until(lambda: hers.presence and hers.presence.guests == (id_of(ann),))


async def test_between_matches_who_stays_away_loses_the_chair(hasty: str) -> None:
    """And another becomes host; nobody is there to see it, but the next one does."""
    ann, bob = await introduced(hasty, "Ann"), await introduced(hasty, "Bob")
    table = await ann.open(A_SHORT_RICOCHET, 2)
    async with bob.at(table) as his:
        await his.act(Sit(1))
        await his.until(lambda: his.table and his.table.host == id_of(bob))

        assert his.table is not None
        assert (Chair(), Chair(owner=bob.guest)) == his.table.chairs


async def test_whoever_stands_up_in_a_match_becomes_a_spectator(ann: Person, bob: Person) -> None:
    """A bot plays on; they see what everybody sees, from a fresh view on."""
    table = await ann.open(A_SHORT_RALLY, 2)
    async with ann.at(table) as hers, bob.at(table) as his:
        await begin(hers, his)
        await his.act(Stand())
        await his.until(lambda: his.seat is None)
        await hers.until(lambda: bobs_chair(hers) == Chair(bot=stand_in("rally")))

        assert () == his.legal
        assert his.state == his.game.view(his.state, None)


async def test_bots_go_on_when_somebody_looks_again(hasty: str) -> None:
    """Whoever it is: with Ann away a bot plays for her, and the match comes to its end."""
    ann = await introduced(hasty, "Ann")
    table = await ann.open(A_SHORT_RALLY, 2)
    async with ann.at(table) as hers:
        await hers.act(SeatBot(1, "random"))
        await hers.act(Start())
        await hers.until(lambda: hers.version > 0)
    async with nameless(hasty).at(table) as other:
        await other.until(lambda: other.ending)


async def test_a_guest_is_the_same_on_every_socket(ann: Person) -> None:
    """Two windows of one browser are one guest, who is here as long as one is open."""
    table = await ann.open(A_SHORT_RICOCHET, 2)
    async with ann.at(table) as one:
        async with ann.at(table) as two:
            await two.until(lambda: two.presence)
            await two.act(Say("from the second window"))
            await one.until(lambda: one.lines)
        await one.act(Say("from the first"))

        assert ann.guest == one.you == two.you
        assert Presence((id_of(ann),), 0) == one.presence


# Changes


async def test_changes_lead_to_what_the_others_are_shown(ann: Person, bob: Person) -> None:
    """The client checks every one of them; a command is told in a few hundred bytes."""
    table = await ann.open(A_SHORT_RICOCHET, 2)
    async with ann.at(table, with_changes=True) as hers, bob.at(table, with_views=True) as his:
        await begin(hers, his)
        await hers.play(TurnToken())
        await his.play(Bid(9))
        await hers.play(Bid(8))
        await his.until(lambda: his.version == hers.version == 3)

        assert his.state == hers.state
        assert 3 == len(hers.changes)
        assert max(map(len, hers.raw[-4:])) < 600 < len(bytes(hers.views[-1].view))


async def test_whoever_comes_back_and_wants_changes_is_shown_everything(
    ann: Person, bob: Person
) -> None:
    """Nobody knows what they still have; and after Hello, too, which asks for a view."""
    table = await ann.open(A_SHORT_RICOCHET, 2)
    async with bob.at(table) as his:
        async with ann.at(table, with_changes=True) as hers:
            await begin(hers, his)
            await hers.play(TurnToken())
        await his.play(Bid(9))
        async with ann.at(table, hers.seen, with_changes=True) as again:
            again.pick_up(hers)
            await again.until(lambda: again.version == 2)
            [change] = again.changes
            await again.play(Bid(8))
            views = len(again.views)
            await again.send(Hello(with_changes=True))
            await again.until(lambda: len(again.views) > views)

            assert bytes(change.view).startswith(b'[{"settings"')
            assert bytes(again.changes[-1].view).startswith(b'{"phase"')
            assert 3 == again.version


async def test_whoever_reads_slowly_is_told_all_changes_at_once(address: str) -> None:
    """What lies between two sights of a seat is one change, however many entries there are."""
    ann, bob = await introduced(address, "Ann"), await introduced(address, "Bob")
    table = await ann.open(A_SHORT_RICOCHET, 2)
    async with ann.at(table, with_changes=True) as hers, bob.at(table) as his:
        await begin(hers, his)
        await asyncio.gather(his.play(TurnToken()), *(his.play(Bid(moves)) for moves in (9, 8, 7)))
        await hers.until(lambda: hers.version == his.version == 4)

        assert his.state == hers.state
