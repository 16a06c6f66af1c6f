"""The full screen, driven by keys."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, Static

from tests.cli.ricochet.hotseats import Seated
from tinplate.cli.ricochet.screen import RicochetScreen
from tinplate.ricochet.notation import format_moves
from tinplate.ricochet.settings import Settings
from tinplate.ricochet.values import Bidding, Pause, Proving, RobotSlid, Thinking

Script = Callable[[Pilot[None]], Awaitable[None]]


def run(game: Seated, script: Script, size: tuple[int, int] = (120, 45)) -> RicochetScreen:
    screen = RicochetScreen(game)

    async def act() -> None:
        async with screen.run_test(size=size) as pilot:
            await pilot.pause()
            await script(pilot)
            await pilot.pause()

    asyncio.run(act())
    return screen


def shown(pilot: Pilot[None], widget: str) -> str:
    return str(pilot.app.query_one(widget, Static).render())


async def type_line(pilot: Pilot[None], line: str) -> None:
    keys = {" ": "space"}
    await pilot.press(*(keys.get(key, key) for key in line), "enter")
    await pilot.pause()


async def to_the_proof(pilot: Pilot[None], game: Seated, *bids: str) -> None:
    await type_line(pilot, "")
    for bid in bids:
        await type_line(pilot, bid)
    game.wait(60)
    await pilot.pause(0.3)


def test_a_round_played_with_keys() -> None:
    """RC11 to RC16: Enter, a bid, the sand, a robot's letter and an arrow."""
    game = Seated("ann", "bob")

    async def script(pilot: Pilot[None]) -> None:
        await to_the_proof(pilot, game, "ann 3", "bob 2")
        assert "bob is proving" in shown(pilot, "#asked")
        await pilot.press("y", "left")

    run(game, script)

    assert 1 == len(game.state.won[1])
    assert isinstance(game.state.phase, Pause)


def test_letters_move_as_well_as_arrows() -> None:
    """RC13: y w is yellow west; s is south behind a letter and silver otherwise."""
    game = Seated("ann")

    async def script(pilot: Pilot[None]) -> None:
        await to_the_proof(pilot, game, "ann 9")
        await pilot.press("b", "s", "r", "n", "y", "w")

    run(game, script)

    slid = [
        event.slide
        for entry in game.recorded
        for event in entry.events
        if isinstance(event, RobotSlid)
    ]

    assert "bs rn yw" == format_moves(slide.move for slide in slid)
    assert 1 == len(game.state.won[0])


def test_backspace_takes_back_and_escape_twice_gives_up() -> None:
    """RC18: one key to take back, two to give up, for a slip must not cost a proof."""
    game = Seated("ann", "bob")

    async def script(pilot: Pilot[None]) -> None:
        await to_the_proof(pilot, game, "ann 3", "bob 4")
        await pilot.press("r", "up", "backspace")
        assert isinstance(game.state.phase, Proving)
        assert () == game.state.phase.slides
        await pilot.press("escape")
        assert 0 == game.state.phase.prover.seat
        assert "once more" in shown(pilot, "#word")
        await pilot.press("escape")

    run(game, script)

    assert isinstance(game.state.phase, Proving)
    assert 1 == game.state.phase.prover.seat


def test_refusals_are_shown() -> None:
    """Bad input gets a clear word and changes nothing."""
    game = Seated("ann", "bob")
    words = []

    async def script(pilot: Pilot[None]) -> None:
        await type_line(pilot, "")
        await type_line(pilot, "zoe 3")
        words.append(shown(pilot, "#word"))
        await type_line(pilot, "ann 3")
        await type_line(pilot, "ann 4")
        words.append(shown(pilot, "#word"))
        game.wait(60)
        await pilot.pause(0.3)
        await pilot.press("up")
        words.append(shown(pilot, "#word"))
        await pilot.press("r", "up", "up")
        words.append(shown(pilot, "#word"))

    run(game, script)

    assert [
        "“zoe” is nobody here; at the table are ann, bob.",
        "You already bid 3; you may only go lower.",
        "Pick a robot first: r g b y s.",
        "Red cannot move north: a wall is in the way.",
    ] == words


def test_the_hourglass_counts_down() -> None:
    """RC12: what is left of the sand is on the screen, in figures and as sand."""
    game = Seated("ann", "bob")
    sands = []

    async def script(pilot: Pilot[None]) -> None:
        await type_line(pilot, "")
        sands.append(shown(pilot, "#sand"))
        await type_line(pilot, "ann 3")
        for _ in range(3):
            sands.append(shown(pilot, "#sand"))
            game.wait(20)
            await pilot.pause(0.3)
        sands.append(shown(pilot, "#sand"))

    run(game, script)

    assert [
        "Patience 5:00 " + "█" * 24,
        "Sand 1:00 " + "█" * 24,
        "Sand 0:40 " + "█" * 16 + "░" * 8,
        "Sand 0:20 " + "█" * 8 + "░" * 16,
        "Proof 1:00 " + "█" * 24,
    ] == sands


def test_the_end_is_told() -> None:
    """RC20: who won and why."""
    game = Seated("ann", "bob")
    asked = []

    async def script(pilot: Pilot[None]) -> None:
        await to_the_proof(pilot, game, "ann 3")
        await pilot.press("y", "left")
        await pilot.pause()
        asked.append(shown(pilot, "#asked"))

    run(game, script)

    assert ["ann wins: most tokens when all were won. Ctrl+Q leaves."] == asked


@pytest.mark.parametrize(("size", "lines"), [((120, 45), 34), ((80, 24), 19), ((100, 50), 34)])
def test_the_board_fits_the_terminal(size: tuple[int, int], lines: int) -> None:
    """A low terminal gets the compact board, and the line to type in stays in sight."""
    game = Seated("ann", "bob", settings=Settings())
    heights = []

    async def script(pilot: Pilot[None]) -> None:
        await type_line(pilot, "")
        await type_line(pilot, "ann 6")
        heights.append(len(shown(pilot, "#board").splitlines()))
        line = pilot.app.query_one("#line", Input)
        assert line.region.bottom <= size[1]
        assert line.region.height == 1
        sand = pilot.app.query_one("#sand", Static)
        assert sand.region.height == 1
        assert sand.region.bottom <= line.region.y

    run(game, script, size)

    assert [lines] == heights


def test_typing_help_and_quit() -> None:
    """What the keys do is one key away; leaving too."""
    game = Seated("ann", "bob")
    words = []

    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("f1")
        words.append(shown(pilot, "#word"))
        await type_line(pilot, "help")
        words.append(shown(pilot, "#word"))
        await type_line(pilot, "quit")

    screen = run(game, script)

    assert words[0] == words[1]
    assert "Backspace takes back" in words[0]
    assert screen.return_code == 0


def test_keys_outside_a_proof_move_nothing() -> None:
    """RC13: robots move only in a proof."""
    game = Seated("ann", "bob")

    async def script(pilot: Pilot[None]) -> None:
        await type_line(pilot, "")
        await pilot.press("r", "up", "escape", "escape")

    run(game, script)

    assert isinstance(game.state.phase, Thinking | Bidding)
    assert game.state.robots == game.state.markers
