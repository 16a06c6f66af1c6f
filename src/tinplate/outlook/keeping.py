"""Tables of courses that were measured once: in memory, and on disk for the next time."""

import os
import tempfile
import threading
from contextlib import suppress
from pathlib import Path

import numpy as np
from platformdirs import user_cache_path

from tinplate.outlook import kernels as o
from tinplate.outlook.table import (
    Progress,
    digest,
    ground_of,
    guess,
    measure,
    sample_hands,
    shape_of,
)
from tinplate.rally.course import Course
from tinplate.rally.settings import Settings

_measured: dict[str, o.Outlook] = {}  # by digest
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
            _measured[name] = known
            _write(name, np.stack([known.worth, known.going]))
    return known


def _known(course: Course, settings: Settings) -> o.Outlook | None:
    """What is in memory or on disk."""
    ground = ground_of(course, settings)
    name = digest(ground, settings.deck)
    if name not in _measured and (found := _read(name, ground, settings)) is not None:
        _measured[name] = found
    return _measured.get(name)


def file_of(course: Course, settings: Settings) -> Path:
    """Where the table of a course is kept."""
    return _file(digest(ground_of(course, settings), settings.deck))


def _file(name: str) -> Path:
    return user_cache_path("tinplate", appauthor=False) / "outlook" / f"{name}.npy"


def _read(name: str, ground: o.Ground, settings: Settings) -> o.Outlook | None:
    """What is on disk, if it is whole; what is broken is made anew."""
    try:
        both = np.load(_file(name), allow_pickle=False)
    except (OSError, ValueError, EOFError):
        return None
    if both.shape != (2, *shape_of(ground)) or both.dtype != np.float32:
        return None
    if not np.isfinite(both).all():
        return None
    return o.Outlook(ground, both[0], both[1], sample_hands(settings.deck))


def _write(name: str, both: o.Floats) -> None:
    """All of it or nothing. Where nothing can be written the table lives as long as the process."""
    path = _file(name)
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, draft = tempfile.mkstemp(dir=path.parent, suffix=".draft")
        try:
            with os.fdopen(handle, "wb") as file:
                np.save(file, both)
            Path(draft).replace(path)
        except OSError:
            Path(draft).unlink(missing_ok=True)
