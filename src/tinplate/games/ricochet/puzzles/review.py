"""What is told of a puzzle after the attempt: its solutions, and where an answer left the path."""

from tinplate.game import Malformed
from tinplate.games.ricochet.board import Position
from tinplate.games.ricochet.motion import Move
from tinplate.games.ricochet.notation import format_moves, parse_moves, parse_position
from tinplate.games.ricochet.proof import READINGS, Rule, attempt
from tinplate.games.ricochet.puzzles.orders import orders_of
from tinplate.games.ricochet.solver import solve
from tinplate.puzzles.values import MadePuzzle

LONGER = 6  # moves more than the solution: further off, nobody hears a number
LOOKS = 40  # a search may ask so often whether to stop, as when puzzles are made
_FREE = READINGS["free"]
Moves = tuple[Move, ...]


def solutions_of(puzzle: MadePuzzle, most: int) -> tuple[str, ...]:
    """Return the orders of its solution, that of the puzzle first."""
    orders = _orders(puzzle)
    others = sorted(format_moves(moves) for moves in orders)
    return tuple(dict.fromkeys([puzzle.solution, *others]))[:most]


def left_after(puzzle: MadePuzzle, moves: Moves) -> tuple[int | None, ...]:
    """Return the moves left to the target before the first move, and after each that is made."""
    position, rule = parse_position(puzzle.text, custom=True), READINGS[puzzle.rules]
    played = attempt(position, moves, rule)
    if played.refusal is not None:
        raise Malformed(played.refusal)
    orders, made = _orders(puzzle), tuple(slid.move for slid in played.slides)
    left = [_left(puzzle, position, orders, made[:done]) for done in range(len(made) + 1)]
    if played.verdict == "arrived":
        left[-1] = 0
    elif played.verdict == "void":
        left[-1] = None
    return tuple(left)


def _orders(puzzle: MadePuzzle) -> set[Moves]:
    position, rule = parse_position(puzzle.text, custom=True), READINGS[puzzle.rules]
    made = attempt(position, parse_moves(puzzle.solution), rule).slides
    orders = orders_of(position, made, puzzle.solutions) or {made}
    return {tuple(slid.move for slid in order) for order in orders}


def _left(puzzle: MadePuzzle, position: Position, orders: set[Moves], made: Moves) -> int | None:
    """Without a search on the path. None: too far, or not known exactly.

    Off it, what was moved before may be half a corner (RC10), and a search from here does not know.
    So it says at most how many; with a rule that asks for no corner, at least.
    """
    if any(order[: len(made)] == made for order in orders):
        return puzzle.length - len(made)
    rule = READINGS[puzzle.rules]
    here = Position(position.board, attempt(position, made, rule).robots, position.target)
    most = puzzle.length + LONGER
    at_least = _found(here, _FREE, most)
    if at_least is None:
        return None
    if attempt(position, (*made, *at_least), rule).verdict == "arrived":
        return len(at_least)
    at_most = _found(here, rule, most)
    if at_most is None:
        return None
    has_history = any(position.target.welcomes(move.robot) for move in made)
    return len(at_most) if not has_history or len(at_most) == len(at_least) else None


def _found(position: Position, rule: Rule, most: int) -> Moves | None:
    looks = iter(range(LOOKS))
    return solve(position, rule, max_moves=most, cancel=lambda: next(looks, None) is None).moves
