"""Boards, positions, moves, solutions and hints, as the page is told of them."""

from functools import cache
from typing import get_args

from tinplate.games.ricochet.answers import Hint, Level, Solutions
from tinplate.games.ricochet.board import (
    Board,
    Box,
    Position,
    board_names,
    box_sides,
    split_name,
)
from tinplate.games.ricochet.motion import Move, slides
from tinplate.games.ricochet.notation import format_position
from tinplate.games.ricochet.pieces import ROBOTS, Robot
from tinplate.games.ricochet.proof import Attempt, Rule, attempt, judge, why_unsolved
from tinplate.games.ricochet.sections import section
from tinplate.games.ricochet.wire import (
    Barrier,
    BoardFacts,
    Boards,
    BoxFacts,
    Hinted,
    Length,
    Offered,
    Outcome,
    PlacedRobot,
    Played,
    PositionFacts,
    SectionFacts,
    SolutionFacts,
    Solved,
    TargetCell,
    Wall,
    WhatIsHard,
)

BOXES: tuple[Box, ...] = get_args(Box)


def board_facts(board: Board) -> BoardFacts:
    sections = () if board.is_custom else split_name(board.name)
    return BoardFacts(
        board=board.name,
        sections=sections,
        boxes=tuple(box for box in BOXES if sections and set(sections) <= set(box_sides(box))),
        width=board.width,
        height=board.height,
        walls=tuple(Wall(cell, side) for cell, side in board.edges()),
        barriers=tuple(
            Barrier(cell, diagonal.colour, diagonal.rising)
            for cell, diagonal in sorted(board.diagonals.items())
        ),
        targets=tuple(
            TargetCell(target, target.robot, target.symbol, cell)
            for target, cell in sorted(board.targets.items())
        ),
        centre=tuple(sorted(board.blocked)),
    )


def position_facts(position: Position) -> PositionFacts:
    return PositionFacts(
        position=format_position(position),
        link=format_position(position, url=True),
        board=position.board.name,
        robots=tuple(map(PlacedRobot, ROBOTS, position.robots)),
        target=position.target,
        target_cell=position.board.targets[position.target],
    )


def played(position: Position, moves: tuple[Move, ...], rule: Rule) -> Played:
    attempted = attempt(position, moves, rule)
    after = Position(position.board, attempted.robots, position.target)
    return Played(
        before=position_facts(position),
        made=attempted.slides,
        after=position_facts(after),
        verdict=attempted.verdict,
        because=why_unsolved(position, moves, attempted) if moves else None,
        next=_offered(position, attempted, rule),
    )


def _offered(position: Position, attempted: Attempt, rule: Rule) -> tuple[Offered, ...]:
    if attempted.verdict != "under way":
        return ()
    return tuple(
        Offered(slid, judge(position, (*attempted.slides, slid), rule))
        for slid in slides(position.board, attempted.robots)
    )


@cache
def all_boards() -> Boards:
    return Boards(
        boxes=tuple(
            BoxFacts(
                box,
                boards=len(board_names(box)),
                boards_without_barriers=len(board_names(box, diagonals=False)),
            )
            for box in BOXES
        ),
        sections=tuple(_section_facts(name) for name in box_sides("2013")),
    )


def _section_facts(name: str) -> SectionFacts:
    side = section(name)
    return SectionFacts(
        section=name,
        colour=Robot(name[0].lower()),
        number=int(name[1]),
        boxes=tuple(box for box in BOXES if name in box_sides(box)),
        barriers=len(side.diagonals),
        targets=tuple(sorted(side.targets)),
    )


def solved(
    position: Position, rule: Rule, found: Solutions, all_moves: list[tuple[Move, ...]]
) -> Solved:
    shortest = found.shortest
    return Solved(
        position=format_position(position),
        rule=rule,
        outcome=outcome_of(shortest.solvable),
        moves=len(shortest.moves) if shortest.moves else None,
        at_least=shortest.at_least,
        count=found.count,
        distinct=found.distinct,
        solutions=tuple(_solution_facts(position, moves, rule) for moves in all_moves),
        seconds=round(found.seconds, 3),
    )


def _solution_facts(position: Position, moves: tuple[Move, ...], rule: Rule) -> SolutionFacts:
    made = attempt(position, moves, rule).slides
    robots = {slid.robot for slid in made}
    return SolutionFacts(moves, made, len(robots), sum(len(slid.cells) - 1 for slid in made))


def hint_facts(position: Position, rule: Rule, level: Level, given: Hint) -> Hinted:
    return Hinted(
        position=format_position(position),
        rule=rule,
        level=level,
        outcome=outcome_of(given.solvable),
        about=None if given.band is None else Length(given.band.fewest, given.band.most),
        moves=given.moves,
        robot=given.robot,
        hard=None if given.difficulty is None else WhatIsHard(*given.difficulty),
        move=given.move,
    )


def outcome_of(solvable: bool | None) -> Outcome:  # noqa: FBT001 - as the solver returns it
    outcomes: dict[bool | None, Outcome] = {
        True: "solved",
        False: "unsolvable",
        None: "out of time",
    }
    return outcomes[solvable]
