"""Drawings on the server: boards that people draw, save and publish in the gallery."""

import hmac
from base64 import urlsafe_b64encode
from contextlib import suppress
from hashlib import sha256

from msgspec.json import encode

from tinplate.gallery import rules
from tinplate.gallery.rules import CheckedText
from tinplate.gallery.values import (
    MAX_CHANGES,
    MAX_TEXT,
    DeleteDrawing,
    Drawing,
    DrawingCommand,
    DrawingEvent,
    DrawingFacts,
    ReportDrawing,
    Unpublish,
)
from tinplate.game import Rejected
from tinplate.lobby.values import Guest
from tinplate.pack import GamePack
from tinplate.server.counts import count_once
from tinplate.server.log_cache import LogCache
from tinplate.server.replicas import (
    Draft,
    DrawingReplica,
    DrawingState,
    drawing_head,
    drawing_kind,
)
from tinplate.store.log import Conflict, Moment, Store
from tinplate.wire.resources import SaveDrawing
from tinplate.wire.rows import Author, encode_opening

MAX_DRAWINGS = 100  # that one guest may have
PLAYS = "plays"  # a kind of log: it has a row for each match on a board
ID_BYTES = 16  # as many as those of tables
ALWAYS_ALLOWED = (Unpublish, DeleteDrawing, ReportDrawing)  # however often it was changed


class DrawingService:
    """Applies the commands of guests and of the host to the logs of drawings."""

    def __init__(self, log_cache: LogCache, key: bytes) -> None:
        self._log_cache = log_cache
        self._key = key

    async def save(self, guest: Guest, wanted: SaveDrawing, checked: CheckedText) -> str:
        """Save a new drawing. Returns its id; sent again, that of the one there is."""
        log = self._id_for(guest, wanted.id)
        if await self._log_cache.store.head(log) is not None:
            return log
        kind = drawing_kind(wanted.game)
        own = await self._log_cache.store.of_guest(guest.id, kind, is_open=True, limit=MAX_DRAWINGS)
        if len(own) == MAX_DRAWINGS:
            because = f"You have saved {MAX_DRAWINGS} drawings. Delete one first."
            raise Rejected(because, "too-many-drawings", count=MAX_DRAWINGS)
        drawing = rules.save_drawing(wanted.game, guest, wanted.name, checked)
        now = self._log_cache.clock()
        head = drawing_head(log, DrawingState(drawing, now, None), 0)
        with suppress(Conflict):  # the same request has just been served
            await self._log_cache.open(head, encode_opening(drawing))
        return log

    async def act(
        self,
        replica: DrawingReplica,
        guest: Guest,
        command: DrawingCommand,
        id_: str,
        checked: CheckedText,
    ) -> None:
        """Do something with a drawing, or raise Rejected."""
        by = Author(guest.id, id_)

        def judge() -> tuple[Draft[DrawingEvent], ...]:
            if not isinstance(command, ALWAYS_ALLOWED) and replica.version >= MAX_CHANGES:
                because = f"It was changed {MAX_CHANGES} times. Save a copy and change that."
                raise Rejected(because, "too-many-changes", count=MAX_CHANGES)
            return self._drafts(rules.decide(replica.drawing, guest, command, checked), by)

        await self._log_cache.write(replica, by, judge)

    async def hide(self, replica: DrawingReplica, *, is_hidden: bool) -> None:
        """The host hides a drawing, or keeps it."""
        await self._log_cache.write(
            replica,
            None,
            lambda: self._drafts(rules.hide(replica.drawing, is_hidden=is_hidden), None),
        )

    def _drafts(
        self, events: tuple[DrawingEvent, ...], by: Author | None
    ) -> tuple[Draft[DrawingEvent], ...]:
        return (Draft(self._log_cache.clock(), events, by),) if events else ()

    def _id_for(self, guest: Guest, command: str) -> str:
        """The same for the same request of the same guest; nobody else can compute it."""
        text = encode([guest.id, command])
        digest = hmac.digest(self._key, text, "sha256")[:ID_BYTES]
        return urlsafe_b64encode(digest).decode().rstrip("=")


def read_text(pack: GamePack, text: str) -> CheckedText:
    """The text as its game writes it, not measured yet. BadDrawing or Rejected if it is no good."""
    if len(text) > MAX_TEXT:
        raise _too_long()
    drawn = pack.read_drawing(text)
    if len(drawn.text) > MAX_TEXT:
        raise _too_long()
    board = _digest(pack, drawn.board)
    return CheckedText(drawn.text, DrawingFacts(board, drawn.width, drawn.height, drawn.seats))


def _digest(pack: GamePack, board: str) -> str:
    return sha256(encode([pack.name, board])).hexdigest()


def plays_log(board: str) -> str:
    return f"{PLAYS} {board}"  # ids have no spaces


async def count_play(
    store: Store, pack: GamePack, settings: object, match: str, now: Moment
) -> None:
    """A match begins: if somebody drew its board, it counts for that, once."""
    board = pack.drawing_in(settings)
    if board is not None:
        await count_once(store, PLAYS, plays_log(_digest(pack, board)), match, now)


def as_saved(drawing: Drawing) -> CheckedText:
    return CheckedText(drawing.text, drawing.facts)


def _too_long() -> Rejected:
    because = f"A drawing has at most {MAX_TEXT} characters."
    return Rejected(because, "drawing-too-long", count=MAX_TEXT)
