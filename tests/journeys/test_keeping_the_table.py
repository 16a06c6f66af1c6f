"""Nobody can stop a table: resign, abort, claim the win, send away, vote and mute."""

import re
from functools import partial
from pathlib import Path

import pytest
from msgspec.structs import replace
from playwright.sync_api import Browser, FloatRect, Locator, ViewportSize, expect

from tests.journeys.conftest import Visit
from tests.journeys.people import LAPTOP, PHONE, Visitor, ricochet, visiting, wins_a_round
from tests.journeys.places import (
    board,
    brings_to_an_end,
    clock,
    controls,
    end_talk,
    ends_the_match,
    leaves_the_table,
    moment,
    opens_all_rules,
    opens_table,
    overlap,
    players,
    podium,
    prompt,
    robots,
    slider,
    story,
    table_button,
)
from tests.journeys.played import ask, play
from tests.server.serving import serving
from tinplate.ending import Resign
from tinplate.lobby.values import SeatBot, Sit, Start, Terms
from tinplate.server.context import Timeouts

POSITION = "G1R2B2Y2_ro5,ga14,bl14,yj16_red-square"
MIN_TOLD = 90  # pixels: less is no sentence


def seated(visit: Visit, *names: str, terms: Terms | None = None) -> tuple[list[Visitor], str]:
    """All of them sit at a table of the first."""
    visitors = [visit(name) for name in names]
    table = visitors[0].open(terms or ricochet(), chairs=len(names) + 1)
    for visitor in visitors:
        visitor.go(f"/table/{table}")
    for visitor in visitors[1:]:
        visitor.button("Sit down").first.click()
        expect(visitor.button("Stand up")).to_be_visible()
    return visitors, table


def playing(visit: Visit, *names: str, terms: Terms | None = None) -> list[Visitor]:
    visitors, _ = seated(visit, *names, terms=terms)
    visitors[0].button(visitors[0].says("start_match")).click()
    for visitor in visitors:
        expect(prompt(visitor)).to_be_visible()
    return visitors


def says(visitor: Visitor, text: str) -> None:
    visitor.page.get_by_role("textbox", name=visitor.says("chat_line")).fill(text)
    visitor.button(visitor.says("say")).click()


def missing(visitor: Visitor) -> Locator:
    """What is told and offered in the header, or the table's dialog, when somebody is missing."""
    return visitor.page.get_by_role("region", name=visitor.says("missing_label"))


def vote(visitor: Visitor) -> Locator:
    """What another player has begun, to remove a third one."""
    return visitor.page.get_by_role("region", name=visitor.says("vote_away"), exact=True)


def shows_the_replay(visitor: Visitor) -> None:
    """With its result, which it tells at the end."""
    visitor.page.get_by_role("link", name=visitor.says("rp_title")).click()
    expect(slider(visitor)).not_to_have_attribute("max", "0")  # the match is there
    slider(visitor).press("End")


def test_a_player_resigns_and_the_last_one_wins(visit: Visit) -> None:
    """RC28: after a question back, in which staying is the first choice."""
    ann, bruno = playing(visit, "Ann", "Bruno")
    opens_table(ann)
    ann.button("End or resign…").click()
    expect(ann.button("Keep playing")).to_be_focused()
    ann.button("Resign").click()
    ann.sees("Resign for good?")
    ann.button("Yes, resign").click()

    ends = (
        (ann, "Bruno wins", "You gave the match up."),
        (bruno, "You win!", "Ann is out of the match."),
    )
    for visitor, headline, reason in ends:
        expect(prompt(visitor)).to_contain_text(reason)
        expect(prompt(visitor)).to_contain_text(headline)
        podium = prompt(visitor).get_by_role("list", name="Podium")
        expect(podium.get_by_role("listitem").first).to_contain_text("Bruno")


@pytest.mark.parametrize("terms", [ricochet(patience_seconds=0), Terms("rally", {})])
def test_nobody_is_celebrated_for_what_a_bot_won(visit: Visit, terms: Terms) -> None:
    """Neither whoever left, nor before the others."""
    (ann, bruno), table = seated(visit, "Ann", "Bruno", terms=terms)
    ann.button(ann.says("start_match")).click()
    expect(prompt(bruno)).to_be_visible()
    leaves_the_table(bruno)
    expect(story(ann)).to_contain_text("Bruno has left the table.")
    missing(ann).get_by_role("button", name="Not now").click()
    if terms.game == "rally":
        ann.button("Face up").click()
        expect(ann.button("Face up")).to_have_count(0)
    brings_to_an_end(ann, "resign", "resign_yes")
    bruno.go(f"/table/{table}")

    expect(prompt(ann)).to_contain_text("Bruno wins – a bot played on")
    expect(prompt(bruno)).to_contain_text("A bot wins in your place")
    turn = "Turn 1 · " if terms.game == "rally" else ""  # no round had begun yet
    expect(prompt(bruno)).to_contain_text(f"{turn}You left this match.")
    expect(prompt(bruno)).not_to_contain_text("Round 0")
    for visitor in (ann, bruno):
        expect(visitor.page).not_to_have_title(re.compile("You win"))
    expect(podium(ann).first).to_contain_text("left · a bot played on")
    expect(prompt(ann)).to_contain_text("This match doesn’t count for ratings.")
    ann.page.set_viewport_size({"width": 1280, "height": 560})  # statistics leave the log no room
    panel = ann.page.get_by_role("tabpanel").bounding_box()
    assert panel
    assert panel["height"] >= MIN_TOLD
    ann.page.set_viewport_size(LAPTOP)
    shows_the_replay(ann)
    ann.sees("Bruno wins – a bot played on.")
    ann.sees("Left the match: Bruno.")
    if terms.game == "rally":  # in the other nothing happens between that and its end
        slider(ann).press("Home")
        slider(ann).press("ArrowRight")
        expect(moment(ann)).to_contain_text("Bruno has left the table. A bot plays on")


def test_a_match_is_aborted_together(visit: Visit) -> None:
    """RC29: nobody wins."""
    ann, bruno = playing(visit, "Ann", "Bruno")
    brings_to_an_end(ann, "abort_offer")
    expect(end_talk(bruno)).to_contain_text("Ann wants to abort the match (1 of 2).")
    end_talk(bruno).get_by_role("button", name="Agree…").click()
    bruno.button("Yes, I agree").click()

    for visitor in (ann, bruno):
        expect(prompt(visitor)).to_contain_text("Nobody wins. The match was aborted.")


def test_the_win_is_claimed_when_the_other_has_left(visit: Visit) -> None:
    """RC28: not while they are there; a bot plays for them, and then their seat resigns."""
    ann, bruno = playing(visit, "Ann", "Bruno")
    opens_table(ann)
    ann.button("End or resign…").click()
    expect(ann.button("Offer to end it here")).to_be_visible()
    expect(ann.button("Claim the win")).to_have_count(0)
    ann.button("Keep playing").click()
    leaves_the_table(bruno)
    missing(ann).get_by_role("button", name="Not now").click()
    brings_to_an_end(ann, "claim_win", "claim_yes")

    expect(prompt(ann)).to_contain_text("Bruno had gone, and you claimed the win.")
    expect(story(ann)).to_contain_text("Bruno had gone, and you claimed the win.")
    for untrue in ("resigned", "A bot played for Bruno"):  # it had nothing to do
        expect(ann.page.get_by_text(untrue)).to_have_count(0)
    shows_the_replay(ann)
    ann.sees("Ann wins! Bruno had gone, and Ann claimed the win.")
    expect(ann.page.get_by_text("resigned")).to_have_count(0)


def test_whoever_is_left_alone_reads_that_it_ends_at_once(visit: Visit) -> None:
    """RC27: nobody has to agree any more, also where that was being asked."""
    ann, bruno = playing(visit, "Ann", "Bruno")
    ends_the_match(bruno)
    expect(end_talk(ann)).to_be_visible()
    brings_to_an_end(ann, "end_offer")
    ann.sees("If everyone agrees, it’s over")
    leaves_the_table(bruno)

    ann.sees("It’s over at once, as it stands.")


def test_a_loss_that_was_seen_is_not_told_again(visit: Visit) -> None:
    """On the first page, until the end of that match was looked at."""
    ann, bruno = playing(visit, "Ann", "Bruno")
    at = bruno.page.url
    leaves_the_table(bruno)
    missing(ann).get_by_role("button", name="Not now").click()
    brings_to_an_end(ann, "claim_win", "claim_yes")
    expect(prompt(ann)).to_contain_text("you claimed the win.")
    told = bruno.page.get_by_text("You lost to Ann at Ricochet: you were away.")
    bruno.go("/")
    expect(told).to_be_visible()
    with bruno.page.expect_response("**/api/social/seen"):
        bruno.page.goto(at)
        bruno.sees("You had gone, and Ann claimed the win.")
    with bruno.page.expect_response("**/api/social/notices") as asked:
        bruno.go("/")

    assert [] == asked.value.json()["losses"]
    expect(told).to_have_count(0)


def test_the_win_is_claimed_where_one_has_resigned_and_one_has_left(visit: Visit) -> None:
    """RC28: nobody else is left, though whoever resigned may watch."""
    ann, bruno, cleo = playing(visit, "Ann", "Bruno", "Cleo")
    brings_to_an_end(cleo, "resign", "resign_yes")
    expect(missing(ann)).to_have_count(0)
    told = ann.page.get_by_role("status")
    expect(told.filter(has_text="Cleo")).to_have_count(0)  # a notice makes others wait
    leaves_the_table(bruno)
    expect(missing(ann)).to_contain_text("Bruno has left the table.")
    assert told.filter(has_text="Bruno has left the table.").count() == 1  # and no notice
    opens_table(ann)
    dialog = ann.page.get_by_role("dialog")
    expect(dialog.get_by_role("listitem").filter(has_text="Bruno")).to_contain_text("left")
    dialog.get_by_role("button", name="Claim the win").click()
    ann.button("Yes, claim it").click()

    expect(podium(ann)).to_contain_text(["Ann", "Bruno", "Cleo"])
    expect(podium(ann).filter(has_text="Bruno")).to_contain_text("was gone")
    expect(podium(ann).filter(has_text="Cleo")).to_contain_text("resigned")


@pytest.mark.parametrize("terms", [ricochet(patience_seconds=0), Terms("rally", {})])
def test_whoever_left_is_told_what_became_of_their_seat(visit: Visit, terms: Terms) -> None:
    """By the link they see who has it, and one button for another match; at the end, too."""
    (ann, bruno), table = seated(visit, "Ann", "Bruno", terms=terms)
    ann.button(ann.says("start_match")).click()
    expect(prompt(bruno)).to_be_visible()
    leaves_the_table(bruno)
    bruno.sees("You left the table. With its link you can watch.")
    notices = ann.page.get_by_role("status").filter(has_text="Bruno has left the table.")
    expect(notices).to_have_count(1)  # with what Ann can do, and not besides
    bruno.page.set_viewport_size(PHONE)
    bruno.go(f"/table/{table}")
    told = bruno.page.get_by_role("region", name="You left this match", exact=True)
    expect(told).to_contain_text("A bot has your seat until the match is over.")
    another = told.get_by_role("button", name="Open a new table")
    expect(another).to_be_in_viewport(ratio=1)
    another.click()
    expect(bruno.page).not_to_have_url(f"{bruno.address}/table/{table}")
    expect(bruno.button(bruno.says("start_match"))).to_be_visible()
    bruno.go(f"/table/{table}")
    told.get_by_role("button", name="Keep watching").click()
    expect(told).to_have_count(0)
    missing(ann).get_by_role("button", name="Not now").click()
    brings_to_an_end(ann, "end_now", "end_match_yes")

    expect(story(ann)).to_contain_text("Bruno has left the table. A bot plays on")
    for visitor in (ann, bruno):  # it did nothing
        expect(visitor.page.get_by_text("a bot played for")).to_have_count(0)
    expect(bruno.button("Join the next match")).to_be_visible()  # a chair is free


def test_whoever_resigned_has_no_empty_card(visit: Visit) -> None:
    """They do nothing more, and there is no place for it."""
    ann, *_ = playing(visit, "Ann", "Bruno", "Carme")
    brings_to_an_end(ann, "resign", "resign_yes")
    expect(ann.page.get_by_role("region", name="You resigned", exact=True)).to_be_visible()

    expect(controls(ann)).to_have_count(0)


def test_the_first_page_asks_nobody_to_go_on_who_resigned(visit: Visit) -> None:
    """The others play on: that can be watched."""
    ann, *_ = playing(visit, "Ann", "Bruno", "Carme")
    at = ann.page.url
    brings_to_an_end(ann, "resign", "resign_yes")
    expect(controls(ann)).to_have_count(0)
    ann.go("/")
    card = ann.page.get_by_role("region", name="You resigned", exact=True)
    expect(ann.page.get_by_role("region", name=ann.says("go_on"), exact=True)).to_have_count(0)
    card.get_by_role("link", name="Watch", exact=True).click()

    expect(ann.page).to_have_url(at)


def test_what_was_read_and_put_away_is_not_told_again(visit: Visit) -> None:
    """Neither with the next proof nor after a reload."""
    ann, bruno, *_ = playing(visit, "Ann", "Bruno", "Carme", terms=ricochet(hourglass_seconds=1))
    brings_to_an_end(ann, "resign", "resign_yes")
    told = ann.page.get_by_role("region", name="You resigned", exact=True)
    ann.button(ann.says("keep_watching")).click()
    expect(told).to_have_count(0)
    bruno.button("Reveal the first target").click()
    bruno.sees("Find a route.")
    bruno.press("9", "Enter")
    ann.sees("Bruno is showing 9 moves.")
    expect(told).to_have_count(0)
    ann.page.reload()
    ann.sees("Bruno is showing 9 moves.")

    expect(told).to_have_count(0)


def test_whoever_resigned_reads_it(visit: Visit) -> None:
    """D48: not as if their robot had lost its last life."""
    ann, bruno, _ = playing(visit, "Ann", "Bruno", "Carme", terms=Terms("rally", {}))
    brings_to_an_end(ann, "resign", "resign_yes")

    expect(ann.page.get_by_role("region", name="You resigned", exact=True)).to_be_visible()
    for visitor in (ann, bruno):
        expect(robots(visitor).first).to_contain_text("resigned")
        lives = robots(visitor).get_by_role("img", name=visitor.called("ra_lives"))
        expect(lives).to_have_count(2)


@pytest.mark.parametrize("terms", [ricochet(patience_seconds=0), Terms("rally", {})])
def test_whoever_stays_is_offered_the_win_in_the_header(visit: Visit, terms: Terms) -> None:
    """On a phone it leads to the table's dialog; whoever has read it there is not told again."""
    ann, bruno = playing(visit, "Ann", "Bruno", terms=terms)
    ann.page.set_viewport_size(PHONE)
    expect(missing(ann)).to_have_count(0)
    before = buttons_of(ann)
    leaves_the_table(bruno)
    expect(missing(ann)).to_contain_text("Bruno has left the table.")
    assert before == buttons_of(ann)
    lies = missing(ann).bounding_box()
    assert lies
    assert not [box for box in (*before, *places_of(ann)) if overlap(box, lies)]
    missing(ann).get_by_role("button").click()
    expect(ann.page.get_by_role("dialog")).to_be_visible()
    ann.press("Escape")
    expect(missing(ann)).to_have_count(0)
    ann.page.reload()
    expect(missing(ann)).to_be_in_viewport(ratio=1)
    missing(ann).get_by_role("button").click()
    missing(ann).get_by_role("button", name="Claim the win").click()
    ann.button("Yes, claim it").click()

    expect(prompt(ann)).to_contain_text("Bruno had gone, and you claimed the win.")
    expect(podium(ann).last).to_contain_text("was gone")
    expect(missing(ann)).to_have_count(0)


def test_whoever_resigned_stands_last(visit: Visit) -> None:
    """RC28: whatever they have won before; the picture of the match has the same order."""
    terms = ricochet(hourglass_seconds=1)
    visitors, table = seated(visit, "Ann", "Bruno", "Carme", terms=terms)
    ann, bruno, carme = visitors
    ann.button(ann.says("start_match")).click()
    ann.sees("Reveal the first target")
    wins_a_round(ann, table)
    for visitor in (ann, bruno):
        visitor.sees("Reveal the next target")
        brings_to_an_end(visitor, "resign", "resign_yes")

    expect(podium(carme)).to_contain_text(["Carme", "Ann", "Bruno"])
    expect(podium(carme).nth(1)).to_contain_text("resigned")


def test_the_board_says_how_long_until_the_win_can_be_claimed(visit: Visit) -> None:
    """While the other is away; not any more when they are back."""
    terms = replace(ricochet(patience_seconds=0), absent="keep")
    ann, bruno = playing(visit, "Ann", "Bruno", terms=terms)
    at = bruno.page.url
    bruno.go_away()
    expect(missing(ann)).to_contain_text("Bruno is away.")
    expect(missing(ann).get_by_role("timer")).to_have_text(re.compile(r"0:[0-5]\d"))
    expect(ann.button("Claim the win")).to_have_count(0)
    bruno.page.goto(at)

    expect(missing(ann)).to_have_count(0)


def test_those_who_stay_can_vote_on_whoever_is_away(visit: Visit) -> None:
    """Offered in the header: two play on, and nobody can claim the win."""
    terms = replace(ricochet(patience_seconds=0), absent="keep")
    ann, bruno, cleo = playing(visit, "Ann", "Bruno", "Cleo", terms=terms)
    cleo.go_away()
    missing(ann).get_by_role("button", name="Vote to remove").click()
    ann.button("Yes, vote").click()
    expect(vote(bruno)).to_contain_text("Ann wants to remove Cleo (1 of 2 votes).")
    expect(vote(ann)).to_have_count(0)
    vote(bruno).get_by_role("button", name="Not now").click()
    expect(vote(bruno)).to_have_count(0)
    expect(table_button(bruno)).to_have_accessible_name("Table waits for your answer")
    expect(table_button(ann)).to_have_accessible_name("Table")
    opens_table(bruno)
    vote(bruno).get_by_role("button", name="Vote…").click()
    bruno.button("Yes, vote").click()

    opens_table(ann)
    ann.sees("removed")
    expect(missing(ann)).to_have_count(0)
    ann.press("Escape")
    expect(story(ann)).to_contain_text("You vote to remove Cleo.")
    expect(story(ann)).to_contain_text("Bruno votes to remove Cleo.")


def test_of_several_who_are_away_one_is_voted_on_at_a_time(visit: Visit) -> None:
    """All who are away are read beside it: the header has room for one button."""
    terms = replace(ricochet(patience_seconds=0), absent="keep")
    ann, bruno, cleo, dora = playing(visit, "Ann", "Bruno", "Cleo", "Dora", terms=terms)
    for visitor in (cleo, dora):
        visitor.go_away()
    told = missing(ann).get_by_text("Cleo is away. Dora is away.")
    expect(told).to_be_visible()
    told_at = told.bounding_box()
    assert told_at is not None
    assert told_at["width"] > MIN_TOLD
    missing(ann).get_by_role("button", name="Vote to remove: Cleo").click()
    ann.button("Yes, vote").click()

    expect(missing(ann).get_by_role("button", name="Vote to remove")).to_have_count(1)
    expect(vote(bruno)).to_contain_text("Ann wants to remove Cleo (1 of 2 votes).")


def test_an_offer_counts_those_who_are_asked(tmp_path: Path, chromium: Browser) -> None:
    """RC26, RC27: nobody waits for a player who is away, and nobody counts them."""
    terms = replace(ricochet(patience_seconds=0), absent="keep")
    with serving(tmp_path, timeouts=Timeouts(grace=1, heartbeat=0.2, bot_pause=0)) as server:
        visit = partial(visiting, chromium, server)
        ann, bruno, cleo = playing(visit, "Ann", "Bruno", "Cleo", terms=terms)
        cleo.go_away()
        missing(ann).get_by_role("button", name="Not now").click()
        brings_to_an_end(ann, "abort_offer")

        expect(story(bruno)).to_contain_text("Cleo is away; the others go on.")
        expect(end_talk(bruno)).to_contain_text("Ann wants to abort the match (1 of 2).")


def test_whoever_is_voted_on_is_not_asked(visit: Visit) -> None:
    """Nor told, while they play on."""
    ann, bruno, cleo = playing(visit, "Ann", "Bruno", "Cleo")
    opens_table(ann)
    ann.button("Vote to remove: Cleo").click()
    ann.button("Yes, vote").click()
    expect(vote(bruno)).to_be_visible()

    expect(vote(cleo)).to_have_count(0)
    expect(table_button(cleo)).to_have_accessible_name("Table")
    expect(cleo.page.get_by_text("remove Cleo")).to_have_count(0)


def test_the_mark_of_a_player_who_resigned_is_read_in_every_language(visit: Visit) -> None:
    """RC28: the others play on, and see who does not."""
    ann, bruno, cleo = playing(visit, "Ann", "Bruno", "Cleo")
    brings_to_an_end(ann, "resign", "resign_yes")
    for visitor in (bruno, cleo):
        expect(players(visitor).filter(has_text="Ann")).to_contain_text("resigned")
    for language in ("it", "es", "ca", "el"):
        bruno.speak(language)

        row = players(bruno).filter(has_text="Ann")
        expect(row).to_contain_text(bruno.says("resigned_tag"))
        expect(players(bruno).get_by_text(bruno.says("resigned_tag"))).to_have_count(1)


def test_a_player_who_is_away_is_passed_over_where_that_was_agreed(
    tmp_path: Path, chromium: Browser
) -> None:
    """RC26: nobody plays for Bruno, nobody waits for him, and everybody sees that."""
    terms = replace(ricochet(patience_seconds=0), absent="pass")
    with serving(tmp_path, timeouts=Timeouts(grace=1, heartbeat=0.2, bot_pause=0)) as server:
        (ann, bruno), table = seated(
            partial(visiting, chromium, server), "Ann", "Bruno", terms=terms
        )
        opens_all_rules(bruno)
        bruno.sees("anyone who’s away is passed over")
        ann.button(ann.says("start_match")).click()
        opens_table(bruno)
        bruno.button("Leave the table").click()
        bruno.sees("Nobody plays on in your place")
        bruno.go_away()
        opens_table(ann)
        tag = ann.page.get_by_text("nobody plays for them")
        expect(tag).to_be_visible()
        ann.press("Escape")
        ann.button("Reveal the first target").click()
        ann.button("Skip this token").click()
        expect(story(ann)).to_contain_text("Everyone skips this one.")
        bruno.go(f"/table/{table}")
        bruno.button("Reveal the next target").click()
        bruno.sees("Find a route.")

        opens_table(ann)
        ann.sees(ann.says("people_title"))
        expect(tag).to_have_count(0)
        for visitor in (ann, bruno):
            visitor.page.context.close()


def test_the_clock_of_rally_is_seen_from_the_start(newcomer: Visit) -> None:
    """D31: three minutes among people, and everybody sees how many of them are left."""
    ann, bruno = newcomer("Ann"), newcomer("Bruno")
    table = ann.open(Terms("rally", {"course": "first-shift"}), 2)
    ask(bruno, table, Sit(1))
    ann.page.clock.install()
    ann.go(f"/table/{table}")
    ann.sees("You have 3 minutes to program.")
    ann.button(ann.says("start_match")).click()
    ann.sees("Which way should your robot face?")
    timer = clock(ann)
    expect(timer).to_contain_text(re.compile("[123]:"))
    ann.page.clock.fast_forward(155_000)

    expect(timer).to_contain_text(re.compile("0:[012]"))


def test_nothing_is_solved_during_ones_own_match(visit: Visit) -> None:
    """What would be refused is not offered, and the page says why; what chance deals is."""
    ann = visit("Ann")
    table = ann.open(ricochet(hourglass_seconds=600), 2)
    ask(ann, table, SeatBot(1, "level-1"), Start())
    ann.go(f"/table/{table}")
    ann.sees("Reveal the first target")
    why = ann.page.get_by_text(ann.says("no_you_are_playing"))
    for address in (f"/ricochet/{POSITION}", f"/practice/{POSITION}"):
        ann.go(address)
        expect(why).to_be_visible()
        for key in ("an_solve", "hint_first", "pr_show_best", "pr_like"):
            for button in ann.button(ann.says(key)).all():
                expect(button).to_be_disabled()
    ann.button(ann.says("pr_new")).click()

    expect(why).to_have_count(0)
    expect(ann.button(ann.says("hint_first"))).to_be_enabled()


def test_two_of_three_send_the_third_away(visit: Visit) -> None:
    """Everybody sees the votes; a player who is sent away cannot speak any more."""
    ann, bruno, cleo = playing(visit, "Ann", "Bruno", "Cleo")
    for visitor in (ann, bruno):
        opens_table(visitor)
    ann.button("Vote to remove: Cleo").click()
    ann.button("Yes, vote").click()
    bruno.sees("1 of 2 votes needed to remove them")
    bruno.button("Vote to remove: Cleo").click()
    bruno.button("Yes, vote").click()
    ann.sees("removed")
    expect(ann.page.get_by_role("dialog").get_by_text("Cleo")).to_have_count(1)  # and her bot
    cleo.page.get_by_role("tab", name="Chat", exact=True).click()
    says(cleo, "let me in")

    cleo.sees("You were removed from this table. You can watch.")


def test_whoever_was_removed_is_offered_another_table_until_the_host_lets_them_back(
    visit: Visit,
) -> None:
    """No button of this table that is refused; and they are told when they may come back."""
    ann, bruno, cleo = playing(visit, "Ann", "Bruno", "Cleo")
    for visitor in (ann, bruno):
        opens_table(visitor)
        visitor.button("Vote to remove: Cleo").click()
        visitor.button("Yes, vote").click()
        visitor.press("Escape")
    brings_to_an_end(ann, "end_offer")
    end_talk(bruno).get_by_role("button", name="Agree…").click()
    bruno.button("Yes, I agree").click()
    cleo.sees("You were removed from this table. The host can let you back.")
    expect(cleo.button("Join the next match")).to_have_count(0)
    expect(cleo.button("Open a new table")).to_be_visible()
    opens_table(ann)
    ann.button("Let back: Cleo").click()
    cleo.sees("You can sit at this table again.")

    expect(cleo.button("Join the next match")).to_be_visible()


def test_whoever_was_voted_out_reads_that_as_theirs(visit: Visit) -> None:
    """On a phone over what they watch, which it does not cover; they may come back for the next."""
    ann, bruno, cleo = playing(visit, "Ann", "Bruno", "Cleo")
    cleo.page.set_viewport_size(PHONE)
    for visitor in (ann, bruno):
        opens_table(visitor)
        visitor.button("Vote to remove: Cleo").click()
        visitor.button("Yes, vote").click()
        visitor.press("Escape")
    out = cleo.page.get_by_role("region", name="The others voted you out")
    anew = out.get_by_role("button", name="Open a new table").bounding_box()
    asked = prompt(cleo).bounding_box()
    assert anew is not None
    assert asked is not None
    assert anew["y"] + anew["height"] < asked["y"]
    expect(players(cleo).filter(has_text="Cleo")).to_contain_text("you")
    expect(story(cleo)).to_contain_text("The others voted you out.")
    opens_table(ann)
    ann.button("Let back: Cleo").click()
    expect(out).to_contain_text("You can sit at this table again.")
    out.get_by_role("button", name="Join the next match").click()
    expect(out).to_have_count(0)
    ann.press("Escape")
    brings_to_an_end(ann, "end_offer")
    end_talk(bruno).get_by_role("button", name="Agree…").click()
    bruno.button("Yes, I agree").click()

    expect(prompt(cleo)).to_contain_text("The others voted you out.")


def test_a_vote_can_be_taken_back(visit: Visit) -> None:
    """Then nobody is asked any more, and one may vote again."""
    ann, bruno, _ = playing(visit, "Ann", "Bruno", "Cleo")
    opens_table(ann)
    ann.button("Vote to remove: Cleo").click()
    ann.button("Yes, vote").click()
    expect(vote(bruno)).to_be_visible()
    ann.button("Take vote back: Cleo").click()
    expect(vote(bruno)).to_have_count(0)

    expect(ann.button("Vote to remove: Cleo")).to_be_visible()
    expect(table_button(bruno)).to_have_accessible_name("Table")
    expect(story(bruno)).to_contain_text("Ann takes back the vote to remove Cleo.")


def test_a_vote_on_somebody_away_ends_when_they_are_back(tmp_path: Path, chromium: Browser) -> None:
    """A bot has played for them; whoever then votes begins anew."""
    with serving(tmp_path, timeouts=Timeouts(grace=1, heartbeat=0.2, bot_pause=0)) as server:
        visit = partial(visiting, chromium, server)
        ann, bruno, cleo = playing(visit, "Ann", "Bruno", "Cleo")
        at = cleo.page.url
        cleo.go_away()
        expect(story(ann)).to_contain_text("A bot plays for Cleo until they’re back.")
        opens_table(ann)
        ann.button("Vote to remove: Cleo").click()
        ann.button("Yes, vote").click()
        expect(vote(bruno)).to_be_visible()
        cleo.page.goto(at)
        expect(vote(bruno)).to_have_count(0)
        opens_table(bruno)

        expect(bruno.button("Vote to remove: Cleo")).to_be_visible()
        expect(bruno.page.get_by_text("votes needed to remove them")).to_have_count(0)
        bruno.press("Escape")
        lapsed = "Cleo is back. The vote to remove them no longer counts."
        expect(story(bruno)).to_contain_text(lapsed)
        expect(story(cleo)).to_contain_text("You were away; a bot played for you.")


def test_the_host_sends_somebody_away_and_lets_them_back(visit: Visit) -> None:
    """Before the match; the chair is free at once."""
    (ann, bruno), _ = seated(visit, "Ann", "Bruno")
    ann.button("More: Bruno").click()
    ann.button("Remove").click()
    expect(ann.button("Let them stay")).to_be_focused()
    ann.button("Yes, remove").click()
    bruno.button("Sit down").first.click()
    bruno.sees("You were removed from this table. You can watch.")
    ann.button("Let back: Bruno").click()
    expect(ann.button("Let back: Bruno")).to_have_count(0)
    bruno.button("Sit down").first.click()

    expect(bruno.button("Stand up")).to_be_visible()


def test_a_waiting_room_fits_a_laptop(visit: Visit) -> None:
    """Whatever is said: the chat scrolls inside itself, and “Start” is no wider than it needs."""
    (ann, bruno), _ = seated(visit, "Ann", "Bruno")
    for line in range(6):
        says(bruno, f"line {line}")
        ann.sees(f"line {line}")
    start = ann.button("Start")
    expect(start).to_be_in_viewport(ratio=1)
    box = start.bounding_box()
    assert box is not None
    assert box["width"] < 400

    expect(ann.page.get_by_text("line 5")).to_be_in_viewport()
    expect(ann.button("Well done!")).to_be_in_viewport(ratio=1)
    assert ann.page.evaluate("document.documentElement.scrollHeight <= innerHeight")


def test_a_guest_on_a_phone_sees_whose_table_it_is(visit: Visit) -> None:
    """On the first screen: the game, their chair, who starts, and where to talk."""
    ann, bruno = visit("Ann"), visit("Bruno", viewport=PHONE)
    table = ann.open(ricochet(), 4)
    ann.go(f"/table/{table}")
    bruno.go(f"/table/{table}")
    bruno.button("Sit down").first.click()

    for seen in (
        bruno.page.get_by_role("heading", name="Ricochet: Ann’s table"),
        bruno.button("Stand up"),
        bruno.page.get_by_text("Ann starts the match."),
        bruno.button(bruno.says("chat_line")),
    ):
        expect(seen).to_be_in_viewport(ratio=1)


def test_a_full_room_tells_who_has_no_chair_and_who_hosts(visit: Visit) -> None:
    """The host could add one; others read what becomes of a room whose host is away."""
    ann, bruno, cleo = visit("Ann"), visit("Bruno"), visit("Cleo")
    table = ann.open(ricochet(), 2)
    ann.go(f"/table/{table}")
    bruno.go(f"/table/{table}")
    bruno.button("Sit down").click()
    ann.sees("Everyone’s here.")
    cleo.go(f"/table/{table}")
    cleo.sees(cleo.says("room_full"))
    ann.sees("Someone has no chair: they’ll watch.")
    ann.go_away()
    bruno.sees("Ann is away. If they don’t come back soon, someone else becomes host.")


def test_a_guest_on_a_phone_reads_what_the_host_changed(visit: Visit) -> None:
    """Near the top, under whose table it is, until the match starts; and how long a match is."""
    ann, bruno = visit("Ann"), visit("Bruno", viewport=PHONE)
    table = ann.open(ricochet(), 3)
    ann.go(f"/table/{table}")
    ann.sees(ann.says("start_alone"))
    ann.sees("The first with enough tokens wins. Enough is 8 tokens for two players, 6 for three")
    bruno.go(f"/table/{table}")
    ann.sees("Someone is here but hasn’t sat down yet.")
    bruno.button("Sit down").first.click()
    ann.button(ann.says("change_terms")).click()
    ann.page.get_by_role("combobox", name=ann.says("set_goal")).select_option("2")
    ann.button(ann.says("terms_save")).click()
    seats = bruno.page.get_by_role("region", name=bruno.says("chairs_title"))

    for seen in (
        bruno.page.get_by_role("heading", name="Ricochet: Ann’s table"),
        seats.get_by_text("Ann changed the rules:"),
        seats.get_by_text("The first with 2 tokens wins."),
        bruno.button("Stand up"),
    ):
        expect(seen).to_be_in_viewport(ratio=1)


def test_what_the_host_changed_is_told_by_facts(visit: Visit) -> None:
    """Another language or one more player changes no rule; a reload forgets no change."""
    (ann, bruno), table = seated(visit, "Ann", "Bruno", terms=ricochet(hourglass_seconds=60))
    rules = bruno.page.get_by_role("region", name="Ricochet")
    bruno.sees("After the first bid everyone has 60 seconds left.")
    bruno.speak("it")
    expect(rules.get_by_text("restano 60 secondi")).to_be_visible()
    expect(bruno.page.get_by_text("Ann ha cambiato le regole:")).to_have_count(0)
    ann.button(ann.says("change_terms")).click()
    ann.page.get_by_role("combobox", name=ann.says("set_goal")).select_option("2")
    ann.button(ann.says("terms_save")).click()
    bruno.sees("Ann ha cambiato le regole:")
    ann.button(ann.says("fill_with_bots")).click()
    bruno.go(f"/table/{table}")
    bruno.sees("Ann ha cambiato le regole:")
    changed = bruno.page.get_by_role("listitem").filter(has_text="2 gettoni")

    expect(changed.first).to_be_visible()
    bruno.speak("en")
    bruno.sees("Ann changed the rules:")
    expect(bruno.page.get_by_text("The first with 2 tokens wins.")).to_have_count(2)


def test_the_host_changes_how_many_chairs_there_are(visit: Visit) -> None:
    """As many as sit there stay; and nobody plays alone while somebody else sits there."""
    (ann, _), _ = seated(visit, "Ann", "Bruno")
    ann.button(ann.says("change_terms")).click()
    rules = ann.page.get_by_role("dialog")
    rules.get_by_role("button", name="2013 edition").wait_for()
    expect(rules.get_by_role("button", name="Solo")).to_have_count(0)
    chairs = rules.get_by_role("spinbutton", name=ann.says("chairs_count"))
    expect(chairs).to_have_value("3")
    chairs.fill("5")
    ann.button(ann.says("terms_save")).click()
    ann.sees("3 chairs are still free.")
    ann.button(ann.says("change_terms")).click()
    fewer = rules.get_by_role("button", name="Less: Chairs")
    for _ in range(3):
        fewer.click()
    expect(fewer).to_be_disabled()
    ann.button(ann.says("terms_save")).click()

    ann.sees("Everyone’s here.")


def test_whoever_was_in_is_told_why_they_are_asked_again(visit: Visit) -> None:
    """Other rules for the next match: nobody has agreed to those yet."""
    (ann, bruno), table = seated(visit, "Ann", "Bruno")
    ann.button(ann.says("start_match")).click()
    play(ann, table, Resign())
    bruno.button(bruno.says("rematch")).click()
    bruno.sees(bruno.says("rematch_in"))
    ann.button(ann.says("change_terms")).click()
    ann.page.get_by_role("combobox", name=ann.says("set_goal")).select_option("2")
    ann.button(ann.says("terms_save")).click()

    bruno.sees(bruno.says("rematch_anew"))
    expect(bruno.button(bruno.says("rematch"))).to_be_visible()


def test_nothing_jumps_while_people_wait(visit: Visit) -> None:
    """Neither when the last chair is filled, nor with the first line of the chat."""
    (ann, bruno), _ = seated(visit, "Ann", "Bruno")
    line = ann.page.get_by_role("textbox", name=ann.says("chat_line"))
    places = [ann.button("Start"), line, ann.button("Well done!")]
    ann.sees(ann.says("chat_quiet"))
    expect(places[-1]).to_be_visible()
    before = [place.bounding_box() for place in places]
    ann.button(ann.says("fill_with_bots")).click()
    expect(ann.button(ann.says("remove_bot"))).to_have_count(1)
    says(bruno, "Hello")
    ann.sees("Hello")

    assert before == [place.bounding_box() for place in places]


def test_the_first_page_offers_those_one_has_played_with(visit: Visit) -> None:
    """Their table, as long as they are there, without one's own name; the match is told below."""
    (ann, bruno), table = seated(visit, "Ann", "Bruno")
    ask(ann, table, Start())
    play(bruno, table, Resign())
    ann.go("/")
    tables = ann.page.get_by_role("list", name=ann.says("your_tables"))

    expect(tables.get_by_role("listitem")).to_have_text("Ricochet Play again with Bruno")


def test_somebody_is_muted_on_one_page_only(visit: Visit) -> None:
    """Also after a reload, until they are heard again; nobody is told."""
    (ann, bruno), _ = seated(visit, "Ann", "Bruno")
    says(bruno, "spam and eggs")
    ann.sees("spam and eggs")
    ann.button("More: Bruno").click()
    ann.button("Mute").click()
    ann.sees("Muting is only for you; nobody is told.")
    expect(ann.page.get_by_text("spam and eggs")).to_have_count(0)
    bruno.sees("spam and eggs")
    bruno.button("Oops!").click()
    bruno.sees("Oops!")
    expect(ann.page.get_by_text("Oops!")).to_have_count(0)
    ann.page.reload()
    ann.sees("Lines from people you muted are hidden.")
    expect(ann.page.get_by_text("spam and eggs")).to_have_count(0)
    ann.button("More: Bruno").click()
    ann.button("Unmute").click()

    ann.sees("spam and eggs")


def test_whoever_has_no_chair_any_more_plays_again(visit: Visit) -> None:
    """Nobody else is there to start."""
    ann = visit("Ann")
    table = ann.open(ricochet(), 2)
    ask(ann, table, Start())
    ann.go(f"/table/{table}")
    opens_table(ann)
    ann.button("End the match…").click()
    ann.button("Yes, end it").click()
    ann.button("Change players").click()
    ann.button("Stand up").click()

    expect(ann.page.get_by_text(ann.says("no_host"))).to_have_count(0)
    ann.button("Play again").click()
    ann.sees("Ready to begin?")


@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_an_offer_moves_and_covers_nothing(visit: Visit, size: ViewportSize) -> None:
    """RC27: whoever says no takes it off the table; whoever offered it reads that at once."""
    ann, bruno = playing(visit, "Ann", "Bruno")
    bruno.page.set_viewport_size(size)
    ann.button("Reveal the first target").click()
    expect(bruno.button("Skip this token")).to_be_in_viewport(ratio=1)
    before = (*places_of(bruno), *buttons_of(bruno))
    ann.page.clock.install()
    ends_the_match(ann)
    expect(end_talk(bruno)).to_be_in_viewport(ratio=1)

    assert before == (*places_of(bruno), *buttons_of(bruno))
    lies = end_talk(bruno).bounding_box()
    assert lies
    tabs = bruno.page.get_by_role("tablist").bounding_box()
    assert not [box for box in (*before, tabs) if box and overlap(box, lies)]
    ann.page.mouse.move(5, 5)
    ann.page.clock.fast_forward(60_000)  # it stays as long as it waits
    expect(end_talk(ann)).to_contain_text("You want to end the match")
    if size == PHONE:
        end_talk(bruno).get_by_role("button").click()
    end_talk(bruno).get_by_role("button", name="No", exact=True).click()
    expect(end_talk(bruno)).to_have_count(0)
    expect(end_talk(ann)).to_have_count(0)
    ann.sees("Bruno declines the offer.")


def test_whoever_wants_the_other_thing_asks_for_it_instead(visit: Visit) -> None:
    """RC27, RC29: there is one offer at a time."""
    ann, bruno = playing(visit, "Ann", "Bruno")
    ann.button("Reveal the first target").click()
    ends_the_match(ann)
    expect(end_talk(bruno)).to_contain_text("Ann wants to end the match")
    brings_to_an_end(bruno, "abort_offer")
    expect(end_talk(ann)).to_contain_text("Bruno would rather abort the match")
    expect(ann.page.get_by_role("status").filter(has_text="declines")).to_have_count(0)
    expect(story(ann)).to_contain_text("Bruno would rather abort the match.")
    expect(story(ann)).not_to_contain_text("Bruno declines")
    end_talk(ann).get_by_role("button", name="Agree…").click()
    ann.button("Yes, I agree").click()

    for visitor in (ann, bruno):
        expect(prompt(visitor)).to_contain_text("aborted")


def test_an_offer_put_away_waits_at_the_table(visit: Visit) -> None:
    """RC27: for those asked; whoever offered it is told again when somebody agrees."""
    ann, bruno, carme = playing(visit, "Ann", "Bruno", "Carme")
    ann.button("Reveal the first target").click()
    ends_the_match(ann)
    closes_offer(ann)
    closes_offer(bruno)
    opens_table(bruno)
    end_talk(bruno).get_by_role("button", name="Agree…").click()
    bruno.button("Yes, I agree").click()

    expect(end_talk(ann)).to_contain_text("(2 of 3)")
    expect(story(carme)).to_contain_text("Bruno agrees.")
    brings_to_an_end(carme, "resign", "resign_yes")
    ann.sees("Carme has resigned. The offer is off the table.")
    expect(end_talk(ann)).to_have_count(0)


def test_a_notice_at_a_table_leaves_the_header_free(visit: Visit) -> None:
    """On a laptop, and the board as well: it lies over the end of the log."""
    ann, bruno = playing(visit, "Ann", "Bruno")
    ends_the_match(ann)
    end_talk(bruno).get_by_role("button", name="No", exact=True).click()
    notice = ann.page.get_by_role("status").filter(has_text="Bruno declines the offer.")
    expect(notice).to_be_visible()
    lies = notice.bounding_box()
    header = ann.page.get_by_role("banner").bounding_box()
    assert lies
    assert header

    assert not [box for box in (header, *places_of(ann)) if overlap(box, lies)]


def closes_offer(visitor: Visitor) -> None:
    end_talk(visitor).get_by_role("button", name="Not now").click()
    expect(end_talk(visitor)).to_have_count(0)


def test_an_offer_is_taken_back(visit: Visit) -> None:
    """RC27: by its name."""
    ann, bruno = playing(visit, "Ann", "Bruno")
    ann.button("Reveal the first target").click()
    ends_the_match(ann)
    expect(end_talk(bruno)).to_be_visible()
    end_talk(ann).get_by_role("button", name="Take back").click()

    expect(end_talk(bruno)).to_have_count(0)
    expect(bruno.page.get_by_text("Ann would rather keep playing.").first).to_be_visible()


def buttons_of(visitor: Visitor) -> list[FloatRect]:
    """Of the header: those to the table and the chat are there on a phone only."""
    header = visitor.page.get_by_role("banner")
    named = [visitor.button(visitor.says(key)) for key in ("chat", "preferences")]
    there = [header.get_by_role("button").and_(one) for one in (table_button(visitor), *named)]
    boxes = [each.bounding_box() for one in there for each in one.all()]
    return [box for box in boxes if box]


def places_of(visitor: Visitor) -> list[FloatRect]:
    """Of what one plays with."""
    boxes = [each.bounding_box() for each in (board(visitor), controls(visitor))]
    return [box for box in boxes if box]


def test_one_line_of_the_chat_is_read_beside_reactions(visit: Visit) -> None:
    """They lie over the tabs; Escape, a choice, or anything else closes them."""
    ann, bruno = playing(visit, "Ann", "Bruno")
    ann.page.get_by_role("tab", name="Chat", exact=True).click()
    for line in ("one", "two", "three"):
        says(ann, line)
    ann.sees("three")
    smile = ann.button("Reactions")
    smile.click()
    expect(ann.page.get_by_text("three")).to_be_in_viewport(ratio=1)
    ann.press("Escape")
    expect(ann.button("Well done!")).to_have_count(0)
    smile.click()
    ann.button("Well done!").click()
    shown = bruno.page.get_by_role("listitem").filter(has_text="Well done!")
    expect(shown).to_be_in_viewport(ratio=1)
    place, drawn = shown.bounding_box(), board(bruno).bounding_box()
    assert place
    assert drawn
    assert not overlap(place, drawn)
    expect(ann.button("Well done!")).to_have_count(0)
    expect(smile).to_be_focused()
    smile.click()
    ann.page.get_by_role("textbox", name=ann.says("chat_line")).click()
    expect(ann.button("Well done!")).to_have_count(0)


def test_what_is_asked_stays_in_sight_while_one_talks(visit: Visit) -> None:
    """On a laptop nothing beside the board is scrolled for the chat, or moves under a finger."""
    ann = visit("Ann")
    table = ann.open(ricochet(), 4)
    ask(ann, table, *(SeatBot(chair, f"level-{chair}") for chair in (1, 2, 3)), Start())
    ann.go(f"/table/{table}")
    expect(prompt(ann)).to_be_in_viewport(ratio=1)
    ann.button("Reveal the first target").click()
    pad = ann.page.get_by_role("group", name=ann.says("bid_label"))
    first = pad.get_by_role("button").first
    expect(first).to_be_visible()
    before = first.bounding_box()
    ann.page.get_by_role("tab", name="Chat", exact=True).click()
    line = ann.page.get_by_role("textbox", name=ann.says("chat_line"))

    expect(line).to_be_in_viewport(ratio=1)
    expect(prompt(ann)).to_be_in_viewport(ratio=1)
    assert before == first.bounding_box()


def test_lines_that_were_not_read_are_counted(visit: Visit) -> None:
    """On the tab, until it is opened; one's own never."""
    ann, bruno = playing(visit, "Ann", "Bruno")
    bruno.page.get_by_role("tab", name="Chat", exact=True).click()
    for line in ("one", "two"):
        says(bruno, line)
    chat = ann.page.get_by_role("tab", name="Chat")
    expect(chat).to_have_accessible_name("Chat 2 new lines")
    chat.click()
    expect(chat).to_have_accessible_name("Chat")
    says(ann, "three")
    ann.page.get_by_role("tab", name="Log", exact=True).click()
    bruno.sees("three")

    expect(chat).to_have_accessible_name("Chat")


def test_everybody_at_the_table_is_listed(visit: Visit) -> None:
    """Oneself and bots, too, in sight on a laptop."""
    (ann, _), table = seated(visit, "Ann", "Bruno")
    ask(ann, table, SeatBot(2, "level-1"), Start())
    expect(prompt(ann)).to_be_visible()
    opens_table(ann)
    at_table = ann.page.get_by_role("dialog", name="Table")
    for text in ("Ann", "Bruno", "Pip"):
        row = at_table.get_by_role("listitem").filter(has_text=text)
        expect(row).to_be_in_viewport(ratio=1)
    expect(at_table.get_by_role("button", name="Copy link")).to_be_in_viewport(ratio=1)


def test_a_stranger_is_told_how_others_played(visit: Visit) -> None:
    """And is offered only what they can do."""
    (ann, bruno), table = seated(visit, "Ann", "Bruno", terms=ricochet(goal=1, hourglass_seconds=1))
    ask(ann, table, Start())
    bruno.go_away()
    expect(prompt(ann)).to_be_visible()
    wins_a_round(ann, table)
    ann.sees("How you played")
    eve = visit("Eve")
    eve.go(f"/table/{table}")
    eve.sees("How they played")
    expect(eve.button("Join the next match")).to_be_visible()
    expect(eve.button("Change players")).to_have_count(0)


def test_what_was_told_before_the_match_is_gone_when_it_starts(visit: Visit) -> None:
    """On a phone it would lie over what is new."""
    (ann, bruno), table = seated(visit, "Ann", "Bruno")
    bruno.page.set_viewport_size(PHONE)
    ask(visit("Carol"), table, Sit(2))
    told = bruno.page.get_by_text("Carol has sat down.")
    expect(told).to_be_visible()
    ann.button(ann.says("start_match")).click()
    expect(prompt(bruno)).to_be_visible()

    expect(told).to_have_count(0)
