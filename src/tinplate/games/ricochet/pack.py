# ruff: noqa: PLC0415, ANN401 - members import what they need when called
"""Ricochet as the rest of the program sees it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import accumulate
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from tinplate.game import AnyBot, Malformed, Plan, Seat
from tinplate.match import AnyMatch, Entry
from tinplate.pack import (
    BadDrawing,
    DrawnBoard,
    EndPicture,
    GamePack,
    Subject,
    TextMistake,
)

if TYPE_CHECKING:
    from tinplate.book import Example
    from tinplate.games.ricochet.board import Board, Position
    from tinplate.games.ricochet.rules import Ricochet
    from tinplate.puzzles.values import MadePuzzle, PuzzleMaker

GIVES_UP = 0.4  # how often a scripted player gives up, when it can
USUAL_ROBOTS = 4
RATED = ("2013", "classic", "classic-tournament")  # presets
SECONDS_FOR_BEST = 5  # to find the best solution of a round that was played
MEASURING_SECONDS = 5  # for all targets of a drawn board together


class RicochetPack(GamePack):
    """Robots without brakes: bid a number of moves, then prove it."""

    name = "ricochet"
    seats = range(1, 21)  # RC22 sets no limit; more would not fit around a screen
    title = "Ricochet"
    compiled_functions, rest_of_functions = 8, 11
    examples = (
        "tinplate ricochet play --players ann,bob",
        "tinplate ricochet new --seed 7",
        "tinplate ricochet show G1R2B2Y2 ro5,ga14,bl14,yj16 red-square",
        'tinplate ricochet check "G1R2B2Y2 ro5,ga14,bl14,yj16 red-square" "re rs rw"',
    )
    arena_examples = ("tinplate arena ricochet --bots level-1,level-2 --seed 7 --json",)

    @cached_property
    def game(self) -> "Ricochet":
        from tinplate.games.ricochet.rules import Ricochet

        return Ricochet()

    @property
    def presets(self) -> Mapping[str, Any]:
        from tinplate.games.ricochet.settings import PRESETS

        return PRESETS

    def require_chairs(self, settings: Any, chairs: int) -> None:
        """RC21: nobody else can come to a table for one."""
        from tinplate.games.ricochet.rules import refuse_company

        super().require_chairs(settings, chairs)
        refuse_company(settings, chairs)

    def summarise(self, opening: Any, seats: int) -> str:
        from tinplate.games.ricochet.terms import settings_in_words

        return f"{settings_in_words(opening.settings, seats)}; board {opening.board_name}"

    def variants(self, names: str | None, players: int) -> Iterator[tuple[str | None, Any]]:
        if names is not None:
            raise Malformed(f"--variant: {self.name} has no variants")
        yield from super().variants(None, players)

    def chance_moment(self, state: Any) -> str:
        """A token is drawn for each round."""
        return f"round {state.round}"

    def seat_count(self, state: Any) -> int:
        return int(state.seats)

    @cached_property
    def bots(self) -> Sequence[AnyBot]:
        from tinplate.games.ricochet.bots.level import RicochetBot

        return tuple(RicochetBot(level) for level in range(1, 11))

    @property
    def bot_titles(self) -> Mapping[str, str]:
        easy = ("Pip", "Bobbin", "Tock", "Rivet", "Sprocket")
        strong = ("Gasket", "Bellows", "Flywheel", "Dynamo", "Mainspring")
        return dict(zip((bot.name for bot in self.bots), easy + strong, strict=True))

    faces_file = str(Path(__file__).with_name("faces.json"))

    def safe_plan(self, view: Any, seat: Seat, legal: Sequence[Any]) -> Plan[Any]:  # noqa: ARG002
        from tinplate.games.ricochet.bots.safe import wait_or_give_up

        return wait_or_give_up(legal)

    def score(self, state: Any, seat: Seat) -> int:
        """The number of tokens won."""
        return len(state.won[seat])

    def is_under_way(self, state: Any) -> bool:
        """Somebody has won a token."""
        return any(state.won)

    most_strangers = 4
    speeds = ("usual",)  # who is fast finds more, so a class for the fast would say nothing new

    def speed_of(self, settings: Any) -> str | None:
        """The game of the boxes, on a board that nobody chose."""
        return "usual" if settings in [self.presets[name] for name in RATED] else None

    @property
    def bot_ratings(self) -> Mapping[str, float]:
        """By the matches of neighbours in docs/bots.md, as the arena counts.

        That is 445 points for 19 wins of 20, 645 for all of them. People begin between the second
        and the third, so that nobody's number is negative.
        """
        steps = (445, 645, 645, 445, 445, 645, 445, 645, 645)
        ratings = accumulate(steps, initial=500)
        return {bot.name: float(rating) for bot, rating in zip(self.bots, ratings, strict=True)}

    def statistics(self, opening: Any, entries: Sequence[Entry[Any]]) -> Sequence[Any]:
        from tinplate.games.ricochet.statistics import statistics_of

        rule = opening.settings.rule

        def best(position: "Position") -> int | None:  # most matches that are given up need none
            from tinplate.games.ricochet.solver import solve
            from tinplate.games.ricochet.solver.warming import warm_up

            warm_up(position)
            moves = solve(position, rule, seconds=SECONDS_FOR_BEST).moves
            return len(moves) if moves else None

        return statistics_of(opening, ((each.at, each.events) for each in entries), best)

    def topics(self, state: Any) -> tuple[str, ...]:
        from tinplate.games.ricochet.topics import topics_of

        return topics_of(state)

    def subject_of(self, settings: Any) -> Subject | None:
        """A chosen board: nobody can wish for one that is drawn."""
        from tinplate.games.ricochet.topics import is_same_board, same_boards

        board: str | None = settings.board
        if board is None:
            return None
        return Subject(self.name, same_boards(board), partial(is_same_board, board))

    def warm_up(self) -> Iterator[None]:
        from tinplate.games.ricochet.solver import prepare

        return prepare.steps()

    def warm_up_rest(self) -> None:
        from tinplate.games.ricochet.solver import wide

        wide.load_kernels()

    def routes(self) -> Sequence[Any]:
        from tinplate.games.ricochet.http import rounds, routes

        return (routes.routes(), rounds.match_rounds, rounds.round_solutions)

    def draw_end(self, match: AnyMatch, language: str) -> EndPicture | None:
        from tinplate.games.ricochet.svg.end import draw_end, line_of

        counts = [str(len(tokens)) for tokens in match.state.won]
        return EndPicture(draw_end(match), counts, line_of(match.state, language))

    has_drawings = True
    has_puzzles = True
    puzzle_words = {  # noqa: RUF012 - a mapping
        "en": {"best": "Fewest moves", "easy": "Easy", "hard": "Hard"},
        "it": {"best": "Minimo di mosse", "easy": "Facile", "hard": "Difficile"},
        "es": {"best": "Mínimo de movimientos", "easy": "Fácil", "hard": "Difícil"},
        "ca": {"best": "Mínim de moviments", "easy": "Fàcil", "hard": "Difícil"},
        "el": {"best": "Ελάχιστες κινήσεις", "easy": "Εύκολος", "hard": "Δύσκολος"},
    }

    def read_drawing(self, text: str) -> DrawnBoard:
        """A board that was never printed; with robots and a target, or without."""
        try:
            positions = _positions_on(text)
        except Malformed as error:
            raise _refused(error) from None
        position, board = positions[0], positions[0].board
        written = str(position if _has_robots(text) else board)
        return DrawnBoard(written, str(board), board.width, board.height, seats=None)

    def measure_drawing(self, text: str, cancel: Callable[[], bool]) -> tuple[int, int] | None:
        """The moves of the shortest solution; on a board alone, those to each of its targets.

        There the robots begin on cells that nobody can choose.
        """
        from time import monotonic

        from tinplate.games.ricochet.http.searching import refuse_while_warming
        from tinplate.games.ricochet.solver import solve

        positions = _positions_on(text)
        refuse_while_warming(positions[0])
        until = monotonic() + MEASURING_SECONDS
        lengths = list[int]()
        for position in positions:
            found = solve(position, seconds=max(0, until - monotonic()), cancel=cancel)
            lengths += [len(found.moves)] if found.moves else []
        return (min(lengths), max(lengths)) if lengths else None

    def drawing_subject(self, text: str) -> Subject | None:
        """A position may be drawn like that of a running match."""
        from tinplate.games.ricochet.topics import is_alike, near_topics

        if not _has_robots(text):
            return None
        (position,) = _positions_on(text)
        return Subject(self.name, near_topics(position), partial(is_alike, position))

    def draw_drawing(self, text: str, *, dark: bool) -> str:
        from tinplate.games.ricochet.svg.picture import draw_picture

        return draw_picture(_positions_on(text)[0], dark=dark)

    def settings_on(self, text: str) -> Mapping[str, Any] | None:
        from tinplate.games.ricochet.board import format_robots
        from tinplate.games.ricochet.settings import Settings

        position = _positions_on(text)[0]
        board, count = str(position.board), len(position.robots)
        robots = format_robots(position.robots) if _has_robots(text) else None
        try:
            Settings(board=board, robots=robots, robot_count=count)
        except Malformed:  # it can be solved, but no match can be played on it
            return None
        return {"board": board, "robots": robots, "robot_count": count}

    def drawing_in(self, settings: Any) -> str | None:
        if settings.board is None or _is_printed(settings.board):
            return None
        return str(settings.board)

    @property
    def wire_types(self) -> Mapping[str, Any]:
        from tinplate.games.ricochet import values, wire
        from tinplate.wire.typescript import types_of

        return {"Phase": values.Phase, **types_of(wire)}

    def puzzles(self) -> "PuzzleMaker":
        from tinplate.games.ricochet.puzzles.maker import RicochetPuzzles

        return RicochetPuzzles()

    def draw_puzzle(self, puzzle: "MadePuzzle", *, dark: bool, is_bare: bool) -> str:
        from tinplate.games.ricochet.notation import parse_position
        from tinplate.games.ricochet.svg.picture import draw_empty, draw_picture

        position = parse_position(puzzle.text, custom=True)
        if is_bare:
            return draw_empty(position.board, dark=dark)
        return draw_picture(position, dark=dark)

    @property
    def load_settings(self) -> Mapping[str, Any]:
        return {"goal": 17}  # so that nobody wins early

    def load_choice(self, legal: Sequence[Any], dice: Random) -> Any:
        from tinplate.games.ricochet.values import Bid, DoubtProof, GiveUp

        if isinstance(legal[-1], DoubtProof):
            return None  # or else hardly a proof would be seen to its end
        if isinstance(legal[-1], Bid):
            return legal[-1]  # the highest, which leaves much to bid
        if isinstance(legal[-1], GiveUp) and dice.random() < GIVES_UP:
            return legal[-1]
        return dice.choice(legal)

    @property
    def picture_colours(self) -> tuple[Mapping[str, str], Mapping[str, str]]:
        from tinplate.games.ricochet.svg.picture import DARK, LIGHT

        return LIGHT, DARK

    def draw_example(self, text: str) -> "Example":
        from tinplate.games.ricochet.svg.example import draw_example

        return draw_example(text)

    def command(self) -> Any:
        from tinplate.games.ricochet.cli.commands import ricochet

        return ricochet

    def narrate(
        self, match: AnyMatch, names: Sequence[str], *, boards: bool, why: bool
    ) -> Iterator[Any]:
        from tinplate.games.ricochet.cli.retell import tell_match

        if why:
            raise Malformed(f"--why: {self.name} tells no rules with its steps")
        return tell_match(match, tuple(names), boards=boards)

    def tell_puzzle(self, puzzle: "MadePuzzle") -> Iterator[Any]:
        from tinplate.games.ricochet.cli.puzzle import tell_puzzle

        return tell_puzzle(puzzle)


def _is_printed(board: str) -> bool:
    """Whether this is the name of a board from a box, and not the text of a drawn one."""
    from tinplate.games.ricochet.board import split_name

    try:
        split_name(board)
    except Malformed:
        return False
    return True


def _refused(error: Malformed) -> BadDrawing:
    from tinplate.games.ricochet.notation import Misread

    what = str(error)
    if error.code:
        bad = BadDrawing(what, error.code, **error.facts)
    else:
        bad = BadDrawing(what, "drawing-is-wrong", what=what)
    if isinstance(error, Misread):
        bad.mistakes = tuple(
            TextMistake(each.at, each.because, each.code, dict(each.facts))
            for each in error.mistakes
        )
    return bad


def _has_robots(text: str) -> bool:
    return len(text.replace("_", " ").split()) > 1


def _positions_on(text: str) -> "list[Position]":
    """The position that was drawn; on a board alone, one for each of its targets.

    There the robots stand where the text, as dice, puts them.
    """
    from tinplate.games.ricochet.board import Position, random_robots, tokens_of
    from tinplate.games.ricochet.notation import parse_board, parse_position

    if _has_robots(text):
        positions = [parse_position(text)]
    else:
        board = parse_board(text.strip())
        dice = Random(str(board))  # noqa: S311 - the same for everybody
        robots = random_robots(board, dice, count=_robots_on(board))
        targets = tokens_of(board, len(robots))
        positions = [Position(board, robots, target) for target in targets]
    if not positions:
        raise Malformed("the board has no target", "board-without-targets")
    if _is_printed(str(positions[0].board)):
        raise Malformed("this board is printed: everybody has it", "board-is-printed")
    return positions


def _robots_on(board: "Board") -> int:
    """RC4: four, or as many as there is room for; more, if targets are for others."""
    from tinplate.games.ricochet.board import cells_to_begin_on

    wanted = (target.robot.slot + 1 for target in board.targets if target.robot is not None)
    return max(min(USUAL_ROBOTS, len(cells_to_begin_on(board, 1))), *wanted, 1)


PACK = RicochetPack()
