"""What is being played now, at any table: the server solves nothing that is like it."""

from collections.abc import Iterable, Sequence

from tinplate.game import Rejected
from tinplate.pack import Subject
from tinplate.server.log_cache import LogCache
from tinplate.store.log import Moment

MAX_SILENCE = 24 * 60 * 60 * 1000  # milliseconds; a match without an entry for a day is over


class BeingPlayed(Rejected):
    """An answer would help in a running match."""

    def __init__(self) -> None:
        because = "This is too much like what is being played at a table. Try again later."
        super().__init__(because, "being-played")


async def refuse_chosen(log_cache: LogCache, game: str, settings: object, but: str | None) -> None:
    """BeingPlayed if what was chosen with the settings is like a running match, but for one."""
    subject = log_cache.catalogue.pack(game).subject_of(settings)
    if subject is not None:
        refuse_alike(subject, await running_matches(log_cache, subject, but))


async def running_matches(
    log_cache: LogCache, subject: Subject, but: str | None = None
) -> list[tuple[str, ...]]:
    """The topics of those that may be like the subject, but for one match."""
    since = Moment(max(0, log_cache.clock() - MAX_SILENCE))
    heads = await log_cache.store.about(subject.topics, since=since)
    return [head.topics for head in heads if head.log != but]


def refuse_alike(subject: Subject, live: Iterable[Sequence[str]]) -> None:
    """BeingPlayed if the subject is like one of the matches with these topics."""
    if any(map(subject.is_alike, live)):
        raise BeingPlayed
