"""How a match ended, for the picture that people share."""

from string import Template
from typing import NamedTuple

from msgspec.structs import replace

from tinplate.ending import BY_PLAYERS
from tinplate.games.rally.svg.picture import draw_picture, draw_toy
from tinplate.games.rally.svg.themes import LIGHT, TINTS
from tinplate.games.rally.values import Finished, State


class TurnsLine(NamedTuple):
    """What counts, on which course, and after how many turns."""

    unplayed: str
    one: str
    more: str


LINES = {
    "en": TurnsLine(
        "flags on {course}", "flags after 1 turn on {course}",
        "flags after {count} turns on {course}",
    ),
    "it": TurnsLine(
        "bandiere su {course}", "bandiere dopo 1 turno su {course}",
        "bandiere dopo {count} turni su {course}",
    ),
    "es": TurnsLine(
        "banderas en {course}", "banderas tras 1 turno en {course}",
        "banderas tras {count} turnos en {course}",
    ),
    "ca": TurnsLine(
        "banderes a {course}", "banderes després d’1 torn a {course}",
        "banderes després de {count} torns a {course}",
    ),
    "el": TurnsLine(
        "σημαίες στο {course}", "σημαίες μετά από 1 γύρο στο {course}",
        "σημαίες μετά από {count} γύρους στο {course}",
    ),
}  # fmt: skip


def draw_end(state: State) -> str:
    """The course, and the robots where they ended; those without a life are gone."""
    course = replace(state.course, edge=state.settings.edge)  # D3: what was agreed
    return draw_picture(course, [player.robot for player in state.players])


def signs_of(state: State) -> list[str]:
    """The toys of all seats as they stand on the course, also those that are gone."""
    tints = (TINTS[seat % len(TINTS)] for seat in range(len(state.players)))
    return [Template(draw_toy(tint)).substitute(LIGHT) for tint in tints]


def scores_of(state: State) -> list[str]:
    """How many flags everybody touched, by seat."""
    return [str(player.robot.next_flag - 1) for player in state.players]


def line_of(state: State, language: str) -> str:
    """How much was played, and where."""
    words = LINES.get(language, LINES["en"])
    is_early = isinstance(state.phase, Finished) and state.phase.because in BY_PLAYERS
    played = state.turn - is_early  # who ends a match does so before the turn is played
    line = (words.unplayed, words.one)[played] if played <= 1 else words.more
    return line.format(count=played, course=state.course.name)
