"""Scenes of the rule book: a turn, or a piece of one, played by the rules.

    scene Ann Bob
    settings edge=wall
    robots B1e armour=4 / C1w lives=1
    deal move1 left right / move2
    S . . 1
    0:00 Ann places move1 in 1
    0:05 Ann programs left right
    -> turn 1, Ann B1e 4/3, Bob C1w 9/1

Without `robots`, all begin on the start. A deal names cards of every hand, in the order of seats,
turn by turn; the slowest cards fill it up. The end is the turn (or `over, Ann wins`) and, for each
robot, cell and facing, armour and lives; one off the board has no cell.
"""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from tinplate.book import (
    Act,
    Example,
    Frame,
    Moment,
    NotAllowed,
    Script,
    Step,
    play_script,
    read_script,
    require_end,
)
from tinplate.ending import EndMatch
from tinplate.game import Malformed, Millis, Seat
from tinplate.games.rally.cards import Card, Kind
from tinplate.games.rally.course import Course, cell_name, cell_named
from tinplate.games.rally.course_text import format_course, parse_course
from tinplate.games.rally.folding import Story
from tinplate.games.rally.happenings import Happening
from tinplate.games.rally.robot import LIVES, Robot
from tinplate.games.rally.rules import Rally, go_on
from tinplate.games.rally.settings import MOST_ARMOUR, agreed
from tinplate.games.rally.svg.table import draw_table
from tinplate.games.rally.values import (
    ChooseFacing,
    ChoosePower,
    Command,
    Event,
    Finished,
    Place,
    Player,
    PowerDown,
    Ready,
    RegisterRevealed,
    Settings,
    State,
    TurnBegan,
)
from tinplate.grid import Cell, Heading
from tinplate.match import Match

_HEADS = frozenset({"settings", "robots", "deal"})
_COMMANDS: dict[str, Command] = {
    "comes back on": ChoosePower(on=True),
    "stays off": ChoosePower(on=False),
    "plans a power-down": PowerDown(announce=True),
    "is ready": Ready(),
    "wants to end": EndMatch(),
}
RallyMatch = Match[Settings, State, Command, Event]


class _Dealer(Random):
    """Dice that deal the hands that the scene names."""

    def __init__(self, hands: Sequence[str]) -> None:
        super().__init__(0)
        self.hands = [list(map(Kind, hand.split())) for hand in hands]

    def sample(self, population: Any, k: int, *, counts: object = None) -> Any:  # noqa: ANN401
        del counts
        left = sorted(population, key=lambda card: card.priority)
        wanted = self.hands.pop(0) if self.hands else []
        return [*(_taken(left, kind) for kind in wanted), *left][:k]

    def choice(self, seq: Any) -> Any:  # noqa: ANN401 - as the standard library has it
        return seq[0]


def draw_scene(text: str) -> Example:
    """Play a scene, and draw the table after each step; Malformed if it ends otherwise."""
    script = read_script(text, _HEADS)
    dice = _Dealer(script.heads.get("deal", "").split("/"))
    course = parse_course("\n".join(["rally 1", "board:", *script.others, ""]))
    before = _before(script, course)
    story = Story(before)
    go_on(story, Millis(0), dice)
    match: RallyMatch = Match(Rally(), story.state, dice)
    moments = list(play_script(match, script, _acting(script)))
    require_end(script.end, _as_written(match.state, script.names))
    opening = Moment(Millis(0), "", story.state, tuple(story.events))
    return Example(tuple(_frames(script, before, [opening, *moments])), script.names)


# Reading


def _before(script: Script, course: Course) -> State:
    """Return the table before the turn begins."""
    chosen = dict(word.split("=") for word in script.heads.get("settings", "").split())
    start = course.start_of(Seat(0))
    robots = script.heads.get("robots", "").split("/") if "robots" in script.heads else []
    players = tuple(
        _player(robots[seat].split(), start)
        if robots
        else Player(Robot(cell=start, facing=Heading.NORTH, save=start, virtual=True), fresh=True)
        for seat in range(len(script.names))
    )
    return State(format_course(course), agreed(course, chosen), players)


def _player(words: Sequence[str], start: Cell) -> Player:
    spot, *others = words
    said = dict(word.split("=") for word in others if "=" in word)
    robot = Robot(
        cell=cell_named(spot[:-1]),
        facing=Heading(spot[-1]),
        save=start,
        armour=int(said.get("armour", MOST_ARMOUR)),
        lives=int(said.get("lives", LIVES)),
        next_flag=int(said.get("next_flag", 1)),
        virtual="virtual" in others,
        off="off" in others,
    )
    return Player(robot, scheduled="scheduled" in others)


# Playing


def _acting(script: Script) -> Act:
    def act(match: RallyMatch, step: Step) -> Iterator[None]:
        seat = Seat(script.names.index(step.name))
        for command in _commands(match.state.players[seat], step.words):
            match.submit(seat, command, step.at)
        yield

    return act


def _commands(player: Player, words: str) -> Iterator[Command]:
    hand = list(player.private.hand) if player.private else []
    match words.split():
        case ["faces", facing]:
            yield ChooseFacing(Heading(facing))
        case ["programs", *kinds]:
            free = [each for each in player.open_registers if not _draft(player)[each - 1]]
            for register, kind in zip(free, kinds, strict=True):
                yield Place(register, _taken(hand, Kind(kind)))
            yield Ready()
        case ["places", kind, "in", register]:
            yield Place(int(register), _taken(hand, Kind(kind)))
        case _ if words in _COMMANDS:
            yield _COMMANDS[words]
        case _:
            raise Malformed(f"“{words}” is nothing one can do")


def _draft(player: Player) -> tuple[Card | None, ...]:
    return player.private.draft if player.private else player.registers


def _taken(cards: list[Card], kind: Kind) -> Card:
    """Take the fastest card of this kind."""
    found = [card for card in cards if card.kind is kind]
    if not found:
        raise Malformed(f"there is no {kind} to take")
    card = max(found, key=lambda each: each.priority)
    cards.remove(card)
    return card


def _as_written(state: State, names: tuple[str, ...]) -> str:
    robots = [
        f"{name} {_place(player.robot)} {player.robot.armour}/{player.robot.lives}"
        for name, player in zip(names, state.players, strict=True)
    ]
    return ", ".join([_stage(state, names), *robots])


def _stage(state: State, names: tuple[str, ...]) -> str:
    if not isinstance(state.phase, Finished):
        return f"turn {state.turn}"
    winners = state.phase.winners
    who = " and ".join(names[seat] for seat in winners) or "nobody"
    return f"over, {who} {'win' if len(winners) > 1 else 'wins'}"


def _place(robot: Robot) -> str:
    return "-" if robot.cell is None else f"{cell_name(robot.cell)}{robot.facing}"


# Drawing


def _frames(script: Script, state: State, moments: Sequence[Moment]) -> Iterator[Frame]:
    """One picture after each step; of a turn that is played, one after each register."""
    game = Rally()
    for moment in moments:
        for events in _chunks(moment.events):
            for event in events:
                if not isinstance(event, NotAllowed):
                    state = game.evolve(state, event)
            yield Frame(draw_table(state, script.names, moment.name), tuple(events))


def _chunks(events: Sequence[Any]) -> Iterator[list[Any]]:
    chunk = list[Any]()
    for event in events:
        if chunk and _begins(event, chunk[-1]):
            yield chunk
            chunk = []
        chunk.append(event)
    yield chunk


def _begins(event: object, before: object) -> bool:
    """Whether something new begins: a register, the end of a turn, a turn."""
    is_end = isinstance(event, Happening) and event.register is None
    was_end = isinstance(before, Happening) and before.register is None
    return isinstance(event, RegisterRevealed | TurnBegan) or (is_end and not was_end)
