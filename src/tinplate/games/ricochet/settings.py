"""What players can agree on before a match, as one frozen value, and the presets."""

from typing import Literal

import msgspec

from tinplate.arguments import require_fields
from tinplate.game import Malformed, Millis
from tinplate.games.ricochet.board import (
    Board,
    Box,
    Robots,
    board_named,
    box_sides,
    cells_to_begin_on,
    split_name,
    tokens_of,
)
from tinplate.games.ricochet.layout import is_line
from tinplate.games.ricochet.notation import Misread, parse_robots
from tinplate.games.ricochet.pieces import BOX_ROBOTS, ROBOTS, Target
from tinplate.games.ricochet.proof import Rule
from tinplate.games.ricochet.sections import section

TOKENS = len(Target)
MOST_MOVES = 99  # the highest possible bid
_MOST_TURNS = 10
_LONGEST = 3600  # seconds; longer than anybody waits
_LONGEST_ROBOTS = len("rp16,gp16,bp16,yp16,sp16")  # on printed boards
_LONGEST_ON_OWN = len("raf32,gaf32,baf32,yaf32,saf32,vaf32,taf32,paf32")
TakingBack = Literal["none", "last", "free"]
RANGES = {  # of the settings that are numbers
    "hourglass_seconds": (1, _LONGEST, "the hourglass runs {least} to {most} seconds"),
    "hourglass_turns": (1, _MOST_TURNS, "the sand runs {least} to {most} times"),
    "patience_seconds": (0, _LONGEST, "patience is {least} to {most} seconds"),
    "proof_seconds": (0, _LONGEST, "a proof gets {least} to {most} seconds"),
    "goal": (1, TOKENS, "the goal is {least} to {most} tokens"),
    "robot_count": (1, len(ROBOTS), "a board of your own has {least} to {most} robots"),
}
_GOALS = {2: 8, 3: 6, 4: 5}  # RC19, by number of players


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, repr_omit_defaults=True):
    """The defaults are the 2013 sheet. Durations are in seconds."""

    box: Box = "2013"
    diagonals: bool = True  # RC2: off leaves out the sides with barriers
    board: str | None = None  # a chosen board, or one's own; None draws one from the box
    silver: bool = False  # RC4
    rule: Rule = Rule()  # RC10
    ties: Literal["first announced", "fewer tokens"] = "first announced"  # RC14
    hourglass_seconds: int = 60  # RC12
    hourglass_turns: int = 1  # RC21: how often the hourglass is turned before time is up
    patience_seconds: int = 300  # RC17; 0 waits for ever
    proof_seconds: int = 60  # RC18; 0 is no limit
    take_back: TakingBack = "free"  # RC18: which moves of a proof; older logs lack it
    goal: int | None = None  # RC19: tokens to win; None depends on the number of players
    solo: bool = False  # RC21
    robots: str | None = None  # RC4: where they begin, such as ro5,ga14,bl14,yj16; None draws cells
    solo_bids: bool = True  # RC21: alone, too, a number is announced; older logs lack it
    robot_count: int | None = None  # RC4: on a board of one's own; None is four, five with silver

    def __post_init__(self) -> None:
        require_fields(self)
        for name, (least, most, expected) in RANGES.items():
            number = getattr(self, name)
            if number is not None and not least <= number <= most:
                message = expected.format(least=least, most=most)
                raise Malformed(message, "setting-out-of-range", name=name, least=least, most=most)
        if self.robot_count is not None and not self.has_own_board:
            message = "the number of robots can be chosen only on a board of your own"
            raise Malformed(message, "count-needs-own-board")
        if self.has_own_board:
            self._refuse_unplayable()
        elif self.board is not None:
            _refuse_foreign_board(self.board, self.box, diagonals=self.diagonals)
        if self.robots is not None:
            self.place_robots(self.robots)

    def place_robots(self, text: str) -> Robots:
        """RC4: read where the robots begin; raise Malformed if they cannot begin there."""
        if self.board is None:
            message = "robots can be placed only on a board that you choose: name the board, too"
            raise Malformed(message, "robots-need-a-board")
        return _robots_by_hand(board_named(self.board), text, self.robots_played)

    @property
    def has_own_board(self) -> bool:
        """Whether the board is one's own, of any size."""
        return self.board is not None and is_line(self.board)

    @property
    def robots_played(self) -> int:
        """RC4: how many robots there are."""
        return self.robot_count or len(BOX_ROBOTS) - (not self.silver)

    def _refuse_unplayable(self) -> None:
        """Refuse a board of one's own on which nothing can be played."""
        board = board_named(self.board or "")
        if not tokens_of(board, self.robots_played):
            message = "the board has no target for any of the robots that play"
            raise Malformed(message, "board-without-targets")
        if self.robots is None:
            cells_to_begin_on(board, self.robots_played)

    @property
    def sand(self) -> Millis:
        """How long the hourglass runs, all turns together."""
        return Millis(1000 * self.hourglass_seconds * self.hourglass_turns)

    @property
    def claims(self) -> bool:
        """RC21: alone one says "I have it" instead of a number."""
        return self.solo and not self.solo_bids

    def tokens_to_win(self, seats: int) -> int | None:
        """RC19: return the agreed goal, or that for so many players; None means all tokens."""
        return self.goal if self.goal is not None else _GOALS.get(seats)


def _refuse_foreign_board(name: str, box: Box, *, diagonals: bool) -> None:
    for side in split_name(name):
        if side not in box_sides(box):
            raise Malformed(
                f"{side} is not in the {box} box", "section-not-in-box", text=side, box=box
            )
        if not diagonals and section(side).diagonals:
            raise Malformed(f"{side} has diagonal barriers", "section-has-barriers", text=side)


def _robots_by_hand(board: Board, text: str, count: int) -> Robots:
    longest = _LONGEST_ON_OWN if board.is_custom else _LONGEST_ROBOTS
    if len(text) > longest:
        message = f"robots on cells take at most {longest} characters"
        raise Malformed(message, "not-a-robot", text=f"{text[:longest]}…")
    try:
        robots = parse_robots(board, text)
    except Misread as error:
        first = error.mistakes[0]
        raise Malformed(first.because, first.code, **first.facts) from None
    if len(robots) < count:
        robot = ROBOTS[len(robots)]
        message = f"the {robot.colour} robot ({robot}) is missing"
        raise Malformed(message, "robot-is-missing", robot=robot)
    if len(robots) > count and board.is_custom:
        robot = ROBOTS[count]
        message = f"the {robot.colour} robot ({robot}) is placed, but not played with"
        raise Malformed(message, "robot-not-here", robot=robot)
    if len(robots) > count:
        raise Malformed("the silver robot is placed, but not played with", "silver-is-not-played")
    for robot, cell in zip(ROBOTS, robots, strict=False):
        if board.target_at(cell) is not None:
            message = f"the {robot.colour} robot cannot begin on {cell}: there is a target"
            raise Malformed(message, "cell-has-target", robot=robot, cell=str(cell))
    return robots


PRESETS = {
    "2013": Settings(),
    "classic": Settings(box="classic", ties="fewer tokens"),
    "classic-tournament": Settings(box="classic", ties="first announced", take_back="none"),
    "beginner": Settings(diagonals=False),
    "solo": Settings(solo=True, solo_bids=False, take_back="none"),
}
