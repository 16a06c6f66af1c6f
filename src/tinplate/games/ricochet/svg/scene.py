"""Scenes of the rule book: a round, or a piece of one, played by the rules.

    scene Ann Bob
    settings goal=3
    won Ann=2
    G1R2B2Y2 ro5,ga14,bl14,yj16
    0:00 Ann turns red-square
    0:05 Bob bids 3
    1:05 Bob moves re rs rw
    -> pause, Ann 2, Bob 1

The end names the phase (`pause`, `thinking`, `bidding`, `Bob proves`, `over, Ann wins`) and the
tokens. A line `preset solo` begins with other settings; `board` shows the board throughout. Players
who are away (`0:40 Cleo is away`) withdraw their bid and agree with the others.
"""

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

from tinplate.book import (
    Act,
    Example,
    Frame,
    Moment,
    Script,
    Step,
    play_script,
    read_script,
    require_end,
)
from tinplate.ending import AbortMatch, EndMatch, Resign
from tinplate.game import Malformed, Millis, Seat
from tinplate.games.ricochet.notation import parse_moves, parse_position
from tinplate.games.ricochet.pieces import Target
from tinplate.games.ricochet.rules import Ricochet
from tinplate.games.ricochet.settings import PRESETS, Settings
from tinplate.games.ricochet.svg.parts import WHOLE, part_with
from tinplate.games.ricochet.svg.picture import Part
from tinplate.games.ricochet.svg.table import Seen, draw_table
from tinplate.games.ricochet.values import (
    Bid,
    Bidding,
    ClaimRoute,
    Command,
    DoubtProof,
    Event,
    GiveUp,
    MakeMove,
    Pause,
    Proving,
    RobotSlid,
    SayDone,
    SkipToken,
    State,
    TakeBack,
    TokenTurned,
    TurnGlass,
    TurnToken,
)
from tinplate.match import Entry, Match

_HEADS = frozenset({"settings", "preset", "won", "board"})
_COMMANDS: dict[str, Command] = {
    "takes back": TakeBack(),
    "gives up": GiveUp(),
    "turns the glass": TurnGlass(),
    "has it": ClaimRoute(),
    "is done": SayDone(),
    "wants to skip": SkipToken(),
    "doubts it": DoubtProof(),
    "wants to end": EndMatch(),
    "wants to abort": AbortMatch(),
    "resigns": Resign(),
}
RicochetMatch = Match[Settings, State, Command, Event]


class _Dice(Random):
    """Dice that turn up the token that the scene names."""

    token: Target | None = None

    def choice(self, seq: Any) -> Any:  # noqa: ANN401 - as the standard library has it
        return self.token if self.token in seq else seq[0]


def draw_scene(text: str) -> Example:
    """Play a scene, and draw the table after each step; Malformed if it ends otherwise."""
    script = read_script(text, _HEADS)
    dice = _Dice(0)
    match: RicochetMatch = Match(Ricochet(), _opening(script), dice)
    moments = list(play_script(match, script, _acting(script, dice)))
    require_end(script.end, _as_written(match.state, script.names))
    return Example(tuple(_frames(script, moments)), script.names)


# Reading


def _opening(script: Script) -> State:
    position = parse_position(f"{script.others[0]} {Target.VORTEX}")
    left = [target for target in Target if str(target) not in " ".join(map(str, script.steps))]
    counts = {name: int(count) for name, count in _pairs(script.heads.get("won", ""))}
    won = tuple(tuple(left.pop() for _ in range(counts.get(name, 0))) for name in script.names)
    taken = {target for share in won for target in share}
    return State(
        _settings(script.heads),
        position.board.name,
        markers=position.robots,
        robots=position.robots,
        face_down=tuple(target for target in Target if target not in taken),
        won=won,
    )


def _settings(heads: dict[str, str]) -> Settings:
    chosen = {name: _value(value) for name, value in _pairs(heads.get("settings", ""))}
    return replace(PRESETS[heads.get("preset", "2013")], **chosen)


def _pairs(text: str) -> Iterator[tuple[str, str]]:
    for word in text.split():
        name, _, value = word.partition("=")
        yield name, value


def _value(text: str) -> object:
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError:
        return text.replace("-", " ")


# Playing


def _acting(script: Script, dice: _Dice) -> Act:
    def act(match: RicochetMatch, step: Step) -> Iterator[None]:
        seat = Seat(script.names.index(step.name))
        match step.words.split():
            case ["turns", token] if token in set(Target):
                dice.token = Target(token)
                match.submit(seat, TurnToken(), step.at)
                yield
            case ["bids", number]:
                match.submit(seat, Bid(int(number)), step.at)
                yield
            case ["moves", *moves]:
                for move in parse_moves(" ".join(moves)):
                    match.submit(seat, MakeMove(move), step.at)
                    yield
            case ["is", "away"]:
                _leave(match, seat, step.at)
                yield
            case _ if step.words in _COMMANDS:
                match.submit(seat, _COMMANDS[step.words], step.at)
                yield
            case _:
                raise Malformed(f"“{step.words}” is nothing one can do")

    return act


def _leave(match: RicochetMatch, seat: Seat, at: Millis) -> None:
    """RC18, RC26: do what the server does for players who are away."""
    game = Ricochet()
    if game.stake(match.state, seat) is not None:
        match.append(Entry(match.version + 1, at, game.forfeit(match.state, seat, at)))
    if game.is_awaited(match.state, seat):
        match.append(Entry(match.version + 1, at, game.abstain(match.state, seat, at)))


def _as_written(state: State, names: tuple[str, ...]) -> str:
    tokens = ", ".join(f"{name} {len(won)}" for name, won in zip(names, state.won, strict=True))
    return f"{_phase(state, names)}, {tokens}"


def _phase(state: State, names: tuple[str, ...]) -> str:
    outcome = Ricochet().outcome(state)
    if outcome is not None:
        winners = " and ".join(names[seat] for seat in outcome.winners) or "nobody"
        return f"over, {winners} wins"
    match state.phase:
        case Proving() as proving:
            return f"{names[proving.prover.seat]} proves"
        case Bidding():
            return "bidding"
        case Pause():
            return "pause"
        case _:
            return "thinking"


# Drawing


def _frames(script: Script, moments: list[Moment]) -> Iterator[Frame]:
    part, seen = _part(script, moments), Seen(script.names)
    for moment in moments:
        seen.note(moment)
        yield Frame(draw_table(seen, moment, part), moment.events)


def _part(script: Script, moments: list[Moment]) -> Part | None:
    """Return what of the board the scene shows: where robots move, all of it, or nothing."""
    if "board" in script.heads:
        return WHOLE
    events = [event for moment in moments for event in moment.events]
    slides = [event.slide for event in events if isinstance(event, RobotSlid)]
    if not slides:
        return None
    board = moments[0].state.board
    turned = [event.target for event in events if isinstance(event, TokenTurned)]
    cells = [board.targets[target] for target in turned]
    return part_with([*cells, *(cell for slid in slides for cell in slid.cells)])
