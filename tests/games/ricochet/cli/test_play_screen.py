"""The full screen, driven by keys."""

import asyncio
import re
from collections.abc import Awaitable, Callable

import pytest
from textual import events
from textual.pilot import Pilot
from textual.widgets import Input, Static

from tests.games.ricochet.cli.hotseats import POSITION, WITH_SILVER, Seated
from tinplate.games.ricochet.cli.panel import panel_text, share_out
from tinplate.games.ricochet.cli.screen import RicochetScreen
from tinplate.games.ricochet.notation import format_moves
from tinplate.games.ricochet.settings import Settings
from tinplate.games.ricochet.values import Bidding, Pause, Proving, RobotSlid, Thinking

Script = Callable[[Pilot[None]], Awaitable[None]]
Size = tuple[int, int]

SIZES = [(72, 23), (80, 24), (80, 26), (100, 30), (100, 50), (104, 23), (130, 45)]
CROWD = ("ann", "bob", "cy", "dora", "emil", "flo", *(f"a-name-of-20-letters{n}" for n in "123456"))
_KEYS = {" ": "space", "\r": "enter", "\b": "backspace"}


def run(
    game: Seated, script: Script, size: Size = (120, 45), *, saved: bool = True
) -> RicochetScreen:
    screen = RicochetScreen(game, saved=saved, clock=lambda: game.time / 1000)

    async def act() -> None:
        async with screen.run_test(size=size) as pilot:
            await pilot.pause()
            await script(pilot)
            await pilot.pause()

    asyncio.run(act())
    return screen


def shown(pilot: Pilot[None], widget: str) -> str:
    return str(pilot.app.screen_stack[0].query_one(widget, Static).render())


def terminal(pilot: Pilot[None]) -> str:
    """Every line as it is on the terminal."""
    return "\n".join(strip.text for strip in pilot.app.screen._compositor.render_strips())


def panel(pilot: Pilot[None]) -> str:
    return shown(pilot, "#panel")


async def until(pilot: Pilot[None], happened: Callable[[], bool]) -> None:
    """Let the screen look at the clock, ten times a second, until it has seen that."""
    for _ in range(300):
        if happened():
            break
        await pilot.pause(0.05)
    else:
        pytest.fail("the screen did not come to it")
    await pilot.pause()


async def type_line(pilot: Pilot[None], line: str) -> None:
    """All of it and Enter at once, as a fast typist's terminal sends it."""
    for key in f"{line}\r":
        pilot.app.post_message(events.Key(_KEYS.get(key, key), "\x7f" if key == "\b" else key))
    await pilot.pause()


async def sand_runs_out(pilot: Pilot[None], game: Seated) -> None:
    game.wait(60)
    await until(pilot, lambda: isinstance(game.state.phase, Proving))


def with_bids(
    *bids: str, names: tuple[str, ...] = ("ann", "bob"), position: str = POSITION
) -> Seated:
    """A game in which these have been typed before the screen opens."""
    game = Seated(*names, position=position)
    for line in ("", *bids):
        game.enter(line)
    return game


def in_a_proof(
    *bids: str, names: tuple[str, ...] = ("ann", "bob"), position: str = POSITION
) -> Seated:
    game = with_bids(*bids, names=names, position=position)
    game.wait(60)
    game.tick()
    return game


def moves_made(game: Seated) -> str:
    slid = [
        event.slide
        for entry in game.recorded
        for event in entry.events
        if isinstance(event, RobotSlid)
    ]
    return format_moves(slide.move for slide in slid)


def test_a_round_played_with_keys() -> None:
    """RC11 to RC16: Enter, a bid, the sand, a robot's letter and an arrow."""
    game = Seated("ann", "bob")

    async def script(pilot: Pilot[None]) -> None:
        for line in ("", "ann 3", "bob 2"):
            await type_line(pilot, line)
        await sand_runs_out(pilot, game)
        game.wait(1)
        assert "bob is proving" in panel(pilot)
        await pilot.press("y", "left")

    run(game, script)

    assert 1 == len(game.state.won[1])
    assert isinstance(game.state.phase, Pause)


def test_a_proof_can_be_resumed() -> None:
    """RC13: letters pick robots also when the screen opens in the middle of a proof."""
    game = in_a_proof("ann 3")

    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("y", "w")

    run(game, script)

    assert "yw" == moves_made(game)


@pytest.mark.parametrize(
    ("keys", "moves"),
    [
        ("bsrnyw", "bs rn yw"),
        ("BSRNyW", "bs rn yw"),
        ("rnewyw", "rn re rw yw"),
        ("bsrssyw", "bs rs yw"),
    ],
)
def test_letters_move_as_well_as_arrows(keys: str, moves: str) -> None:
    """RC13: y w is yellow west, in capitals too; further headings move the same robot."""
    game = in_a_proof("ann 9", names=("ann",))

    async def script(pilot: Pilot[None]) -> None:
        await pilot.press(*keys)

    run(game, script)

    assert moves == moves_made(game)
    assert 1 == len(game.state.won[0])


def test_s_is_silver_unless_a_letter_stands_before_it() -> None:
    """RC4: with the fifth robot s picks it; behind a robot's letter it is south."""
    game = in_a_proof("ann 9", names=("ann",), position=WITH_SILVER)

    async def script(pilot: Pilot[None]) -> None:
        assert "r g b y s pick" in shown(pilot, "#keys")
        await pilot.press("b", "s", "s", "n", "s", "s")

    run(game, script)

    assert "bs sn ss" == moves_made(game)


def test_backspace_takes_back_and_escape_twice_gives_up() -> None:
    """RC18: one key to take back, two to give up, for a slip must not cost a proof."""
    game = in_a_proof("ann 3", "bob 4")

    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("r", "up", "backspace")
        assert isinstance(game.state.phase, Proving)
        assert () == game.state.phase.slides
        await pilot.press("escape")
        assert 0 == game.state.phase.prover.seat
        assert "Press Esc again" in shown(pilot, "#word")
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
        await sand_runs_out(pilot, game)
        game.wait(1)
        for keys in ("up", "n", "s"):
            await pilot.press(keys)
            words.append(shown(pilot, "#word"))
        await pilot.press("r", "up", "up")
        words.append(shown(pilot, "#word"))

    run(game, script)

    assert [
        "“zoe” matches no player; at the table: ann, bob.",
        "You already bid 3; you may only go lower.",
        "Pick a robot first: r g b y.",
        "Pick a robot first: r g b y.",
        "Pick a robot first: r g b y.",
        "Red cannot move up: a wall is in the way.",
    ] == words


@pytest.mark.parametrize("size", SIZES)
def test_a_move_too_many_is_warned_of(size: Size) -> None:
    """RC18: whoever has made all moves announced is told before one more is a failure."""
    game = in_a_proof("ann 2", "bob 2")

    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("r", "n")
        assert "failure" not in panel(pilot)
        await pilot.press("e")
        assert "ann: 2 of 2 moves made; one more is a failure." in " ".join(panel(pilot).split())

    run(game, script, size)

    assert isinstance(game.state.phase, Proving)


def test_the_hourglass_counts_down() -> None:
    """RC12: what is left of the sand is on the screen, in figures and as sand."""
    game = Seated("ann", "bob")
    sands = []

    def note(pilot: Pilot[None]) -> None:
        sands.append(panel(pilot).splitlines()[0].rstrip())

    async def script(pilot: Pilot[None]) -> None:
        await type_line(pilot, "")
        note(pilot)
        await type_line(pilot, "ann 3")
        note(pilot)
        for left in ("0:40", "0:20", "Proof"):
            game.wait(20)
            await until(pilot, lambda left=left: left in panel(pilot))  # type: ignore[misc]
            note(pilot)

    run(game, script)

    assert [
        "Patience 5:00 " + "█" * 24,
        "Sand 1:00 " + "█" * 24,
        "Sand 0:40 " + "█" * 16 + "░" * 8,
        "Sand 0:20 " + "█" * 8 + "░" * 16,
        "Proof 1:00 " + "█" * 24,
    ] == sands


@pytest.mark.parametrize("key", ["enter", "q", "Q", "ctrl+q", "ctrl+c"])
def test_the_end_is_told_and_left(key: str) -> None:
    """RC20: who won and why; then one key leaves, but not one pressed in the same breath."""
    game = in_a_proof("ann 3")
    seen = []

    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("y", "left", "enter", "q")
        await pilot.pause()
        seen.append(panel(pilot))
        seen.append(shown(pilot, "#keys"))
        assert pilot.app.is_running
        game.wait(1)
        await pilot.press(key)
        await pilot.pause()
        assert pilot.app._exit

    run(game, script, saved=False)

    assert "ann wins: most tokens when all were won." in seen[0]
    assert "Enter, q or Ctrl+Q to leave" == seen[1]


@pytest.mark.parametrize(
    ("size", "lines"),
    [((120, 45), 34), ((120, 38), 34), ((120, 37), 19), ((80, 24), 19), ((100, 50), 34)],
)
def test_the_board_fits_the_terminal(size: Size, lines: int) -> None:
    """A low terminal gets the compact board."""
    game = Seated("ann", "bob", settings=Settings())
    heights = []

    async def script(pilot: Pilot[None]) -> None:
        heights.append(len(shown(pilot, "#board").splitlines()))
        assert heights[0] == pilot.app.query_one("#board").region.height

    run(game, script, size)

    assert [lines] == heights


@pytest.mark.parametrize("size", SIZES)
def test_clock_and_bids_are_seen_at_every_size(size: Size) -> None:
    """RC22: twelve players with long names push neither the clock nor the bids off the screen."""
    bids = (f"{name} {moves}" for moves, name in enumerate(CROWD, start=10))
    game = with_bids(*bids, names=CROWD)

    async def script(pilot: Pilot[None]) -> None:
        text, region = panel(pilot), pilot.app.query_one("#panel").region
        lines = text.splitlines()
        assert lines[0].startswith("Sand 1:00 █")
        assert "…" not in lines[0]  # sand cut off would look like sand that has run
        assert any(line.startswith("Bids: ann 10 · ") for line in lines)
        assert "Tokens: ann 0" in text or "left to win" in text or region.height < 3
        assert "Sand 1:00 █" in terminal(pilot)
        assert "Bids: ann 10 · " in terminal(pilot)
        assert len(lines) <= region.height
        assert max(len(line.rstrip()) for line in lines) <= region.width - 2
        line = pilot.app.query_one("#line", Input).region
        assert 1 == line.height
        assert region.bottom <= line.y < line.bottom <= size[1]

    run(game, script, size)

    assert isinstance(game.state.phase, Bidding)
    assert len(CROWD) == len(game.state.phase.bids)


def test_what_does_not_fit_ends_in_an_ellipsis() -> None:
    """RC22: names are left out whole, and one sees that some are."""
    texts = []

    async def script(pilot: Pilot[None]) -> None:
        texts.append(panel(pilot).splitlines()[1])

    run(with_bids(names=CROWD), script, (80, 24))
    run(with_bids(*(f"{name} 7" for name in CROWD), names=CROWD), script, (80, 24))

    assert [
        "Tokens: ann 0 · bob 0 · cy 0 · dora 0 · emil 0 · flo 0 …",
        "Bids: ann 7 · bob 7 · cy 7 · dora 7 · emil 7 · flo 7 …",
    ] == texts


@pytest.mark.parametrize("size", SIZES)
def test_the_keys_of_a_proof_are_seen_at_every_size(size: Size) -> None:
    """RC13, RC18: the prover reads how to move, to take back and to give up."""
    game = in_a_proof("ann 3", position=WITH_SILVER)

    async def script(pilot: Pilot[None]) -> None:
        keys = "r g b y s pick, arrows or n e s w move, Backspace undoes, Esc gives up"
        assert keys in terminal(pilot)

    run(game, script, size)

    assert isinstance(game.state.phase, Proving)


@pytest.mark.parametrize("begun", [(60, 20), (72, 23), (130, 45)])
def test_a_resized_terminal_looks_like_one_of_that_size(begun: Size) -> None:
    """Growing and shrinking in any order leads to the same picture as beginning there."""
    sizes = [(72, 23), (130, 45), (60, 20), (100, 30), (104, 23), (60, 20), (80, 24), (100, 50)]
    fresh: list[str] = []
    resized: list[str] = []

    async def look(pilot: Pilot[None]) -> None:
        fresh.append(terminal(pilot))

    for size in sizes:
        run(with_bids("ann 3"), look, size)

    async def resize(pilot: Pilot[None]) -> None:
        for size in sizes:
            await pilot.resize_terminal(*size)
            await until(pilot, lambda size=size: size == pilot.app.screen.size)  # type: ignore[misc]
            resized.append(terminal(pilot))

    run(with_bids("ann 3"), resize, begun)

    assert fresh == resized


@pytest.mark.parametrize("size", [(71, 40), (120, 22)])
def test_too_small_a_terminal_says_so_and_the_game_goes_on(size: Size) -> None:
    """RC12: the sand runs on behind the sentence; the game is back as soon as there is room."""
    game = in_a_proof("ann 3", "bob 4")

    async def script(pilot: Pilot[None]) -> None:
        assert not pilot.app.query_one("#small").display
        await pilot.resize_terminal(*size)
        small = pilot.app.query_one("#small")
        assert "at least 72 x 23, or play with --plain" in shown(pilot, "#small")
        assert size == (small.region.width, small.region.height)
        await pilot.press("y", "left")  # nobody sees what this would do
        game.wait(60)
        await until(pilot, lambda: 1 == game.state.phase.prover.seat)  # type: ignore[union-attr]
        await pilot.resize_terminal(80, 24)
        game.wait(1)
        await pilot.press("y", "left")

    run(game, script)

    assert "yw" == moves_made(game)
    assert 1 == len(game.state.won[1])


def test_the_line_can_be_typed_in_again_after_a_small_terminal() -> None:
    """RC12: a bid is taken again as soon as there is room."""
    game = Seated("ann", "bob")

    async def script(pilot: Pilot[None]) -> None:
        await type_line(pilot, "")
        await pilot.resize_terminal(60, 20)
        await type_line(pilot, "ann 5")
        await pilot.resize_terminal(72, 23)
        await type_line(pilot, "bob 4")

    run(game, script, (80, 24))

    assert isinstance(game.state.phase, Bidding)
    assert [(1, 4)] == [(bid.seat, bid.moves) for bid in game.state.phase.bids]


def bids_placed(game: Seated) -> list[tuple[int, int]]:
    assert isinstance(game.state.phase, Bidding)
    return [(bid.seat, bid.moves) for bid in game.state.phase.bids]


def test_a_burst_of_keys_is_taken_in_order() -> None:
    """RC12: no bid is lost however fast lines come."""
    game = Seated("ann", "bob")

    async def script(pilot: Pilot[None]) -> None:
        await type_line(pilot, "\rann 5\rbox\bb 44\b\rann 3")

    run(game, script)

    assert [(1, 4), (0, 3)] == bids_placed(game)


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n"])
def test_pasted_lines_are_taken_in_order(end: str) -> None:
    """RC12: several lines pasted are several lines typed; the last waits for its Enter."""
    game = with_bids()

    async def script(pilot: Pilot[None]) -> None:
        pilot.app.post_message(events.Paste(end.join(["ann 5", "bob 4", "ann 3"])))
        await pilot.pause()
        assert [(0, 5), (1, 4)] == bids_placed(game)
        await pilot.press("enter")

    run(game, script)

    assert [(1, 4), (0, 3)] == bids_placed(game)


def test_what_was_half_typed_is_forgotten_when_the_sand_has_run() -> None:
    """RC12: the rest of a bid is neither a key of the proof nor the beginning of the next line."""
    game = Seated("ann", "bob")

    async def script(pilot: Pilot[None]) -> None:
        await type_line(pilot, "")
        await type_line(pilot, "ann 3")
        await pilot.press("y")
        await sand_runs_out(pilot, game)
        await pilot.press("y", "space", "2", "enter")
        await pilot.press("up")
        assert "Pick a robot first" in shown(pilot, "#word")
        game.wait(0.6)
        await pilot.press("y", "w")
        assert "" == moves_made(game)
        game.wait(0.2)
        await pilot.press("r", "n", "escape", "escape")
        assert "" == pilot.app.query_one("#line", Input).value
        await type_line(pilot, "")

    run(game, script)

    assert "rn" == moves_made(game)
    assert isinstance(game.state.phase, Thinking)


def test_the_next_prover_begins_afresh() -> None:
    """RC14: neither the robot picked nor half a wish to give up is handed on."""
    game = in_a_proof("ann 3", "bob 4")

    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("y", "escape")
        game.wait(60)
        await until(pilot, lambda: 1 == game.state.phase.prover.seat)  # type: ignore[union-attr]
        await pilot.press("escape", "left")

    run(game, script)

    assert "" == moves_made(game)
    assert isinstance(game.state.phase, Proving)


@pytest.mark.parametrize("asked", ["f1", "help"])
def test_help_is_one_key_away(asked: str) -> None:
    """RC12: help stands before the game, the sand runs on, any key closes it and does no more."""
    game = Seated("ann", "bob")

    async def script(pilot: Pilot[None]) -> None:
        await type_line(pilot, "")
        await type_line(pilot, "ann 3")
        await (pilot.press("f1") if asked == "f1" else type_line(pilot, "help"))
        help_text = pilot.app.screen.query_one("#help", Static)
        lines = str(help_text.render()).splitlines()
        assert len(lines) + 2 == help_text.region.height <= 23
        assert max(len(line) for line in lines) <= 70
        game.wait(20)
        await until(pilot, lambda: panel(pilot).startswith("Sand 0:40"))
        await pilot.press("f1")
        assert 1 == len(pilot.app.screen_stack)
        await pilot.press("f1", "enter")
        await type_line(pilot, "bob 2")

    run(game, script, (72, 23))

    assert [(0, 3), (1, 2)] == bids_placed(game)


def test_help_in_a_proof_makes_no_move() -> None:
    """RC13: the key that closes the help picks no robot; the proof goes on."""
    game = in_a_proof("ann 3")

    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("f1", "y", "left", "r", "n")

    run(game, script)

    assert "rn" == moves_made(game)


@pytest.mark.parametrize("keys", [("enter",), ("r", "n"), ()], ids=["typing", "moving", "waiting"])
def test_a_full_disk_ends_the_game_at_once(keys: tuple[str, ...]) -> None:
    """What cannot be written down does not happen: the screen closes and hands the error on."""
    game = Seated("ann", "bob") if keys == ("enter",) else in_a_proof("ann 3")
    before = game.state

    async def script(pilot: Pilot[None]) -> None:
        game.disk_is_full = True
        await pilot.press(*keys)
        game.wait(0 if keys else 60)
        await until(pilot, lambda: pilot.app._exit)

    screen = run(game, script)

    assert screen.failure is not None
    assert "No space left on device" == screen.failure.strerror
    assert before == game.state


def test_a_sentence_is_shown_whole() -> None:
    """RC14: two sentences where they fit, else the latest one; never a piece of one."""
    words = []

    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("r", "n", "e")
        words.append(" ".join(shown(pilot, "#word").split()))

    for size in [(80, 24), (80, 30), (130, 45)]:
        game = in_a_proof("ann 1", "bob 4")
        run(game, script, size)

    both = (
        "ann made more moves than announced; the robots return to their markers. "
        "bob is showing 4 moves."
    )
    assert ["bob is showing 4 moves.", both, both] == words


@pytest.mark.parametrize(
    ("way", "size", "place"),
    [
        ("ctrl+q", (120, 45), "#word"),
        ("ctrl+c", (72, 23), "#word"),
        ("quit", (72, 23), "#word"),
        ("ctrl+q", (60, 20), "#small"),
    ],
)
def test_leaving_a_game_that_is_not_saved_asks_once(way: str, size: Size, place: str) -> None:
    """A slip of the finger does not throw an evening away; a saved game is left at once."""
    game = Seated("ann", "bob")
    asked = []

    async def leave(pilot: Pilot[None]) -> None:
        await (type_line(pilot, way) if way == "quit" else pilot.press(way))
        await pilot.pause()

    async def unsaved(pilot: Pilot[None]) -> None:
        await leave(pilot)
        asked.append(shown(pilot, place))
        assert not pilot.app._exit
        await leave(pilot)
        assert pilot.app._exit

    async def saved(pilot: Pilot[None]) -> None:
        await leave(pilot)
        assert pilot.app._exit

    screen = run(game, unsaved, size, saved=False)
    run(game, saved, size)

    assert ["This game is not saved. Press Ctrl+Q again to leave."] == asked
    assert 0 == screen.return_code
    assert screen.failure is None


def test_a_question_is_forgotten_when_the_game_goes_on() -> None:
    """Whoever asked to leave and then played on is asked again."""
    game = Seated("ann", "bob")

    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("ctrl+q")
        await type_line(pilot, "")
        await pilot.press("f1", "ctrl+q")
        assert not pilot.app._exit
        assert 1 == len(pilot.app.screen_stack)
        assert "Press Ctrl+Q again" in shown(pilot, "#word")

    run(game, script, saved=False)

    assert isinstance(game.state.phase, Thinking)


def test_keys_outside_a_proof_move_nothing() -> None:
    """RC13: robots move only in a proof."""
    game = Seated("ann", "bob")

    async def script(pilot: Pilot[None]) -> None:
        await type_line(pilot, "")
        await pilot.press("r", "up", "escape", "escape")

    run(game, script)

    assert isinstance(game.state.phase, Thinking | Bidding)
    assert game.state.robots == game.state.markers


def test_a_bot_that_bids_takes_nobodys_line_away() -> None:
    """What is half typed is still a bid."""
    game = Seated("ann", "level-10 bot")
    game.enter("")

    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("a", "n", "n")
        game.wait(1)
        await until(pilot, lambda: isinstance(game.state.phase, Bidding))
        await pilot.press("space", "1", "enter")

    run(game, script)

    assert isinstance(game.state.phase, Bidding)
    assert [1, 1] == [bid.moves for bid in game.state.phase.bids]


@pytest.mark.parametrize(("size", "seen"), [((120, 40), 20), ((80, 24), 6)])
def test_twenty_players_fit_on_a_screen(size: tuple[int, int], seen: int) -> None:
    """RC22: all of them where there is room; on a small screen the first, and that there are more.

    The clock stays in sight.
    """
    names = tuple(f"player{number}" for number in range(1, 21))
    game = with_bids(*(f"{name} {moves}" for moves, name in enumerate(names, 3)), names=names)
    room = share_out(*size)
    assert room is not None
    lines = panel_text(game, room, []).plain.splitlines()
    bids = re.findall(r"player\d+ \d+(?: ·|$| …)", "\n".join(lines), re.MULTILINE)

    assert lines[0].startswith("Sand 1:00")
    assert seen == len(bids)
    assert len(lines) <= room.rows
