"""What the server logs: one line per event, for people or for machines.

Reading the logs must not let anyone join a private table, impersonate a guest or reach the
database. So ids are replaced by short hashes and passwords are removed from addresses, in error
messages too.
"""

import hashlib
import logging
import re
import time
from collections import Counter
from collections.abc import Callable
from typing import Literal, TextIO

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

Level = Literal["debug", "info", "warning", "error"]
# Libraries that would log ids of tables, or chat.
VERBOSE_LOGGERS = (
    "uvicorn",
    "uvicorn.error",
    "websockets",
    "asyncio",
    "sqlalchemy",
    "alembic",
    "redis",
)
# Lines that any client can cause as often as it likes.
NOISE = ("Invalid HTTP request received.", "Invalid UTF-8 sequence received from client.")
# Logged for each new connection while the process has no file descriptors left.
OUT_OF_FILES = "socket.accept() out of system resource"
MINUTE = 60.0  # seconds
MAX_KINDS = 1_000  # of trouble that we tell apart
_PASSWORD = re.compile(r"(://[^\s:/@]*):\S+@")
# Ids, cookies and keys: long words in mixed case. A few class names match too.
_SECRET = re.compile(r"(?<![\w-])(?=[\w-]*[A-Z])(?=[\w-]*[a-z])[A-Za-z0-9_-]{22,}(?![\w-])")


def mark(secret: str) -> str:
    """A short hash by which an id can be followed through the logs, but not recovered."""
    return hashlib.sha256(secret.encode()).hexdigest()[:8]


def set_up_logging(level: Level, stream: TextIO) -> None:
    """Log to the stream: readable text on a terminal, JSON everywhere else."""
    logging.basicConfig(handlers=[_handler(stream)], level=level.upper(), force=True)
    for name in VERBOSE_LOGGERS:
        logging.getLogger(name).setLevel(logging.WARNING)
    logging.getLogger("uvicorn.error").addFilter(_is_not_noise)


def _is_not_noise(record: logging.LogRecord) -> bool:
    return record.msg not in NOISE


class OncePerMinute(logging.Filter):
    """Allows one line a minute for each kind of trouble, and counts those it keeps back.

    Trouble comes in floods: every command fails while a disk is full, and a log that fills the disk
    makes it worse.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._quiet_until: dict[tuple[str, ...], float] = {}
        self._kept_back = Counter[tuple[str, ...]]()

    def filter(self, record: logging.LogRecord) -> bool:
        if record.levelno < logging.WARNING:
            return True
        kind, now = _kind_of(record), self._clock()
        if now < self._quiet_until.get(kind, 0):
            self._kept_back[kind] += 1
            return False
        if len(self._quiet_until) >= MAX_KINDS:  # a library that writes ids into its texts
            self._quiet_until.clear()
            self._kept_back.clear()
        self._quiet_until[kind] = now + MINUTE
        if repeated := self._kept_back.pop(kind, 0):
            record.repeated = repeated
        return True


def _kind_of(record: logging.LogRecord) -> tuple[str, ...]:
    """What is written before values are filled in; of an error, its type and place as well."""
    text = OUT_OF_FILES if str(record.msg).startswith(OUT_OF_FILES) else str(record.msg)
    kind = (record.name, text, str(getattr(record, "trouble", "")))
    error = record.exc_info[1] if record.exc_info else None
    if error is None:
        return kind
    place = error.__traceback__
    while place is not None and place.tb_next is not None:
        place = place.tb_next
    return (*kind, type(error).__name__, str(place.tb_lineno if place else 0))


def _handler(stream: TextIO) -> logging.Handler:
    handler = logging.StreamHandler(stream)
    handler.addFilter(OncePerMinute())
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[
                structlog.stdlib.add_log_level,
                structlog.stdlib.add_logger_name,
                structlog.stdlib.ExtraAdder(),
                structlog.processors.TimeStamper(fmt="iso", utc=True),
            ],
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                *(_FOR_PEOPLE if stream.isatty() else _FOR_MACHINES),
            ],
        )
    )
    return handler


def _without_secrets(_: WrappedLogger, __: str, event: EventDict) -> EventDict:
    for name, value in event.items():
        if isinstance(value, str):
            without_password = _PASSWORD.sub(r"\1:...@", value)
            event[name] = _SECRET.sub(lambda found: mark(found[0]), without_password)
    return event


_FOR_PEOPLE: list[Processor] = [
    _without_secrets,
    # A prettier traceback would show values of variables, which may be secrets.
    structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback),
]
_FOR_MACHINES: list[Processor] = [
    structlog.processors.format_exc_info,
    _without_secrets,
    structlog.processors.JSONRenderer(ensure_ascii=False),
]
