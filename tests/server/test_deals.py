"""Named deals: the same at every table that agrees on the name, and known to nobody."""

import asyncio
from collections import Counter
from itertools import pairwise
from typing import Any

import httpx
import pytest
from msgspec.json import encode
from msgspec.structs import replace

from tests.server.client import introduced
from tests.server.players import A_SHORT_RALLY
from tests.server.processes import ANN, FailingStore, Process, WallClock, match_begun
from tinplate.game import Millis, Seat
from tinplate.games import packs
from tinplate.games.ricochet.pieces import Target
from tinplate.games.ricochet.settings import Settings
from tinplate.games.ricochet.values import Pause, State, TokenTurned, TurnToken
from tinplate.lobby.clean_text import MAX_DEAL
from tinplate.lobby.values import Arrange, NamedDeal, Start, Terms
from tinplate.pack import GamePack
from tinplate.server.deals import DealDice, Dealer
from tinplate.server.guests import CookieSigner
from tinplate.store.memory import MemoryStore
from tinplate.wire.codec import Codec
from tinplate.wire.resources import OpenTable

CLUB = Terms("ricochet", {"patience_seconds": 1, "hourglass_seconds": 1}, deal="club-2026-11")
KEY, OTHER_KEY = b"k" * 32, b"l" * 32
RICOCHET = packs()["ricochet"]


@pytest.fixture
def process() -> Process:
    return Process(MemoryStore(), WallClock())


async def tokens(process: Process, table: str, rounds: int) -> list[Target]:
    """What is turned up, one after the other; nobody bids."""
    clock, turned = process.clock, list[Target]()
    assert isinstance(clock, WallClock)
    for number in range(rounds):
        await process.play(table, ANN, TurnToken(), f"turn {number}")
        match = await process.match(table)
        turned.append(match.match.state.phase.target)
        clock.pass_seconds(2)
        await process.log_cache.apply_due(match)
    return turned


async def test_a_match_is_dealt_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Although everybody at the table asks for it at once; and what was dealt is what is played."""
    dealt, deal = list[object](), GamePack.deal

    def counted(*given: Any) -> object:  # noqa: ANN401
        dealt.append(deal(*given))
        return dealt[-1]

    monkeypatch.setattr(GamePack, "deal", counted)
    process = Process(FailingStore(), WallClock())  # in which others have their turn
    table = await process.tables.open(ANN, OpenTable(Terms("ricochet", {}), 1))
    replica, looks = await process.replica(table), process.tables.match_at
    start = process.act(table, ANN, Start(), "start")
    await asyncio.gather(start, *(looks(replica) for _ in range(3)))
    matches = await asyncio.gather(*(looks(replica) for _ in range(3)))

    assert dealt == [match.match.state for match in matches if match is not None][:1]


async def opening(process: Process, table: str) -> State:
    state: State = (await process.match(table)).match.opening
    return state


async def test_two_tables_with_one_deal(process: Process) -> None:
    """The same board, robots and order of tokens; upper and lower case are the same."""
    one = await match_begun(process, CLUB)
    other = await match_begun(process, replace(CLUB, deal="Club-2026-11"))

    assert await opening(process, one) == await opening(process, other)
    assert await tokens(process, one, 10) == await tokens(process, other, 10)


async def test_another_name_is_another_deal(process: Process) -> None:
    """And a table without a name is dealt by chance."""
    deals = ["club-2026-11", "club-2026-12", None, None]
    tables = [await match_begun(process, replace(CLUB, deal=deal)) for deal in deals]
    dealt = [await opening(process, table) for table in tables]
    turned = [await tokens(process, table, 6) for table in tables]

    assert all(one != other for one, other in pairwise(dealt))
    assert all(one != other for one, other in pairwise(turned))


async def test_the_next_match_at_a_table_is_the_next_deal(process: Process) -> None:
    """As the second board of an evening, it is the same wherever it is the second."""
    firsts, seconds = list[State](), list[State]()
    for _ in range(2):
        table = await match_begun(process, replace(CLUB, settings={"goal": 1}))
        firsts.append(await opening(process, table))
        match = (await process.match(table)).match
        match.state = replace(match.state, won=((Target.VORTEX,), ()))  # Ann has won
        await process.match(table)
        await process.act(table, ANN, Start(), "again")
        seconds.append(await opening(process, table))

    assert firsts[0] == firsts[1] != seconds[0] == seconds[1]


async def test_a_new_name_begins_with_its_first_deal(process: Process) -> None:
    """Whatever was played at the table before."""
    table = await process.tables.open(ANN, OpenTable(Terms("ricochet", {}), 2))
    await process.act(table, ANN, Arrange(CLUB), "arrange")
    await process.act(table, ANN, Start(), "start")

    replica = await process.replica(table)
    assert NamedDeal("club-2026-11", 1) == replica.table.named_deal


async def test_any_process_goes_on_with_the_deal() -> None:
    """The log says which it is, and the key is the same: nothing depends on who dealt."""
    store, clock = MemoryStore(), WallClock()
    first, second = Process(store, clock), Process(store, clock)
    one, other = await match_begun(first, CLUB), await match_begun(first, CLUB)

    assert await tokens(first, one, 5) == await tokens(second, other, 5)


@pytest.mark.parametrize("game", ["ricochet", "rally"])
def test_nobody_without_the_key_knows_what_comes(game: str) -> None:
    """Two servers that show the same go on differently: what can be seen decides nothing."""
    pack, deal = packs()[game], NamedDeal("club", 1)
    settings = next(iter(pack.presets.values()))
    openings = [
        encode(pack.deal(settings, 2, Dealer(key).opening_dice(pack, deal)))
        for key in (KEY, KEY, OTHER_KEY)
    ]
    assert openings[0] == openings[1]
    assert (openings[0] == openings[2]) == (game == "rally")  # where no card is dealt yet
    state = Codec(pack.game).decode_state(openings[0])
    rolls = [
        Dealer(key).later_dice(pack, deal)(state).sample(range(1000), 5)
        for key in (KEY, KEY, OTHER_KEY)
    ]
    assert rolls[0] == rolls[1] != rolls[2]
    for key in (KEY, CookieSigner(KEY).key_for("deals")):
        assert key not in openings[0]
        assert key.hex().encode() not in openings[0]


def test_the_opening_tells_nothing_of_what_comes() -> None:
    """RC3: boards and robots of many deals are alike before tokens that are all equally likely."""
    firsts = Counter(_turned(Dealer(KEY), f"deal {number}") for number in range(17 * 40))

    assert set(Target) == set(firsts)
    assert max(firsts.values()) < 2.2 * 40


def test_a_token_that_went_back_changes_little() -> None:
    """RC15: a table that gets it again sees the others in the same rounds, wherever it can."""
    agreed, token = _round(5), Target.RED_CIRCLE
    without = replace(agreed, face_down=tuple(each for each in Target if each is not token))
    same = sum(
        _turned(Dealer(KEY), f"deal {number}", agreed)
        == _turned(Dealer(KEY), f"deal {number}", without)
        for number in range(100)
    )

    assert same > 80


def test_no_two_rounds_are_drawn_alike() -> None:
    """RC15: a token that nobody won is not always the next one."""
    drawn = {_turned(Dealer(KEY), "club", _round(number)) for number in range(20)}

    assert len(drawn) > 5


def test_the_dice_of_a_deal_are_dice() -> None:
    """What a game may ask of them: everything is in range, complete, and repeats itself."""
    dice, again = DealDice(KEY), DealDice(KEY)
    rolls = [
        (
            each.random(),
            each.randrange(6),
            each.getrandbits(600),
            each.sample("aabbc", 5),
            each.choice("xyz"),
            _shuffled(each, list("aabbc")),
        )
        for each in (dice, again)
    ]
    many = [dice.random() for _ in range(1000)]

    assert rolls[0] == rolls[1]
    assert sorted("aabbc") == sorted(rolls[0][3]) == sorted(rolls[0][5])
    assert rolls[0][2] < 2**600
    assert 0 <= min(many) < 0.1
    assert 0.9 < max(many) < 1


async def test_everybody_can_see_how_often_a_deal_was_played(address: str) -> None:
    """Whoever has played it elsewhere knows what comes; so it is counted before it is dealt."""
    ann = await introduced(address, "Ann")
    counts = list[int]()
    for _ in range(2):
        for name in ("evening", " EVENING "):
            answer = await ann.get("/api/deals", {"game": "rally", "name": name})
            counts.append(answer.json()["matches"])
        table = await ann.open(replace(A_SHORT_RALLY, deal="evening"), 2)
        async with ann.at(table) as hers:
            await hers.act(Start())
            await hers.until(lambda at=hers: at.match)  # type: ignore[misc]
            assert hers.table is not None
            assert ("evening", 1) == (hers.table.terms.deal, hers.table.dealt)
    other = await ann.get("/api/deals", {"game": "rally", "name": "evening", "number": "2"})

    assert [0, 0, 1, 1] == counts
    assert 0 == other.json()["matches"]


async def test_deals_of_unknown_games(address: str) -> None:
    """There are none."""
    ann = await introduced(address, "Ann")
    answer = await ann.get("/api/deals", {"game": "chess", "name": "club"})

    assert httpx.codes.NOT_FOUND == answer.status_code


@pytest.mark.parametrize(
    ("name", "code"), [("\n", "deal-is-empty"), ("x" * (MAX_DEAL + 1), "deal-too-long")]
)
async def test_a_deal_has_a_short_name(address: str, name: str, code: str) -> None:
    """As people have."""
    ann = await introduced(address, "Ann")
    answer = await ann.get("/api/deals", {"game": "rally", "name": name})

    assert (httpx.codes.CONFLICT, code) == (answer.status_code, answer.json()["code"])
    with pytest.raises(AssertionError, match="needs 1 to 40 characters"):
        await ann.open(replace(A_SHORT_RALLY, deal=name), 2)


def _shuffled(dice: DealDice, letters: list[str]) -> list[str]:
    dice.shuffle(letters)
    return letters


def _round(number: int) -> State:
    """Between rounds, with all tokens face down."""
    dealt = RICOCHET.deal(Settings(), 2, Dealer(KEY).opening_dice(RICOCHET, NamedDeal("a", 1)))
    state: State = replace(dealt, round=number, phase=Pause())
    return state


def _turned(dealer: Dealer, name: str, state: State | None = None) -> Target:
    state = state or _round(0)
    dice = dealer.later_dice(RICOCHET, NamedDeal(name, 1))(state)
    [event] = RICOCHET.game.decide(state, Seat(0), TurnToken(), Millis(0), dice)
    assert isinstance(event, TokenTurned)
    return event.target
