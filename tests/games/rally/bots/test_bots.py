"""Driver, planner and rival: legal, honest, and each better than the one before."""

from itertools import cycle
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from tests.catalogues import bots_for
from tests.games.rally.drawn import course_of
from tests.games.rally.tabletop import ANN, Tabletop
from tinplate.game import Millis, Plan, Seat
from tinplate.games.rally.bots.driver import Driver
from tinplate.games.rally.bots.planner import Planner
from tinplate.games.rally.bots.player import RallyBot
from tinplate.games.rally.bots.rival import Rival
from tinplate.games.rally.cards import deck
from tinplate.games.rally.course_text import format_course
from tinplate.games.rally.rules import Rally
from tinplate.games.rally.values import (
    ChooseFacing,
    ChoosePower,
    Choosing,
    Command,
    Place,
    PowerDown,
    Private,
    Ready,
    Settings,
    State,
    TakeBack,
)
from tinplate.grid import Heading

RALLY = Rally()
NOON = Millis(0)
DRIVER = Driver("driver", sight=1, strength=3)
PLANNER = Planner()
RIVAL = Rival("rival", programs=3, samples=2, sight=2, strength=10)
BOTS = (DRIVER, Driver("driver-3", sight=3, strength=5), PLANNER, RIVAL)
AT_TABLES = [bot for bot in bots_for("rally") if isinstance(bot, RallyBot)]
SETTINGS: tuple[dict[str, Any], ...] = (
    {},
    {"facing_after_deal": True, "pd_after_death": "ask", "respawn_armour": 3},
    {"pd_lock": "keep", "pd_damaged_only": True, "respawn_virtual": "shared"},
    {"edge": "wall", "flags_save": True, "flags_repair": 1, "deck": 126, "beam_blocked": True},
    {"deadly_hit": 10, "taken_save_point": "beside", "respawn_armour": 1},
)
pytestmark = pytest.mark.usefixtures("few_hands")


def by_name(bot: RallyBot) -> str:
    return bot.name


def asked(bot: RallyBot, state: State, seat: Seat, seed: int = 1) -> Plan[Command]:
    """What a bot plans that sees what the seat sees."""
    view = RALLY.view(state, seat)
    return bot.choose(view, seat, RALLY.legal(state, seat), NOON, Random(seed))


def obeyed(state: State, seat: Seat, plan: Plan[Command], dice: Random) -> State:
    for command in plan.commands:
        for event in RALLY.decide(state, seat, command, NOON, dice):
            state = RALLY.evolve(state, event)
    return state


# What every bot owes the table


@pytest.mark.parametrize("bot", BOTS, ids=by_name)
@pytest.mark.parametrize(
    "choices", SETTINGS, ids=["sheet", "late-facings", "kept", "gentle", "2005"]
)
def test_every_decision_is_legal_and_honest(bot: RallyBot, choices: dict[str, Any]) -> None:
    """Whatever was drafted before: all is accepted, nobody waits.

    D44: whatever the others hold and have chosen, the same view and dice make the same plan.
    """
    dice, met = Random(f"{bot.name} {choices}"), set[str]()
    for course in ("stamping-mill", "lamp-gallery", "three-bridges"):
        opening = RALLY.setup(Settings(course, {**choices, "max_turns": 25}), 4, dice)
        _play(_shot_up(opening, dice), bot, dice, met)

    assert {"ChooseFacing", "Place", "Ready", "TakeBack", "a locked register"} <= met


@pytest.mark.parametrize("bot", AT_TABLES, ids=by_name)
def test_every_decision_of_those_at_the_tables_is_legal(bot: RallyBot) -> None:
    """With all their samples and sight: 100 decisions and more, each of them accepted."""
    dice, met, decisions = Random(bot.name), set[str](), 0
    tables = zip(cycle(("mainspring-mile", "crossfire-dock", "sorting-hall")), cycle(SETTINGS))
    while decisions < 100:
        course, choices = next(tables)
        opening = RALLY.setup(Settings(course, choices), 4, dice)
        decisions += _play(_shot_up(opening, dice), bot, dice, met, is_doubted=False)

    assert {"ChooseFacing", "Place", "Ready", "TakeBack", "a locked register"} <= met


def _play(
    state: State, bot: RallyBot, dice: Random, met: set[str], *, is_doubted: bool = True
) -> int:
    """A match in which chance meddles with every draft before the bot is asked; its decisions."""
    decisions = 0
    while state.waiting_for:
        decisions += 1
        seat = dice.choice(state.waiting_for)
        state = _scribble(state, seat, dice)
        plan = asked(bot, state, seat)

        assert not is_doubted or plan == asked(bot, _with_other_secrets(state, seat, dice), seat)
        met |= {type(command).__name__ for command in plan.commands}
        if state.players[seat].locked_registers and state.players[seat].has_program:
            met.add("a locked register")
        before, state = state, obeyed(state, seat, plan, dice)

        assert seat not in state.waiting_for or _stage(state) != _stage(before)
    return decisions


def _shot_up(state: State, dice: Random) -> State:
    """R37: before the deal, robots of all armours, so that registers are locked early."""
    if not isinstance(state.phase, Choosing):
        return state
    players = (
        replace(player, robot=replace(player.robot, armour=dice.randint(1, 9)))
        for player in state.players
    )
    return replace(state, players=tuple(players))


def _scribble(state: State, seat: Seat, dice: Random) -> State:
    for _ in range(dice.randrange(4)):
        drafts = [
            command
            for command in RALLY.legal(state, seat)
            if isinstance(command, Place | TakeBack | PowerDown)
        ]
        if drafts:
            state = obeyed(state, seat, Plan((dice.choice(drafts),)), dice)
    return state


def _with_other_secrets(state: State, seat: Seat, dice: Random) -> State:
    """The same to who sits there: the others hold, have drafted and have chosen something else."""
    players = (
        player if owner == seat else replace(player, private=_secrets(dice))
        for owner, player in enumerate(state.players)
    )
    return replace(state, players=tuple(players))


def _secrets(dice: Random) -> Private:
    cards = dice.sample(deck(84), 9)
    return Private(
        hand=tuple(cards[5:]),
        draft=tuple(card if dice.random() < 0.5 else None for card in cards[:5]),
        power_down=dice.random() < 0.5,
        facing=dice.choice(list(Heading)),
        on=dice.random() < 0.5,
    )


def _stage(state: State) -> tuple[int, str]:
    """What is asked for: facings and power, then a program."""
    return state.turn, type(state.phase).__name__


@pytest.mark.parametrize("bot", BOTS, ids=by_name)
def test_whoever_has_nothing_to_do_does_nothing(bot: RallyBot) -> None:
    """A seat that is ready waits for the others."""
    match = Tabletop(". . .\n. S .\n. . 1", "A1n", "C1n").programs(ANN)

    assert Plan() == bot.choose(RALLY.view(match.state, ANN), ANN, (), NOON, Random(1))


# Facing and power


def chosen(bot: RallyBot, match: Tabletop, seat: Seat = ANN) -> tuple[Command, ...]:
    return asked(bot, match.state, seat).commands


@pytest.mark.parametrize("bot", BOTS, ids=by_name)
@pytest.mark.parametrize(("drawing", "facing"), [("S . . 1", "e"), ("1 . . S", "w")])
def test_robots_are_put_on_the_board_facing_the_flag(
    bot: RallyBot, drawing: str, facing: str
) -> None:
    """R34."""
    state = RALLY.setup(Settings(format_course(course_of(drawing))), 1, Random(1))
    [command] = asked(bot, state, ANN).commands

    assert isinstance(command, ChooseFacing)
    assert facing == command.facing


@pytest.mark.parametrize("bot", BOTS, ids=by_name)
@pytest.mark.parametrize(("hits", "on"), [(0, True), (8, False)])
def test_robots_come_back_on_when_they_are_whole(bot: RallyBot, hits: int, on: bool) -> None:  # noqa: FBT001
    """R25, R26: with hardly any armour another turn off is worth more than one card."""
    row = "S . . . . . . . . . . . . . . . . . . . . . . 1"
    match = Tabletop(row, f"A1e armour={9 - hits} off", edge="wall")

    assert (ChoosePower(on),) == chosen(bot, match)


@pytest.mark.parametrize(
    ("bot", "armour", "is_planned"),
    [
        (DRIVER, 1, False),
        (PLANNER, 1, False),
        (RIVAL, 9, False),
        (RIVAL, 1, True),
    ],
)
@pytest.mark.parametrize(
    "others",
    [(), ("F2e armour=1 locked=left,right,left,right left",)],
    ids=["alone", "beside another one"],
)
def test_a_robot_that_is_shot_up_plans_to_be_off(
    bot: RallyBot,
    armour: int,
    is_planned: bool,  # noqa: FBT001
    others: tuple[str, ...],
) -> None:
    """R24: far from the flag a turn buys all its armour back; only the rival rests."""
    rows = "S . . . . . . . . . . . . . . . . . . . . . . 1\n" + 24 * ". "
    locked = "" if armour == 9 else "locked=left,right,left,right"
    match = Tabletop(rows, f"A1e armour={armour} {locked} move1", *others, edge="wall")

    assert is_planned == (PowerDown(announce=True) in chosen(bot, match))
    assert Ready() == chosen(bot, match)[-1]


# Planner


@pytest.mark.parametrize(
    ("drawing", "robot", "program"),
    [
        ("S . .\n. . .\n. O 1", "A1e move1 move1 right move2 uturn", "move1 move1 right move2"),
        (". . 1\nO . O\n. S .", "B3e left move2 right move1 uturn", "left move2 right move1"),
    ],
)
def test_the_planner_finds_the_program_that_wins(drawing: str, robot: str, program: str) -> None:
    """R46: whatever else the hand would allow."""
    match = Tabletop(drawing, robot)
    kinds = [
        command.card.kind for command in chosen(Planner(), match) if isinstance(command, Place)
    ]
    state = obeyed(match.state, ANN, asked(Planner(), match.state, ANN), Random(1))

    assert program.split() == kinds[: len(program.split())]
    assert RALLY.outcome(state) is not None


def test_the_planner_goes_by_the_measured_table() -> None:
    """After training for a course it decides by what was measured; training tells its progress."""
    planner = Planner()
    state = RALLY.setup(Settings(format_course(course_of("S . .\n. . .\n. . 1"))), 1, Random(1))
    view = RALLY.view(state, ANN)
    guessed = planner.outlook(view)
    told = list[float]()
    planner.train(view, told.append)

    assert 1 == told[-1]
    assert planner.outlook(view) is not guessed
    assert planner.outlook(view) is planner.outlook(view)


# Rival

CLOSE_LOOK = Rival("rival", programs=600, samples=30, sight=1, strength=10)
LONG_LOOK = Rival("rival", programs=600, samples=30, sight=30, strength=10)


def after(bot: RallyBot, match: Tabletop) -> State:
    """The table when the bot at the first seat and planners at the others have programmed."""
    state = obeyed(match.state, ANN, asked(bot, match.state, ANN), Random(1))
    for seat in state.waiting_for:
        plan = asked(PLANNER, state, seat)
        state = obeyed(state, seat, plan, Random(1))
    return state


def lives_after(bot: RallyBot, match: Tabletop) -> list[int]:
    return [player.robot.lives for player in after(bot, match).players]


PUSH = """
. . . . 2 . . . . . . .
S . . . . O . . . . . .
. 1 . . . . . . . . . .
"""


@pytest.mark.parametrize("rival", [CLOSE_LOOK, LONG_LOOK], ids=["a turn", "to the end"])
def test_the_rival_pushes_who_is_about_to_win(rival: Rival) -> None:
    """R29, D8: Bob is off beside a pit, a step from the last flag; Ann has two flags to go."""
    bob = "E2n scheduled next_flag=2 save=L3"
    match = Tabletop(PUSH, "B2e move2 move1 left right uturn", bob, edge="wall")

    assert [3, 3] == lives_after(PLANNER, match)
    assert [3, 2] == lives_after(rival, match)
