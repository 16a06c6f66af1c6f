"""Tables of courses that were measured once: in memory, and on disk for the next time."""

import os
import tempfile
import threading
from contextlib import suppress
from pathlib import Path
from zipfile import BadZipFile

import numpy as np
from platformdirs import user_cache_path

from tinplate.game import Progress
from tinplate.games.rally.course import Course
from tinplate.games.rally.outlook import kernels as o
from tinplate.games.rally.outlook.table import (
    digest,
    ground_of,
    guess,
    is_table,
    measure,
    sample_hands,
)
from tinplate.games.rally.settings import Settings

MOST_IN_MEMORY = 64  # tables, of half a megabyte each

_measured: dict[str, o.Outlook] = {}  # by digest, the latest last
_one_at_a_time = threading.Lock()


def outlook_now(course: Course, settings: Settings) -> o.Outlook:
    """The measured table if there is one; nobody waits for it: else a guess."""
    return _known(course, settings) or guess(course, settings)


def measured(course: Course, settings: Settings, progress: Progress = lambda _: None) -> o.Outlook:
    """The table, however long it takes: half a minute for a large course."""
    with _one_at_a_time:
        known = _known(course, settings)
        if known is None:
            known = measure(course, settings, progress)
            name = digest(known.ground, settings.deck)
            _remember(name, known)
            _write(name, known)
    return known


def _known(course: Course, settings: Settings) -> o.Outlook | None:
    """What is in memory or on disk."""
    ground = ground_of(course, settings)
    name = digest(ground, settings.deck)
    known = _measured.get(name)
    if known is None:
        known = _read(name, ground, settings)
        if known is not None:
            _remember(name, known)
    return known


def _remember(name: str, outlook: o.Outlook) -> None:
    """Courses are drawn by anybody: those that came first are forgotten, and are on disk."""
    _measured[name] = outlook
    for oldest in list(_measured)[:-MOST_IN_MEMORY]:
        _measured.pop(oldest, None)


def file_of(course: Course, settings: Settings) -> Path:
    """Where the table of a course is kept."""
    return _file(digest(ground_of(course, settings), settings.deck))


def _file(name: str) -> Path:
    return user_cache_path("tinplate", appauthor=False) / "outlook" / f"{name}.npz"


def _read(name: str, ground: o.Ground, settings: Settings) -> o.Outlook | None:
    """What is on disk, if it is whole; what is broken is made anew."""
    try:
        with np.load(_file(name), allow_pickle=False) as file:
            found = o.Outlook(
                ground,
                file["worth"],
                file["going"],
                sample_hands(settings.deck),
                file["habits"],
            )
    except (OSError, ValueError, EOFError, KeyError, TypeError, BadZipFile):
        return None
    return found if is_table(found) else None


def _write(name: str, outlook: o.Outlook) -> None:
    """All of it or nothing. Where nothing can be written the table lives as long as the process."""
    path = _file(name)
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, draft = tempfile.mkstemp(dir=path.parent, suffix=".draft")
        try:
            with os.fdopen(handle, "wb") as file:
                np.savez_compressed(
                    file, worth=outlook.worth, going=outlook.going, habits=outlook.habits
                )
            Path(draft).replace(path)
        except OSError:
            Path(draft).unlink(missing_ok=True)
