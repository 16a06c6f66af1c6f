"""A whole game of Rally in the browser: two people and a bot on a course of two cells."""

import json
from itertools import permutations
from typing import Any

from playwright.sync_api import WebSocket, expect

from tests.journeys.conftest import Visit
from tests.journeys.people import Visitor, view_of
from tinplate.catalogue import GAMES
from tinplate.game import Seat
from tinplate.lobby.values import Terms
from tinplate.rally.cards import Card
from tinplate.rally.values import Cards, Finished, State
from tinplate.server.rally_http import alone
from tinplate.wire.codec import Codec

ONE_STEP = """rally 1
name: One Step
edge: wall
board:
 S 1
"""
NAMES = {
    "move1": "Move 1",
    "move2": "Move 2",
    "move3": "Move 3",
    "back": "Back up",
    "left": "Left",
    "right": "Right",
    "uturn": "U-turn",
}


class Traffic:
    """All that came over the sockets of a page."""

    def __init__(self, visitor: Visitor) -> None:
        self.frames: list[str] = []
        visitor.page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.frames.append(str(frame)))

    @property
    def messages(self) -> list[dict[str, Any]]:
        return [json.loads(frame) for frame in self.frames]

    @property
    def state(self) -> State:
        """What was seen last."""
        views = [message["view"] for message in self.messages if message.get("view")]
        state: State = Codec(GAMES["rally"]).decode_state(json.dumps(views[-1]).encode())
        return state


def called(card: Card) -> str:
    return f"{card.priority} {NAMES[card.kind]}"


def table_of_three(visit: Visit) -> tuple[Visitor, Visitor, Traffic, Traffic, str]:
    """Ann, Bruno and a bot have chosen where to look, and have their cards."""
    ann, bruno = visit("Ann"), visit("Bruno")
    hers, his = Traffic(ann), Traffic(bruno)
    table = ann.open(Terms("rally", {"course": ONE_STEP}), 3)
    for visitor in (ann, bruno):
        visitor.go(f"/table/{table}")
    bruno.button("Sit down").first.click()
    ann.sees("Bruno")
    ann.button("random", exact=False).click()
    ann.sees("random (bot)")
    ann.button("Start").click()
    for visitor in (ann, bruno):
        visitor.sees("Which way will you look?")
    ann.press("ArrowRight")
    bruno.button("Look left").click()
    for visitor in (ann, bruno):
        visitor.sees("Program your robot")
        expect(visitor.page.locator(".hand li")).to_have_count(9)
    return ann, bruno, hers, his, table


def program(visitor: Visitor, cards: Cards) -> None:
    """Each card with a click into the next free register; then ready, by the keyboard."""
    for register, card in enumerate(cards, start=1):
        assert card is not None
        visitor.page.locator(".hand").get_by_role("button", name=called(card)).click()
        expect(visitor.button(f"Register {register}: {called(card)}", exact=False)).to_be_visible()
    visitor.press("Enter")


def best_program(state: State, seat: Seat) -> Cards:
    """One that touches the flag, were nobody else there; if no hand can, any."""
    private = state.players[seat].private
    assert private is not None
    programs = list(permutations(private.hand, 5))
    wins = (cards for cards in programs if touches(state, seat, cards))
    return next(wins, programs[0])


def touches(state: State, seat: Seat, cards: Cards) -> bool:
    return any(each.robot.next_flag > 1 for each in alone(state, seat, cards).registers)


def test_a_flag_is_touched_and_the_match_is_won(visit: Visit, house: str) -> None:
    """R3, R46: register by register, told with the rules; everybody sees who has won."""
    ann, bruno, hers, his, table = table_of_three(visit)
    while not isinstance(view_of(house, table).phase, Finished):
        turn = view_of(house, table).turn  # type: ignore[attr-defined]
        for visitor, traffic, seat in ((bruno, his, Seat(1)), (ann, hers, Seat(0))):
            state = traffic.state
            if state.players[seat].has_program:
                cards = best_program(state, seat)
                program(visitor, cards if seat == 0 else tuple(reversed(cards)))
        expect(ann.page.locator(".ask .eyebrow")).not_to_contain_text(f"Turn {turn} ·")
    phase = view_of(house, table).phase
    for visitor in (ann, bruno):
        visitor.sees("The match is over")
        visitor.sees("The last flag is touched.")

    assert isinstance(phase, Finished)
    assert phase.winners
    for visitor in (ann, bruno):
        visitor.sees("touches flag 1!")


def test_a_draft_survives_a_reload(visit: Visit) -> None:
    """R35: it is kept at the table; also one that is changed by the keyboard."""
    ann, _, hers, _, _ = table_of_three(visit)
    first, second, third = hers.state.players[0].private.hand[:3]  # type: ignore[union-attr]
    ann.press("1", "Enter")
    expect(ann.button(f"Register 1: {called(first)}", exact=False)).to_be_visible()
    ann.press("1", "Enter")
    expect(ann.button(f"Register 2: {called(second)}", exact=False)).to_be_visible()
    ann.press("Backspace")
    expect(ann.button("Register 2, empty")).to_be_visible()
    ann.press("2", "Enter")
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
    ann.press("1", "Enter")
    expect(ann.button("Register 1:", exact=False)).to_be_visible()
    bruno.press("1", "Enter")
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
    """Where it would lead is drawn, and said, as soon as a card lies in the first register."""
    ann, *_ = table_of_three(visit)
    ann.press("1", "Enter")
    ann.sees("Alone you would end on")

    expect(ann.page.locator(".path .dot")).to_have_count(1)
