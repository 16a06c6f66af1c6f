"""Measured outlooks, cached in memory and on disk."""

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
from tinplate.games.rally.outlook.choosing import Outlook
from tinplate.games.rally.outlook.programs import Ground
from tinplate.games.rally.outlook.table import (
    digest,
    ground_of,
    guess,
    is_valid,
    measure,
    sample_hands,
)
from tinplate.games.rally.settings import HouseRules

MOST_IN_MEMORY = 64  # outlooks, of half a megabyte each

_measured: dict[str, Outlook] = {}  # by digest, the newest last
_one_at_a_time = threading.Lock()


def load_or_guess(course: Course, settings: HouseRules) -> Outlook:
    """The measured outlook if it is cached, otherwise a guess; never measures."""
    return _load(course, settings) or guess(course, settings)


def load_or_measure(
    course: Course, settings: HouseRules, progress: Progress = lambda _: None
) -> Outlook:
    """The measured outlook; measuring a large course takes half a minute."""
    with _one_at_a_time:
        known = _load(course, settings)
        if known is None:
            known = measure(course, settings, progress)
            name = digest(known.ground, settings.deck)
            _remember(name, known)
            _write(name, known)
    return known


def measure_drawing(course: Course, settings: HouseRules, progress: Progress) -> Outlook | None:
    """The same for a course that will change in a moment: nothing is written to disk.

    None while another course is measured: whoever draws can ask again.
    """
    known = _load(course, settings)
    if known is not None or not _one_at_a_time.acquire(blocking=False):
        return known
    try:
        known = measure(course, settings, progress)
        _remember(digest(known.ground, settings.deck), known)
        return known
    finally:
        _one_at_a_time.release()


def _load(course: Course, settings: HouseRules) -> Outlook | None:
    """From memory or from disk."""
    ground = ground_of(course, settings)
    name = digest(ground, settings.deck)
    known = _measured.get(name)
    if known is None:
        known = _read(name, ground, settings)
        if known is not None:
            _remember(name, known)
    return known


def _remember(name: str, outlook: Outlook) -> None:
    """Users can draw any number of courses, so the oldest outlooks stay only on disk."""
    _measured[name] = outlook
    for oldest in list(_measured)[:-MOST_IN_MEMORY]:
        _measured.pop(oldest, None)


def cache_file(course: Course, settings: HouseRules) -> Path:
    """Where the outlook of a course is cached."""
    return _file(digest(ground_of(course, settings), settings.deck))


def _file(name: str) -> Path:
    return user_cache_path("tinplate", appauthor=False) / "outlook" / f"{name}.npz"


def _read(name: str, ground: Ground, settings: HouseRules) -> Outlook | None:
    """From disk; None if the file is missing or damaged."""
    try:
        with np.load(_file(name), allow_pickle=False) as file:
            found = Outlook(
                ground,
                file["turns"],
                file["turns_running"],
                sample_hands(settings.deck),
                file["policy"],
            )
    except (OSError, ValueError, EOFError, KeyError, TypeError, BadZipFile):
        return None
    return found if is_valid(found) else None


def _write(name: str, outlook: Outlook) -> None:
    """Write the whole file or nothing. If that fails, the outlook is cached in memory only."""
    path = _file(name)
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, draft = tempfile.mkstemp(dir=path.parent, suffix=".draft")
        try:
            with os.fdopen(handle, "wb") as file:
                np.savez_compressed(
                    file,
                    turns=outlook.turns,
                    turns_running=outlook.turns_running,
                    policy=outlook.policy,
                )
            Path(draft).replace(path)
        except OSError:
            Path(draft).unlink(missing_ok=True)
