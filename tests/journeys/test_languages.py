"""Every page in every language: all of it is translated, and nothing is cut off."""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.journeys.conftest import Visit
from tests.journeys.people import LAPTOP, PHONE, Visitor, best, make, ricochet
from tests.journeys.places import board, ready
from tests.journeys.played import ask
from tests.page.messages import LOCALES, messages, texts
from tinplate.lobby.values import Start

POSITION = "G1R2B2Y2_ro5,ga14,bl14,yj16_red-triangle"
UNLIKE = "G3R3B3Y3"  # a board of a match that does not forbid solutions of the position
LOW_LAPTOP = ViewportSize(width=1366, height=768)
SIZES = {"phone": PHONE, "laptop": LAPTOP}
SETTLING = 20  # looks until what is cut off stays so
ENGLISH = re.compile(r"(?i)\b(the|your|with|you|this|and|of|is|not|moves?|tokens?|bids?)\b")
KEYS = frozenset(messages("en"))
THE_END = "ln_end_left"  # of those who skipped lessons; the lessons of all games share it
LESSONS = [
    *(key for key in messages("en") if re.fullmatch(r"ln_(?!end_)\w+_title", key)),
    THE_END,
]

# All words of the page, also those for ears, and of its title; what the server or an author of a
# course says is marked as another language.
WORDS = """() => {
  const found = [document.title];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const {parentElement: inside, data} = walker.currentNode;
    if (!inside.closest('noscript, script, style, body [lang]')) found.push(data);
  }
  for (const name of ['aria-label', 'title', 'placeholder'])
    for (const one of document.querySelectorAll(`[${name}]`)) found.push(one.getAttribute(name));
  return found.map((text) => text.trim()).filter((text) => text);
}"""
# Whatever does not fit its place, once the page is drawn at its new size. A name may end in an
# ellipsis; a list to choose from has to be as wide as it would be by itself.
CUT = """async () => {
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  const cut = [];
  const note = (what, why) => cut.push(`${why}: ${what.textContent.trim().slice(0, 60)}`);
  const isForEars = ({position, clipPath, top}) =>
    position === 'absolute' && (clipPath !== 'none' || parseFloat(top) < 0);
  const shown = new Map([[null, true]]);  // asked for every element and all that it is in
  const isShown = (one) => {
    if (!shown.has(one))
      shown.set(one, isShown(one.parentElement) && !isForEars(getComputedStyle(one)));
    return shown.get(one);
  };
  const isSeen = (one) => one.checkVisibility() && isShown(one);
  const isFrame = (one) => {
    const {display, borderTopWidth, backgroundColor} = getComputedStyle(one);
    const isPainted = parseFloat(borderTopWidth) > 0 || !backgroundColor.endsWith(', 0)');
    return one.matches('body, button, dialog, header, main') || (display !== 'inline' && isPainted);
  };
  const frameOf = (one) => (isFrame(one) ? one : frameOf(one.parentElement));
  const isWithin = (inner, outer) => inner.left >= outer.left - 1 && inner.right <= outer.right + 1;

  if (document.documentElement.scrollWidth > innerWidth) cut.push('the page scrolls sideways');
  for (const one of document.body.querySelectorAll('*:not(svg *)')) {
    const {overflowX, overflowY, textOverflow} = getComputedStyle(one);
    if (!isSeen(one)) continue;
    if (one.tagName === 'SELECT') continue;
    if (overflowX !== 'visible' && one.clientWidth && textOverflow !== 'ellipsis'
        && one.scrollWidth > one.clientWidth + 1) {
      note(one, `${one.scrollWidth} wide in ${one.clientWidth}`);
    } else if (['hidden', 'clip'].includes(overflowY) && one.clientHeight
        && one.scrollHeight > one.clientHeight + 1) {
      note(one, `${one.scrollHeight} high in ${one.clientHeight}`);
    }
  }
  const choices = [...document.querySelectorAll('select')].filter(isSeen);
  const free = choices.map((one) => {
    const alone = one.cloneNode(true);
    alone.value = one.value;  // some are as wide as what is chosen
    alone.style.cssText = 'position: absolute; width: auto; max-width: none';
    return alone;
  });
  choices.forEach((one, at) => one.after(free[at]));  // all at once: the page is laid out once
  choices.forEach((one, at) => {
    if (free[at].offsetWidth > one.offsetWidth + 1) note(one, 'an option is too long');
  });
  for (const alone of free) alone.remove();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (texts.nextNode()) {
    const text = texts.currentNode;
    const parent = text.parentElement;
    if (!text.data.trim() || parent.closest('svg, select') || !isSeen(parent)) continue;
    if (getComputedStyle(parent).textOverflow === 'ellipsis') continue;
    range.selectNodeContents(text);
    if (!isWithin(range.getBoundingClientRect(), frameOf(parent).getBoundingClientRect()))
      note(text, 'the text sticks out');
  }
  return cut;
}"""

# What hangs out of a card of the page, or lies on what is above it. What is in a list scrolls.
HANGING = """() =>
  [...document.querySelectorAll('main section[aria-labelledby]')].flatMap((card) => {
  const bottom = (one) => one.getBoundingClientRect().bottom;
  const parts = [...card.children].filter((one) => one.checkVisibility());
  const isInside = (one) =>
    one.checkVisibility() && one.offsetWidth > 1 && !one.closest('[tabindex], svg');
  const outside = [...card.querySelectorAll('*')].filter(
    (one) => isInside(one) && bottom(one) > bottom(card) - 2);
  const over = parts.filter(
    (one, at) => at && one.getBoundingClientRect().top < bottom(parts[at - 1]) - 1
      && one.getBoundingClientRect().left < parts[at - 1].getBoundingClientRect().right - 1);
  return [...outside, ...over].map((one) => one.textContent.trim());
})"""
LOOK = f"async () => [await ({CUT})(), ({WORDS})()]"


class Reader:
    """Somebody who reads every page in every language, and notes what is wrong."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor = visitor
        self.slips: list[str] = []

    def sees(self, key: str) -> None:
        self.visitor.sees(self.visitor.says(key))

    def click(self, key: str) -> None:
        self.visitor.button(self.visitor.says(key)).first.click()

    def read(self, place: str) -> None:
        """Look at the page as it is now, in every language, on a phone and on a laptop.

        The last one stays.
        """
        for language in LOCALES:
            self.visitor.speak(language)
            for size, viewport in SIZES.items():
                self.visitor.page.set_viewport_size(viewport)
                self.look(f"{place}, {language}, {size}")

    def look(self, place: str) -> None:
        cut, words = self.visitor.page.evaluate(LOOK)
        for _ in range(SETTLING):  # a busy browser draws a new size a little later
            if not cut:
                break
            self.visitor.page.wait_for_timeout(100)
            cut, words = self.visitor.page.evaluate(LOOK)
        self.slips += [f"{place}: {slip}" for slip in (*self._misread(words), *cut)]

    def _misread(self, words: Sequence[str]) -> Iterator[str]:
        language = self.visitor.language
        for text in words:
            if KEYS & set(re.findall(r"\w+_\w+", text)) or re.search(r"[{}]|undefined", text):
                yield f"raw: {text}"
            if language != "en" and (text in foreign(language) or ENGLISH.search(text)):
                yield f"English: {text}"


@cache
def foreign(language: str) -> set[str]:
    """What is English, and nothing else in that language."""
    return {text for _, text in texts("en")} - {text for _, text in texts(language)}


@pytest.fixture
def reader(visit: Visit) -> Iterator[Reader]:
    reader = Reader(visit("Ann"))
    yield reader

    assert [] == reader.slips


@contextmanager
def sheet_of_help(reader: Reader) -> Iterator[None]:
    reader.visitor.press("?")
    reader.sees("key_help")
    yield
    reader.visitor.press("Escape")


@pytest.mark.parametrize("language", LOCALES)
def test_the_page_speaks_the_language_of_the_browser(visit: Visit, language: str) -> None:
    """Without being told to; and what was chosen stays chosen."""
    ann = visit("Ann", locale=language)
    ann.go("/")
    ann.sees(ann.says("home_title"))
    expect(ann.page.locator("html")).to_have_attribute("lang", language)
    other = LOCALES[LOCALES.index(language) - 1]
    ann.speak(other)
    ann.page.reload()

    ann.sees(ann.says("home_title"))
    expect(ann.page.locator("html")).to_have_attribute("lang", other)


def test_pages_are_whole(reader: Reader) -> None:
    """Home, a new table, the sheet of help, an address that leads nowhere."""
    reader.visitor.go("/")
    reader.sees("no_open_tables")
    reader.read("home")
    with sheet_of_help(reader):
        reader.read("help")
    reader.visitor.go("/new")
    reader.visitor.page.get_by_text(reader.visitor.says("more_rules")).click()
    reader.sees("set_goal_why")
    reader.read("new: Ricochet")
    reader.visitor.button("Rally").click()
    reader.visitor.page.get_by_text(reader.visitor.says("rs_all")).press(
        "Enter"
    )  # drawings above it still come
    reader.sees("ra_set_last_why")
    reader.read("new: Rally")
    reader.visitor.go("/nowhere")
    reader.sees("nothing_here")
    reader.read("nowhere")
    reader.visitor.go("/table/nowhere")
    reader.sees("no_such_table")
    reader.read("no table")


@pytest.mark.parametrize("size", [LAPTOP, LOW_LAPTOP], ids=["laptop", "low laptop"])
def test_the_way_back_to_a_match_changes_its_language(visit: Visit, size: ViewportSize) -> None:
    """At once, all of it; and however long the words are, every card holds what is in it."""
    ann = visit("Ann", viewport=size)
    ann.open(ricochet(), 3)
    ask(ann, ann.open(ricochet(), 1), Start())
    ann.go("/")
    ready(ann, "home")
    for language in LOCALES:
        ann.speak(language)
        way = ann.page.get_by_role("region", name=ann.says("go_on"), exact=True)
        expect(way).to_contain_text(ann.says("go_on_headline"))
        expect(way).to_contain_text(ann.says("rc_round").format(number=1))
        expect(ann.page.get_by_role("region", name=ann.says("your_games"))).to_be_visible()
        assert [] == ann.page.evaluate(HANGING), language


def test_boards_are_whole(reader: Reader) -> None:
    """Analysis in its three modes, and practice."""
    reader.visitor.go(f"/ricochet/{POSITION}")
    reader.sees("an_set_up_how")
    reader.read("analysis: set up")
    reader.click("an_try")
    reader.visitor.press("b", "ArrowUp")
    reader.read("analysis: try")
    reader.click("an_solve")
    reader.sees("best_was")
    reader.read("analysis: solve")
    reader.visitor.go(f"/practice/{POSITION}")
    reader.sees("pr_how")
    reader.read("practice")


def walk_through_lessons(reader: Reader, address: str, titles: Sequence[str]) -> None:
    """In every language on a phone, from the first to the end."""
    visitor = reader.visitor
    visitor.go(address)
    for language in LOCALES:
        visitor.speak(language)
        visitor.page.set_viewport_size(PHONE)
        for key in titles:
            title = visitor.page.get_by_role("heading", name=visitor.called(key), level=1)
            expect(title).to_be_visible()
            if key != THE_END:
                expect(board(visitor)).to_be_visible()  # and nothing moves under a finger
            reader.look(f"{key}, {language}")
            if key != THE_END:
                reader.click("ln_skip")
        visitor.page.set_viewport_size(LAPTOP)
        reader.click("ln_again")


def test_lessons_are_whole(reader: Reader) -> None:
    """Every lesson of Ricochet."""
    walk_through_lessons(reader, "/learn", LESSONS)


def test_a_table_is_whole(reader: Reader, server: str) -> None:
    """The waiting room, and a round from its token to its winner, with all that was told."""
    visitor = reader.visitor
    table = visitor.open(ricochet(board=UNLIKE, hourglass_seconds=1, goal=1, proof_seconds=600), 2)
    visitor.go(f"/table/{table}")
    reader.sees("invite_title")
    reader.read("waiting room")
    reader.click("start_match")
    reader.sees("before_first")
    reader.read("pause")
    visitor.press("Enter")
    reader.sees("say_think")
    reader.read("thinking")
    moves = best(server, table)
    visitor.press(*str(len(moves)), "Enter")
    reader.sees("say_prove_you")
    reader.read("proving")
    make(visitor, moves)
    reader.sees("you_win")
    rounds = visitor.page.get_by_role("list", name=visitor.says("fin_rounds"))
    rounds.get_by_role("button").first.click()
    reader.sees("best_was")
    reader.read("over")
    for tab in ("story", "chat"):
        visitor.page.get_by_role("tab", name=visitor.says(tab)).click()
        expect(visitor.page.get_by_role("tabpanel")).to_be_visible()
        reader.read(tab)
