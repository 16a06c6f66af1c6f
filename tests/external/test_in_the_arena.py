"""Bots of others in whole matches: the example of the documents, and the rude ones."""

import ast
import re
import shlex
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from tests.catalogues import GAMES, PRESETS
from tests.external import rude
from tinplate.arena import tournament
from tinplate.arena.bot_match import BotMatch
from tinplate.arena.tournament import MatchJob, Tournament, play
from tinplate.external.bot import handshake
from tinplate.games.rally.values import Settings as RallySettings
from tinplate.store.logfile import read

EXAMPLE = Path(__file__).parents[2] / "examples" / "my_bot.py"
RALLY = Tournament(
    game="rally",
    bots=(handshake("mine", f"stdio:{shlex.quote(sys.executable)} {shlex.quote(str(EXAMPLE))}"),),
    variants=(("first-shift", RallySettings("first-shift", {"max_turns": 4})),),
    matches=1,
    players=3,
    seed=1,
    keeps_logs=True,
)


def test_the_example_plays_whole_matches(tmp_path: Path) -> None:
    """No decision of it is lost."""
    played = play(RALLY, MatchJob(0, 0))
    path = tmp_path / "match.log"
    path.write_bytes(played.log or b"")
    lost = [(tally.late, tally.failed, tally.illegal) for tally in played.tallies]
    turns = [len(tally.seconds) for tally in played.tallies]

    assert [(0, 0, 0)] * 3 == lost
    assert all(decisions >= 2 for decisions in turns)
    assert ("mine 1", "mine 2", "mine 3") == read(path, GAMES, Random(0)).players


def lines_of_code(text: str) -> int:
    """Without blank lines, comments and docstrings."""
    explained = {
        line
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }
    return sum(
        number not in explained and line.strip() != "" and not line.startswith("#")
        for number, line in enumerate(text.splitlines(), 1)
    )


def test_the_example_is_short_and_needs_nothing_of_ours() -> None:
    """Thirty lines of any language can do it."""
    text = EXAMPLE.read_text(encoding="utf-8")
    imported = re.findall(r"^\s*(?:import|from) (\w+)", text, re.MULTILINE)

    assert 30 == lines_of_code(text)
    assert {"json", "random", "sys"} == set(imported)


def test_the_example_beats_chance() -> None:
    """It comes in before the one who plays anything in most of these matches."""
    order = replace(
        RALLY, bots=(*RALLY.bots, "random"), variants=(("first-shift", RallySettings()),), players=2
    )
    won = [
        played.places[played.seats.index(0)]
        for number in range(8)
        for played in [play(order, MatchJob(0, number))]
    ]

    assert won.count(1) >= 6


def test_a_warm_up_has_as_many_players_as_the_match(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game may need them all; one of ours sits in for the bot of others."""
    seated = list[tuple[str, ...]]()

    class Noted(BotMatch):
        def __init__(self, *given: Any) -> None:  # noqa: ANN401 - passed on
            seated.append(tuple(bot.name for bot in given[2]))
            super().__init__(*given)

    monkeypatch.setattr(tournament, "BotMatch", Noted)
    monkeypatch.setattr(tournament, "_warm", set[str]())
    play(replace(RALLY, bots=(*RALLY.bots, "random"), players=2), MatchJob(0, 0))

    assert [("random", "random"), ("mine", "random")] == [tuple(sorted(names)) for names in seated]


def test_the_example_plays_the_same_from_the_same_seed() -> None:
    """Its dice are seeded by the question, so its matches can be played again."""
    assert play(RALLY, MatchJob(0, 0)).log == play(RALLY, MatchJob(0, 0)).log


@pytest.mark.parametrize(
    ("way", "complaint"),
    [
        ("crash always", "BotDisconnected: it has disconnected"),
        ("garbage always", "Malformed: Expected `object`"),
    ],
)
def test_a_rude_one_ends_its_match(
    way: str, complaint: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every decision of it is lost and counted, and the match is played to its end."""
    monkeypatch.setattr("tinplate.arena.bot_match.LONGEST", 120_000)
    bot = handshake("rude", f"stdio:{shlex.join([sys.executable, rude.__file__, way])}")
    ricochet = ((None, PRESETS["ricochet"]["2013"]),)
    tournament = replace(RALLY, game="ricochet", bots=(bot, "random"), variants=ricochet, players=2)
    played = play(tournament, MatchJob(0, 0))
    tally = played.tallies[played.seats.index(0)]

    assert 0 < len(tally.seconds) == tally.failed
    assert complaint in str(tally.complaint)
    assert 60_000 < played.lasted <= 120_000
