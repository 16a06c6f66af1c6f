"""What a player of the load tester notices of what it is told."""

from msgspec import Raw
from msgspec.json import encode

from tinplate.game import Millis, Seat
from tinplate.load.protocol_check import TIMES_KEPT, ProtocolCheck
from tinplate.lobby.values import LINES_KEPT, ChatLine, Guest, Terms
from tinplate.wire.incoming import LastSeen
from tinplate.wire.outgoing import Changes, Chat, Outgoing, TableMessage, ViewMessage

ANN = Guest("a", "Ann")


def view(version: int, match: str = "m") -> ViewMessage:
    state, legal = Raw(b"{}"), Raw(b'[{"type":"GiveUp"}]')
    return ViewMessage(match, "ricochet", Seat(0), version, state, legal, None, None, Millis(0))


def entries(*versions: int, match: str = "m") -> Changes:
    told = [{"version": each, "at": 10 * each, "events": [{"type": "x"}]} for each in versions]
    return Changes(match, Raw(encode(told)), Raw(b"null"), Raw(b"[[]]"), None, None, Millis(0))


def chat(*numbers: int) -> Chat:
    return Chat(tuple(ChatLine(number, ANN, f"line {number}") for number in numbers))


def table(version: int) -> TableMessage:
    terms = Terms("ricochet", {})
    return TableMessage(version, terms, (), None, None, is_playing=True, seats=(), results=())


def blamed(*messages: Outgoing) -> list[str]:
    """What is wrong with messages that come one after the other."""
    complaints = list[str]()
    check = ProtocolCheck(complaints.append)
    for message in messages:
        check.take(message)
    return complaints


def test_what_follows_is_in_order() -> None:
    """A view, then entries one behind the other; another match begins with its own view."""
    assert [] == blamed(
        view(2), entries(3), entries(4, 5), view(7), entries(8), view(0, "n"), entries(1, match="n")
    )


def test_a_missing_version_is_noticed() -> None:
    """Between messages, inside one, and when one is told twice."""
    gap = ["versions with a gap"]

    assert gap == blamed(view(2), entries(4))
    assert gap == blamed(view(2), entries(3, 5))
    assert gap == blamed(view(2), entries(3), entries(3))
    assert gap == blamed(view(2), entries())


def test_time_does_not_go_back() -> None:
    """A fresh view is not older than what was known."""
    assert ["a view older than an earlier message"] == blamed(view(2), entries(3), view(2))


def test_entries_need_a_view() -> None:
    """What happens in a match is told to those who have seen it."""
    foreign = ["entries of a match without its view"]

    assert foreign == blamed(entries(1))
    assert foreign == blamed(view(0), entries(1, match="n"))


def test_a_missing_line_is_noticed() -> None:
    """Lines are counted; the last fifty come again with every Hello, and what is older does not."""
    last_fifty = range(100, 100 + LINES_KEPT)

    assert [] == blamed(chat(7, 8), chat(9), chat(8, 9, 10), chat(9, 10))
    assert [] == blamed(chat(1), chat(*last_fifty))
    assert ["lines of chat with a gap"] == blamed(chat(7), chat(9))
    assert ["lines of chat with a gap"] == blamed(chat(7), chat(8, 10))


def test_what_is_news() -> None:
    """Each entry and each line once, however often it is told."""
    check = ProtocolCheck(list[str]().append)
    check.take(view(2))

    assert [("m", 30), ("m", 40)] == check.take(entries(3, 4))
    assert ["line 1", "line 2"] == check.take(chat(1, 2))
    assert ["line 3"] == check.take(chat(2, 3))
    assert LastSeen("m", Seat(0), 4) == check.seen


def test_when_an_entry_was_is_remembered() -> None:
    """Everybody is told the same time of it, but maybe another number."""
    check = ProtocolCheck(list[str]().append)
    check.take(view(2))
    check.take(entries(*range(3, 3 + TIMES_KEPT + 1)))

    assert (None, 40) == (check.at("m", 3), check.at("m", 4))
    assert check.at("another", 4) is None


def test_what_was_heard_before_the_answer() -> None:
    """An entry, a line, a change of the table; of a match that is past, everything."""
    check = ProtocolCheck(list[str]().append)
    before = [check.has_entry("m", 3), check.has_line("line 1")]
    for message in (view(2), entries(3), chat(1), table(6)):
        check.take(message)

    assert [False, False] == before
    assert check.has_entry("m", 3)
    assert not check.has_entry("m", 4)
    assert check.has_entry("the match before", 90)
    assert check.has_line("line 1")
    assert not check.has_line("line 2")
    assert check.has_table(6)
    assert not check.has_table(7)
