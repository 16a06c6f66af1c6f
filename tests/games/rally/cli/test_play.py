"""`tinplate rally play`: what is typed, what is told, what is kept secret."""

import io
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.catalogues import BOTS, bots_for
from tests.cli.running import Ran, Run
from tinplate.game import AnyBot
from tinplate.games.rally.bots.planner import Planner
from tinplate.games.rally.cli import commands
from tinplate.games.rally.settings import PRESETS

WHICH_WAY = "Which way should your robot face? n, e, s or w, for up, right, down or left"
LANE = """\
rally 1
name: Lane
players: 1-4
edge: wall
board:
S . . . 1
. . . . .
"""


@pytest.fixture
def lane(tmp_path: Path) -> str:
    path = tmp_path / "lane.rally"
    path.write_text(LANE)
    return str(path)


@pytest.fixture
def play(run: Run, monkeypatch: pytest.MonkeyPatch) -> Run:
    """`play("n", "ready", players="ann")` types these lines."""

    def run_play(*lines: str, **options: str | int | bool | Path) -> Ran:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        words = [
            word
            for name, value in options.items()
            for word in ([f"--{name}"] if value is True else [f"--{name}", str(value)])
        ]
        return run("rally", "play", *words)

    return run_play


def test_the_presets_are_those_of_the_rules() -> None:
    """The command line names what the rules have, without importing them for its help."""
    assert tuple(PRESETS) == commands.PRESETS


def test_a_game_begins(play: Run) -> None:
    """Who plays where and by which rules, the board with the robots, and what is asked."""
    told = play(players="ann,bob", seed=3)

    assert (0, "") == (told.code, told.err)
    assert told.out.startswith(
        "Rally: ann and bob\n2 players, all by the sheet; course First Shift\n"
    )
    assert "12S" in told.out
    assert "   2? bob  F10 facing open, 9 armour, 3 lives, next flag 1, virtual\n" in told.out
    assert told.out.endswith(f"  {WHICH_WAY}\nann>\n")


def test_a_turn_is_told_step_by_step(play: Run) -> None:
    """R39: the cards of a register, then one sentence a step, then the board."""
    told = play("n", "2 2 b l l", "ready", players="ann", seed=3).out
    register = told[told.index("  Register 3:") : told.index("  Register 4:")].splitlines()

    assert "  Register 3: ann back (480)." == register[0]
    assert "    ann plays back (480)." == register[1]
    assert "    ann moves down from F6 to F7." == register[2]
    assert "    A belt carries ann left from F7 to E7." == register[3]
    assert "1△←" in "\n".join(register[4:])
    assert "   1△ ann  E7 facing up, 9 armour, 3 lives, next flag 1, virtual" == register[-1]
    assert "\nTurn 2 begins.\n" in told


def test_every_step_cites_its_rule_if_asked(play: Run) -> None:
    """--why: the number of the rule behind every sentence."""
    lines = ("n", "2 2 b l l", "ready")
    plain = play(*lines, players="ann", seed=3).out
    reasoned = play(*lines, players="ann", seed=3, why=True).out

    assert "[R" not in plain
    assert "    A belt carries ann left from F7 to E7.  [R40]\n" in reasoned
    assert "    ann plays back (480).  [R39]\n" in reasoned
    assert "  ann is dealt 9 cards.  [R18]\n" in reasoned


def test_the_same_seed_deals_the_same(play: Run) -> None:
    """--seed: for people who want to play the same game again."""
    first, again, other = (
        play("n", "l", players="ann", bots=2, seed=seed).out for seed in (5, 5, 6)
    )

    assert first == again
    assert first != other


@pytest.mark.parametrize("bots", [{}, {"bots": 1}], ids=["people", "with a bot"])
def test_one_types_end_for_all_at_the_keyboard(play: Run, bots: dict[str, int]) -> None:
    """D47: they are in one room, and a bot follows them; the standings decide."""
    told = play("end", players="ann,bob", seed=3, why=True, **bots).out

    assert "  ann wants to end the match.  [D47]\n  bob wants to end the match.  [D47]\n" in told
    assert "  The match is over.  [D47]\n" in told
    assert "share the win: ended by agreement.\n  1. ann: 0 of 2 flags, 3 lives, 9 armour\n" in told


def test_one_resigns_at_the_keyboard(play: Run) -> None:
    """D48: it is ann's turn, and she gives up."""
    told = play("resign", players="ann,bob", seed=3, why=True).out

    assert "  ann resigns.  [D48]\n  The match is over.  [D48]\n" in told
    assert "bob wins: all others have resigned.\n" in told


def test_to_the_end(play: Run, lane: str) -> None:
    """R46: who won and why, and how everybody stands (D35)."""
    turn = [*"33222111111ulrlrlrb", "ready"]
    told = play("e", *turn * 3, course=lane, seed=1).out

    assert "Player wins: touched the last flag.\n  1. Player: 1 of 1 flag, " in told


def test_hands_are_not_told(play: Run) -> None:
    """D44: what is told to everybody names no card that is face down."""
    told = play("n", "n", "l", players="ann,bob", seed=3).out
    public = told[: told.index("ann, turn 1: F10 facing up")]

    assert "ann is dealt 9 cards." in public
    assert "(" not in public


# What can be typed


def desk(told: str) -> str:
    """The registers as they were shown last."""
    return told[told.rindex("Registers") :].splitlines()[0].removeprefix("Registers").strip()


@pytest.mark.parametrize(
    ("typed", "registers"),
    [
        (["780 760"], "1 move2 (780)  2 move2 (760)  3 -  4 -  5 -"),
        (["move1 back"], "1 move1 (610)  2 back (480)  3 -  4 -  5 -"),
        (["2 1 b l"], "1 move2 (780)  2 move1 (610)  3 back (480)  4 left (310)  5 -"),
        (["610@3 l@5"], "1 -  2 -  3 move1 (610)  4 -  5 left (310)"),
        (["1@2 b"], "1 back (480)  2 move1 (610)  3 -  4 -  5 -"),
        (["1 b", "undo"], "1 move1 (610)  2 -  3 -  4 -  5 -"),
        (["1 b", "undo 1"], "1 -  2 back (480)  3 -  4 -  5 -"),
        (["1 b l undo undo 1 2"], "1 move2 (780)  2 back (480)  3 -  4 -  5 -"),
        (["1 b", "clear"], "1 -  2 -  3 -  4 -  5 -"),
        (["MOVE1   Back"], "1 move1 (610)  2 back (480)  3 -  4 -  5 -"),
    ],
)
def test_cards_can_be_typed(play: Run, typed: list[str], registers: str) -> None:
    """R35: by priority, by kind or by its letter, into the next register or a certain one."""
    assert registers == desk(play("n", *typed, players="ann", seed=3).out)


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("right", "There is no right in your hand."),
        ("670", "There is no 670 in your hand."),
        ("jump", "“jump” is not a card or a command; type help for a list."),
        ("on", "“on” is not a card or a command; type help for a list."),
        ("n", "“n” is not a card or a command; type help for a list."),
        ("left@6", "There is no register 6; they are numbered 1 to 5."),
        ("left@2 back@2", "There is a card in register 2; take it back first."),
        ("undo", "There is no card to take back."),
        ("undo 4", "There is no card in register 4."),
        ("ready", "Register 1 is empty: every open register needs a card."),
        ("2 2 2 2 1 b", "All your registers are full: undo, or ready?"),
    ],
)
def test_what_cannot_be_done_is_answered(play: Run, typed: str, answer: str) -> None:
    """R36, R37: a sentence, and the game goes on."""
    told = play("n", typed, players="ann", seed=3)

    assert 0 == told.code
    assert answer in told.out.splitlines()


@pytest.mark.parametrize("typed", ["ready", "upwards", "on"])
def test_before_the_deal_there_are_facings(play: Run, typed: str) -> None:
    """R34: whoever types something else is told so."""
    told = play(typed, players="ann,bob").out

    if typed == "on":
        expected = "You choose whether your robot comes back on only after a turn off."
    else:
        expected = f"You cannot do “{typed}” now; type help for a list of commands."
    assert expected in told.splitlines()


@pytest.mark.parametrize("facing", ["e", "East", "EAST", "right", "Right"])
def test_facings_can_be_typed(play: Run, facing: str) -> None:
    """R34: by letter or word."""
    assert "  ann faces right." in play(facing, players="ann").out.splitlines()


def test_a_power_down_can_be_typed(play: Run, lane: str) -> None:
    """R24, R25: planned, dropped, planned again; then on or off is asked."""
    typed = ("e", "down", "power down", "down", *"lllllrrrrruuub", *"111222", "ready", "off", "on")
    told = play(*typed, course=lane, seed=1).out

    assert 2 <= told.count("A power-down is planned for the next turn.")
    assert "Player announces a power-down for the next turn." in told
    assert "Player is powered down this turn, with 9 armour." in told
    assert "  Come back on, or stay off? on or off\n" in told
    assert "Player is on again." in told


def test_facings_after_the_deal(play: Run) -> None:
    """D29: asked with the cards, if so agreed."""
    told = play("1", "e", "e", players="ann", seed=3, set="facing_after_deal=on").out

    assert f"  {WHICH_WAY}\n  Hand " in told
    assert "“e” is not a card or a command; type help for a list." in told


def test_help_and_board(play: Run) -> None:
    """What can be typed is listed, and the board is drawn again."""
    told = play("help", "board", players="ann").out

    assert "ready          lock in your program\n" in told
    assert 2 == told.count("   1? ann  F10 facing open")


@pytest.mark.parametrize("word", ["quit", "exit", "q"])
def test_whoever_quits_is_let_go(play: Run, word: str) -> None:
    """The rest of the input is not read."""
    assert "faces" not in play(word, "n", players="ann").out


def test_bots_play_along(play: Run) -> None:
    """They choose and program by themselves, and nobody sees how; a number is of middle ones."""
    told = play("n", players="ann", bots=3, seed=1).out

    assert told.startswith("Rally: ann, Treadle bot 1, Treadle bot 2 and Treadle bot 3\n")
    assert "Treadle bot 3 faces " in told
    assert told.endswith("ann>\n")
    assert 1 == told.count("Hand")


def test_bots_by_name(play: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each seat is played by the bot that was asked for, by either name; also when it goes on."""
    asked = list[str]()
    for name in ("random", "driver"):
        employ(monkeypatch, name, asked)
    path = tmp_path / "game.log"
    first = play(players="ann", bots="driver, wobble,Trundle", seed=1, save=path).out
    chosen = asked.copy()
    asked.clear()
    play("n", resume=path)

    assert first.startswith("Rally: ann, Trundle bot 1, Wobble bot and Trundle bot 2\n")
    assert ["driver", "driver", "random"] == sorted(chosen)
    assert {"driver", "random"} == set(asked)


def employ(monkeypatch: pytest.MonkeyPatch, name: str, asked: list[str]) -> None:
    """Note whenever a built-in bot is asked."""
    kind = type(BOTS[name])
    chosen = kind.choose

    def choose(bot: AnyBot, *told: Any) -> Any:  # noqa: ANN401
        asked.append(bot.name)
        return chosen(bot, *told)

    monkeypatch.setattr(kind, "choose", choose)


def test_a_course_is_measured_beside_the_match(play: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once, whoever needs it; nobody waits."""
    trained = list[str]()
    monkeypatch.setattr(Planner, "train", lambda _, view, __: trained.append(view.course.name))
    play(players="ann", bots="planner,rival", seed=1)

    assert ["First Shift"] == trained


def test_the_bots_of_the_help_are_those_of_the_house(run: Run) -> None:
    """The weakest first, as the list says."""
    names = ", ".join(bot.name for bot in bots_for("rally"))

    assert f"weakest first: {names}." in " ".join(run("rally", "play", "--help").out.split())


# Agreeing


def test_the_course_has_a_say_and_the_table_the_last(play: Run) -> None:
    """Part 3: presets and --set come after what the course asks for."""
    asked = {"course": "clockwork-carousel", "players": "ann,bob"}

    assert "2 players, edge=wall, flags_save=on; course " in play(**asked).out
    assert "2 players, flags_save=on; course " in play(**asked, set="edge=pit").out
    assert "respawn_armour=7" in play(**asked, preset="classic-2005").out


@pytest.mark.parametrize("preset", ["blitz", "classic-2005"])
def test_clocks_do_not_run_at_one_keyboard(play: Run, preset: str) -> None:
    """D31: people program one after the other; that is said, and nobody is hurried."""
    told = play(players="ann,bob", preset=preset).out

    assert told.startswith("At one keyboard you program one after another, so there are no clocks")
    assert "seconds" not in told


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"course": "nowhere"}, "there is no course “nowhere”"),
        ({"set": "edge"}, "--set edge: expected name=value, such as edge=wall"),
        ({"set": "edge=cliff"}, "edge=cliff: expected pit or wall"),
        ({"set": "edges=wall"}, "there is no setting “edges”"),
        ({"players": "ann,Ann"}, "two players are called “ann”"),
        ({"players": "ann,"}, "a player's name is missing"),
        ({"players": "670"}, "the name “670” is a number; it would be taken for a card"),
        ({"players": "Rival bot 2"}, "“Rival bot 2” is what a bot is called; expected another"),
        ({"bots": "hal"}, "there is no bot “hal”; rally has random, driver, "),
        ({"bots": "level-3"}, "there is no bot “level-3”; rally has random, "),
        (
            {"bots": "a=stdio:b"},
            "only built-in bots and NAME=python:MODULE:CLASS play at one keyboard; to play ",
        ),
        ({"bots": "0"}, "--bots 0: expected 1 to 7 bots"),
        ({"bots": "9" * 9}, "expected 1 to 7 bots"),
        ({"players": "Bot 1"}, "“Bot 1” is what a bot is called; expected another name"),
        ({"bots": 7, "players": "ann,bob"}, "First Shift is for at most 8 players, not 9."),
        ({"salvage": True}, "--salvage repairs a damaged log"),
        ({"preset": "hasty"}, "'hasty' is not one of"),
    ],
)
def test_what_cannot_be_agreed(play: Run, options: dict[str, str | int], complaint: str) -> None:
    """D41: one line that says what is wrong, and nothing is played."""
    told = play(**options)

    assert (2, "") == (told.code, told.out)
    assert complaint in told.err
    assert 1 == told.err.count("\n")


def test_a_course_with_errors_is_not_played(play: Run, tmp_path: Path) -> None:
    """R3: a flag behind walls is found before anybody has chosen a facing."""
    path = tmp_path / "walled.rally"
    path.write_text("rally 1\nboard:\nS . 1nesw\n")
    told = play(course=path)

    assert (2, "") == (told.code, told.out)
    assert f"tinplate: {path}:3:5: flag 1 cannot be reached from A1; expected a route\n" == told.err


# Saving


def test_a_game_is_saved_resumed_and_replayed(play: Run, run: Run, tmp_path: Path) -> None:
    """What was drafted is there when the game goes on; a replay tells it all."""
    path = tmp_path / "game.log"
    left = play("n", "2 2 b", players="ann", bots=1, seed=3, save=path)
    resumed = play("l l", "ready", resume=path)
    replayed = run("replay", str(path), "--why")

    assert left.out.endswith(f"Saved. Continue with: tinplate rally play --resume {path}\n")
    assert "Registers  1 move2 (780)  2 move2 (760)  3 back (480)  4 -  5 -" in resumed.out
    assert "  Register 3: ann back (480)" in resumed.out
    assert (0, "") == (replayed.code, replayed.err)
    assert replayed.out.startswith(
        "Rally: ann and Treadle bot\n2 players, all by the sheet; course First Shift\n"
        "\nTurn 1 begins.   0:00.0\n  ann faces up.  [R34]\n"
    )
    assert "    ann plays back (480).  [R39]\n" in replayed.out
    assert "\nStopped here, in turn 2.\n  1. ann: 0 of 2 flags, 3 lives, 9 armour\n" in replayed.out


def test_boards_of_a_replay(play: Run, run: Run, tmp_path: Path) -> None:
    """One after every register, if asked."""
    path = tmp_path / "game.log"
    play("n", "2 2 b l l", "ready", players="ann", seed=3, save=path)

    assert 5 == run("replay", str(path), "--boards").out.count("  A     B     C  ")
    assert 0 == run("replay", str(path)).out.count("  A     B     C  ")


def test_a_replay_as_json(play: Run, run: Run, tmp_path: Path) -> None:
    """The opening holds the course and what was agreed; entries follow."""
    path = tmp_path / "game.log"
    play("n", players="ann", save=path)
    opening, first = run("replay", str(path), "--json").out.splitlines()

    assert opening.startswith('{"version":0,"at":0,"game":"rally","players":["ann"]')
    assert '"name: First Shift' in opening.replace("\\n", '"')
    assert '"type":"FacingChosen","seat":0,"facing":"n"' in first


def test_a_file_that_is_taken(play: Run, tmp_path: Path) -> None:
    """No game is ever overwritten."""
    path = tmp_path / "game.log"
    path.write_text("mine")
    told = play(players="ann", save=path)

    assert (
        2,
        f"tinplate: {path} already exists: continue it with --resume, or save elsewhere\n",
    ) == (
        told.code,
        told.err,
    )


@pytest.mark.parametrize(
    "option",
    [{"players": "ann"}, {"course": "first-shift"}, {"preset": "sheet"}, {"set": "edge=pit"},
     {"seed": 1}, {"bots": 1}, {"save": "other.log"}],
)  # fmt: skip
def test_a_resumed_game_is_not_dealt_anew(
    play: Run, tmp_path: Path, option: dict[str, str | int]
) -> None:
    """It has its players, its course and what was agreed."""
    told = play(resume=tmp_path / "game.log", **option)
    (name,) = option

    assert f"tinplate: --{name} is for a new game, not a resumed one\n" == told.err


def test_logs_of_another_game(play: Run, run: Run, tmp_path: Path) -> None:
    """Each game goes on with its own."""
    path = tmp_path / "game.log"
    run("ricochet", "play", "--players", "ann,bob", "--save", str(path))
    told = play(resume=path)

    assert f"tinplate: {path} is a match of ricochet, not of rally\n" == told.err
    why = run("replay", str(path), "--why")
    assert "tinplate: --why: ricochet tells no rules with its steps\n" == why.err


# On a terminal


class Terminal(io.StringIO):
    """A terminal as far as anybody asks."""

    def isatty(self) -> bool:
        return True


def test_hands_are_hidden_between_players(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """D44: the screen and what was scrolled out of it are cleared before the next player sits."""
    screen = Terminal()
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr("sys.stdin", Terminal("\nn\n\ns\n\n2 2 b l l\nready\n\nquit\n"))
    monkeypatch.setattr(sys, "stdout", screen)
    run("rally", "play", "--players", "ann,bob", "--seed", "3")
    shown = screen.getvalue()
    cleared = "\x1b[2J\x1b[H\x1b[3J"
    last_page = shown[shown.rindex("Pass the keyboard to bob, who should press Enter: ") :]
    before = shown[: shown.rindex("Pass the keyboard to bob")]

    assert 4 == shown.count("Pass the keyboard to ")
    assert "Hand" in before
    assert before.endswith(cleared)
    assert cleared in last_page
    assert "move2 780" not in last_page


def test_one_player_passes_no_keyboard(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """A player alone sees everything, and has time to read every register."""
    screen = Terminal()
    monkeypatch.setenv("TERM", "xterm")
    lines = ["n", "2 2 b l l", "ready", *[""] * 5, "quit"]
    monkeypatch.setattr("sys.stdin", Terminal("".join(f"{line}\n" for line in lines)))
    monkeypatch.setattr(sys, "stdout", screen)
    run("rally", "play", "--players", "ann", "--seed", "3")

    assert "Pass the keyboard" not in screen.getvalue()
    assert 5 == screen.getvalue().count("Press Enter to continue: ")
    assert screen.getvalue().endswith("ann> ")
