"""People who are gone have no name at any table; everybody else keeps theirs."""

from tinplate.game import Outcome, Seat
from tinplate.lobby.forgetting import without_names
from tinplate.lobby.rules import decide, end_match, folded, open_table
from tinplate.lobby.values import Command, Guest, Say, SeatBot, SendAway, Sit, Stand, Start, Terms

ANN, BOB, CLEO = Guest("a", "Ann", "fox"), Guest("b", "Bob"), Guest("c", "Cleo")


def played() -> list[tuple[Guest, Command]]:
    return [
        (BOB, Sit(1)),
        (ANN, SeatBot(2, "random")),
        (BOB, Say("Good luck.")),
        (CLEO, Say("Me too.")),
        (ANN, SendAway("c")),
        (ANN, Start()),
    ]


def test_a_name_goes_everywhere_at_the_table() -> None:
    """Chairs, chat, players, results and those who were sent away; bots and others stay."""
    table = open_table(Terms("ricochet", {}), 3, ANN)
    for guest, command in played():
        table = folded(table, decide(table, guest, command, "m1"))
    table = folded(table, end_match(table, "m1", Outcome((Seat(1),), "it is over")))
    table = folded(table, decide(table, BOB, Stand(), ""))
    shown = without_names(table, {"b", "c"}, "nobody")

    assert ("Ann", "Bob", "random (bot)") == table.results[0].players
    assert ("Ann", "nobody", "random (bot)") == shown.results[0].players == shown.players
    assert ["nobody", "nobody"] == [line.guest.name for line in shown.lines]
    assert ["nobody"] == [guest.name for guest in shown.sent_away]
    assert ANN == shown.chairs[0].owner
    assert "Bob" not in str(shown)
    assert Guest("a", "nobody") == without_names(table, {"a"}, "nobody").chairs[0].owner


def test_where_nobody_is_gone_the_table_is_the_very_same() -> None:
    """So nobody is sent it again."""
    table = open_table(Terms("ricochet", {}), 2, ANN)

    assert table is without_names(table, {"b"}, "nobody")
