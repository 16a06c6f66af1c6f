"""Pictures of finished matches, and what messengers read from a link to one."""

import json
from pathlib import Path

import httpx
import pytest

from tests.server.client import TLS, Client, Person, introduced, nameless
from tests.server.players import A_SHORT_RICOCHET, play_by_the_solver
from tinplate.catalogue import Catalogue
from tinplate.ending import EndMatch
from tinplate.games.ricochet.pack import PACK
from tinplate.games.ricochet.values import Thinking, TurnToken
from tinplate.lobby.values import Sit, Stand, Start, Terms
from tinplate.server.pictures import shown_names
from tinplate.server.share_card import CardPlayer, MatchEnd, draw_card, headline, png_of
from tinplate.server.share_words import ENDS

MESSAGES = Path(__file__).parents[2] / "web" / "messages"
PNG = b"\x89PNG\r\n\x1a\n"
ONE_TOKEN = Terms("ricochet", {"hourglass_seconds": 1, "goal": 1})
DRAWING = '<svg width="9" viewBox="0 0 9 9"><circle r="3"/></svg>'


def played(*names: str, winners: tuple[str, ...] = ()) -> list[CardPlayer]:
    return [CardPlayer(name, "<circle/>", "3", has_won=name in winners) for name in names]


def drawn(end: MatchEnd) -> str:
    return draw_card(end, "games.example")


async def begun(client: Client) -> None:
    await client.act(Start())
    await client.until(lambda: client.match and client.seat == 0)


async def finished(ann: Person) -> str:
    async with ann.at(await ann.open(A_SHORT_RICOCHET, 1)) as hers:
        await begun(hers)
        await play_by_the_solver(hers)
        assert hers.match is not None
        return hers.match


async def test_a_link_to_a_match_unfurls(address: str) -> None:
    """It names who won, and the picture by its whole address; a link to nothing has no tags."""
    ann = await introduced(address, "Ann <b>")
    match = await finished(ann)
    page = await nameless(address).get(f"/match/{match}")
    other = await nameless(address).get("/match/unknown")

    assert 'property="og:title" content="Ann &lt;b&gt; ' in page.text
    assert "Ann <b>" not in page.text
    assert f'content="{address}/api/matches/{match}/picture.png"' in page.text
    assert (200, False) == (other.status_code, "og:title" in other.text)


async def test_a_link_says_the_language_of_whoever_shares_it(address: str) -> None:
    """The words and the picture are in it; English, if the page does not speak it."""
    match = await finished(await introduced(address, "Ann"))
    anybody = nameless(address)
    greek = await anybody.get(f"/match/{match}", params={"language": "el"})
    unknown = await anybody.get(f"/match/{match}", params={"language": "xx"})
    pictures = [
        (await anybody.get(f"/api/matches/{match}/picture.png", params={"language": said})).content
        for said in ("en", "el", "xx")
    ]

    assert 'content="Ann, ατομικά - Ricochet"' in greek.text
    assert f"/api/matches/{match}/picture.png?language=el" in greek.text
    assert 'content="Ann plays solo - Ricochet"' in unknown.text
    assert f'/api/matches/{match}/picture.png"' in unknown.text
    assert pictures[0] == pictures[2] != pictures[1]


@pytest.mark.parametrize("language", ENDS)
def test_a_card_in_every_language(language: str) -> None:
    """Names stand where the language has them; nothing is left to be filled in."""
    names = [f"P{number}" for number in range(9)]
    for winners in (1, 2, 3, 9):
        told = played(*names, winners=tuple(names[:winners]))
        card = drawn(MatchEnd("Rally", told, language=language))
        assert "{" not in card
        assert ENDS[language].more.format(count=4) in card


async def test_a_picture_of_a_finished_match(address: str) -> None:
    """1200 by 630, the same for everybody; of a match that goes on there is none."""
    ann = await introduced(address, "Ann")
    picture = await nameless(address).get(f"/api/matches/{await finished(ann)}/picture.png")
    async with ann.at(await ann.open(A_SHORT_RICOCHET, 1)) as hers:
        await begun(hers)
        refused = await ann.get(f"/api/matches/{hers.match}/picture.png")

    assert (200, "image/png", PNG) == (
        picture.status_code,
        picture.headers["content-type"],
        picture.content[:8],
    )
    width, height = picture.content[16:20], picture.content[20:24]
    assert (1200, 630) == (int.from_bytes(width), int.from_bytes(height))
    assert 409 == refused.status_code


async def test_a_picture_says_where_it_comes_from(address: str) -> None:
    """Each has the address under which it was asked for, not that of the first."""
    match = await finished(await introduced(address, "Ann"))
    async with httpx.AsyncClient(base_url=address, verify=TLS) as anybody:
        pictures = [
            (await anybody.get(f"/api/matches/{match}/picture.png", headers={"Host": host})).content
            for host in ("games.example", "other.example", "games.example")
        ]

    assert pictures[0] == pictures[2] != pictures[1]


@pytest.mark.parametrize(
    ("players", "shown"),
    [
        (("Ann", "level-1 (bot)"), ["Ann", "Pip"]),
        (("mine (bot)", "level-1"), ["mine", "level-1"]),
        (("random (bot)", "random"), ["Wobble", "random"]),
        (("level-1 (bot)", "Ann", "level-1 (bot)"), ["Pip", "Ann", "Pip 2"]),
    ],
)
def test_bots_are_called_what_the_page_calls_them(
    players: tuple[str, ...], shown: list[str]
) -> None:
    """A person is called what they call themselves, and a bot of others by its name."""
    assert shown == shown_names(players, Catalogue([PACK]).bot_titles(PACK.name), "somebody")


async def test_names_are_in_the_order_of_the_score(address: str) -> None:
    """Whoever has most comes first, wherever they sit."""
    ann, bob = await introduced(address, "Ann"), await introduced(address, "Bob")
    table = await ann.open(ONE_TOKEN, 2)
    async with ann.at(table) as hers, bob.at(table) as his:
        await his.act(Sit(1))
        await begun(hers)
        await hers.play(TurnToken())
        await his.until(lambda: his.match and isinstance(his.state.phase, Thinking))
        await play_by_the_solver(his)  # Ann bids nothing
        page = await nameless(address).get(f"/match/{hers.match}")

    assert 'content="Bob, Ann. Watch the replay."' in page.text


async def test_whoever_left_is_told_with_their_bot(address: str) -> None:
    """In the text of a link, and to the page of the replay."""
    ann, bob = await introduced(address, "Ann"), await introduced(address, "Bob")
    table = await ann.open(ONE_TOKEN, 2)
    async with ann.at(table) as hers:
        async with bob.at(table) as his:
            await his.act(Sit(1))
            await begun(hers)
            await his.act(Stand())
        await hers.play(EndMatch())
        await hers.until(lambda: hers.table and hers.table.results)
        page = await nameless(address).get(f"/match/{hers.match}")
        facts = (await nameless(address).get(f"/api/matches/{hers.match}")).json()

    assert "Bob (left \N{MIDDLE DOT} a bot played on)" in page.text
    (left,) = facts["departures"]
    assert facts["opened_at"] <= left.pop("since") <= facts["updated_at"]
    assert {"seat": 1, "how": "left", "is_played": True} == left
    assert [] == facts["conceded"]


def test_nothing_at_all_is_no_tie() -> None:
    """The page does not call it a tie either."""
    even = [player._replace(score="0") for player in played("Ann", "Bob", winners=("Ann", "Bob"))]

    assert headline(MatchEnd("Rally", even)) == "A match of Rally"
    gone = CardPlayer("Cleo", "", "0", left="resigned")
    assert headline(MatchEnd("Rally", [*even, gone])) == "A match of Rally"
    assert headline(MatchEnd("Rally", [even[0], even[1]._replace(score="1")])) == "A tie"


def test_nobody_stands_out_where_nobody_scored() -> None:
    """Nor where one plays alone; whoever stayed to the end has won, also without a token."""
    even = [player._replace(score="0") for player in played("Ann", "Bob", winners=("Ann", "Bob"))]
    stayed = [even[0], even[1]._replace(has_won=False, left="resigned")]
    bright = "#fffaf0"

    assert bright in drawn(MatchEnd("Rally", played("Ann", "Bob", winners=("Ann",))))
    assert bright in drawn(MatchEnd("Rally", stayed))
    assert bright not in drawn(MatchEnd("Rally", even))
    assert bright not in drawn(MatchEnd("Rally", played("Ann", winners=("Ann",))))


@pytest.mark.parametrize("language", ENDS)
def test_pictures_say_of_a_player_what_the_page_says(language: str) -> None:
    """The podium stands beside the picture: each gives the same reason in the same words."""
    said = json.loads((MESSAGES / f"{language}.json").read_text("utf-8"))
    words = ENDS[language]

    assert (said["resigned_tag"], said["was_away_tag"]) == (words.resigned, words.away)
    assert (said["left_tag"], said["voted_tag"]) == (words.left, words.voted)
    assert said["bot_played_on"] == words.bot_played_on
    assert said["end_winner_bot"] == words.wins_by_bot


def test_a_card_escapes_names_and_holds_the_drawing() -> None:
    """A name is text, whatever is in it; the drawing of the game is placed within the card."""
    players = played("<Ann>", "Bob", winners=("<Ann>",))
    card = drawn(MatchEnd("Ricochet", players, "12 rounds", DRAWING))

    assert "&lt;Ann&gt; wins" in card
    assert "<Ann>" not in card
    assert 'viewBox="0 0 9 9"><circle r="3"/></svg>' in card


def test_what_a_drawing_writes_is_drawn() -> None:
    """The numbers of flags, the letters of columns: whatever fonts the machine has."""
    written = '<svg viewBox="0 0 9 9"><text y="8" font-family="sans-serif">{}</text></svg>'
    one, two = (MatchEnd("Rally", [], drawing=written.format(number)) for number in (1, 2))

    assert png_of(drawn(one)) != png_of(drawn(two))


def test_a_long_line_stays_beside_the_drawing() -> None:
    """In smaller letters, up to a point: a course may have any name."""
    longer = drawn(MatchEnd("Rally", played("Ann"), "flags after 4 turns on First Shift"))
    longest = drawn(MatchEnd("Rally", played("Ann"), "turn " * 20))

    assert 'font-size="25"' in longer
    assert "Rally: flags after 4 turns on First Shift<" in longer
    assert f"Rally:{' turn' * 9} t\N{HORIZONTAL ELLIPSIS}<" in longest


def test_a_card_says_when_and_where_it_was_played() -> None:
    """As the picture of a day has it; a long address is small, and ends before the drawing."""
    end = MatchEnd("Rally", played("Ann"), date="2026-11-17")
    long = draw_card(end, f"{'long.' * 12}example")
    heavy = 'font-weight="700" text-anchor="start" fill="#2a2730"'

    assert ">2026-11-17</text>" in drawn(end)
    assert f'font-size="26" {heavy}>games.example</text>' in drawn(end)
    assert f'font-size="14" {heavy}>{"long." * 7}long' in long


def test_everybody_has_a_face_and_a_score_on_the_card() -> None:
    """Of many the best are told, and how many more there are; whoever gave up is told so."""
    two = drawn(MatchEnd("Rally", played("Ann", "Bob")))
    bob = CardPlayer("Bob", "", "2", left="resigned")
    gone = drawn(MatchEnd("Rally", [*played("Ann"), bob]))
    many = drawn(MatchEnd("Rally", played(*(f"P{number}" for number in range(9)))))

    assert (2, 2) == (two.count("<circle/>"), two.count(">3</text>"))
    assert ">resigned</text>" in gone
    assert (5, True) == (many.count("<circle/>"), "and 4 more" in many)


def test_a_face_has_beside_it_what_stands_for_it_in_the_drawing() -> None:
    """Of everybody who is told; a name makes room for it. A game without such signs has none."""
    plain = played("Ann", "Bob")
    signed = [player._replace(sign=f'<path d="M{seat}"/>') for seat, player in enumerate(plain)]
    card = drawn(MatchEnd("Rally", signed))
    without = drawn(MatchEnd("Rally", plain))

    assert [1, 1] == [card.count(player.sign) for player in signed]
    assert [1, 0] == [each.count('<path d="M0"') for each in (card, without)]
    assert _left_of(card, "Ann") > _left_of(without, "Ann")


def _left_of(card: str, name: str) -> int:
    *_, text = card.partition(f">{name}<")[0].rpartition('<text x="')
    return int(text.partition('"')[0])


def test_a_win_by_a_bot_is_told_as_such() -> None:
    """In a headline that fits the picture, whatever the name is."""
    ann, maximilian = (
        CardPlayer(name, "", "3", has_won=True, left="left", is_by_bot=True)
        for name in ("Ann", "Maximilian the Third")
    )
    told = headline(MatchEnd("Rally", [ann, *played("Bob")]))
    longer = headline(MatchEnd("Rally", [maximilian, *played("Bob")]))

    assert "Ann wins – a bot played on" == told
    assert longer.startswith("Maximili")
    assert longer.endswith("\N{HORIZONTAL ELLIPSIS} wins – a bot played on")


@pytest.mark.parametrize(
    ("players", "winners", "expected"),
    [
        (("Ann", "Bob"), ("Ann",), "Ann wins"),
        (("Ann", "Bob"), ("Ann", "Bob"), "A tie"),
        (("Ann", "Bob", "Cleo"), ("Ann", "Bob"), "Ann and Bob win"),
        (("Ann", "Bob", "Cleo", "Dan"), ("Ann", "Bob", "Cleo"), "3 share the win"),
        (("Ann", "Bob"), (), "A match of Ricochet"),
        (("Ann",), ("Ann",), "Ann plays solo"),
    ],
)
def test_the_headline_of_a_card(
    players: tuple[str, ...], winners: tuple[str, ...], expected: str
) -> None:
    """Who won, as short as it can be said."""
    assert expected == headline(MatchEnd(PACK.title, played(*players, winners=winners)))
