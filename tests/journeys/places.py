"""Where things are on the page, by role and name: as somebody finds them who hears it.

A journey uses these, or `get_by_role`, `get_by_label` and `get_by_text`. A thing that has neither a
role nor a name is a fault of the page. What is only drawn, and told elsewhere in words, has a hook
in DRAWN; `test_finding.py` sees to it that there are no others, and no classes.
"""

import re

from playwright.sync_api import FloatRect, Locator, expect

from tests.journeys.people import Visitor

DRAWN = {  # and where it is told in words
    "path-stop": "where a program leads, register by register; the prompt says it",
    "path-end": "where a program ends; the prompt says it",
    "path-lost": "where a program destroys its robot; the prompt says it",
    "covered-flag": "a flag once more, at the corner of a robot that hides it; the rows say it",
    "facing": "where a robot looks, on its edge; its list and the course in words say it",
    "next-flag": "a ring round the flag that one has to touch next; the rows say its number",
    "robot-tag": "the name of the robot that has to fall, below it; the robots are named in words",
    "touched-flag": "a tick on a flag that one has touched; the rows say which is next",
    "played-card": "a card beside the robot that plays it; the step says it",
    "firing-beam": "beams light up while they fire; the step says it",
    "open-edge": "stripes round a course from which robots fall; the course in words says it",
    "route": "the moves of a proof, each a line; the list of them says them",
    "landing": "where the robot that is picked would come to rest; one can try it",
    "picked": "a ring around the robot that is picked; its button is pressed",
    "flying-token": "a token on its way to the score of its winner; the prompt says who wins",
    "headline": "what has just happened, large for a moment; the prompt and the log say it",
    "standing-bid": "bids and tokens in a slim line on a phone; the list of the players says them",
    "bare-board": "the board of a puzzle before one begins; nothing on it has to be known",
    "begun-board": "a puzzle that was begun; its own page tells it",
    "living-board": "a game on the first page; the sentence beside it says what is played",
    "rival-score": "the best of the others in a race, beside your score; the list says it",
}


def drawn(visitor: Visitor, hook: str) -> Locator:
    """What is only drawn."""
    assert hook in DRAWN
    return visitor.page.get_by_test_id(hook)


def focused(visitor: Visitor) -> Locator:
    return visitor.page.locator(":focus")


def overlap(one: FloatRect, other: FloatRect) -> bool:
    return (
        one["x"] < other["x"] + other["width"]
        and other["x"] < one["x"] + one["width"]
        and one["y"] < other["y"] + other["height"]
        and other["y"] < one["y"] + one["height"]
    )


# On every page with a board


def board(visitor: Visitor) -> Locator:
    """The drawing itself, once it is there."""
    stage = visitor.page.get_by_role("region", name=visitor.says("board_label"), exact=True)
    return stage.get_by_role("group").first


def cell(visitor: Visitor, name: str) -> tuple[float, float]:
    """Where on the screen a cell of Rally is: below the letter of its column, beside its row."""
    column, row = (board(visitor).get_by_text(at, exact=True).first for at in (name[0], name[1:]))
    across, down = column.bounding_box(), row.bounding_box()
    assert across
    assert down
    return across["x"] + across["width"] / 2, down["y"] + down["height"] / 2


def ready(visitor: Visitor, page: str) -> None:
    """A page has all that it needs."""
    main = visitor.page.get_by_role("main")
    if page == "home":
        expect(visitor.button(visitor.says("play_solo")).first).to_be_enabled()
        expect(drawn(visitor, "living-board")).to_have_count(2)
        expect(main.get_by_role("heading", name=visitor.says("pz_daily"))).to_be_visible()
    elif page == "new":
        expect(visitor.button(visitor.says("open_the_table"))).to_be_visible()
    elif page in {"analysis", "practice"}:
        expect(board(visitor)).to_be_visible()
    else:
        expect(main.get_by_role("heading", level=1)).to_be_visible()


def asks_for_rules(visitor: Visitor) -> None:
    """The number of its rule beside whatever happens."""
    visitor.button(visitor.says("preferences")).click()
    visitor.page.get_by_label(visitor.says("rule_numbers")).check()
    visitor.button(visitor.says("close")).click()


# On the first page


def game_card(visitor: Visitor, title: str) -> Locator:
    """The card of a game; all have the same buttons."""
    return visitor.page.get_by_role("region", name=title, exact=True)


def plays(visitor: Visitor, title: str, way: str) -> Locator:
    """One of the four ways to a game."""
    named = re.compile(rf"^{re.escape(visitor.says(way))}$")
    card = game_card(visitor, title)
    return card.get_by_role("button", name=named).or_(card.get_by_role("link", name=named))


# At a table


def prompt(visitor: Visitor) -> Locator:
    """How the match stands, what it asks for, and how long there is for it."""
    return visitor.page.get_by_role("region", name=visitor.says("status_label"))


def clock(visitor: Visitor) -> Locator:
    """The time that is left for it; others may run for those who are away."""
    return prompt(visitor).get_by_role("timer")


def controls(visitor: Visitor) -> Locator:
    """What one can do now."""
    return visitor.page.get_by_role("region", name=visitor.says("todo_label"))


def story(visitor: Visitor) -> Locator:
    return visitor.page.get_by_role("list", name=visitor.says("story"))


def done_meanwhile(visitor: Visitor) -> Locator:
    """What happened at one's seat while one was away: in the header, not over board or log."""
    header = visitor.page.get_by_role("banner")
    return header.get_by_role("region", name=visitor.says("while_away"))


def ends_the_match(visitor: Visitor) -> None:
    """Say that one wants to end it: it is an offer to the others."""
    brings_to_an_end(visitor, "end_offer")


def brings_to_an_end(visitor: Visitor, choice: str, *answers: str) -> None:
    """Choose how the match should end, and answer the question back; an offer has none."""
    opens_table(visitor)
    visitor.button(visitor.says("end_or_resign")).click()
    for key in (choice, *answers):
        visitor.button(visitor.says(key)).click()


def opens_table(visitor: Visitor) -> None:
    table_button(visitor).click()


def leaves_the_table(visitor: Visitor) -> None:
    """While a match is on."""
    opens_table(visitor)
    visitor.button(visitor.says("leave_table")).click()
    visitor.button(visitor.says("leave_yes")).click()
    expect(visitor.page).to_have_url(f"{visitor.address}/")


def table_button(visitor: Visitor) -> Locator:
    """With or without the mark of something that waits for an answer."""
    table, mark = visitor.says("table_title"), visitor.says("answer_waits")
    return visitor.page.get_by_role("button", name=re.compile(f"^{table}( {mark})?$"))


def end_talk(visitor: Visitor) -> Locator:
    """The line that says who wants to end the match, and how many agree."""
    return visitor.page.get_by_role("region", name=visitor.says("end_match_label"), exact=True)


def podium(visitor: Visitor) -> Locator:
    """The best first."""
    listed = visitor.page.get_by_role("list", name=visitor.says("podium"), exact=True)
    return listed.get_by_role("listitem")


# Ricochet


def players(visitor: Visitor) -> Locator:
    listed = visitor.page.get_by_role("list", name=visitor.says("players"), exact=True)
    return listed.get_by_role("listitem")


# Rally


def hand(visitor: Visitor) -> Locator:
    """The cards one may choose from."""
    return visitor.page.get_by_role("list", name=visitor.called("ra_hand"))


def held_cards(visitor: Visitor) -> Locator:
    return hand(visitor).get_by_role("listitem")


def registers(visitor: Visitor) -> Locator:
    listed = visitor.page.get_by_role("list", name=visitor.called("ra_program"))
    return listed.get_by_role("listitem")


def free_registers(visitor: Visitor) -> Locator:
    return registers(visitor).get_by_role("button", name=visitor.called("ra_register_empty"))


def robots(visitor: Visitor) -> Locator:
    """Everybody's, in the order of the list; the course in words has a list without drawings."""
    listed = visitor.page.get_by_role("list", name=visitor.called("ra_robots", "ra_standings"))
    return listed.filter(has=visitor.page.get_by_role("img")).get_by_role("listitem")


def pieces(visitor: Visitor) -> Locator:
    """The robots on the board."""
    stood = visitor.page.get_by_role("group", name=visitor.says("spoken_robots"), exact=True)
    return stood.get_by_role("img")


def opens_all_rules(visitor: Visitor) -> None:
    """In the waiting room: what a table has agreed on beyond the usual."""
    visitor.sees(visitor.says("invite_title"))
    heading = visitor.page.get_by_text(visitor.says("also_agreed"))
    heading.evaluate("it => { it.closest('details').open = true; }")  # a change opens them, too


def turn_bar(visitor: Visitor) -> Locator:
    """The registers of the turn that was played, as long as it is open to be watched."""
    return visitor.page.get_by_role("group", name=visitor.called("ra_last_turn"))


def skips_the_film(*visitors: Visitor) -> None:
    """Each as soon as the turn is shown; what comes after it is not seen before."""
    for visitor in visitors:
        expect(turn_bar(visitor)).to_be_visible()
        visitor.press("End")
        expect(turn_bar(visitor)).to_have_count(0)


def step(visitor: Visitor) -> Locator:
    """What has just happened in the turn that is watched."""
    return prompt(visitor).or_(controls(visitor)).get_by_role("status")


# In a replay


def slider(visitor: Visitor) -> Locator:
    """The moment that is shown."""
    return visitor.page.get_by_role("slider", name=visitor.says("rp_slider"))


def moment(visitor: Visitor) -> Locator:
    """What happened in it."""
    shown = visitor.page.get_by_role("region", name=visitor.says("rp_title"))
    return shown.get_by_role("status")
