"""Rally in the browser: whole games on tiny courses, by real cards."""

import json
import re
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count, permutations
from pathlib import Path
from typing import Any

import pytest
from msgspec import Raw
from msgspec.json import encode
from playwright.sync_api import Browser, Locator, ViewportSize, WebSocket, expect

from tests.catalogues import GAMES
from tests.journeys.conftest import Visit
from tests.journeys.people import LAPTOP, LYING_PHONE, PHONE, Visitor, view_of, visiting
from tests.journeys.places import (
    asks_for_rules,
    board,
    brings_to_an_end,
    cell,
    controls,
    done_meanwhile,
    drawn,
    end_talk,
    ends_the_match,
    free_registers,
    hand,
    held_cards,
    prompt,
    registers,
    robots,
    skips_the_film,
    step,
    story,
    turn_bar,
)
from tests.journeys.played import ask, at_table, heard, play
from tests.server.serving import serving
from tinplate.ending import Resign
from tinplate.game import Seat
from tinplate.games.rally.cards import Card
from tinplate.games.rally.http.routes import alone
from tinplate.games.rally.shelf import course_names
from tinplate.games.rally.values import (
    Cards,
    ChooseFacing,
    Command,
    Finished,
    Place,
    Programming,
    Ready,
    State,
)
from tinplate.grid import Heading
from tinplate.lobby.values import SeatBot, Sit, Start, Terms
from tinplate.server.context import Timeouts
from tinplate.wire.codec import Codec
from tinplate.wire.differences import changed
from tinplate.wire.incoming import Play
from tinplate.wire.outgoing import Done, Refused, ViewMessage

HARMLESS = {"course": "first-shift", "choices": {"edge": "wall"}}  # no cards are deadly there
MOST_STEPS = 20  # of a robot alone in a register
AFTER_BOTH = 3  # the turn that follows two that are watched
ONE_STEP = """rally 1
name: One Step
edge: wall
board:
 S 1
"""
TWO_STEPS = """rally 1
name: Two Steps
edge: wall
board:
 S 1 . . . . . . . . . . . 2
"""
A_RAFT = """rally 1
name: Raft
board:
 . . .
 . S .
 . . 1
"""
IN_THE_LIGHT = """rally 1
name: In the Light
edge: wall
board:
 .w/l> S . . . . . . . . . . . . . . . . . 1
"""
REMEMBER = """() => {
  window.told = [];
  window.said = [];
  const look = () => {
    const said = [...document.querySelectorAll('[aria-live=polite]')].map((it) => it.textContent);
    window.said.push(said.join());
    const seen = document.querySelector('[data-testid=headline]');
    if (!seen) return;
    window.told.push(seen.textContent);
    const FRAME = 20;  // pixels around the cells
    const [stage, drawing] = [seen.closest('section'), seen.closest('section').querySelector('svg')]
      .map((it) => it.getBoundingClientRect().top);
    const lower = stage + seen.offsetTop + seen.offsetHeight;
    if (lower > drawing + FRAME) window.told.push('over the board');
  };
  const all = { childList: true, characterData: true, subtree: true };
  new MutationObserver(look).observe(document.body, all);
}"""
TOLD = "(words) => window.told.some((text) => text.includes(words))"
SAID = "(words) => window.said.some((text) => text.includes(words))"
WATCH_THE_CLOCK = """() => {
  window.clocks = new Set();
  const look = () => {
    const title = document.querySelector('h1')?.textContent ?? '';
    if (!title.includes('register')) return;
    window.clocks.add(document.querySelector('[role=timer]') ? 'runs' : 'waits');
  };
  const all = { childList: true, characterData: true, subtree: true };
  new MutationObserver(look).observe(document.body, all);
}"""
HOLDS_ITS_NUMBERS = """(pill) => {
  const [outer, inner] = [pill, pill.nextElementSibling].map((it) => it.getBoundingClientRect());
  return outer.left <= inner.left && inner.right <= outer.right;
}"""
Choice = Callable[[State, Seat], Cards]  # of a program
NUMBERS = count()  # what was sent under the same id is not done again
NAMES = {
    "move1": "Move 1",
    "move2": "Move 2",
    "move3": "Move 3",
    "back": "Back up",
    "left": "Left",
    "right": "Right",
    "uturn": "U-turn",
}


@pytest.fixture
def visit(visit: Visit) -> Visit:
    """Turns are watched as films here; without motion their steps stay open to be read."""
    return partial(visit, reduced_motion="no-preference")


class Traffic:
    """All that came over the sockets of a page."""

    def __init__(self, visitor: Visitor) -> None:
        self.frames: list[str] = []
        visitor.hear("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.frames.append(str(frame)))

    @property
    def messages(self) -> list[dict[str, Any]]:
        return [json.loads(frame) for frame in self.frames]

    @property
    def state(self) -> State:
        """What was seen last."""
        view: Any = None
        for message in self.messages:
            if message["type"] == "View":
                view = message["view"]
            elif message["type"] == "Changes":
                view = changed(view, message["view"])
        state: State = Codec(GAMES["rally"]).decode_state(json.dumps(view).encode())
        return state


def called(card: Card) -> str:
    return f"{card.priority} {NAMES[card.kind]}"


def table_of_three(visit: Visit) -> tuple[Visitor, Visitor, Traffic, Traffic, str]:
    """Ann, Bruno and a bot have chosen where to look, and have their cards."""
    ann, bruno = visit("Ann"), visit("Bruno")
    hers, his = Traffic(ann), Traffic(bruno)
    table = ann.open(Terms("rally", {"course": ONE_STEP}), 3)
    ask(bruno, table, Sit(1))
    ask(ann, table, SeatBot(2, "random"), Start())
    for visitor in (ann, bruno):
        visitor.go(f"/table/{table}")
    for visitor in (ann, bruno):
        visitor.sees("Which way should your robot face?")
    ann.press("ArrowRight")
    bruno.button("Face left").click()
    for visitor in (ann, bruno):
        visitor.sees("Program your robot")
        expect(held_cards(visitor)).to_have_count(9)
    return ann, bruno, hers, his, table


def program(visitor: Visitor, cards: Cards) -> None:
    """Each card with a click into the next free register; then ready, by the keyboard."""
    for register, card in enumerate(cards, start=1):
        assert card is not None
        hand(visitor).get_by_role("button", name=called(card), exact=True).click()
        expect(visitor.button(f"Register {register}: {called(card)}", exact=False)).to_be_visible()
    visitor.press("Enter")


def hurry(visitor: Visitor, state: State, seat: Seat, cards: Cards) -> None:
    """The same by keys alone: a number means a place of the hand, whatever of it was laid."""
    private = state.players[seat].private
    assert private is not None
    expect(held_cards(visitor)).to_have_count(len(private.hand))
    for card in cards:
        assert card is not None
        visitor.press(str(private.hand.index(card) + 1))
    expect(visitor.button("Ready")).to_be_enabled()
    visitor.press("Enter")


def lose_lives(
    server: str, table: str, left: int, players: dict[Seat, tuple[Visitor, Choice]]
) -> None:
    """Without a page, until the first has so many lives left and is asked for a program."""
    while True:
        state: Any = view_of(server, table)
        if isinstance(state.phase, Programming) and left == state.players[0].robot.lives:
            return
        seat = state.waiting_for[0]
        do_what_is_asked(*players[seat], table, seat)


def do_what_is_asked(visitor: Visitor, choose: Choice, table: str, seat: Seat) -> None:
    with at_table(visitor, table) as socket:
        while not isinstance(shown := heard(socket), ViewMessage):
            pass
        state = Codec(GAMES["rally"]).decode_state(bytes(shown.view))
        commands: list[Command] = [ChooseFacing(Heading.NORTH)]
        if isinstance(state.phase, Programming):
            placed = enumerate(choose(state, seat), start=1)
            commands = [*(Place(register, card) for register, card in placed if card), Ready()]
        for command in commands:
            message = Play(f"turn {next(NUMBERS)}", shown.match, Raw(encode(command)))
            socket.send(encode(message).decode())
            while not isinstance(answer := heard(socket), Done):
                assert not isinstance(answer, Refused), answer


def phase_of(server: str, table: str) -> object:
    return view_of(server, table).phase


def remember_headlines(visitor: Visitor) -> None:
    """They are seen for a moment, which a busy machine may miss."""
    visitor.page.evaluate(REMEMBER)


def is_told(visitor: Visitor, headline: str) -> None:
    visitor.page.wait_for_function(TOLD, arg=headline)
    visitor.page.wait_for_function(SAID, arg=headline)  # to those who do not see it
    assert not visitor.page.evaluate(TOLD, "over the board")  # no cell of it is covered


def falls(state: State, seat: Seat, cards: Cards) -> bool:
    """Whether a robot would lose a life, were nobody else there."""
    return any(each.robot.cell is None for each in alone(state, seat, cards).registers)


def programs(state: State, seat: Seat) -> Iterator[Cards]:
    """All that can be made of a hand; there are thousands, so look at no more than needed."""
    private = state.players[seat].private
    assert private is not None
    return permutations(private.hand, 5)


def touched_in(state: State, seat: Seat, cards: Cards) -> int | None:
    """In which register the flag would be touched, were nobody else there."""
    played = alone(state, seat, cards).registers
    return next((each.register for each in played if each.robot.next_flag > 1), None)


def touching(state: State, seat: Seat, register: int | None) -> Cards | None:
    """A program that touches the flag in that register, or not at all."""
    found = (cards for cards in programs(state, seat) if register == touched_in(state, seat, cards))
    return next(found, None)


def best_program(state: State, seat: Seat) -> Cards:
    """One that touches the flag; if no hand can, any."""
    found = (cards for cards in programs(state, seat) if touched_in(state, seat, cards))
    return next(found, None) or next(programs(state, seat))


def together(states: dict[Seat, State]) -> dict[Seat, Cards]:
    """Programs that touch the flag in the same register; if there are none, none touches it."""
    for register in (1, 2, 3, 4, 5, None):
        found = {seat: touching(state, seat, register) for seat, state in states.items()}
        if all(found.values()):
            return {seat: cards for seat, cards in found.items() if cards}
    raise AssertionError("every program touches the flag, but never at the same time")


def played_alone(visit: Visit, course: str) -> tuple[Visitor, Traffic, str]:
    """Ann at a table of her own."""
    ann = visit("Ann")
    traffic = Traffic(ann)
    table = ann.open(Terms("rally", {"course": course}), 1)
    ask(ann, table, Start())
    ann.go(f"/table/{table}")
    ann.sees("Which way should your robot face?")
    ann.press("ArrowUp")
    ann.sees("Program your robot")
    return ann, traffic, table


def test_a_flag_is_touched_and_the_match_is_won(visit: Visit, server: str) -> None:
    """R3, R46: register by register, told with the rules; everybody sees who has won."""
    ann, bruno, hers, his, table = table_of_three(visit)
    while not isinstance(phase_of(server, table), Finished):
        for visitor, traffic, seat in ((bruno, his, Seat(1)), (ann, hers, Seat(0))):
            state = traffic.state
            if state.players[seat].has_program:
                cards = best_program(state, seat)
                program(visitor, cards if seat == 0 else tuple(reversed(cards)))
        skips_the_film(ann, bruno)
    phase = phase_of(server, table)
    for visitor in (ann, bruno):
        visitor.sees("The last flag goes to")

    assert isinstance(phase, Finished)
    assert phase.winners
    for visitor in (ann, bruno):
        visitor.sees("touches flag 1!")
        podium = prompt(visitor).get_by_role("list", name="Podium").get_by_role("listitem")
        expect(podium).to_have_count(3)
        first = podium.filter(has_text="1 of 1")  # D35: how all of them came in
        expect(first).to_have_count(len(phase.winners))
    for visitor, own in ((ann, Seat(0)), (bruno, Seat(1))):
        won = (own,) == phase.winners
        expect(visitor.page).to_have_title(
            re.compile("^You win" if own in phase.winners else r" wins?! · Rally")
        )
        expect(visitor.page.get_by_text("You win!")).to_have_count(int(won))
        visitor.press("ArrowLeft")  # back into the turn, on the board
        expect(drawn(visitor, "covered-flag")).to_have_text("1")  # the robot hides it


def test_a_box_that_is_ticked_takes_no_card_keys(visit: Visit) -> None:
    """Digits lay cards wherever nothing is being typed: a box takes none."""
    ann, hers, _ = played_alone(visit, IN_THE_LIGHT)
    first, second, *_ = hers.state.players[0].private.hand  # type: ignore[union-attr]
    power = ann.page.get_by_role("checkbox", name="Power down next turn", exact=True)
    power.focus()
    ann.press("Space")
    expect(power).to_be_checked()
    expect(power).to_be_focused()
    ann.press("1", "2")

    expect(ann.button(f"Register 1: {called(first)}", exact=False)).to_be_visible()
    expect(ann.button(f"Register 2: {called(second)}", exact=False)).to_be_visible()
    expect(power).to_be_checked()


def test_a_draft_survives_a_reload(visit: Visit) -> None:
    """R35: it is kept at the table; also one that is changed by the keyboard."""
    ann, hers, _ = played_alone(visit, IN_THE_LIGHT)
    first, second, third = hers.state.players[0].private.hand[:3]  # type: ignore[union-attr]
    ann.press("1")
    expect(ann.button(f"Register 1: {called(first)}", exact=False)).to_be_visible()
    ann.press("2")
    expect(ann.button(f"Register 2: {called(second)}", exact=False)).to_be_visible()
    ann.press("Backspace")
    expect(ann.button("Register 2, empty")).to_be_visible()
    ann.press("3")
    expect(ann.button(f"Register 2: {called(third)}", exact=False)).to_be_visible()
    ann.page.get_by_label("Power down next turn").check()
    ann.page.reload()

    expect(ann.button(f"Register 1: {called(first)}", exact=False)).to_be_visible()
    expect(ann.button(f"Register 2: {called(third)}", exact=False)).to_be_visible()
    expect(ann.button("Register 3, empty")).to_be_visible()
    expect(ann.page.get_by_label("Power down next turn")).to_be_checked()


def test_nothing_of_another_hand_reaches_a_page(visit: Visit) -> None:
    """D44: neither hands nor drafts, in no message, while they are secret."""
    ann, bruno, hers, his, _ = table_of_three(visit)
    ann.press("1")
    expect(ann.button("Register 1:", exact=False)).to_be_visible()
    bruno.press("1")
    expect(bruno.button("Register 1:", exact=False)).to_be_visible()
    pages = {Seat(0): hers, Seat(1): his}
    for seat, traffic in pages.items():
        private = traffic.state.players[seat].private
        assert private is not None
        own = {card.priority for card in (*private.hand, *private.draft) if card}
        others = [other for at, other in pages.items() if at != seat]

        assert 9 == len(own)
        assert all(f'"priority":{priority}' in "".join(traffic.frames) for priority in own)
        for frame in (frame for other in others for frame in other.frames):
            assert not [priority for priority in own if f'"priority":{priority}}}' in frame]
        assert [None, None] == [
            player.private for at, player in enumerate(traffic.state.players) if at != seat
        ]


def test_a_program_is_shown_before_it_is_played(visit: Visit) -> None:
    """Where it would lead and look is drawn, and said, once a card is in the first register.

    R36: a program that stands is seen as long as the others think, and no longer changed.
    """
    ann, *_ = table_of_three(visit)
    ann.press("1")
    ann.sees("If nobody interferes, you end on")

    expect(drawn(ann, "path-stop")).to_have_count(1)
    assert drawn(ann, "path-stop").evaluate(HOLDS_ITS_NUMBERS)
    expect(drawn(ann, "path-end")).to_be_visible()
    for register in range(2, 6):
        ann.press(str(register))
        expect(ann.button(f"Register {register}:", exact=False)).to_be_visible()
    power = ann.page.get_by_role("checkbox", name="Power down next turn", exact=True)
    power.check()
    expect(power).to_have_accessible_description("No cards, full armour")
    ann.button("Ready").click()
    ann.sees("Your program is locked in. Waiting for Bruno.")
    expect(registers(ann).get_by_role("button", disabled=True)).to_have_count(5)
    expect(hand(ann)).to_have_count(0)
    expect(ann.page.get_by_label("Power down next turn")).to_be_checked()
    expect(drawn(ann, "path-end")).to_be_visible()


def test_a_deadly_program_is_warned_of(visit: Visit) -> None:
    """Its mark is on the board: beyond the edge are the names of the columns."""
    ann, traffic, _ = played_alone(visit, A_RAFT)
    state = traffic.state
    cards = falling(state, Seat(0))
    assert falls(state, Seat(0), cards)
    for register, card in enumerate(cards, start=1):
        assert card is not None
        hand(ann).get_by_role("button", name=called(card), exact=True).click()
        expect(ann.button(f"Register {register}: {called(card)}", exact=False)).to_be_visible()
    ann.sees("This program destroys you in register")
    mark = drawn(ann, "path-lost").bounding_box()
    corners = cell(ann, "A1"), cell(ann, "C3")
    assert mark
    half = (corners[1][0] - corners[0][0]) / 4 + 0.15 * mark["height"]

    assert corners[0][0] - half <= mark["x"] <= corners[1][0] + half - mark["width"]
    assert corners[0][1] - half <= mark["y"] <= corners[1][1] + half - mark["height"]


def test_lives_are_lost_until_none_is_left(lively: Visit, server: str) -> None:
    """D3, R20, R34, R21, D34: whoever falls is back and chooses a facing, until nobody is left."""
    ann = lively("Ann")
    traffic = Traffic(ann)
    table = ann.open(Terms("rally", {"course": A_RAFT}), 1)
    ask(ann, table, Start())
    lose_lives(server, table, 2, {Seat(0): (ann, falling)})
    ann.go(f"/table/{table}")
    ann.sees("Program your robot")
    remember_headlines(ann)
    for lives in (1, 0):
        while traffic.state.players[0].robot.lives > lives:
            state = traffic.state
            cards = falling(state, Seat(0))
            hurry(ann, state, Seat(0), cards)
            if lives and falls(state, Seat(0), cards):
                is_told(ann, "You lose a life")
            skips_the_film(ann)
        if lives:
            ann.sees("Which way should your robot face?")
            ann.sees("Your robot fell off the board and comes back on B2.")
            expect(ann.page).to_have_title(re.compile("^Your turn"))
            expect(ann.page.get_by_label(f"{lives} li", exact=False)).to_be_visible()
            ann.button("Replay the turn").click()
            ann.press("ArrowUp", "ArrowLeft")  # they belong to the turn being watched
            expect(turn_bar(ann)).to_be_visible()
            ann.press("End")
            expect(
                ann.page.get_by_role("group", name="Which way should your robot face?")
            ).to_be_focused()
            ann.press("ArrowUp")
            ann.sees("Program your robot")
    ann.sees("Nobody wins.")
    ann.sees("No robot has a life left.")
    ann.press("ArrowLeft")  # back into the turn
    spoken = ann.page.get_by_role("list", name=ann.says("spoken_robots"))
    expect(spoken).to_have_text("Ann, out of the game")  # not that it has 0 lives

    assert Finished((), "no robot has a life left") == phase_of(server, table)


def test_cards_beams_and_flags_stand_out_on_the_board(lively: Visit) -> None:
    """R3, R10, R16: the flag one needs, where one looks, what is played, and light that fires."""
    ann, traffic, _ = played_alone(lively, IN_THE_LIGHT)
    expect(drawn(ann, "next-flag")).to_have_count(1)
    expect(drawn(ann, "touched-flag")).to_have_count(0)
    expect(drawn(ann, "facing")).to_have_count(1)
    hurry(ann, traffic.state, Seat(0), touching(traffic.state, Seat(0), None) or ())
    ann.button("Pause").click()
    ann.button("Register 1").click()
    expect(drawn(ann, "firing-beam")).to_have_count(0)
    ann.press("ArrowRight")
    expect(step(ann)).to_contain_text("Your robot plays")
    expect(drawn(ann, "played-card")).to_have_count(1)
    for _ in range(MOST_STEPS):
        if drawn(ann, "firing-beam").count():
            break
        ann.press("ArrowRight")
    expect(step(ann)).to_contain_text("Lasers")
    expect(drawn(ann, "firing-beam")).to_have_count(1)
    expect(drawn(ann, "played-card")).to_have_count(0)


def test_a_flag_that_was_touched_has_a_tick(lively: Visit, server: str) -> None:
    """R3: the ring goes to the next one."""
    ann, traffic, table = played_alone(lively, TWO_STEPS)
    while drawn(ann, "touched-flag").count() == 0:
        hurry(ann, traffic.state, Seat(0), best_program(traffic.state, Seat(0)))
        skips_the_film(ann)
        if isinstance(phase_of(server, table), Finished):
            break
    expect(drawn(ann, "touched-flag")).to_have_count(1)
    expect(drawn(ann, "next-flag")).to_have_count(1)


def test_the_clock_waits_for_whoever_watches_slowly(visit: Visit) -> None:
    """D31: one has seen the turn and programs already; the other's film runs at half speed."""
    ann, bruno = visit("Ann"), visit("Bruno")
    bruno.go("/unknown")  # a page that asks nothing
    bruno.page.evaluate("localStorage.setItem('tinplate.film', '0.5')")
    hers, his = Traffic(ann), Traffic(bruno)
    terms = Terms("rally", {"course": ONE_STEP, "choices": {"turn_seconds": 300}})
    table = ann.open(terms, 2)
    ask(bruno, table, Sit(1))
    ask(ann, table, Start())
    for visitor, key in ((ann, "ArrowUp"), (bruno, "ArrowLeft")):
        visitor.go(f"/table/{table}")
        visitor.sees("Which way should your robot face?")
        visitor.press(key)
    for visitor, traffic, seat in ((ann, hers, Seat(0)), (bruno, his, Seat(1))):
        visitor.sees("Program your robot")
        visitor.page.evaluate(WATCH_THE_CLOCK)
        cards = touching(traffic.state, seat, None)
        assert cards is not None
        hurry(visitor, traffic.state, seat, cards)
    skips_the_film(ann)
    ann.sees("Program your robot")
    expect(bruno.page.get_by_text("Clock paused")).to_be_visible()
    bruno.sees("Program your robot")

    assert ["waits"] == bruno.page.evaluate("[...window.clocks]")


def test_registers_lock_and_a_robot_goes_off_and_on(visit: Visit) -> None:
    """R10, R37, R24 to R27, D27: five beams in a turn, a turn off in the light, and back."""
    ann, traffic, _ = played_alone(visit, IN_THE_LIGHT)
    state = traffic.state
    ann.page.get_by_label("Power down next turn").check()
    program(ann, touching(state, Seat(0), None) or ())
    skips_the_film(ann)
    ann.sees("On again, or off?")
    ann.sees("Your robot was off last turn.")
    ann.sees("Ann will be off in the next turn.")
    on = ann.button("On again")
    expect(on).to_have_accessible_description("You get cards and drive on")
    expect(story(ann)).to_contain_text("Your robot is off in this turn")
    on.click()
    ann.sees("Program your robot")

    expect(held_cards(ann)).to_have_count(4)
    expect(registers(ann).filter(has_text="is locked")).to_have_count(1)
    expect(ann.page.get_by_label("1 register locked:", exact=False)).to_be_visible()


def test_a_turn_that_comes_while_one_is_watched_waits(lively: Visit, server: str) -> None:
    """Whoever is off next turn is not waited for: bots have played it when the film begins."""
    ann = lively("Ann")
    table = ann.open(Terms("rally", HARMLESS), 2)
    ask(ann, table, SeatBot(1, "random"), Start())
    ann.go(f"/table/{table}")
    ann.sees("Which way should your robot face?")
    ann.press("ArrowUp")
    ann.sees("Program your robot")
    for register in range(1, 6):
        ann.press(str(register))
        expect(ann.button(f"Register {register}:", exact=False)).to_be_visible()
    ann.page.get_by_label("Power down next turn").check()
    ann.button("Ready").click()
    while view_of(server, table).turn < AFTER_BOTH:  # type: ignore[attr-defined]
        expect(prompt(ann)).to_contain_text("Turn 1")

    expect(prompt(ann)).to_contain_text("Turn 1")
    expect(prompt(ann)).to_contain_text("Skip the rest")
    ann.press("End")
    ann.sees("On again, or off?")


def test_two_win_together(visit: Visit, server: str) -> None:
    """R47, D36: virtual robots may touch the last flag in the same register."""
    ann, bruno = visit("Ann"), visit("Bruno")
    pages = {Seat(0): (ann, Traffic(ann)), Seat(1): (bruno, Traffic(bruno))}
    table = ann.open(Terms("rally", {"course": ONE_STEP}), 2)
    for visitor, _ in pages.values():
        visitor.go(f"/table/{table}")
    bruno.button("Sit down").click()
    ann.sees("Bruno")
    ann.button("Start").click()
    for visitor, _ in pages.values():
        visitor.sees("Which way should your robot face?")
        visitor.press("ArrowRight")
    for visitor, _ in pages.values():
        visitor.sees("Program your robot")
    while not isinstance(phase_of(server, table), Finished):
        for seat, cards in together(
            {seat: page.state for seat, (_, page) in pages.items()}
        ).items():
            program(pages[seat][0], cards)
        skips_the_film(ann, bruno)
    ann.sees("You and Bruno share the win!")
    bruno.sees("You and Ann share the win!")

    assert Finished((Seat(0), Seat(1)), "touched the last flag") == phase_of(server, table)


def table_of_two(visit: Visit, course: str) -> tuple[Visitor, Visitor, Traffic, Traffic, str]:
    """Ann and Bruno have chosen where to look, and have their cards."""
    ann, bruno = visit("Ann"), visit("Bruno")
    hers, his = Traffic(ann), Traffic(bruno)
    table = ann.open(Terms("rally", {"course": course}), 2)
    ask(bruno, table, Sit(1))
    ask(ann, table, Start())
    for visitor in (ann, bruno):
        visitor.go(f"/table/{table}")
    for visitor in (ann, bruno):
        visitor.sees("Which way should your robot face?")
        visitor.button("Face up").click()
    for visitor in (ann, bruno):
        visitor.sees("Program your robot")
    return ann, bruno, hers, his, table


def falling(state: State, seat: Seat) -> Cards:
    """A program that leads off the board, or at least not to the flag."""
    found = (
        cards
        for cards in programs(state, seat)
        if alone(state, seat, cards).registers[-1].robot.cell is None
    )
    return next(found, None) or touching(state, seat, None) or ()


def staying(state: State, seat: Seat) -> Cards:
    """A program that leads neither off the board nor to the flag, if there is one."""
    found = (
        cards
        for cards in programs(state, seat)
        if (end := alone(state, seat, cards).registers[-1].robot).cell and end.next_flag == 1
    )
    return next(found, None) or touching(state, seat, None) or ()


def test_a_match_of_rally_is_ended_together(visit: Visit) -> None:
    """D47: the standings decide, and everybody is told why it is over."""
    ann, bruno, *_ = table_of_two(visit, ONE_STEP)
    ends_the_match(ann)
    expect(end_talk(bruno)).to_contain_text("Ann wants to end the match (1 of 2).")
    end_talk(bruno).get_by_role("button", name="Agree…").click()
    bruno.button("Yes, I agree").click()
    for visitor in (ann, bruno):
        expect(prompt(visitor)).to_contain_text("Ended early, as agreed.")


def test_the_others_play_on_without_who_is_out(visit: Visit, server: str) -> None:
    """R21: Ann's last life is lost; she watches, and Bruno programs and plays on."""
    ann, bruno = visit("Ann"), visit("Bruno")
    hers, his = Traffic(ann), Traffic(bruno)
    table = ann.open(Terms("rally", {"course": A_RAFT}), 2)
    ask(bruno, table, Sit(1))
    ask(ann, table, Start())
    lose_lives(server, table, 1, {Seat(0): (ann, falling), Seat(1): (bruno, staying)})
    for visitor in (ann, bruno):
        visitor.go(f"/table/{table}")
    for visitor in (ann, bruno):
        visitor.sees("Program your robot")
    while hers.state.players[0].robot.lives:
        for visitor, traffic, seat, choose in (
            (ann, hers, Seat(0), falling),
            (bruno, his, Seat(1), staying),
        ):
            visitor.sees("Program your robot")
            hurry(visitor, traffic.state, seat, choose(traffic.state, seat))
        skips_the_film(ann, bruno)
        for visitor in (ann, bruno):  # nobody gets cards before all have chosen
            if visitor.page.get_by_role("group", name="Which way should your robot face?").count():
                visitor.button("Face up").click()
    ann.sees("Your robot has no lives left; now you’re watching.")
    expect(robots(ann).first).to_contain_text("out of the game")
    expect(hand(ann)).to_have_count(0)
    turn = his.state.turn
    bruno.sees("Program your robot")
    hurry(bruno, his.state, Seat(1), staying(his.state, Seat(1)))
    ann.sees(f"Turn {turn + 1}")

    state: Any = view_of(server, table)
    assert [0, True] == [state.players[0].robot.lives, state.players[1].robot.lives > 0]


def test_whoever_resigned_is_called_so(visit: Visit) -> None:
    """D48: the others are told once, and see no hearts as of a robot that was destroyed."""
    ann, bruno, _, _, table = table_of_three(visit)
    play(bruno, table, Resign())
    notice = ann.page.get_by_role("status").filter(has_text="Bruno has resigned.")
    expect(notice).to_be_visible()
    row = robots(ann).filter(has_text="Bruno")

    expect(row).to_contain_text("resigned")
    expect(row.get_by_role("img", name="lives")).to_have_count(0)
    expect(robots(ann).first.get_by_role("img", name="lives")).to_have_count(1)
    ann.page.reload()
    expect(row).to_contain_text("resigned")
    expect(notice).to_have_count(0)


def test_a_lost_connection_comes_back(visit: Visit, server: str) -> None:
    """The draft is there, what was tried was not done, and a turn one missed can be watched."""
    ann, bruno, hers, his, table = table_of_two(visit, IN_THE_LIGHT)
    first = his.state.players[1].private.hand[0]  # type: ignore[union-attr]
    bruno.press("1")
    expect(bruno.button(f"Register 1: {called(first)}", exact=False)).to_be_visible()
    bruno.page.context.set_offline(True)
    bruno.sees("Connection lost.")
    bruno.press("2")
    bruno.sees("Not done: there is no connection.")
    hurry(ann, hers.state, Seat(0), touching(hers.state, Seat(0), None) or ())
    ann.sees("Your program is locked in.")
    bruno.page.context.set_offline(False)
    expect(bruno.page.get_by_text("Connection lost.")).to_have_count(0)
    bruno.sees("1 of 2 ready")
    expect(bruno.button(f"Register 1: {called(first)}", exact=False)).to_be_visible()
    expect(bruno.button("Register 2, empty")).to_be_visible()
    ann.page.context.set_offline(True)
    ann.sees("Connection lost.")
    for register in range(2, 6):
        bruno.press(str(register))
        expect(bruno.button(f"Register {register}:", exact=False)).to_be_visible()
    bruno.press("Enter")
    skips_the_film(bruno)
    bruno.sees("Turn 2")
    ann.page.context.set_offline(False)
    ann.sees("Turn 2")
    assert 0 == ann.button("Pause").count()  # nothing of what was missed is played by itself
    expect(held_cards(ann).first).to_be_visible()
    missed = ann.button("Register 1").or_(ann.button(ann.says("ra_watch_again")))
    expect(missed).to_be_visible()  # it is asked for once one is back
    ann.press("ArrowLeft")
    expect(ann.button("Register 1")).to_be_visible()
    ann.button("Register 1").click()

    expect(step(ann)).to_contain_text("Register 1: ")
    assert 2 == view_of(server, table).turn  # type: ignore[attr-defined]


@pytest.mark.parametrize("viewport", [PHONE, LYING_PHONE], ids=["standing", "lying"])
def test_a_turn_on_a_phone(lively: Visit, viewport: ViewportSize) -> None:
    """All cards, Ready and everybody's robot are in sight; a turn is played with a thumb."""
    ann = lively("Ann", viewport=viewport, has_touch=True, is_mobile=True)
    table = ann.open(Terms("rally", {"course": IN_THE_LIGHT}), 1)
    ann.go(f"/table/{table}")
    ann.button("Start").tap()
    ann.button("Face up").tap()
    held = held_cards(ann)
    expect(held).to_have_count(9)
    for seen in (*held.all(), ann.button("Ready"), robots(ann)):
        expect(seen).to_be_in_viewport(ratio=1)
    for left in range(9, 4, -1):
        expect(held).to_have_count(left)
        held.first.get_by_role("button").tap()
    expect(held).to_have_count(4)
    asks_for_rules(ann)
    expect(ann.button("Ready")).to_be_enabled()
    ann.button("Ready").tap()
    ann.button("Pause").tap()
    ann.button("Register 1").tap()
    expect(step(ann)).to_be_in_viewport(ratio=1)
    expect(ann.page.get_by_label("9 of 9 points of armour")).to_be_in_viewport(ratio=1)
    expect(held).to_have_count(0)  # they wait until the turn was watched
    step(ann).get_by_role("button", name="Rule").tap()
    expect(ann.page.get_by_role("tooltip")).to_contain_text("robots move by priority")
    ann.button("Skip the rest").tap()

    expect(ann.button("Ready")).to_be_in_viewport(ratio=1)


def test_robots_are_told_as_they_were_at_the_moment_shown(visit: Visit) -> None:
    """R10: nobody knows before it is shown what a turn will cost; the present is a step away."""
    ann, traffic, _ = played_alone(visit, IN_THE_LIGHT)
    hurry(ann, traffic.state, Seat(0), touching(traffic.state, Seat(0), None) or ())
    ann.button("Pause").click()
    ann.button("Register 1").click()
    expect(prompt(ann)).to_contain_text("Turn 1 · register 1")
    expect(ann.page.get_by_label("9 of 9 points of armour")).to_be_visible()
    expect(story(ann)).to_contain_text("Register 1: your robot")
    expect(story(ann)).not_to_contain_text("Register 2")  # the log is in step
    expect(hand(ann)).to_have_count(0)
    ann.press("End")

    expect(ann.page.get_by_label("4 of 9 points of armour")).to_be_visible()


def test_a_turn_can_be_stepped_through(lively: Visit) -> None:
    """There and back, each step in words with the number of its rule; the match is further on."""
    ann, traffic, _ = played_alone(lively, IN_THE_LIGHT)
    hurry(ann, traffic.state, Seat(0), touching(traffic.state, Seat(0), None) or ())
    skips_the_film(ann)
    ann.press("ArrowLeft")
    steps = ann.page.get_by_text("Step ", exact=False)
    last = int(steps.inner_text().split()[-1])
    expect(steps).to_have_text(f"Step {last - 1} of {last}")
    ann.button("Register 1").click()
    expect(step(ann)).to_contain_text("Register 1: your robot")
    expect(step(ann).get_by_role("button", name="Rule")).to_have_count(0)  # nobody has asked
    asks_for_rules(ann)
    chip = step(ann).get_by_role("button", name="Rule")
    expect(chip).to_have_text("R39")
    chip.hover()
    expect(ann.page.get_by_role("tooltip")).to_contain_text("robots move by priority")
    ann.page.mouse.move(0, 0)
    expect(ann.page.get_by_role("tooltip")).to_have_count(0)
    chip.focus()
    expect(ann.page.get_by_role("tooltip")).to_contain_text("robots move by priority")
    ann.press("ArrowRight")
    expect(step(ann)).to_contain_text("Your robot plays")
    ann.press("ArrowLeft", "ArrowLeft")
    expect(steps).to_have_text(f"Step 0 of {last}")
    ann.button("Skip the rest").click()

    expect(turn_bar(ann)).to_have_count(0)
    expect(held_cards(ann)).to_have_count(4)


def test_a_turn_is_one_message(visit: Visit) -> None:
    """All registers come at once, and nothing more is needed to show them."""
    ann, traffic, _ = played_alone(visit, IN_THE_LIGHT)
    hurry(ann, traffic.state, Seat(0), touching(traffic.state, Seat(0), None) or ())
    skips_the_film(ann)
    ann.sees("Turn 2")
    [turn] = [frame for frame in traffic.frames if "RegisterRevealed" in frame]

    assert 5 == turn.count('"RegisterRevealed"')


def test_whoever_comes_back_finds_the_turn_that_was_played(lively: Visit) -> None:
    """Its story, and its steps to go through; also for a spectator who comes late."""
    ann, traffic, table = played_alone(lively, IN_THE_LIGHT)
    hurry(ann, traffic.state, Seat(0), touching(traffic.state, Seat(0), None) or ())
    skips_the_film(ann)
    late = lively("Bruno")
    late.go(f"/table/{table}")
    ann.page.reload()
    for visitor, robot in ((ann, "your robot"), (late, "Ann")):
        expect(story(visitor)).to_contain_text(f"Register 5: {robot}")
        expect(turn_bar(visitor)).to_have_count(0)  # the end is shown
        visitor.press("ArrowLeft")
        expect(step(visitor)).not_to_be_empty()
        visitor.button("Register 1").click()

        expect(step(visitor)).to_contain_text(f"Register 1: {robot}")
        expect(step(visitor)).to_have_attribute("aria-live", "polite")


def test_whoever_comes_while_a_turn_is_shown_sees_the_rest_of_it(lively: Visit) -> None:
    """D31: nothing of its end before that, nor after a reload; the speed is kept, too."""
    ann = lively("Ann")
    table = ann.open(Terms("rally", {"course": "first-shift", "choices": {"edge": "wall"}}), 8)
    ask(ann, table, *(SeatBot(chair, "random") for chair in range(1, 8)), Start())
    ann.go(f"/table/{table}")
    ann.button("Face up").click()
    expect(held_cards(ann)).to_have_count(9)
    for register in range(1, 6):
        ann.press(str(register))
        expect(ann.button(f"Register {register}:", exact=False)).to_be_visible()
    ann.press("Enter")
    speed = ann.page.get_by_role("combobox", name="Speed", exact=True)
    speed.select_option("0.5")
    late = lively("Bruno")
    late.go(f"/table/{table}")
    ann.page.reload()
    for visitor in (ann, late):
        expect(visitor.button("Skip the rest")).to_be_visible()
        visitor.button("Pause").click()
        expect(prompt(visitor)).to_contain_text("Turn 1")
        expect(story(visitor)).not_to_contain_text("Turn 2 begins")
    expect(speed).to_have_value("0.5")
    for visitor, asked in ((ann, "Program your robot"), (late, "Still programming")):
        visitor.press("End")
        visitor.sees(asked)


def test_a_rematch_on_a_phone_begins_at_the_top(visit: Visit) -> None:
    """The table has a button beside the chat: below, it is covered by the cards."""
    ann = visit("Ann", viewport=PHONE)
    table = ann.open(Terms("rally", HARMLESS), 2)
    ask(ann, table, SeatBot(1, "random"), Start())
    ann.go(f"/table/{table}")
    ann.button("Face up").click()
    expect(ann.button("Table")).to_be_in_viewport(ratio=1)
    brings_to_an_end(ann, "end_now", "end_match_yes")
    ann.button("Play again", exact=False).scroll_into_view_if_needed()
    ann.page.mouse.wheel(0, 2000)
    ann.page.wait_for_function("() => scrollY > 0")
    ann.button("Play again", exact=False).click()
    ann.sees("Which way should your robot face?")

    ann.page.wait_for_function("() => scrollY === 0")


def test_a_match_can_be_left_and_others_invited(visit: Visit) -> None:
    """The link, who watches, and the way out are in a dialog, as in Ricochet."""
    ann, _, _ = played_alone(visit, IN_THE_LIGHT)
    ann.button("Table").click()
    expect(ann.button("Copy link")).to_be_visible()
    ann.button("Leave the table").click()
    ann.button("Yes, leave").click()

    ann.sees("Play with bots")


def test_hurried_keys_lose_no_card(visit: Visit) -> None:
    """A number means a place of the hand, whatever was laid from it and however slow the line is.

    What is laid is not laid again; the number of each place is on its card.
    """
    ann, traffic, _ = played_alone(visit, IN_THE_LIGHT)
    private = traffic.state.players[0].private
    assert private is not None
    expect(held_cards(ann).nth(8).get_by_title("Key 9")).to_have_text(re.compile("9$"))
    ann.press("1", "2", "2", "3", "5", "4")
    first, second, third, fourth, fifth = private.hand[:5]
    placed = (first, second, third, fifth, fourth)

    for register, card in enumerate(placed, start=1):
        expect(ann.button(f"Register {register}: {called(card)}", exact=False)).to_be_visible()


def test_rally_with_the_keyboard_only(visit: Visit, server: str) -> None:
    """From the lobby to the end of a match, without touching a mouse."""
    ann = visit("Ann")
    traffic = Traffic(ann)
    table = ann.open(Terms("rally", {"course": ONE_STEP}), 1)
    ann.go(f"/table/{table}")
    ann.sees("Invite someone")
    ann.tab_to("Start")
    ann.press("Enter")
    expect(ann.page.get_by_role("group", name="Which way should your robot face?")).to_be_focused()
    ann.press("ArrowRight")
    ann.sees("Program your robot")
    while not isinstance(phase_of(server, table), Finished):
        hurry(ann, traffic.state, Seat(0), best_program(traffic.state, Seat(0)))
        skips_the_film(ann)
    ann.sees("The last flag goes to Ann.")
    ann.tab_to("Replay")
    ann.press("Enter")

    expect(ann.page).to_have_url(re.compile("/match/"))


def test_rally_begins_with_one_click(visit: Visit) -> None:
    """From the first page to a match with three bots."""
    ann = visit("Ann")
    ann.go("/")
    ann.button("Play with bots").last.click()
    ann.sees("Which way should your robot face?")

    expect(robots(ann)).to_have_count(4)


def test_nobody_is_waited_for_where_one_plays_alone(visit: Visit) -> None:
    """Neither named nor counted."""
    ann = visit("Ann")
    table = ann.open(Terms("rally", HARMLESS), 1)
    ask(ann, table, Start())
    ann.go(f"/table/{table}")
    ann.sees("Which way should your robot face?")
    expect(ann.page.get_by_text("The others see it once")).to_have_count(0)
    expect(ann.page.get_by_text("of 1 ready")).to_have_count(0)


def test_cards_are_placed_one_after_the_other_with_tab_and_enter(visit: Visit) -> None:
    """The focus goes to the next card, and from the last one to Ready."""
    ann, traffic, _ = played_alone(visit, IN_THE_LIGHT)
    private = traffic.state.players[0].private
    assert private is not None
    hand(ann).get_by_role("button").first.focus()
    for register, card in enumerate(private.hand[:5], start=1):
        ann.press("Enter")
        expect(ann.button(f"Register {register}: {called(card)}", exact=False)).to_be_visible()
    expect(ann.button("Ready")).to_be_focused()
    ann.button("Register 5:", exact=False).focus()
    ann.press("Enter")

    expect(ann.button("Register 5, empty")).to_be_focused()


def test_a_table_is_made_with_a_course_of_the_gallery(visit: Visit, server: str) -> None:
    """Every course is drawn; the one that is chosen is played."""
    ann = visit("Ann")
    ann.go("/new")
    ann.button("Rally").click()
    gallery = ann.page.get_by_role("group", name="Course")
    expect(gallery.get_by_role("img", name="The course ")).to_have_count(len(course_names()))
    ann.button("Clockwork Carousel", exact=False).click()
    ann.button("More: Bots on free chairs").click()
    ann.button("Open the table").click()
    ann.sees("The race is on Clockwork Carousel")
    ann.sees("Treadle")
    ann.button("Start").click()
    ann.sees("Which way should your robot face?")
    state: Any = view_of(server, ann.page.url.rpartition("/")[2])

    assert "Clockwork Carousel" == state.course.name


def test_nothing_jumps_when_another_course_is_chosen(visit: Visit) -> None:
    """Courses have many shapes; what is drawn, and all below it, keeps its place."""
    ann = visit("Ann")
    ann.go("/new?game=rally")
    drawing = ann.page.get_by_role("complementary", name=ann.says("board_label"))
    expect(drawing.get_by_role("img", name="The course First Shift")).to_be_visible()
    places = [drawing, ann.button("Open the table"), ann.page.get_by_text(ann.says("rs_all"))]
    ann.sees("A slow ring conveyor")
    before = [place.bounding_box() for place in places]
    ann.button("Mainspring Mile", exact=False).click()
    expect(drawing.get_by_role("img", name="The course Mainspring Mile")).to_be_visible()
    ann.sees("Eight boxes, eight robots")

    assert before == [place.bounding_box() for place in places]


def test_a_course_of_ones_own_is_mended_and_played(visit: Visit, server: str) -> None:
    """What is wrong is told with its line and column; then it can be chosen."""
    ann = visit("Ann")
    ann.go("/new?game=rally")
    ann.page.get_by_text("A course of your own").click()
    ann.page.get_by_label("Paste the text").fill(A_RAFT.replace(" . . 1", " . ? 1"))
    beside = ann.page.get_by_role("complementary", name=ann.says("board_label"))
    expect(beside).to_have_text("Your course hasn’t been checked yet.")
    ann.button("Check and preview").click()
    ann.sees("This course can’t be played yet:")
    expect(beside).to_have_text("This course can’t be played yet.")
    ann.sees("Line 6, column 4:")
    expect(mistakes(ann).first).to_be_in_viewport(ratio=1)
    ann.page.get_by_label("Paste the text").fill(A_RAFT)
    ann.button("Check and preview").click()
    ann.sees("This course can be played.")
    told = ann.page.get_by_text("1 flag · 1 turn or more").filter(visible=True)
    expect(told.first).to_be_visible()
    ann.button("Open the table").click()
    ann.sees("The race is on Raft")
    ann.sees("1 flag · 1 turn or more")
    ann.button("Start").click()
    ann.sees("Which way should your robot face?")
    state: Any = view_of(server, ann.page.url.rpartition("/")[2])

    assert "Raft" == state.course.name


def test_what_is_told_of_a_course_stays_in_its_box(visit: Visit) -> None:
    """On a phone as well, where a note is longer than a line."""
    ann = visit("Ann", viewport=PHONE)
    ann.go("/new?game=rally")
    ann.page.get_by_text("A course of your own").click()
    paste(ann, A_RAFT.replace(" . . 1", " ./l> . 1"))
    ann.button("Check and preview").click()
    told = ann.page.get_by_role("list", name="This course can be played.")
    note = told.get_by_role("button", name="The laser has no wall behind it.")
    box, line = told.bounding_box(), note.bounding_box()
    assert box
    assert line

    assert line["x"] + line["width"] <= box["x"] + box["width"] + 12  # its padding
    assert note.evaluate("note => note.scrollWidth <= note.clientWidth")


@pytest.mark.parametrize("viewport", [PHONE, LAPTOP])
def test_the_course_that_is_chosen_opens_large(visit: Visit, viewport: ViewportSize) -> None:
    """As on the page of all courses, but without another way to play on it."""
    ann = visit("Ann", viewport=viewport)
    ann.go("/new?game=rally")
    ann.button("Look at First Shift closely").click()
    large = ann.page.get_by_role("dialog", name="First Shift")
    expect(large.get_by_role("img", name="The course First Shift")).to_be_in_viewport(ratio=1)
    expect(large.get_by_role("link")).to_have_count(0)
    large.get_by_role("button", name="Close").click()
    expect(large).to_have_count(0)
    expect(ann.button("Open the table")).to_be_visible()


@pytest.mark.parametrize("viewport", [PHONE, LAPTOP])
def test_a_course_in_the_list_opens_large(visit: Visit, viewport: ViewportSize) -> None:
    """Nothing of it is stretched: the board fills what it has, the button is one to press."""
    ann = visit("Ann", viewport=viewport)
    ann.go("/courses")
    ann.button("Look at Stamping Mill closely").click()
    large = ann.page.get_by_role("dialog", name="Stamping Mill")
    course = large.get_by_role("img", name="The course Stamping Mill")
    expect(course).to_be_in_viewport(ratio=1)
    whole = large.bounding_box()
    seen = course.bounding_box()
    played = large.get_by_role("link", name="Play here").bounding_box()
    assert whole
    assert seen
    assert played

    assert played["height"] < 60
    assert seen["width"] > whole["width"] * 0.8
    assert whole["height"] < seen["height"] + 160  # its name and the button


def mistakes(visitor: Visitor) -> Locator:
    """What is wrong with a course of one's own."""
    told = visitor.page.get_by_role("list", name="This course can’t be played yet:")
    return told.get_by_role("listitem")


def paste(visitor: Visitor, text: str) -> None:
    visitor.page.get_by_label("Paste the text").fill(text)


def test_the_first_mistake_of_a_long_text_is_in_sight(visit: Visit) -> None:
    """The text was pasted to its end; its head is scrolled to."""
    ann = visit("Ann")
    ann.go("/new?game=rally")
    ann.page.get_by_text("A course of your own").click()
    paste(ann, A_RAFT.replace("board:", "level: super\n" + "# more\n" * 20 + "board:"))
    area = ann.page.get_by_label("Paste the text")
    area.evaluate("area => { area.scrollTop = area.scrollHeight; }")
    ann.button("Check and preview").click()
    expect(mistakes(ann)).to_have_count(1)

    assert area.evaluate("area => area.scrollTop") < 3 * 13 * 1.5  # above the third line


def test_the_course_that_is_played_is_the_text_on_the_screen(visit: Visit, server: str) -> None:
    """Nobody has to look at it first; what cannot be played opens nothing; an edit counts."""
    ann = visit("Ann")
    ann.go("/new?game=rally")
    first_shift = ann.page.get_by_role("button", name=re.compile("^The course First Shift"))
    expect(first_shift).to_have_attribute("aria-pressed", "true")
    ann.page.get_by_text("A course of your own").click()
    paste(ann, A_RAFT.replace(" . . 1", " . ? 1"))
    expect(first_shift).to_have_attribute("aria-pressed", "false")
    ann.button("Open the table").click()
    ann.sees("This course can’t be played yet:")
    expect(mistakes(ann).first).to_be_in_viewport(ratio=1)
    expect(ann.page).to_have_url(re.compile("/new"))
    paste(ann, A_RAFT)
    ann.button("Check and preview").click()
    ann.sees("This course can be played.")
    paste(ann, A_RAFT.replace("Raft", "Second Raft"))
    ann.button("Open the table").click()
    ann.sees("The race is on Second Raft")
    ann.button("Start").click()
    ann.sees("Which way should your robot face?")
    state: Any = view_of(server, ann.page.url.rpartition("/")[2])

    assert "Second Raft" == state.course.name


def test_a_course_of_the_gallery_takes_the_place_of_a_text(visit: Visit) -> None:
    """Which of the two is meant can be seen; the text is kept for who comes back to it."""
    ann = visit("Ann")
    ann.go("/new?game=rally")
    ann.page.get_by_text("A course of your own").click()
    paste(ann, A_RAFT)
    ann.button("Check and preview").click()
    ann.sees("This course will be used.")
    ann.button("Clockwork Carousel", exact=False).click()
    expect(ann.page.get_by_text("This course will be used.")).to_have_count(0)
    ann.page.get_by_text("A course of your own").click()
    expect(ann.page.get_by_label("Paste the text")).to_have_value(A_RAFT)
    ann.sees("This course will be used.")
    beside = ann.page.get_by_role("complementary", name=ann.says("board_label"))
    expect(beside.get_by_role("img", name="The course Raft")).to_be_visible()
    ann.button("Clockwork Carousel", exact=False).click()
    ann.button("Open the table").click()
    ann.sees("The race is on Clockwork Carousel")


def test_a_waiting_room_of_eight_shows_the_course_and_how_to_start(visit: Visit) -> None:
    """Its drawing, its level and its length; and nobody scrolls to begin."""
    ann = visit("Ann")
    table = ann.open(Terms("rally", {"course": "mainspring-mile"}), 8)
    ann.go(f"/table/{table}")
    ann.sees("2 to 8 players · 3 flags · 5 turns or more")

    expect(ann.page.get_by_role("img", name="The course Mainspring Mile")).to_be_visible()
    expect(ann.button("Start")).to_be_in_viewport(ratio=1)


def test_a_card_is_dragged_into_a_register(visit: Visit) -> None:
    """R35: into that on which it is dropped; what lies there goes where the card came from."""
    ann, traffic, _ = played_alone(visit, IN_THE_LIGHT)
    private = traffic.state.players[0].private
    assert private is not None
    first, second = private.hand[3], private.hand[5]

    def dragged(card: Card, onto: Locator) -> None:
        controls(ann).get_by_role("button", name=called(card)).drag_to(onto)

    def lies_in(register: int, card: Card) -> None:
        expect(ann.button(f"Register {register}: {called(card)}")).to_be_visible()

    dragged(first, ann.button("Register 4, empty"))
    lies_in(4, first)
    expect(ann.button("Register 1, empty")).to_be_visible()
    dragged(second, ann.button("Register 4:", exact=False))
    lies_in(4, second)
    held = hand(ann)
    expect(held.get_by_role("button", name=called(first))).to_be_visible()
    dragged(first, ann.button("Register 2, empty"))
    lies_in(2, first)
    dragged(first, ann.button("Register 4:", exact=False))
    lies_in(4, first)
    lies_in(2, second)
    dragged(second, held.get_by_role("button").first)
    expect(ann.button("Register 2, empty")).to_be_visible()

    expect(held.get_by_role("button", name=called(second))).to_be_visible()
    for free in range(4, 0, -1):
        expect(free_registers(ann)).to_have_count(free)
        key = held_cards(ann).first.get_by_role("button").get_attribute("title") or ""
        ann.press(key.removeprefix("Key "))
    expect(free_registers(ann)).to_have_count(0)
    last = held_cards(ann).last
    card = last.inner_text().split()[0]  # its priority
    last.drag_to(ann.button("Register 4:", exact=False))
    expect(ann.button(f"Register 4: {card}", exact=False)).to_be_visible()


def about_cell(visitor: Visitor) -> Locator:
    """What is said about the cell that was chosen."""
    return visitor.page.get_by_role("status", name="What is on")


def test_what_is_on_a_cell_is_told_to_pointer_keyboard_and_thumb(visit: Visit) -> None:
    """R10, R3: hover, arrow keys on the board, and a thumb that rests on it."""
    ann, _, _ = played_alone(visit, IN_THE_LIGHT)
    floor = board(ann)
    titles = floor.locator("title").all_text_contents()
    assert any(text.startswith("A1") and "(R10)" in text for text in titles)
    floor.focus()
    ann.press("ArrowRight")
    about = about_cell(ann)
    expect(about).to_contain_text("B1")
    robot = about.get_by_role("listitem").first  # who stands there comes before what is printed
    expect(robot).to_have_text("Ann, facing up, 9 of 9 points of armour, 3 lives, flag 1, virtual")
    ann.press("ArrowLeft")
    expect(about).to_contain_text("A1")
    expect(about).to_contain_text("beam")
    expect(about).to_contain_text("R10")
    told, shown = about.bounding_box(), floor.bounding_box()
    assert told
    assert shown
    assert shown["x"] + shown["width"] <= told["x"]  # it hides nothing of the board
    ann.press("Escape")
    expect(about).to_have_count(0)
    expect(held_cards(ann)).to_have_count(9)  # keys of the board move no cards
    ann.page.mouse.click(*cell(ann, "E1"))
    expect(about).to_be_visible()
    ann.page.get_by_role("heading", level=1).first.click()
    ann.page.mouse.click(*cell(ann, "E1"))  # a pointer that comes from elsewhere
    expect(about).to_have_count(0)
    expect(floor).to_be_focused()
    expect(floor).to_have_css("outline-style", "none")


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_belts_show_which_way_they_run(visit: Visit, motion: str) -> None:
    """R5: they creep all the time, but not for who wants things to stand still."""
    ann = visit("Ann", reduced_motion=motion)
    table = ann.open(Terms("rally", {"course": "first-shift"}), 1)
    ann.go(f"/table/{table}")
    ann.button("Start").click()
    floor = board(ann)
    if motion == "reduce":
        expect(floor).to_be_visible()
        expect(floor).not_to_have_attribute("data-beat", re.compile("."))
    else:
        for beat in "0123":
            expect(floor).to_have_attribute("data-beat", beat)


def test_a_thumb_that_rests_on_a_cell_is_answered(visit: Visit) -> None:
    """R3: as long as it lies there and afterwards, far from it; a short tap says the same."""
    ann = visit("Ann", viewport=PHONE, has_touch=True)
    table = ann.open(Terms("rally", {"course": A_RAFT}), 1)
    ann.go(f"/table/{table}")
    ann.button("Start").click()
    ann.sees("Which way should your robot face?")
    floor = board(ann)
    box = floor.bounding_box()
    assert box is not None
    touch = {"bubbles": True, "pointerType": "touch", "isPrimary": True}
    flag = {"clientX": box["x"] + 0.78 * box["width"], "clientY": box["y"] + 0.78 * box["height"]}
    floor.dispatch_event("pointerdown", {**touch, **flag})
    about = about_cell(ann)
    expect(about).to_contain_text("Flag 1")
    told = about.bounding_box()
    assert told
    assert told["y"] + told["height"] < box["y"] + box["height"] / 2  # it does not hide the flag
    floor.dispatch_event("pointerup", {**touch, **flag})
    ann.page.touchscreen.tap(box["x"] + 0.5 * box["width"], box["y"] + 0.5 * box["height"])
    expect(about).to_contain_text("Start")


def test_everybodys_robot_is_seen_without_scrolling(visit: Visit) -> None:
    """Eight robots on a laptop, with cards in hand and while the turn before is being watched."""
    ann = visit("Ann")
    table = ann.open(Terms("rally", {"course": "mainspring-mile"}), 8)
    ask(ann, table, *(SeatBot(chair, "random") for chair in range(1, 8)), Start())
    ann.go(f"/table/{table}")
    ann.sees("Which way should your robot face?")
    ann.press("ArrowUp")
    ann.sees("Program your robot")
    expect(robots(ann)).to_have_count(8)
    expect(robots(ann).last).to_be_in_viewport(ratio=1)
    expect(ann.button("Ready")).to_be_in_viewport(ratio=1)
    for register in range(1, 6):
        ann.press(str(register))
        expect(ann.button(f"Register {register}:", exact=False)).to_be_visible()
    ann.press("Enter")
    skips_the_film(ann)
    expect(robots(ann).last).to_be_in_viewport(ratio=1)
    ann.button("Replay the turn").click()
    programs = ann.page.get_by_role("table", name="Programs").get_by_role("row")
    expect(programs).to_have_count(1 + 8)
    expect(programs.last).to_be_in_viewport(ratio=1)
    expect(controls(ann)).to_be_in_viewport(ratio=1)


def test_nothing_of_another_hand_is_in_the_memory_of_a_page(newcomer: Visit) -> None:
    """D44: of all objects that the page has made none is a card of somebody else."""
    ann, _, hers, his, _ = table_of_three(newcomer)
    state = hers.state
    own, other = state.players[0].private, his.state.players[1].private
    assert own is not None
    assert other is not None
    devtools = ann.page.context.new_cdp_session(ann.page)
    prototype = devtools.send("Runtime.evaluate", {"expression": "Object.prototype"})["result"]
    devtools.send("HeapProfiler.collectGarbage")
    found = devtools.send("Runtime.queryObjects", {"prototypeObjectId": prototype["objectId"]})
    known = devtools.send(
        "Runtime.callFunctionOn",
        {
            "functionDeclaration": """function () {
              const own = (it) => Object.getOwnPropertyDescriptor(it, 'priority')?.value;
              return [...new Set(this.map(own))].filter((it) => typeof it === 'number');
            }""",
            "objectId": found["objects"]["objectId"],
            "returnByValue": True,
        },
    )["result"]["value"]

    assert {card.priority for card in own.hand} <= set(known)
    assert set() == {card.priority for card in other.hand} & set(known)


def test_whoever_comes_back_is_told_what_a_bot_did(tmp_path: Path, chromium: Browser) -> None:
    """An absent player is marked; a bot plays for them, and they are told what it did."""
    terms = Terms("rally", {"course": ONE_STEP}, stand_in="random")
    with serving(tmp_path, timeouts=Timeouts(grace=1, heartbeat=0.2, bot_pause=0)) as server:
        ann = visiting(chromium, server, "Ann")
        bruno = visiting(chromium, server, "Bruno", viewport=PHONE)
        table = ann.open(terms, 2)
        for visitor in (ann, bruno):
            visitor.go(f"/table/{table}")
        bruno.button("Sit down").click()
        ann.sees("Bruno")
        ann.button("Start").click()
        bruno.sees("Which way should your robot face?")
        bruno.page.context.set_offline(True)
        bruno.sees("A bot plays until you’re back.")  # after as long as this server waits
        bruno.page.context.set_offline(False)
        bruno.go_away()
        away = robots(ann).get_by_title("away", exact=True)
        sign = ann.page.get_by_role("img", name="played by a bot, strength 1 of 10")
        expect(away).to_be_visible()
        ann.button("Face up").click()
        expect(sign).to_be_visible()
        expect(held_cards(ann)).to_have_count(9)
        expect(robots(ann).last.get_by_title("ready", exact=True)).to_be_visible()
        expect(story(ann)).to_contain_text("A bot plays for Bruno until they’re back.")
        expect(robots(ann).last.get_by_title("programming", exact=True)).to_have_count(0)
        bruno.go(f"/table/{table}")
        said = bruno.page.get_by_text("A bot has programmed this turn for you.")
        expect(said).to_be_in_viewport(ratio=1)

        expect(done_meanwhile(bruno)).to_have_count(0)  # it is not said twice
        expect(story(ann)).to_contain_text("Bruno is back.")
        expect(away.or_(sign)).to_have_count(0)
        for visitor in (ann, bruno):
            visitor.page.context.close()


def test_time_that_runs_out_while_one_is_there_was_not_missed(visit: Visit) -> None:
    """Whoever was cut off, and back before anything happened, has seen it themselves."""
    ann = visit("Ann")
    table = ann.open(Terms("rally", {"course": ONE_STEP, "choices": {"turn_seconds": 10}}), 1)
    ask(ann, table, Start())
    ann.go(f"/table/{table}")
    ann.button("Face up").click()
    expect(held_cards(ann)).to_have_count(9)
    ann.page.context.set_offline(True)
    ann.sees(ann.says("connection_lost"))
    ann.page.context.set_offline(False)
    expect(ann.page.get_by_text(ann.says("connection_lost"))).to_have_count(0)
    ann.sees("Turn 2")

    expect(held_cards(ann)).to_have_count(9)
    expect(done_meanwhile(ann)).to_have_count(0)


def test_what_one_missed_is_told_after_the_film(tmp_path: Path, chromium: Browser) -> None:
    """Whoever comes back while a turn is shown watches it first: the film has the room."""
    terms = Terms("rally", HARMLESS, stand_in="random")
    with serving(tmp_path, timeouts=Timeouts(grace=1, heartbeat=0.2, bot_pause=0)) as server:
        ann = visiting(chromium, server, "Ann")
        bruno = visiting(chromium, server, "Bruno", reduced_motion="no-preference")
        table = ann.open(terms, 6)
        # With them the turn takes long enough to come back into it.
        ask(ann, table, *(SeatBot(chair, "random") for chair in range(2, 6)))
        for visitor in (ann, bruno):
            visitor.go(f"/table/{table}")
        bruno.button("Sit down").first.click()
        ann.sees("Bruno")
        ann.button("Start").click()
        bruno.sees("Which way should your robot face?")
        bruno.go_away()
        expect(robots(ann).get_by_title("away", exact=True)).to_be_visible()
        ann.button("Face up").click()
        expect(robots(ann).nth(1).get_by_title("ready", exact=True)).to_be_visible()
        for left in range(5, 0, -1):
            expect(free_registers(ann)).to_have_count(left)
            held_cards(ann).first.get_by_role("button").click()
        ann.button("Ready").click()
        ann.sees("Turn 2")
        bruno.go(f"/table/{table}")
        expect(turn_bar(bruno)).to_be_visible()
        expect(done_meanwhile(bruno)).to_have_count(0)
        bruno.press("End")

        expect(done_meanwhile(bruno)).to_contain_text("A bot programmed turn 1 for you.")
        expect(story(bruno)).to_be_in_viewport()  # nothing of it is pushed away
        bruno.speak("it")
        expect(done_meanwhile(bruno)).to_contain_text("Un bot ha programmato il turno 1 per te.")
        done_meanwhile(bruno).get_by_role("button", name=bruno.says("close"), exact=True).click()
        expect(done_meanwhile(bruno)).to_have_count(0)
        for visitor in (ann, bruno):
            visitor.page.context.close()
