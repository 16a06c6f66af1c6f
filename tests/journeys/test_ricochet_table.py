"""Whole rounds of Ricochet in the browser: two people and somebody who watches."""

import re
from pathlib import Path

from msgspec.structs import replace
from playwright.sync_api import Browser, Locator, expect

from tests.journeys.conftest import Visit
from tests.journeys.people import (
    KEYS,
    PHONE,
    Visitor,
    best,
    make,
    moves_made,
    ricochet,
    view_of,
    visiting,
    wins_a_round,
)
from tests.journeys.places import (
    board,
    controls,
    done_meanwhile,
    drawn,
    end_talk,
    ends_the_match,
    players,
    plays,
    prompt,
    slider,
    story,
)
from tests.journeys.played import ask
from tests.server.serving import serving
from tinplate.games.ricochet.motion import Move, slides
from tinplate.games.ricochet.notation import format_position
from tinplate.games.ricochet.values import State
from tinplate.grid import Heading
from tinplate.lobby.values import SeatBot, Sit, Start
from tinplate.server.context import Timeouts

# Without barriers there is no ricochet in one move, so that no proof is over with its first.
SHORT = {"hourglass_seconds": 1, "goal": 1, "diagonals": False}
LONG = 8  # seconds of sand where somebody looks at what passes with it, on a busy machine too
WATCH_GLASS = """() => {
  window.told = [];
  const look = () => window.told.push(document.querySelector("[role=timer]")?.ariaLabel ?? "");
  const all = { attributeFilter: ["aria-label"], childList: true, subtree: true };
  new MutationObserver(look).observe(document.body, all);
}"""
WATCH_ROOM = """() => {
  const room = "[aria-labelledby=chairs-title]";  // only there is it a region
  const look = () => { window.wasSentBack ||= document.querySelector(room) !== null; };
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
}"""
WATCH_ROBOTS = """(board) => {
  const isUnderWay = (robot) => {
    const { e, f } = robot.transform.baseVal.consolidate().matrix;
    return e % 22 !== 0 || (f - 1) % 22 !== 0;  // the middle of a cell of 44 is a multiple of 22
  };
  const look = (changes) => {
    window.wasUnderWay ||= changes.some(({ target }) => isUnderWay(target));
  };
  const moves = { attributeFilter: ["transform"], subtree: true };
  const isRobot = ({ target }) => target.matches("[role=img], [aria-pressed]");
  new MutationObserver((all) => look(all.filter(isRobot))).observe(board, moves);
}"""
PLACES = """(board) => [...board.querySelectorAll("[role=img], [aria-pressed]")]
  .map((robot) => robot.getAttribute("transform")).sort().join()"""
FRAME = 20  # milliseconds; the shortest slide takes six of them
MOST_FRAMES = 10_000
HELD = 3_000  # milliseconds, after which the end of a proof is no news any more
REST = 5_000  # milliseconds, after which every slide is over
STANDING_OUT = """(buttons) => {
  const paint = document.body.appendChild(document.createElement("i"));
  paint.style.color = "var(--action)";
  const action = getComputedStyle(paint).color;
  paint.remove();
  return buttons
    .filter((button) => getComputedStyle(button).backgroundColor === action)
    .map((button) => button.textContent.trim());
}"""


def table_and_spectator(visit: Visit, **settings: object) -> tuple[Visitor, Visitor, Visitor, str]:
    """Ann and Bruno come to a match of theirs that has begun, Carme watches."""
    ann, bruno, carme = visit("Ann"), visit("Bruno"), visit("Carme")
    table = begun(ann, bruno, **settings)
    meet(table, ann, bruno, carme)
    return ann, bruno, carme, table


def table_of_two(visit: Visit, **settings: object) -> tuple[Visitor, Visitor, str]:
    """Ann and Bruno come to a match of theirs that has begun."""
    ann, bruno = visit("Ann"), visit("Bruno")
    table = begun(ann, bruno, **settings)
    meet(table, ann, bruno)
    return ann, bruno, table


def begun(ann: Visitor, bruno: Visitor, **settings: object) -> str:
    """A match of theirs, which they have not come to yet; its table."""
    table = ann.open(ricochet(**{**SHORT, **settings}), 2)
    ask(bruno, table, Sit(1))
    ask(ann, table, Start())
    return table


def meet(table: str, *visitors: Visitor) -> None:
    for visitor in visitors:
        visitor.go(f"/table/{table}")
    for visitor in visitors:
        visitor.sees("Ready to begin?")


def thinking_alone(visit: Visit, **settings: object) -> tuple[Visitor, str]:
    """Ann at a table where nobody else bids; the first token is up."""
    ann = visit("Ann")
    table = ann.open(ricochet(**{**SHORT, **settings}), 2)
    ask(ann, table, Start())
    ann.go(f"/table/{table}")
    ann.sees("Ready to begin?")
    ann.press("Enter")
    ann.sees("Find a route.")
    return ann, table


def test_the_first_bid_is_proved(visit: Visit, server: str) -> None:
    """RC11 to RC13: a token is turned up, and the bid is proved when time is up."""
    ann, bruno, carme = visit("Ann"), visit("Bruno"), visit("Carme")
    table = ann.open(ricochet(**{**SHORT, "hourglass_seconds": LONG}), 2)
    for visitor in (ann, bruno, carme):
        visitor.go(f"/table/{table}")
    bruno.button("Sit down").click()
    ann.sees("Bruno")
    ann.button("Start").click()
    for visitor in (ann, bruno, carme):
        visitor.sees("Ready to begin?")
    ann.press("Enter")
    bruno.sees("Find a route.")
    moves = best(server, table)
    ann.button(f"Bid {len(moves)} move", exact=False).first.click()
    carme.sees("Bids, lowest first")
    bruno.sees("Found something shorter?")
    ann.sees(f"show your {len(moves)} move")
    carme.sees(f"Ann is showing {len(moves)} move")
    make(ann, moves)
    ann.sees("You win!")
    bruno.sees("Second, by one token")
    carme.sees("Ann wins!")
    expect(ann.page).to_have_title(re.compile("^You win · "))

    assert 1 == len(view_of(server, table).won[0])


def test_the_first_fails_and_the_second_proves(visit: Visit, server: str) -> None:
    """RC14: whoever gives up leaves it to the next one, and robots go back to their markers."""
    ann, bruno, carme, table = table_and_spectator(visit, hourglass_seconds=LONG)
    ann.press("Enter")
    ann.sees("Find a route.")
    moves = best(server, table)
    ann.press(*str(len(moves)), "Enter")
    carme.sees("Bids, lowest first")
    bruno.sees("Found something shorter?")
    bruno.press(*str(len(moves) + 1), "Enter")
    ann.sees(f"If that fails, it’s Bruno’s turn with {len(moves) + 1}.")
    bruno.sees(f"If that fails, it’s your turn with {len(moves) + 1}.")
    make(ann, moves[:1])
    ann.button("Give up").click()
    bruno.sees(f"show your {len(moves) + 1} move")
    expect(carme.page.get_by_text("Bruno is showing")).to_be_visible()
    make(bruno, moves)
    ann.sees("Second, by one token")
    bruno.sees("You win!")
    carme.sees("Bruno wins!")

    assert [0, 1] == [len(tokens) for tokens in view_of(server, table).won]
    carme.page.get_by_role("link", name="Replay").click()
    expect(slider(carme)).not_to_have_attribute("max", "0")
    carme.press("End")
    carme.press("ArrowLeft")  # while Bruno shows it
    bids = carme.page.get_by_role("list", name=carme.says("players"), exact=True)
    expect(bids.get_by_role("listitem")).to_have_text(
        [re.compile("Bruno"), re.compile("Ann.*failed", re.DOTALL)]
    )


def test_the_host_carries_nobody_into_the_next_match_at_once(visit: Visit) -> None:
    """The others read that she is in, and are waited for, until she has waited long enough."""
    ann, bruno, _, table = table_and_spectator(visit)
    wins_a_round(ann, table)
    bruno.sees("Ann wins!")
    ann.button("Play again").click()
    bruno.sees("Ann is in")
    ann.sees("Bruno is still here")
    ann.sees("It starts as soon as everyone here is in.")
    expect(bruno.button("Play again")).to_be_visible()
    ann.button("Start now").click()

    for visitor in (ann, bruno):
        visitor.sees("Ready to begin?")


def test_everybody_arrives_at_the_next_match(visit: Visit, server: str) -> None:
    """After the end the host plays again: all go from match to match, and nothing is left over.

    Others say that they are in. The players can be changed before: Bruno gets up, and Carme, who
    was watching, sits down.
    """
    ann, bruno, carme, table = table_and_spectator(visit)
    wins_a_round(ann, table)
    for visitor, headline in ((ann, "You win!"), (bruno, "Ann wins!"), (carme, "Ann wins!")):
        visitor.sees(headline)
        visitor.page.evaluate(WATCH_ROOM)
    ann.sees("Bruno is still here")
    bruno.button("Play again").click()
    ann.sees("Bruno is in")
    bruno.sees("You\N{RIGHT SINGLE QUOTATION MARK}re in")
    expect(bruno.button("Play again")).to_have_count(0)
    bruno.sees("It starts as soon as everyone here is in.")
    bruno.button("Change players").click()
    bruno.button("Stand up").click()
    carme.button("Join the next match").click()
    expect(ann.page.get_by_text("Carme").first).to_be_visible()
    ann.button("Play again").click()
    for visitor in (ann, bruno, carme):
        visitor.sees("Ready to begin?")
        expect(visitor.page.get_by_text("Ann wins")).to_have_count(0)
        assert not visitor.page.evaluate("window.wasSentBack")
    carme.press("Enter")
    for visitor in (ann, bruno, carme):
        # Bruno watches now, and nothing is asked of him.
        visitor.sees(visitor.says("say_think_watch" if visitor is bruno else "say_think"))
        expect(story(visitor).get_by_role("listitem")).to_have_count(1)

    assert [0, 0] == [len(tokens) for tokens in view_of(server, table).won]


def test_a_slide_is_seen(lively: Visit, server: str) -> None:
    """A robot glides from cell to cell: it is drawn on its way, too."""
    ann, bruno, table = table_of_two(lively)
    ann.press("Enter")
    ann.sees("Find a route.")
    moves = best(server, table)
    ann.press(*str(len(moves) + 1), "Enter")
    ann.sees(f"show your {len(moves) + 1} move")
    board(bruno).evaluate(WATCH_ROBOTS)
    make(ann, moves)
    bruno.sees("Ann wins!")

    assert bruno.page.wait_for_function("() => window.wasUnderWay")


def test_a_slide_is_seen_before_it_is_told(lively: Visit, newcomer: Visit) -> None:
    """What the last slide has decided is told when the robot has come to rest, not before."""
    ann = lively("Ann")
    bruno = newcomer("Bruno", reduced_motion="no-preference")
    table = begun(ann, bruno, goal=2)
    bruno.page.clock.install()
    meet(table, ann, bruno)
    ann.press("Enter")
    ann.sees("Find a route.")
    moves = best(ann.address, table)
    ann.press(*str(len(moves)), "Enter")
    ann.sees(f"show your {len(moves)} move")
    make(ann, moves[:-1])
    expect(moves_made(bruno)).to_have_count(len(moves) - 1)
    bruno.page.clock.pause_at((bruno.page.evaluate("Date.now()") + REST) / 1000)  # seconds
    bruno.page.clock.run_for(REST)  # slides before it are over
    before = board(bruno).evaluate(PLACES)
    make(ann, moves[-1:], made=len(moves) - 1)
    ann.sees("You win the")
    for _ in range(MOST_FRAMES):  # until the news are there, and the robot has left its cell
        bruno.page.clock.run_for(FRAME)
        if before != board(bruno).evaluate(PLACES):
            break

    assert before != board(bruno).evaluate(PLACES)
    expect(story(bruno)).not_to_contain_text("Ann wins the")
    bruno.page.clock.run_for(REST)
    expect(story(bruno)).to_contain_text("Ann wins the")


def test_a_phone_talks_over_the_board(visit: Visit) -> None:
    """The sheet covers the tabs there: what others say is counted in the header, and read above."""
    ann, bruno = visit("Ann", viewport=PHONE), visit("Bruno")
    table = begun(ann, bruno)
    meet(table, ann, bruno)
    bruno.page.get_by_role("tab", name="Chat").click()
    says(bruno.page.get_by_role("main"), "Nice one")
    ann.button("Chat: 1 new line").click()
    dialog = ann.page.get_by_role("dialog", name="Chat")
    expect(dialog).to_contain_text("Nice one")
    says(dialog, "Thank you")
    expect(bruno.page.get_by_role("list", name="Chat")).to_contain_text("Thank you")
    dialog.get_by_role("button", name="Close").click()

    expect(dialog).to_have_count(0)
    expect(ann.button("Chat")).to_be_visible()  # nothing that was not read


def says(where: Locator, text: str) -> None:
    line = where.get_by_role("textbox", name="Say something")
    line.fill(text)
    line.press("Enter")


def test_nobody_bids(visit: Visit, server: str) -> None:
    """RC17: after patience and a last minute the token goes back to the others."""
    ann, bruno, table = table_of_two(visit, hourglass_seconds=1, patience_seconds=1)
    bruno.press("Enter")
    ann.sees("No bids. The target goes back in the pile.")
    ann.sees("Reveal the next target")

    assert 17 == len(view_of(server, table).face_down)


def test_the_hourglass_runs_by_the_real_clock(visit: Visit, server: str) -> None:
    """The sand on the page ends when the server's does: the proof begins at zero, not before."""
    ann, bruno, table = table_of_two(visit, hourglass_seconds=3)
    ann.press("Enter")
    ann.sees("Find a route.")
    ann.page.evaluate(WATCH_GLASS)
    bruno.sees("Find a route.")
    bruno.press("9", "9")
    bruno.sees("show your 99 move")
    told = ann.page.evaluate("window.told")

    assert any(label.endswith("0:01") for label in told)
    assert "Proving" == type(view_of(server, table).phase).__name__


def test_a_proof_survives_a_reload(visit: Visit, server: str) -> None:
    """After a reload the prover sees the moves made, and may go on."""
    ann, bruno, table = table_of_two(visit, proof_seconds=0)  # a reload takes its time
    ann.press("Enter")
    ann.sees("Find a route.")
    moves = best(server, table)
    ann.press(*str(len(moves) + 1), "Enter")
    ann.sees(f"show your {len(moves) + 1} move")
    make(ann, moves[:1])
    expect(moves_made(bruno)).to_have_count(1)
    ann.page.reload()
    ann.sees(f"show your {len(moves) + 1} move")
    make(ann, moves[1:], made=1)
    bruno.sees("Ann wins!")


def test_a_lost_connection_comes_back(visit: Visit, server: str) -> None:
    """What happened meanwhile is there; what was tried meanwhile was not done, and is told so."""
    ann, bruno, table = table_of_two(visit, hourglass_seconds=60)
    bruno.page.context.set_offline(True)
    bruno.sees("Connection lost.")
    bruno.sees("Your seat is kept.")
    bruno.press("Enter")
    bruno.sees("Not done: there is no connection.")
    assert "Pause" == type(view_of(server, table).phase).__name__
    ann.press("Enter")
    ann.sees("Find a route.")
    bruno.page.context.set_offline(False)
    bruno.sees("Find a route.")
    expect(bruno.page.get_by_text("Connection lost.")).to_have_count(0)
    bruno.sees("Connected again.")
    bruno.press("5", "Enter")
    ann.sees("Bids, lowest first")
    expect(bruno.page.get_by_text("While you were away")).to_have_count(0)

    assert 5 == view_of(server, table).phase.bids[0].moves  # type: ignore[union-attr]


def test_whoever_comes_back_sees_the_present_at_once(visit: Visit, server: str) -> None:
    """What moved while the connection was lost is not played again: robots stand where they are."""
    ann, bruno, table = table_of_two(visit, goal=2)
    ann.press("Enter")
    bruno.sees("Find a route.")
    bruno.page.context.set_offline(True)
    bruno.sees("Connection lost.")
    board(bruno).evaluate(WATCH_ROBOTS)
    moves = best(server, table)
    ann.press(*str(len(moves)), "Enter")
    ann.sees(f"show your {len(moves)} move")
    make(ann, moves)
    ann.sees("Reveal the next target")
    bruno.page.context.set_offline(False)
    bruno.sees("Ann wins the")
    for robot, cell in zip(
        ("Red", "Green", "Blue", "Yellow"), view_of(server, table).robots, strict=False
    ):
        name = f"{robot}, {cell}"
        expect(board(bruno).get_by_label(name, exact=True)).to_have_count(1)

    assert not bruno.page.evaluate("window.wasUnderWay")


def test_what_one_does_oneself_was_not_done_meanwhile(visit: Visit, server: str) -> None:
    """A player who was cut off, missed nothing and then bids is not told of their own bid."""
    ann, bruno, table = table_of_two(visit, hourglass_seconds=60)
    ann.press("Enter")
    bruno.sees("Find a route.")
    bruno.page.context.set_offline(True)
    bruno.sees("Connection lost.")
    bruno.page.context.set_offline(False)
    expect(bruno.page.get_by_text("Connection lost.")).to_have_count(0)
    bruno.press("5", "Enter")
    bruno.sees("You bid 5 moves")

    expect(bruno.page.get_by_text("While you were away")).to_have_count(0)
    assert 5 == view_of(server, table).phase.bids[0].moves  # type: ignore[union-attr]


def test_after_a_round_the_best_solution_is_shown(visit: Visit, server: str) -> None:
    """Nobody gets it from the server during the round; after it, it can be stepped through."""
    ann, bruno, table = table_of_two(visit, goal=2)
    ann.press("Enter")
    ann.sees("Find a route.")
    position = view_of(server, table).position
    moves = best(server, table)
    assert position is not None
    refused = bruno.http.get(
        f"{server}/api/ricochet/solve", params={"position": format_position(position)}
    )
    ann.press(*str(len(moves) + 1), "Enter")
    ann.sees(f"show your {len(moves) + 1} move")
    make(ann, moves)
    bruno.sees(f"Shortest: {len(moves)} move")
    bruno.button("Show the best solution").click()
    expect(bruno.page.get_by_text(f"{len(moves)}/{len(moves)}")).to_be_visible()  # one press
    bruno.button(bruno.says("to_start")).click()
    bruno.button("One step forward").click()

    assert 409 == refused.status
    expect(bruno.page.get_by_text(f"1/{len(moves)}")).to_be_visible()


def test_alone_against_the_sand(visit: Visit, server: str) -> None:
    """RC21: from the first page to a token with one's own hands, and without a number."""
    ann = visit()
    ann.go("/")
    plays(ann, "Ricochet", "play_solo").click()
    ann.sees("Ready to begin?")
    ann.press("Enter")
    ann.sees("Find a route and say so before time runs out. Then show it.")
    table = ann.page.url.rpartition("/")[2]
    moves = best(server, table)
    expect(ann.button("Bid 1 move")).to_have_count(0)
    ann.button("I have it").click()
    ann.sees("Show your route: pick a robot and a direction.")
    expect(ann.button("Take back")).to_have_count(0)
    make(ann, moves)
    ann.sees("Reveal the next target")

    assert 1 == len(view_of(server, table).won[0])


def test_a_number_alone(visit: Visit, server: str) -> None:
    """RC21: the other way, where that was agreed."""
    ann = visit("Ann")
    table = ann.open(ricochet(solo=True), 1)
    ask(ann, table, Start())
    ann.go(f"/table/{table}")
    ann.sees("Ready to begin?")
    ann.press("Enter")
    ann.sees("Find a route, bid, and show it before time runs out.")
    expect(ann.button("I have it")).to_have_count(0)

    assert view_of(server, table).settings.solo_bids


def test_alone_with_twice_the_sand(visit: Visit, server: str) -> None:
    """RC21: two turns of the hourglass, from the first page and on the table of one's own."""
    ann = visit("Ann")
    ann.go("/")
    ann.button("Solo, relaxed timer (2 min)").click()
    ann.sees("Ready to begin?")
    table = ann.page.url.rpartition("/")[2]
    ann.go("/new")
    ann.button("Solo").click()
    ann.sees("You play alone.")

    assert 2 == view_of(server, table).settings.hourglass_turns
    expect(ann.page.get_by_role("spinbutton", name="Turns of the sand")).to_be_visible()
    expect(ann.page.get_by_label("When someone leaves")).to_have_count(0)


# What players agree on


def test_when_all_are_done_nobody_waits_for_the_sand(visit: Visit, server: str) -> None:
    """RC23: a button, and a key; everybody sees how many are done, or who is not."""
    ann, bruno, carme, table = table_and_spectator(visit, hourglass_seconds=600)
    ann.press("Enter")
    for person in (ann, bruno):
        person.sees("Find a route.")
    moves = best(server, table)
    expect(ann.button("I’m done")).to_have_count(0)
    ann.press(*str(len(moves)), "Enter")
    ann.button("I’m done").click()
    ann.sees("You’re done. Waiting for Bruno.")
    bruno.sees("1 of 2 done")
    expect(carme.button("I’m done")).to_have_count(0)
    bruno.press("d")
    ann.sees(f"show your {len(moves)} move")
    make(ann, moves)
    bruno.sees("Ann wins!")


def test_a_token_is_skipped_together(visit: Visit, server: str) -> None:
    """RC24: once all agree, it goes back, and everybody is told why."""
    ann, bruno, table = table_of_two(visit)
    ann.press("Enter")
    bruno.sees("Find a route.")
    bruno.button("Skip this token").click()
    bruno.sees("You agree. Waiting for Ann.")
    ann.sees("1 of 2 want to skip")
    ann.press("k")
    for visitor in (ann, bruno):
        visitor.sees("Everyone skips this one. The target goes back in the pile.")

    assert 17 == len(view_of(server, table).face_down)


def test_a_match_is_ended_together(visit: Visit, server: str) -> None:
    """RC27: an offer, which can be taken back; whoever agrees is asked back; the end says why."""
    ann, bruno, table = table_of_two(visit)
    ann.press("Enter")
    bruno.sees("Find a route.")
    ends_the_match(ann)
    expect(end_talk(ann)).to_contain_text("You want to end the match (1 of 2).")
    expect(end_talk(bruno)).to_contain_text("Ann wants to end the match (1 of 2).")
    end_talk(ann).get_by_role("button", name="Take back").click()
    expect(end_talk(bruno)).to_have_count(0)
    bruno.sees("Ann would rather keep playing.")
    ends_the_match(ann)
    end_talk(bruno).get_by_role("button", name="Agree…").click()
    expect(bruno.button("Keep playing")).to_be_focused()
    bruno.button("Yes, I agree").click()
    for visitor in (ann, bruno):
        expect(prompt(visitor)).to_contain_text("Nobody won a token")
        expect(prompt(visitor)).to_contain_text("Ended early, as agreed.")
        expect(end_talk(visitor)).to_have_count(0)

    assert view_of(server, table).ended


def test_a_player_turns_the_glass(visit: Visit, server: str) -> None:
    """RC17: where patience never ends; nobody is hurried."""
    ann, bruno, table = table_of_two(visit, patience_seconds=0)
    ann.press("Enter")
    bruno.button("Turn the glass").click()
    ann.sees("The hourglass is turned 4 minutes into the round.")
    expect(ann.button("Turn the glass")).to_have_count(0)

    assert view_of(server, table).phase.until is not None  # type: ignore[union-attr]


def closed(state: State) -> Move | None:
    """A slide that is none, of a robot that has others; None where every robot can go anywhere."""
    possible = {slid.move for slid in slides(state.board, state.robots)}
    robots = sorted({move.robot for move in possible})
    every = (Move(robot, heading) for robot in robots for heading in Heading)
    return next((move for move in every if move not in possible), None)


def test_where_nothing_is_taken_back(visit: Visit, server: str) -> None:
    """RC18: the page says so and offers nothing; the last move announced ends a wrong proof."""
    ann, bruno = visit("Ann"), visit("Bruno")
    table, move = "", None
    while move is None:  # chance deals the robots
        table = begun(ann, bruno, take_back="none")
        move = closed(view_of(server, table))
    meet(table, ann, bruno)
    ann.press("Enter")
    ann.sees("Find a route.")
    moves = best(server, table)
    assert len(moves) > 1
    ann.press("1", "Enter")
    ann.sees("show your 1 move")
    for visitor in (ann, bruno):
        visitor.sees("No taking back: every move counts.")
    for name in ("Take back", "Start over"):
        expect(ann.button(name)).to_have_count(0)
    ann.press(move.robot, KEYS[move.heading])
    expect(ann.page.get_by_role("status")).to_have_text(re.compile(r"(can’t|may not) go .+: .+\."))
    ann.sees("0 of 1 move")  # it was no move, and cost nothing
    expect(bruno.button("Hurry Ann up")).to_be_visible()
    expect(ann.button("Hurry Ann up")).to_have_count(0)
    make(ann, moves[:1])
    bruno.sees("Every proof failed. The target goes back in the pile.")

    assert 17 == len(view_of(server, table).face_down)


def test_a_move_that_was_taken_back_leaves_no_place(visit: Visit, server: str) -> None:
    """RC18: where only the last move is taken back it counts, and one place less is left."""
    ann, _bruno, table = table_of_two(visit, take_back="last")
    ann.press("Enter")
    ann.sees("Find a route.")
    ann.press("8", "Enter")
    ann.sees("show your 8 moves")
    places = ann.page.get_by_role("list", name="Proof").get_by_role("listitem", include_hidden=True)
    expect(places).to_have_count(8)
    view = view_of(server, table)
    make(ann, (next(slid.move for slid in slides(view.board, view.robots)),))
    ann.button("Take back").click()

    ann.sees("A move is taken back.")
    ann.sees("1 of 8 moves")
    expect(places).to_have_count(7)


def test_a_long_proof_tells_how_many_places_are_not_drawn(visit: Visit) -> None:
    """A bid of 20 draws fourteen, of which the last stands for itself and all beyond."""
    ann, _bruno, _table = table_of_two(visit)
    ann.press("Enter")
    ann.sees("Find a route.")
    ann.press("2", "0", "Enter")
    ann.sees("show your 20 moves")
    places = ann.page.get_by_role("list", name="Proof").get_by_role("listitem", include_hidden=True)

    expect(places).to_have_text([*[""] * 13, "+7"])


def test_a_proof_that_is_doubted(visit: Visit) -> None:
    """RC25: the prover is told to go on."""
    ann, bruno, _table = table_of_two(visit)
    ann.press("Enter")
    ann.sees("Find a route.")
    ann.press("9", "Enter")
    ann.sees("show your 9 move")
    stop = bruno.button("Hurry Ann up")
    why = "If everyone else agrees, Ann has 15 seconds to move."
    expect(bruno.page.get_by_text(why)).to_be_visible()
    expect(stop).to_have_accessible_description(why)
    stop.click()

    bruno.sees("You agree. 1 of 1 say hurry up")
    ann.sees("Make your next move: everyone else says hurry up.")


def test_nobody_is_hurried_up_who_has_no_time_left(visit: Visit) -> None:
    """RC25: to be given 15 seconds is no hurry for whoever has not even these."""
    ann, bruno, _table = table_of_two(visit, proof_seconds=15)
    ann.press("Enter")
    ann.sees("Find a route.")
    ann.press("9", "Enter")
    bruno.sees("Ann is showing")

    expect(bruno.button("Hurry Ann up")).to_have_count(0)


def test_whoever_watches_is_asked_for_nothing(visit: Visit) -> None:
    """That they watch is told once, and they are not counted among the others."""
    ann, bruno, carme, _table = table_and_spectator(visit, hourglass_seconds=600)
    for visitor in (ann, bruno):
        expect(prompt(visitor)).to_contain_text("1 watching")
    ann.press("Enter")
    carme.sees(carme.says("say_think_watch"))
    bruno.sees("Find a route.")
    bruno.press("7", "Enter")
    carme.sees("Bruno bids 7 moves.")

    expect(carme.page.get_by_text(re.compile("watching", re.IGNORECASE))).to_have_count(1)
    expect(prompt(carme)).to_contain_text("You’re watching")
    expect(prompt(carme)).not_to_contain_text("shorter")
    expect(prompt(ann)).to_contain_text("shorter")


def test_after_a_proof_no_robot_is_picked(visit: Visit) -> None:
    """The ring around it is gone with the proof."""
    ann, _bruno, table = table_of_two(visit, goal=2)
    ann.press("Enter")
    ann.sees("Find a route.")
    moves = best(ann.address, table)
    ann.press(*str(len(moves)), "Enter")
    ann.sees(f"show your {len(moves)} move")
    ann.press(moves[0].robot)
    expect(drawn(ann, "picked")).to_have_count(1)
    make(ann, moves)
    ann.sees("Reveal the next target")

    expect(drawn(ann, "picked")).to_have_count(0)


def test_among_bots_nobody_else_has_to_be_ready(visit: Visit) -> None:
    """They wait; it is not said that all should be ready."""
    ann = visit("Ann")
    table = ann.open(ricochet(**SHORT), 2)
    ask(ann, table, SeatBot(1, "level-1"), Start())
    ann.go(f"/table/{table}")
    ann.sees("No hurry: the bots wait for you.")

    expect(prompt(ann)).to_contain_text(ann.says("say_first_solo"))


def test_whoever_is_invited_sits_down_first(visit: Visit) -> None:
    """The link stands out while nobody else is here, then the start; it says who is missing."""
    ann, bruno = visit("Ann"), visit("Bruno")
    table = ann.open(ricochet(), 2)
    for visitor in (ann, bruno):
        visitor.go(f"/table/{table}")
        visitor.sees("Invite someone")

    def first(visitor: Visitor) -> list[str]:
        """What comes first, and the buttons that stand out."""
        main = visitor.page.get_by_role("main")
        return [
            main.get_by_role("heading").first.inner_text(),
            *main.get_by_role("button").evaluate_all(STANDING_OUT),
        ]

    assert ["Ricochet: Ann’s table", "Sit down"] == first(bruno)
    assert ["At the table", "Copy link"] == first(ann)
    ann.sees("Someone is here but hasn’t sat down yet.")
    expect(ann.page.get_by_role("img", name="QR code of the link")).to_be_visible()
    bruno.button("Sit down").click()
    bruno.button("Stand up").wait_for()

    assert ["Ricochet: Ann’s table"] == first(bruno)
    ann.sees("Bruno has sat down.")
    ann.sees("Everyone’s here.")
    assert ["At the table", "Start"] == first(ann)
    bruno.button("Well done!").click()
    for visitor in (ann, bruno):
        shown = visitor.page.get_by_role("listitem").filter(has_text="Well done!")
        expect(shown).to_have_text(re.compile("Bruno"))
    bruno.button("You: Bruno").click()
    bruno.page.get_by_label("Your name").fill("Brunetto")
    bruno.button("Save").click()
    expect(ann.page.get_by_role("listitem").filter(has_text="Brunetto").first).to_be_visible()
    ann.button("Change the rules").click()
    ann.button("Beginners").click()
    ann.button("Use these rules").click()
    bruno.sees("Ann changed the rules:")


def test_whoever_waits_sees_the_board_and_three_sentences(visit: Visit) -> None:
    """The board that was chosen, or one like it; which bot plays for people is said plainly."""
    ann = visit("Ann")
    ann.go(f"/table/{ann.open(ricochet(), 2)}")
    expect(ann.page.get_by_role("img", name=ann.says("rc_room_sample"))).to_be_visible()
    rules = ann.page.get_by_role("region", name="Ricochet")
    expect(rules.get_by_role("listitem").locator("visible=true")).to_have_count(3)
    rules.get_by_text("More rules").click()
    expect(rules).to_contain_text("the bot Sprocket plays for them")
    ann.go(f"/table/{ann.open(ricochet(board='G1R2B2Y2'), 2)}")

    expect(ann.page.get_by_role("img", name=ann.says("rc_room_board"))).to_be_visible()


def test_a_chair_is_kept_while_its_owner_looks_at_another_page(visit: Visit) -> None:
    """Within the page one stays at the table; whoever closes it is away."""
    ann, bruno = visit("Ann"), visit("Bruno")
    table = ann.open(ricochet(), 2)
    for visitor in (ann, bruno):
        visitor.go(f"/table/{table}")
        visitor.sees("Invite someone")
    ann.page.get_by_role("link", name="Tinplate").click()
    ann.sees("Play solo")
    bruno.button("Sit down").click()
    bruno.button("Stand up").wait_for()
    expect(bruno.page.get_by_text("away", exact=True)).to_have_count(0)
    ann.page.get_by_role("link", name="Ricochet").filter(has_text="Bruno").click()
    ann.sees("At the table")
    ann.go("/rules/ricochet")

    expect(bruno.page.get_by_text("away", exact=True).first).to_be_visible()


def test_with_bots_at_once(visit: Visit) -> None:
    """An empty chair never stops anybody: bots sit down and play by themselves."""
    ann = visit("Ann")
    ann.go("/")
    plays(ann, "Ricochet", "play_bots").click()
    ann.sees("First to 5 tokens")

    expect(players(ann)).to_have_count(4)


def test_with_the_keyboard_only(visit: Visit, server: str) -> None:
    """From the first page to a token won, without touching a mouse."""
    ann = visit("Ann")
    ann.go("/")
    ann.sees("Play solo")
    ann.tab_to("With friends")
    ann.press("Enter")
    ann.sees("The defaults are fine.")
    ann.tab_to("Sand")
    ann.press("Control+a", "2")
    ann.tab_to("Open the table")
    ann.press("Enter")
    ann.sees("Invite someone")
    ann.tab_to("Start")
    ann.press("Enter")
    ann.sees("Ready to begin?")
    ann.press("Enter")
    ann.sees("Find a route.")
    moves = best(server, ann.page.url.rpartition("/")[2])
    ann.press(*str(len(moves)), "Enter")
    ann.sees(f"show your {len(moves)} move")
    make(ann, moves)

    ann.sees("You win the")


def test_the_focus_goes_on_where_a_button_has_vanished(visit: Visit, server: str) -> None:
    """With the keyboard you stay where the button was: Tab leads to what took its place."""
    ann, bruno, table = table_of_two(visit, goal=2)
    ann.button("Reveal the first target").focus()
    ann.press("Enter")
    ann.sees("Find a route.")
    expect(controls(ann)).to_be_focused()
    ann.press("Tab")
    expect(ann.button("Bid 1 move")).to_be_focused()
    moves = best(server, table)
    bruno.sees("Find a route.")
    bruno.press(*str(len(moves)), "Enter")
    bruno.sees(f"show your {len(moves)} move")
    make(bruno, moves)
    ann.button("Show the best solution").focus()
    ann.press("Enter")
    ann.sees(f"Shortest: {len(moves)} move")

    expect(ann.page.get_by_role("group", name="Round 1")).to_be_focused()
    expect(ann.page.get_by_text(f"{len(moves)}/{len(moves)}")).to_be_visible()
    ann.press("ArrowLeft")
    expect(ann.page.get_by_text(f"{len(moves) - 1}/{len(moves)}")).to_be_visible()


def won_by_ann(visit: Visit) -> tuple[Visitor, Visitor, str, int]:
    """A first round that Ann has won in so many moves; the match goes on."""
    ann, bruno, table = table_of_two(visit, goal=2)
    moves = wins_a_round(ann, table)
    ann.sees("Reveal the next target")
    return ann, bruno, table, moves


def test_whoever_comes_late_can_look_back(visit: Visit) -> None:
    """What happened, and the best solution of a round that is over: also after a reload."""
    ann, _, table, count = won_by_ann(visit)
    dora = visit("Dora")
    dora.go(f"/table/{table}")
    ann.page.reload()
    for visitor, name in ((ann, "You bid"), (dora, "Ann bids")):
        expect(story(visitor)).to_contain_text(name)
        expect(story(visitor)).to_contain_text("You win the" if visitor is ann else "Ann wins the")
        visitor.button("Show the best solution").click()
        visitor.sees(f"Shortest: {count} move")
        visitor.button("Ann").click()

        visitor.sees("The proof couldn’t have been shorter.")


def test_the_route_that_won_stays_until_the_next_target(visit: Visit) -> None:
    """For whoever reloads or comes late, too."""
    ann, bruno, table, count = won_by_ann(visit)
    dora = visit("Dora")
    dora.go(f"/table/{table}")
    ann.page.reload()
    for visitor in (ann, bruno, dora):
        expect(drawn(visitor, "route")).to_have_count(count)
    ann.page.wait_for_timeout(HELD)
    for visitor in (ann, bruno, dora):
        expect(drawn(visitor, "route")).to_have_count(count)
    ann.press("Enter")
    bruno.press("Enter")
    for visitor in (ann, bruno, dora):
        expect(drawn(visitor, "route")).to_have_count(0)


def test_another_language_changes_nothing_else(visit: Visit, server: str) -> None:
    """In the middle of a proof: the moves made, the robot picked, the tab, the connection stay."""
    ann, table = thinking_alone(visit)
    sockets: list[str] = []
    ann.hear("websocket", lambda socket: sockets.append(socket.url))
    moves = best(server, table)
    ann.press("9", "9")
    ann.sees("show your 99 move")
    make(ann, moves[:1])
    ann.page.get_by_role("tab", name="Chat").click()
    ann.page.get_by_label("Say something").fill("ciao")
    ann.speak("it")
    ann.sees("Rompicapi")
    picked = {"r": "Rosso", "g": "Verde", "b": "Blu", "y": "Giallo"}[moves[0].robot]

    expect(ann.page.locator("html")).to_have_attribute("lang", "it")
    expect(moves_made(ann)).to_have_count(1)
    expect(board(ann).get_by_role("button", pressed=True)).to_have_accessible_name(
        re.compile(f"^{picked}, ")
    )
    expect(ann.page.get_by_role("textbox", name=ann.says("chat_line"))).to_have_value("ciao")
    assert [] == sockets


def test_many_moves_are_bid_with_a_mouse(visit: Visit, server: str) -> None:
    """RC12: any number may be announced, on a laptop too."""
    ann, table = thinking_alone(visit, hourglass_seconds=60)
    ann.button("Bid more moves", exact=False).click()
    ann.page.get_by_role("spinbutton", name="In how many moves?").fill("42")
    ann.button("Bid").click()
    ann.sees("You bid 42 moves")

    assert 42 == view_of(server, table).phase.bids[0].moves  # type: ignore[union-attr]


def test_a_bid_that_may_not_be_made_is_told(visit: Visit, server: str) -> None:
    """RC12: whoever has bid may only go lower; typed, written or clicked, it is only said."""
    ann, table = thinking_alone(visit, hourglass_seconds=60)
    ann.press("3", "0")
    ann.sees("You bid 30 moves")
    ann.button("Bid more moves", exact=False).click()
    ann.page.get_by_role("spinbutton", name="In how many moves?").fill("42")
    ann.button("Bid").click()
    ann.sees("You already bid 30. You may only go lower.")
    ann.press("1", "2")
    ann.sees("You bid 12 moves")
    ann.press("1", "5")
    ann.sees("You already bid 12. You may only go lower.")

    expect(ann.button("Bid more moves", exact=False)).to_be_disabled()
    assert 12 == view_of(server, table).phase.bids[0].moves  # type: ignore[union-attr]


def test_a_robot_that_waits_says_why(visit: Visit) -> None:
    """Nobody moves robots while all look for a route: whoever tries is told, beside the board."""
    ann, _ = thinking_alone(visit, hourglass_seconds=60)
    told = ann.page.get_by_text(ann.says("rc_not_yet"), exact=True)
    box = ann.page.get_by_role("img", name=re.compile("^Red, ")).bounding_box()
    assert box
    across, down = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    ann.page.mouse.click(across, down)
    expect(prompt(ann).get_by_role("status")).to_have_text(ann.says("rc_not_yet"))
    expect(told).to_have_count(0)
    ann.sees("Find a route.")
    ann.press("r")

    expect(told).to_be_visible()


def test_a_finger_on_a_robot_that_waits_is_answered(newcomer: Visit) -> None:
    """On a phone the page does not scroll away under it; beside the robots it scrolls."""
    ann = newcomer("Ann", viewport=PHONE, has_touch=True, is_mobile=True)
    table = ann.open(ricochet(hourglass_seconds=600), 4)
    ask(ann, table, *(SeatBot(chair, "level-1") for chair in (1, 2, 3)), Start())
    ann.go(f"/table/{table}")
    ann.sees("Ready to begin?")
    ann.button(ann.says("turn_first")).tap()
    expect(ann.button("Bid 1 move")).to_be_visible()  # before the round nobody waits for anything
    swipe(ann, ann.page.get_by_role("img", name=re.compile("^Blue, ")))
    expect(ann.page.get_by_text(ann.says("rc_not_yet"), exact=True)).to_be_visible()
    assert 0 == ann.page.evaluate("scrollY")
    swipe(ann, board(ann))

    ann.page.wait_for_function("scrollY > 0")


def swipe(visitor: Visitor, place: Locator) -> None:
    """Upwards, with a finger, from its middle."""
    box = place.bounding_box()
    assert box
    finger = visitor.page.context.new_cdp_session(visitor.page)
    across, down = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    steps = [{"x": across, "y": down - way} for way in range(0, 120, 15)]
    for kind, at in (("Start", steps[:1]), *(("Move", [step]) for step in steps), ("End", [])):
        finger.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": at})
    finger.detach()


def test_a_digit_waits_for_another(visit: Visit, server: str) -> None:
    """What will be bid is shown as long as it can be taken back: no bid is ever raised."""
    ann, table = thinking_alone(visit, hourglass_seconds=60)
    ann.press("1")
    ann.sees("Enter to bid, Esc to cancel")
    ann.press("Escape")
    expect(ann.page.get_by_text("Enter to bid, Esc to cancel")).to_have_count(0)
    ann.press("7")
    ann.sees("You bid 7 moves")

    assert 7 == view_of(server, table).phase.bids[0].moves  # type: ignore[union-attr]


def test_a_table_that_plays_can_be_joined_and_left(visit: Visit) -> None:
    """The link, a code and who is here are at hand; whoever leaves is replaced, and goes home."""
    ann, bruno, carme, table = table_and_spectator(visit)
    bruno.button("Table").click()
    bruno.sees("1 watching")
    bruno.button("Get a short code").click()
    code = bruno.page.get_by_text("Code (valid 24 h):").inner_text().split()[-1]
    carme.go("/")
    carme.page.get_by_label("Code or link").fill(code)
    carme.button("Join").click()
    carme.page.wait_for_url(f"**/table/{table}")
    bruno.button("Leave the table").click()
    bruno.button("Yes, leave").click()
    bruno.sees("Play solo")

    ann.sees("Bruno has left the table.")
    expect(story(ann)).to_contain_text("Bruno has left the table. A bot plays on in their place.")
    expect(players(ann).filter(has_text="Bruno").get_by_role("img")).to_have_count(1)


def test_whoever_is_not_here_is_marked(visit: Visit) -> None:
    """Everybody sees who is away; as soon as they are back it is gone."""
    ann, bruno, table = table_of_two(visit)
    bruno.go_away()
    expect(players(ann).get_by_text("away", exact=True)).to_be_visible()
    bruno.go(f"/table/{table}")
    bruno.sees("Ready to begin?")

    expect(players(ann).get_by_text("away", exact=True)).to_have_count(0)


def test_whoever_comes_back_is_told_what_a_bot_did(tmp_path: Path, chromium: Browser) -> None:
    """A bot plays for anyone away; they get their chair back, and hear what it did there."""
    terms = replace(ricochet(hourglass_seconds=60), stand_in="random")
    with serving(tmp_path, timeouts=Timeouts(grace=1, heartbeat=0.2, bot_pause=0)) as server:
        ann, bruno = visiting(chromium, server, "Ann"), visiting(chromium, server, "Bruno")
        table = ann.open(terms, 2)
        for visitor in (ann, bruno):
            visitor.go(f"/table/{table}")
        bruno.button("Sit down").click()
        ann.sees("Bruno")
        ann.button("Start").click()
        bruno.sees("Ready to begin?")
        bruno.go_away()
        sign = ann.page.get_by_role("img", name="played by a bot, strength 1 of 10")
        expect(sign).to_be_visible()
        ann.page.get_by_text("Bruno (bot) bids").first.wait_for()
        bruno.go(f"/table/{table}")
        bruno.sees("While you were away")

        expect(done_meanwhile(bruno)).to_contain_text("A bot bid for you in one round.")
        expect(prompt(bruno)).to_contain_text("You sit this round out.")
        expect(story(bruno)).to_contain_text("Bruno (bot) bids")
        expect(sign).to_have_count(0)
        done_meanwhile(bruno).get_by_role("button", name="While you were away").click()
        expect(bruno.page.get_by_role("dialog")).to_contain_text("A bot bid for you in one round.")
        bruno.button("OK").click()
        expect(done_meanwhile(bruno)).to_have_count(0)
        for visitor in (ann, bruno):
            visitor.page.context.close()


def test_whoever_comes_back_is_told_which_round_they_missed(
    tmp_path: Path, chromium: Browser
) -> None:
    """RC18: a bot that takes over in the middle of a round joins in with the next one."""
    terms = ricochet(hourglass_seconds=1, patience_seconds=0)
    with serving(tmp_path, timeouts=Timeouts(grace=1, heartbeat=0.2, bot_pause=0)) as server:
        ann = visiting(chromium, server, "Ann")
        bruno = visiting(chromium, server, "Bruno", viewport=PHONE)
        table = ann.open(terms, 2)
        ask(bruno, table, Sit(1))
        ask(ann, table, Start())
        for visitor in (ann, bruno):
            visitor.go(f"/table/{table}")
            expect(prompt(visitor)).to_be_visible()
        ann.press("Enter")
        bruno.sees("Find a route.")
        bruno.go_away()
        expect(story(ann)).to_contain_text("Bruno sits this round out.")
        moves = best(server, table)
        ann.press(*str(len(moves)), "Enter")
        ann.sees(f"show your {len(moves)} move")
        make(ann, moves)
        ann.sees("You win the")
        bruno.go(f"/table/{table}")

        expect(bruno.button("Reveal the next target")).to_be_in_viewport(ratio=1)
        done_meanwhile(bruno).get_by_role("button", name="While you were away").click()
        told = bruno.page.get_by_role("dialog").get_by_role("list")
        expect(told).to_have_text("You missed round 1: Ann won it.")
        bruno.press("Escape")
        expect(done_meanwhile(bruno)).to_have_count(0)
        for visitor in (ann, bruno):
            visitor.page.context.close()
