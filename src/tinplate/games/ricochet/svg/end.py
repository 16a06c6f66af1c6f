"""How a match ended, for the picture that people share."""

from typing import NamedTuple

from tinplate.games.ricochet.board import Position, Robots
from tinplate.games.ricochet.motion import Slide, put
from tinplate.games.ricochet.pieces import Target
from tinplate.games.ricochet.svg.picture import draw_picture
from tinplate.games.ricochet.values import (
    MoveTakenBack,
    ProofBegan,
    RobotSlid,
    SolutionClaimed,
    State,
    TokenReturned,
    TokenTurned,
    TokenWon,
)
from tinplate.match import AnyMatch


class WonRound(NamedTuple):
    """The last token that was won, and how."""

    target: Target
    markers: Robots  # where robots stood before
    route: tuple[Slide, ...]


class RoundsLine(NamedTuple):
    """What counts, and after how many rounds."""

    unplayed: str
    one: str
    more: str  # rounds
    missed: str  # tokens, alone


LINES = {
    "en": RoundsLine(
        "over before the first round", "tokens after 1 round", "tokens after {count} rounds",
        ", {count} missed",
    ),
    "it": RoundsLine(
        "finita prima del primo giro", "gettoni dopo 1 giro", "gettoni dopo {count} giri",
        ", persi: {count}",
    ),
    "es": RoundsLine(
        "terminó antes de la primera ronda", "fichas tras 1 ronda", "fichas tras {count} rondas",
        ", perdidas: {count}",
    ),
    "ca": RoundsLine(
        "acabada abans de la primera ronda", "fitxes després d’1 ronda",
        "fitxes després de {count} rondes", ", perdudes: {count}",
    ),
    "el": RoundsLine(
        "τέλος πριν από τον πρώτο γύρο", "μάρκες μετά από 1 γύρο", "μάρκες μετά από {count} γύρους",
        ", χαμένες: {count}",
    ),
}  # fmt: skip


def draw_end(match: AnyMatch) -> str | None:
    """The last token that was won, and the route to it; if nobody has one, the last turned up."""
    won = last_won(match)
    if won is None:
        return _unsolved(match)
    robots = won.markers
    for slide in won.route:
        robots = put(robots, slide.robot, slide.end)
    position = Position(match.state.board, robots, won.target)
    return draw_picture(position, routes=won.route, markers=won.markers)


def _unsolved(match: AnyMatch) -> str | None:
    """Before the first round, one of those that lie face down."""
    state: State = match.state
    events = (event for entry in match.log for event in entry.events)
    turned = [event.target for event in events if isinstance(event, TokenTurned)]
    targets = turned[-1:] or state.face_down[:1]
    return draw_picture(Position(state.board, state.robots, targets[0])) if targets else None


def last_won(match: AnyMatch) -> WonRound | None:
    """Look through all that happened for the last proof that succeeded."""
    won, route = None, list[Slide]()
    markers: Robots = match.opening.markers
    for event in (event for entry in match.log for event in entry.events):
        match event:
            case ProofBegan() | SolutionClaimed() | TokenReturned():
                route = []
            case RobotSlid(slide=slide):
                route.append(slide)
            case MoveTakenBack():
                route.pop()
            case TokenWon(target=target):
                won = WonRound(target, markers, tuple(route))
                for slide in route:
                    markers = put(markers, slide.robot, slide.end)
                route = []
    return won


def line_of(state: State, language: str) -> str:
    """How much was played."""
    words = LINES.get(language, LINES["en"])
    if not state.round:
        return words.unplayed
    played = words.one if state.round == 1 else words.more.format(count=state.round)
    return played + (words.missed.format(count=len(state.missed)) if state.settings.solo else "")
