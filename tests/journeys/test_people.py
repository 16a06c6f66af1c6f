"""Finding a game, and what a match that counts changes: as people see it."""

import re

from msgspec.structs import replace
from playwright.sync_api import Locator, expect

from tests.journeys.conftest import Visit
from tests.journeys.people import Visitor, ricochet
from tests.journeys.places import opens_all_rules, plays, prompt
from tests.journeys.played import play
from tinplate.ending import EndMatch, Resign

AT_A_TABLE = re.compile("/table/")
FLOOR = 5  # matches it takes to be listed


def looks_for(visitor: Visitor, game: str, size: str, bots: str) -> None:
    """From the first page."""
    page = visitor.page
    visitor.go("/")
    page.get_by_role("link", name="Find me a game").click()
    page.get_by_role("button", name=game, exact=True).click()
    page.get_by_label("Players at the table").select_option(size)
    page.get_by_label("bots join").select_option(bots)
    page.get_by_role("button", name="Find a game").click()


def table_of(visitor: Visitor) -> str:
    expect(visitor.page).to_have_url(AT_A_TABLE)
    return visitor.page.url.rsplit("/", 1)[-1]


def changes(visitor: Visitor) -> Locator:
    return visitor.page.get_by_role("region", name="Ratings after this match")


def test_two_people_find_each_other_and_are_rated(visit: Visit) -> None:
    """Both are taken to one table; what the match changed is told there, and lists show them."""
    ann, bob = visit("Annabel"), visit("Bobby")
    looks_for(ann, "Ricochet", "2", "never")
    expect(ann.page.get_by_role("heading", name="Looking for a game of Ricochet")).to_be_visible()
    looks_for(bob, "Ricochet", "2", "never")
    table = table_of(bob)
    assert table_of(ann) == table

    for visitor in (ann, bob):
        seats = visitor.page.get_by_role("list", name=visitor.says("players"), exact=True)
        expect(seats.get_by_role("listitem").first).to_contain_text("Rating 1500, give or take")
    play(bob, table, Resign())
    for visitor in (ann, bob):
        expect(changes(visitor).get_by_role("listitem")).to_have_count(2)
        expect(changes(visitor).get_by_role("listitem").first).to_contain_text("not sure yet")

    for _ in range(FLOOR - 1):
        for visitor in (ann, bob):
            visitor.page.get_by_role("button", name=visitor.says("rematch")).click()
        expect(changes(bob)).to_have_count(0)
        play(bob, table, Resign())
        expect(changes(ann).get_by_role("listitem")).to_have_count(2)
    ann.go("/people")
    ann.page.get_by_role("checkbox", name="not sure yet").check()
    names = ann.page.get_by_role("rowheader")
    expect(names).to_have_text([re.compile("Annabel"), re.compile("Bobby")])
    names.first.get_by_role("link").click()
    expect(ann.page.get_by_role("heading", name="Annabel")).to_be_visible()
    curve = ann.page.get_by_role("region", name="Ricochet", exact=True).first
    curve.get_by_text("All of it as a table").click()
    expect(curve.get_by_role("table").get_by_role("row")).to_have_count(FLOOR + 1)


def test_a_profile_has_results_and_replays(visit: Visit) -> None:
    """Of a match among strangers: for everybody, and from the replay one comes back."""
    ann, bob = visit("Annabel"), visit("Bobby")
    looks_for(ann, "Ricochet", "2", "never")
    looks_for(bob, "Ricochet", "2", "never")
    table = table_of(bob)
    play(bob, table, Resign())
    expect(changes(bob).get_by_role("listitem")).to_have_count(2)
    bob.go("/")
    bob.page.get_by_role("button", name="Bobby").click()
    bob.page.get_by_role("link", name="Your profile").click()
    latest = bob.page.get_by_role("region", name="Latest matches")
    while not latest.is_visible():  # it is recorded a moment after the end
        bob.page.reload()
        bob.page.get_by_role("heading", name="Bobby").wait_for()
    expect(latest.get_by_role("listitem")).to_contain_text("Place 2 of 2")
    expect(latest.get_by_role("listitem")).to_contain_text(re.compile(r"−\d+ → 1[0-4]\d\d"))
    bob.page.get_by_role("button", name="Change name or face", exact=True).click()
    named = bob.page.get_by_role("dialog").get_by_label(bob.says("your_name"))
    named.fill("Robert")
    bob.button(bob.says("save")).click()
    expect(bob.page.get_by_role("heading", name="Robert")).to_be_visible()
    results = bob.page.get_by_role("region", name="Results against each opponent")
    expect(results.get_by_role("row").nth(1)).to_contain_text("Annabel")

    latest.get_by_role("link", name="Replay").click()
    players = bob.page.get_by_role("list", name=bob.says("rp_profiles"))
    players.get_by_role("link", name="Annabel").click()
    expect(bob.page.get_by_role("heading", name="Annabel")).to_be_visible()
    expect(bob.page.get_by_text("Matches: 1 · Won: 1")).to_be_visible()


def test_one_alone_gets_bots(visit: Visit) -> None:
    """After the time they have chosen."""
    ann = visit("Annabel")
    looks_for(ann, "Rally", "3", "15")
    table = table_of(ann)
    shown = ann.http.get(f"{ann.address}/api/tables/{table}").json()
    assert [chair["bot"] is not None for chair in shown["chairs"]] == [False, True, True]
    assert shown["terms"]["speed"] == "usual"


def test_one_can_stop_looking(visit: Visit) -> None:
    """And look for something else."""
    ann = visit("Annabel")
    looks_for(ann, "Ricochet", "3", "never")
    ann.page.get_by_role("button", name="Stop looking").click()
    expect(ann.page.get_by_role("button", name="Find a game")).to_be_visible()


def test_a_search_is_seen_and_stopped_on_every_page(visit: Visit) -> None:
    """With its clock; it leads back, outlives a reload, and a stopped one does not come back."""
    ann = visit("Annabel")
    sign = ann.page.get_by_role("group", name=ann.says("quick_on"))
    looks_for(ann, "Ricochet", "3", "never")
    expect(ann.page.get_by_role("heading", name="Looking for a game of Ricochet")).to_be_visible()
    for path in ("/learn", "/puzzles", "/"):
        ann.go(path)
        expect(sign.get_by_role("timer")).to_have_text(re.compile(r"\d:\d\d"))
    sign.get_by_role("link").click()
    expect(ann.page.get_by_role("heading", name="Looking for a game of Ricochet")).to_be_visible()
    expect(sign).to_have_count(0)
    ann.go("/learn")
    with ann.page.expect_response("**/api/quick/cancel"):
        sign.get_by_role("button", name="Stop looking").click()
    expect(sign).to_have_count(0)
    assert not kept_search(ann)
    ann.page.reload()
    ann.page.get_by_role("heading", level=1).first.wait_for()

    expect(sign).to_have_count(0)


def kept_search(person: Visitor) -> str | None:
    """What a page that is loaded now would go on with."""
    kept: str | None = person.page.evaluate("localStorage.getItem('tinplate.quick')")
    return kept


def test_a_found_match_calls_on_every_page(visit: Visit) -> None:
    """Also after a reload of it."""
    ann, bob = visit("Annabel"), visit("Bobby")
    looks_for(ann, "Ricochet", "2", "never")
    ann.go("/learn")
    expect(ann.page.get_by_role("group", name=ann.says("quick_on"))).to_be_visible()
    assert kept_search(ann)
    looks_for(bob, "Ricochet", "2", "never")

    ann.sees("Your game is starting!")  # first: it is not shown for long
    assert table_of(ann) == table_of(bob)
    assert not kept_search(ann)


def test_the_first_page_leads_back_to_the_match_that_counts(visit: Visit) -> None:
    """First, whatever was begun later; once it is over, to the other one, and then to none."""
    ann, bob = visit("Annabel"), visit("Bobby")
    looks_for(ann, "Ricochet", "2", "never")
    looks_for(bob, "Ricochet", "2", "never")
    rated = table_of(bob)
    assert table_of(ann) == rated
    ann.go("/")
    plays(ann, "Ricochet", "play_solo").click()
    solo = table_of(ann)
    expect(prompt(ann)).to_be_visible()  # it has begun
    way = ann.page.get_by_role("region", name=ann.says("go_on"), exact=True).get_by_role("link")
    ann.go("/")
    expect(way).to_have_count(2)
    expect(ann.page.get_by_text(ann.says("go_on_headline"))).to_have_count(2)  # nobody's turn
    expect(way.first).to_have_attribute("href", re.compile(rated))
    expect(way.last).to_have_attribute("href", re.compile(solo))
    play(bob, rated, Resign())
    expect(way).to_have_count(1)
    expect(way).to_have_attribute("href", re.compile(solo))
    play(ann, solo, EndMatch())

    expect(way).to_have_count(0)


def test_a_host_chooses_whether_it_counts(visit: Visit) -> None:
    """The table says so, and shows the ratings of those who sit there."""
    ann = visit("Annabel")
    ann.go("/new?game=ricochet")
    ann.page.get_by_role("button", name="Open the table").click()
    opens_all_rules(ann)
    expect(ann.page.get_by_text("Matches here count for ratings")).to_be_visible()
    chairs = ann.page.get_by_role("region", name="At the table")
    expect(chairs.get_by_text("Rating 1500, give or take")).to_be_attached()


def test_rules_that_never_count_say_so_at_once(visit: Visit) -> None:
    """The box goes grey with the reason beside it, and is as it was once the rules count again."""
    ann = visit("Annabel")
    ann.go(f"/table/{ann.open(replace(ricochet(), is_rated=True), 3)}")
    ann.button(ann.says("change_terms")).click()
    box = ann.page.get_by_role("checkbox", name=ann.says("count_it"))
    expect(box).to_be_checked()
    expect(box).to_have_accessible_description(ann.says("count_it_why"))
    head, end = (
        ann.page.get_by_role("heading", name="Change the rules"),
        ann.button("Use these rules"),
    )
    before = [place.bounding_box() for place in (head, end)]
    tokens = ann.page.get_by_role("combobox", name=ann.says("set_goal"))
    tokens.select_option("2")
    expect(box).to_be_disabled()
    expect(box).not_to_be_checked()
    assert before == [place.bounding_box() for place in (head, end)]
    tokens.select_option("")
    expect(box).to_be_checked()
    ann.page.get_by_role("button", name="Beginners").click()
    expect(box).to_be_disabled()
    end.click()

    opens_all_rules(ann)
    ann.sees("Matches here do not count for ratings.")


def test_newcomers_at_a_table_look_different(newcomer: Visit) -> None:
    """All were given the same animal: whoever comes later gets another one. One chosen stays."""
    people = ann, bob, carol, dana = newcomer(), newcomer(), newcomer(), newcomer()
    for visitor, face in zip(people, ("fox", "fox", "owl", "fox"), strict=True):
        visitor.page.add_init_script(f"localStorage.setItem('tinplate.face', '{face}')")
    ann.go("/new")
    ann.button(ann.says("open_the_table")).click()
    ann.sees(ann.says("invite_title"))
    table = ann.page.url.rpartition("/")[2]
    for visitor in (carol, dana):
        visitor.go("/")
        visitor.button(visitor.says("you_title"), exact=False).click()
        if visitor is carol:
            visitor.button(visitor.says("animal_fox")).click()
        visitor.button(visitor.says("save")).click()
        expect(visitor.page.get_by_role("dialog")).to_have_count(0)
    for visitor in (bob, carol, dana):
        visitor.go(f"/table/{table}")
        visitor.button(visitor.says("sit_down")).first.click()
        expect(visitor.button(visitor.says("stand_up"))).to_be_visible()

    faces = [
        visitor.page.request.get(f"{visitor.address}/api/guest").json()["avatar"]
        for visitor in people
    ]
    assert "fox" == faces[0] == faces[2]
    assert 3 == len(set(faces))
