"""docs/protocol.md: every example is a message as the code reads and writes it."""

import re
from collections.abc import Iterator
from inspect import signature
from pathlib import Path
from typing import Any, NamedTuple, get_args

import msgspec
import pytest
from uvicorn import Config

from tests.catalogues import GAMES
from tinplate.games.rally import values as rally
from tinplate.games.rally.cards import Card
from tinplate.games.rally.resolve import Scenario
from tinplate.games.rally.robot import Robot
from tinplate.games.rally.wire import (
    AskedCourse,
    Checked,
    CourseFacts,
    Expected,
    Gallery,
    Hand,
    Preview,
    Reached,
    ScenarioPlayed,
    Standings,
    Turns,
    Wished,
)
from tinplate.games.ricochet import values as ricochet
from tinplate.games.ricochet.http import parameters, searching
from tinplate.games.ricochet.motion import Move, Slide
from tinplate.games.ricochet.wire import (
    BoardFacts,
    Boards,
    Dealt,
    Drawn,
    Hinted,
    PastedText,
    Played,
    PositionFacts,
    Rounds,
    Solved,
    Surveyed,
    WrittenText,
)
from tinplate.lobby.values import Command, Guest
from tinplate.quick.values import QuickWish
from tinplate.server import compute, rate_limits, replicas, sockets, tables
from tinplate.server.codes import DAY
from tinplate.server.context import DEFAULT_TIMEOUTS
from tinplate.wire.accounts import (
    AccountState,
    ChangeAccount,
    DeleteAccount,
    LinkCreated,
    LinkProgress,
    PasskeyAnswer,
    PasskeyQuestion,
    RecoverySignIn,
)
from tinplate.wire.codec import Codec
from tinplate.wire.incoming import Act, Incoming, Play, read_incoming
from tinplate.wire.outgoing import Entries, Outgoing, ViewMessage, read_outgoing
from tinplate.wire.puzzle_runs import (
    ChangePuzzleSettings,
    DailyShare,
    OpenRun,
    PuzzleBoard,
    PuzzleSettings,
    RunAnswer,
    RunJudged,
    RunShown,
    UnrankedPeople,
)
from tinplate.wire.puzzles import (
    AnswerJudged,
    AskHint,
    DailyArchive,
    DailyPage,
    GiveAnswer,
    NextPuzzle,
    OfflineAnswers,
    OfflinePuzzles,
    OfflineRecorded,
    OnePuzzle,
    PuzzleAttempt,
    PuzzleHint,
    PuzzleOverview,
    PuzzleReview,
    TakeOffline,
)
from tinplate.wire.replays import Replay
from tinplate.wire.resources import (
    BadText,
    ChangeDrawing,
    Code,
    DealPlayed,
    DrawingListed,
    DrawingPage,
    GuestDrawings,
    GuestTables,
    HideDrawing,
    HostDrawings,
    HostReport,
    HostSession,
    HostSignIn,
    Introduction,
    Leaderboard,
    MatchEntries,
    MatchFacts,
    MatchLog,
    MatchPage,
    MatchPeople,
    Offers,
    OneDrawing,
    Opened,
    OpenTable,
    Page,
    PersonRatings,
    Problem,
    Profile,
    QuickGame,
    QuickStatus,
    Readiness,
    SaveDrawing,
    TableRatings,
)
from tinplate.wire.social import (
    AnswerInvitation,
    Friends,
    InvitePerson,
    Moderate,
    ModeratorPage,
    Notices,
    OnePerson,
    OwnPeople,
    PeopleFound,
    PeopleNamed,
    ReportPerson,
    ReportSent,
    SeenLoss,
)

PAGE = Path(__file__).parents[2] / "docs" / "protocol.md"
# What the examples below a heading are, one after the other.
RESOURCES: dict[str, tuple[type[Any], ...]] = {
    "Over HTTP": (Problem,),
    "GET /api/games": (Offers,),
    "POST /api/guest": (Introduction, Guest),
    "GET /api/guest/tables": (GuestTables,),
    "GET /api/guest/matches": (MatchPage,),
    "POST /api/tables": (OpenTable, Opened),
    "GET /api/tables": (Page,),
    "POST /api/tables/ID/code": (Code,),
    "GET /api/codes/CODE": (Opened,),
    "GET /api/tables/ID/ratings": (TableRatings,),
    "GET /api/leaderboard": (Leaderboard,),
    "GET /api/matches/ID/people": (MatchPeople,),
    "GET /api/people/NAME": (Profile,),
    "GET /api/people/ID/ratings": (PersonRatings,),
    "POST /api/quick": (QuickWish, QuickStatus),
    "GET /api/quick": (QuickStatus,),
    "POST /api/quick/cancel": (QuickGame,),
    "GET /api/puzzles": (PuzzleOverview,),
    "GET /api/puzzles/daily": (DailyPage,),
    "GET /api/puzzles/archive": (DailyArchive,),
    "POST /api/puzzles/next": (NextPuzzle, PuzzleAttempt),
    "GET /api/puzzles/ID": (OnePuzzle,),
    "POST /api/puzzles/ID/hint": (AskHint, PuzzleHint),
    "POST /api/puzzles/ID/answer": (GiveAnswer, AnswerJudged),
    "GET /api/puzzles/ID/review": (PuzzleReview,),
    "GET /api/puzzles/ID/share": (DailyShare,),
    "GET /api/puzzles/leaderboard": (PuzzleBoard,),
    "POST /api/puzzles/runs": (OpenRun, RunShown),
    "POST /api/puzzles/runs/CODE/answer": (RunAnswer, RunJudged),
    "POST /api/puzzles/settings": (ChangePuzzleSettings, PuzzleSettings),
    "GET /api/puzzles/unranked": (UnrankedPeople,),
    "POST /api/puzzles/offline": (TakeOffline, OfflinePuzzles),
    "POST /api/puzzles/offline/answers": (OfflineAnswers, OfflineRecorded),
    "GET /api/social": (OwnPeople,),
    "POST /api/social/follow": (OnePerson,),
    "GET /api/social/friends": (Friends,),
    "GET /api/people": (PeopleNamed,),
    "POST /api/social/invite": (InvitePerson,),
    "GET /api/social/notices": (Notices,),
    "POST /api/social/answer": (AnswerInvitation,),
    "POST /api/social/seen": (SeenLoss,),
    "POST /api/social/report": (ReportPerson, ReportSent),
    "GET /api/moderation": (ModeratorPage,),
    "GET /api/moderation/people": (PeopleFound,),
    "POST /api/moderation": (Moderate,),
    "GET /api/deals": (DealPlayed,),
    "GET /api/account": (AccountState,),
    "POST /api/account": (ChangeAccount,),
    "POST /api/account/passkeys/question": (PasskeyQuestion,),
    "POST /api/account/passkeys": (PasskeyAnswer,),
    "POST /api/account/sign-in": (PasskeyAnswer,),
    "POST /api/account/recovery": (RecoverySignIn,),
    "POST /api/account/links": (LinkCreated, LinkProgress),
    "POST /api/account/delete": (DeleteAccount,),
    "GET /api/guest/drawings": (GuestDrawings,),
    "POST /api/drawings": (SaveDrawing, OneDrawing),
    "GET /api/drawings": (DrawingPage,),
    "POST /api/drawings/ID": (ChangeDrawing, DrawingListed),
    "GET /api/host/drawings": (HostDrawings,),
    "POST /api/host/drawings/ID": (HideDrawing,),
    "GET /api/matches/ID": (MatchFacts,),
    "GET /api/matches/ID/entries": (MatchEntries,),
    "GET /api/matches/ID/log": (MatchLog,),
    "GET /api/matches/ID/replay": (Replay,),
    "GET /api/matches/ID/rounds": (Rounds,),
    "GET /api/matches/ID/turns": (Turns,),
    "GET /api/matches/ID/standings": (Standings,),
    "GET /api/ricochet/boards": (Boards,),
    "GET /api/ricochet/board": (BoardFacts,),
    "GET /api/ricochet/position": (PositionFacts, BadText),
    "GET /api/ricochet/slides": (Played,),
    "GET /api/ricochet/new": (Dealt,),
    "GET /api/ricochet/solve": (Solved,),
    "GET /api/ricochet/hint": (Hinted,),
    "GET /api/ricochet/survey": (Surveyed,),
    "GET /api/ricochet/made": (Dealt,),
    "POST /api/ricochet/import": (PastedText, Drawn),
    "GET /api/ricochet/export": (WrittenText,),
    "GET /api/ricochet/text": (WrittenText,),
    "GET /api/rally/courses": (Gallery,),
    "GET /api/rally/course": (CourseFacts,),
    "POST /api/rally/course": (AskedCourse,),
    "POST /api/rally/check": (AskedCourse, Checked),
    "GET /api/rally/made": (CourseFacts,),
    "POST /api/rally/reach": (AskedCourse, Reached),
    "POST /api/rally/outlook": (AskedCourse, Expected),
    "GET /api/rally/hand": (Hand,),
    "POST /api/rally/preview": (Wished, Preview),
    "POST /api/rally/scenario": (Scenario, ScenarioPlayed),
    "POST /api/host/session": (HostSignIn, HostSession),
    "GET /api/host": (HostReport,),
    "GET /ready": (Readiness,),
}


class Example(NamedTuple):
    """A JSON object of the page, and where it stands."""

    chapter: str
    heading: str
    text: str


def examples() -> Iterator[Example]:
    chapter = heading = ""
    for part in re.split(r"(?ms)^(#+ [^\n]+|```json\n.+?\n```)$", PAGE.read_text()):
        if part.startswith("## "):
            chapter = heading = part.removeprefix("## ")
        elif part.startswith("### "):
            heading = part.removeprefix("### ")
        elif part.startswith("```json"):
            yield from (Example(chapter, heading, text) for text in objects_in(part[7:-3]))


def objects_in(block: str) -> list[str]:
    """A new object begins at the beginning of a line."""
    return [text.strip() for text in re.split(r"\n(?=\{)", block) if text.strip()]


def of(chapter: str) -> list[Example]:
    return [example for example in examples() if example.chapter == chapter]


SENT = of("What you send")
TOLD = of("What you are sent")
HTTP = of("Over HTTP")


def same(text: str, value: object) -> bool:
    """Whether nothing of the text is lost in the value; what it leaves out is a default."""
    return is_part_of(msgspec.json.decode(text), written(value))


def written(value: object) -> Any:  # noqa: ANN401 - whatever JSON can say
    return msgspec.json.decode(msgspec.json.encode(value))


def is_part_of(text: object, value: object) -> bool:
    if isinstance(text, dict) and isinstance(value, dict):
        return all(name in value and is_part_of(text[name], value[name]) for name in text)
    if isinstance(text, list) and isinstance(value, list):
        return len(text) == len(value) and all(map(is_part_of, text, value))
    return text == value


@pytest.mark.parametrize("example", SENT, ids=lambda example: example.text[:40])
def test_what_a_client_sends_is_read(example: Example) -> None:
    """Under the heading of its kind, and every field of it is one of ours."""
    message = read_incoming(example.text)

    assert example.heading == type(message).__name__
    assert same(example.text, message)
    if isinstance(message, Play):
        assert Codec(GAMES["ricochet"]).decode_command(bytes(message.command))


@pytest.mark.parametrize("example", TOLD, ids=lambda example: example.text[:40])
def test_what_a_client_is_sent_is_as_we_write_it(example: Example) -> None:
    """Under the heading of its kind, complete, and with values of the game in it."""
    message = read_outgoing(example.text)

    assert example.heading == tag_of(type(message))
    assert msgspec.json.decode(example.text) == written(message)
    if isinstance(message, ViewMessage | Entries):
        check_values(message)


def tag_of(kind: type[msgspec.Struct]) -> object:
    return kind.__struct_config__.tag


def check_values(message: ViewMessage | Entries) -> None:
    codec: Codec[Any, Any, Any, Any] = Codec(GAMES["ricochet"])
    for command in msgspec.json.decode(bytes(message.legal), type=list[msgspec.Raw]):
        codec.decode_command(bytes(command))
    if isinstance(message, ViewMessage):
        state = codec.decode_state(bytes(message.view))
        assert same(bytes(message.view).decode(), state)
    else:
        for text in msgspec.json.decode(bytes(message.entries), type=list[msgspec.Raw]):
            assert same(bytes(text).decode(), codec.decode_entry(bytes(text)))


@pytest.mark.parametrize("heading", RESOURCES)
def test_what_goes_over_http_is_as_we_write_it(heading: str) -> None:
    """Requests and answers below each heading, in that order."""
    texts = [example.text for example in HTTP if example.heading == heading]
    kinds = RESOURCES[heading]

    assert len(kinds) == len(texts)
    for text, kind in zip(texts, kinds, strict=True):
        assert same(text, msgspec.json.decode(text, type=kind))


def test_every_example_over_http_is_checked() -> None:
    """Each stands below a heading that is listed above."""
    assert set(RESOURCES) == {example.heading for example in HTTP}


@pytest.mark.parametrize(
    ("union", "shown"), [(Incoming, SENT), (Outgoing, TOLD)], ids=["in", "out"]
)
def test_every_message_has_its_example(union: object, shown: list[Example]) -> None:
    """What is not in the protocol cannot be used by a stranger."""
    assert {tag_of(kind) for kind in get_args(union)} == {example.heading for example in shown}


def test_every_command_of_the_lobby_has_its_example() -> None:
    """Each of them, and its line in the table of who may do it."""
    acts = [read_incoming(example.text) for example in SENT if example.heading == "Act"]
    shown = {type(act.command).__name__ for act in acts if isinstance(act, Act)}
    listed = set(re.findall(r"`(\w+)`(?=[^|]*\| (?:anyone|the host))", PAGE.read_text()))

    assert {kind.__name__ for kind in get_args(Command)} == shown == listed


# The words of the games


@pytest.mark.parametrize(
    ("heading", "kinds"),
    [
        ("Values of Ricochet", (ricochet.State, ricochet.Announced, Move, Slide)),
        ("Phases of Ricochet", get_args(ricochet.Phase)),
        ("Commands of Ricochet", get_args(ricochet.Command)),
        ("Events of Ricochet", get_args(ricochet.Event)),
        ("Values of Rally", (rally.State, rally.Player, rally.Private, Robot, Card)),
        ("Phases of Rally", get_args(rally.Phase)),
        ("Commands of Rally", get_args(rally.Command)),
        ("Events of Rally", get_args(rally.Event)),
    ],
)
def test_every_word_of_a_game_is_told(
    heading: str, kinds: tuple[type[msgspec.Struct], ...]
) -> None:
    """Its name and all of its fields: nothing is missing, and nothing made up."""
    expected = {
        kind.__name__: [field.encode_name for field in msgspec.structs.fields(kind)]
        for kind in kinds
    }
    section = PAGE.read_text().partition(f"### {heading}\n")[2].partition("\n#")[0]
    rows = re.findall(r"^\| `(\w+)` \| ([^|]+) \| [^|]+ \|$", section, flags=re.MULTILINE)

    assert expected == {name: re.findall(r"`(\w+)`", fields) for name, fields in rows}
    assert len(expected) == len(rows)


def test_the_numbers_are_those_of_the_code() -> None:
    """Sizes, limits and the reasons for closing."""
    text = PAGE.read_text()
    codes = [int(code) for code in re.findall(r"^\| (4\d{3}) \|", text, flags=re.MULTILINE)]

    assert [
        sockets.BAD_MESSAGES, sockets.NO_TABLE, sockets.NO_HELLO, sockets.TOO_MUCH,
        sockets.OUR_FAULT, sockets.NOT_NOW,
    ] == codes  # fmt: skip
    assert (
        f"{rate_limits.MESSAGES.burst} messages at once, {rate_limits.MESSAGES.per_second} a second"
        in text
    )
    assert f"at most {rate_limits.MAX_MESSAGE_BYTES // 1024} KiB" in text
    assert f"more than {replicas.ENTRIES_KEPT} of them" in text
    assert f"for {DEFAULT_TIMEOUTS.send} seconds is cut off" in text
    assert (10, 10, 60) == (
        rate_limits.MAX_MALFORMED,
        DEFAULT_TIMEOUTS.hello,
        DEFAULT_TIMEOUTS.grace,
    )
    assert f"`out of time`, after {searching.SEARCH_SECONDS} seconds" in text
    assert f"best `limit` (10, at most {parameters.MAX_LISTED})" in text
    assert (2, 24 * 60 * 60 * 1000) == (compute.MAX_PER_GUEST, DAY)
    assert f"sits at {tables.MAX_TABLES} tables" in text
    assert 3 * 60 == replicas.LEASE / 1000 + DEFAULT_TIMEOUTS.grace
    ping, patience = (
        signature(Config).parameters[name].default
        for name in ("ws_ping_interval", "ws_ping_timeout")
    )
    assert f"pings every socket every {ping:.0f} seconds" in text
    assert f"does not answer within {patience:.0f} seconds" in text
