"""People in front of a browser, and what they see and do."""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from msgspec import to_builtins
from msgspec.json import encode
from playwright.sync_api import (
    APIRequestContext,
    Browser,
    ConsoleMessage,
    Locator,
    Page,
    ViewportSize,
    expect,
)
from playwright.sync_api import (
    TimeoutError as TooLate,
)
from websockets.sync.client import connect

from tests.catalogues import GAMES
from tests.page.messages import forms, messages
from tinplate.games.ricochet.board import Position
from tinplate.games.ricochet.motion import Move
from tinplate.games.ricochet.settings import Settings
from tinplate.games.ricochet.solver import solve
from tinplate.games.ricochet.values import State
from tinplate.lobby.values import Terms
from tinplate.wire.codec import Codec
from tinplate.wire.incoming import Hello
from tinplate.wire.outgoing import ViewMessage, read_outgoing
from tinplate.wire.resources import OpenTable

LAPTOP: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 390, "height": 844}
SMALL_PHONE: ViewportSize = {"width": 360, "height": 640}
LYING_PHONE: ViewportSize = {"width": 844, "height": 390}
TABLET: ViewportSize = {"width": 820, "height": 1180}
WIDE: ViewportSize = {"width": 1920, "height": 1080}
# Motion takes the time of a processor, which draws it here; tests about motion ask for it. So does
# keeping the page for times without a network.
USUAL: dict[str, Any] = {
    "viewport": LAPTOP,
    "locale": "en-GB",
    "reduced_motion": "reduce",
    "service_workers": "block",
}
KEYS = {"n": "ArrowUp", "e": "ArrowRight", "s": "ArrowDown", "w": "ArrowLeft"}
MOST_TABS = 60
FOCUSED = """() => {
  const at = document.activeElement;
  return (at.labels?.[0] ?? at).textContent.trim() || at.ariaLabel || "";
}"""
PAINT = "(theme) => { document.documentElement.dataset.theme = theme; }"
PATIENCE = 60_000  # milliseconds; a busy machine takes its time
SOON = 5_000  # what is there already
MOST_IDLE = 4  # pages that wait for somebody
RETRIES = 2  # on a connection that the server has just closed, since nothing was asked for long
NO_PAGE = "/icon.svg"  # of the same origin, without a script
HOLE = re.compile(r"\\\{\w+\\\}")  # as re.escape leaves it
expect.set_options(timeout=PATIENCE)

said = cache(messages)


@dataclass
class Visitor:
    """A page of one's own, and all that went wrong on it."""

    page: Page
    address: str
    language: str = "en"
    complaints: list[str] = field(default_factory=list)
    _heard: list[tuple[str, Callable[..., None]]] = field(default_factory=list)

    def hear(self, event: str, note: Callable[..., None]) -> None:
        """Of what happens on the page, until they leave: others may get the page after them."""
        page: Any = self.page
        page.on(event, note)
        self._heard.append((event, note))

    def leave(self) -> None:
        """Nothing of them is left, but what the browser has loaded."""
        page: Any = self.page
        for event, note in self._heard:
            page.remove_listener(event, note)
        page.unroute_all()
        page.context.set_offline(False)
        self.go(NO_PAGE)
        page.evaluate("localStorage.clear()")
        page.context.clear_cookies()

    def says(self, key: str) -> str:
        """What the page says in their language, up to what is filled in."""
        return next(iter(forms(said(self.language)[key]).values())).partition("{")[0].strip()

    def called(self, *keys: str) -> re.Pattern[str]:
        """All of what one of these keys says, whatever is filled in."""
        texts = [text for key in keys for text in forms(said(self.language)[key]).values()]
        return re.compile(f"^({'|'.join(HOLE.sub('.+', re.escape(text)) for text in texts)})$")

    @property
    def http(self) -> APIRequestContext:
        return self.page.context.request

    def note(self, message: ConsoleMessage) -> None:
        """What the browser forbids the page to do is a complaint, or a text that comes too late."""
        if "Content Security Policy" in message.text or "not loaded yet" in message.text:
            self.complaints.append(message.text)

    def go(self, path: str) -> None:
        self.page.goto(self.address + path)

    def go_away(self) -> None:
        """As if they had closed the page: nothing of it runs any more."""
        self.go(NO_PAGE)

    def open(self, terms: Terms, chairs: int) -> str:
        """A table of one's own, without the page; its id."""
        answer = self.http.post(
            f"{self.address}/api/tables",
            data=encode(OpenTable(terms, chairs)),
            headers={"Content-Type": "application/json"},
            max_retries=RETRIES,
        )
        assert answer.ok, answer.text()
        opened: dict[str, str] = answer.json()
        return opened["id"]

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def tab_to(self, name: str) -> None:
        """Press Tab until what is called so has the focus."""
        for _ in range(MOST_TABS):
            self.press("Tab")
            if self.page.evaluate(FOCUSED).startswith(name):
                return
        raise AssertionError(f"Tab never leads to {name}")

    def button(self, name: str, *, exact: bool = True) -> Locator:
        return self.page.get_by_role("button", name=name, exact=exact)

    def speak(self, language: str) -> None:
        """Choose another language for the page: in its head, or among the settings."""
        choices = self.page.get_by_role("combobox", name=self.says("language"), exact=True)
        seen = choices.locator("visible=true")
        if not speaks_at_once(seen, language):
            self.button(self.says("preferences")).click()
            seen.last.select_option(language)
            self.press("Escape")
        self.language = language
        expect(self.page.locator("html")).to_have_attribute("lang", language)

    def paint(self, theme: str) -> None:
        """In light or dark colours, at once where motion is reduced, without touching anything."""
        self.page.evaluate(PAINT, theme)

    def sees(self, text: str) -> None:
        expect(self.page.get_by_text(text).first).to_be_visible()


def speaks_at_once(choices: Locator, language: str) -> bool:
    """If there is room for the choice: the sign of a match may come and take it at any time."""
    if choices.count() == 0:
        return False
    try:
        choices.last.select_option(language, timeout=SOON)
    except TooLate:
        return False
    return True


def visiting(browser: Browser, address: str, name: str | None, **options: Any) -> Visitor:  # noqa: ANN401
    """Somebody with a name of their own, or none yet, in a browser that nobody has used."""
    language = str(options.get("locale", "en")).partition("-")[0]
    return arrived(opened_page(browser, **options), address, name, language)


def opened_page(browser: Browser, **options: Any) -> Page:  # noqa: ANN401
    context = browser.new_context(**{**USUAL, **options})
    context.set_default_timeout(PATIENCE)
    return context.new_page()


def arrived(page: Page, address: str, name: str | None, language: str = "en") -> Visitor:
    visitor = Visitor(page, address, language)
    visitor.hear("pageerror", lambda error: visitor.complaints.append(str(error)))
    visitor.hear("console", visitor.note)
    if name is not None:
        answer = visitor.http.post(
            f"{address}/api/guest",
            data=json.dumps({"name": name}),
            headers={"Content-Type": "application/json"},
            max_retries=RETRIES,
        )
        assert answer.ok, answer.text()
    return visitor


class Pages:
    """Pages that are used again: a browser that has loaded our scripts once need not do it twice.

    Nobody finds cookies or settings of those who were there before.
    """

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._idle: list[Page] = []

    def lend(self, viewport: ViewportSize = LAPTOP, reduced_motion: Any = "reduce") -> Page:  # noqa: ANN401
        page = self._idle.pop() if self._idle else opened_page(self._browser)
        page.set_viewport_size(viewport)
        page.emulate_media(reduced_motion=reduced_motion)
        return page

    def take_back(self, visitor: Visitor) -> None:
        if visitor.page.is_closed() or len(self._idle) == MOST_IDLE:
            visitor.page.context.close()
        else:
            visitor.leave()
            self._idle.append(visitor.page)


def ricochet(**settings: Any) -> Terms:  # noqa: ANN401
    return Terms("ricochet", to_builtins(Settings(**settings)))


def view_of(address: str, table: str) -> State:
    """The match of a table as a spectator sees it."""
    url = f"{address.replace('http', 'ws', 1)}/api/tables/{table}/socket"
    with connect(url) as socket:
        socket.send(encode(Hello()).decode())
        while True:
            message = read_outgoing(socket.recv(PATIENCE / 1000))
            if isinstance(message, ViewMessage):
                state: State = Codec(GAMES[message.game]).decode_state(bytes(message.view))
                return state


def best(address: str, table: str) -> tuple[Move, ...]:
    """A shortest solution of the round that is on."""
    state = view_of(address, table)
    assert isinstance(state.position, Position)
    moves = solve(state.position, state.settings.rule, seconds=60).moves
    assert moves is not None
    return moves


def moves_made(visitor: Visitor) -> Locator:
    """In a proof, or in moves that are tried."""
    named = visitor.page.get_by_role("list", name=visitor.called("proof_title", "try_moves"))
    return named.get_by_role("listitem")


def make(visitor: Visitor, moves: tuple[Move, ...], made: int = 0) -> None:
    """Moves by the keyboard, each once those before it are seen; so many were made before."""
    for count, move in enumerate(moves, made):
        expect(moves_made(visitor)).to_have_count(count)
        visitor.press(move.robot, KEYS[move.heading])


def wins_a_round(visitor: Visitor, table: str) -> int:
    """Turn up a token, bid a shortest solution, and show it; its moves."""
    visitor.press("Enter")
    visitor.sees("Find a route.")
    moves = best(visitor.address, table)
    visitor.press(*str(len(moves)), "Enter")
    visitor.sees(f"show your {len(moves)} move")
    make(visitor, moves)
    return len(moves)
