"""What the house writes about itself: one line an event, for people or for machines.

Who can read the logs must not be able to join a private table, be somebody else, or reach the
database. So ids are shortened to marks, and passwords in addresses are blotted out, also where
an error tells of them.
"""

import hashlib
import logging
import re
import time
from typing import Literal, TextIO

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

Level = Literal["debug", "info", "warning", "error"]
# Libraries that would tell ids of tables and what was said there.
TALKATIVE = ("uvicorn", "uvicorn.error", "websockets", "asyncio", "sqlalchemy", "alembic", "redis")
# What strangers can make the server say as often as they like.
NOISE = ("Invalid HTTP request received.", "Invalid UTF-8 sequence received from client.")
# What they can make it say when all files of the process are open: once for each that wants in.
OUT_OF_FILES = "socket.accept() out of system resource"
A_MINUTE = 60.0  # seconds
_PASSWORD = re.compile(r"(://[^\s:/@]*):\S+@")
# Ids, cookies and keys: long, in letters of both kinds. So are a few names of classes, alas.
_SECRET = re.compile(r"(?<![\w-])(?=[\w-]*[A-Z])(?=[\w-]*[a-z])[A-Za-z0-9_-]{22,}(?![\w-])")


def mark(secret: str) -> str:
    """Always the same for the same id, and no way back to it: enough to follow it in the logs."""
    return hashlib.sha256(secret.encode()).hexdigest()[:8]


def set_up_logs(level: Level, stream: TextIO) -> None:
    """Write to the stream: readable on a terminal, JSON everywhere else."""
    logging.basicConfig(handlers=[_handler(stream)], level=level.upper(), force=True)
    for name in TALKATIVE:
        logging.getLogger(name).setLevel(logging.WARNING)
    logging.getLogger("uvicorn.error").addFilter(_is_no_noise)
    logging.getLogger("asyncio").addFilter(_seldom)


def _is_no_noise(record: logging.LogRecord) -> bool:
    return record.msg not in NOISE


class _Seldom(logging.Filter):
    """Lets it be said once a minute that there are no more files."""

    def __init__(self) -> None:
        super().__init__()
        self._silent_until = 0.0

    def filter(self, record: logging.LogRecord) -> bool:
        if not str(record.msg).startswith(OUT_OF_FILES):
            return True
        now = time.monotonic()
        if now < self._silent_until:
            return False
        self._silent_until = now + A_MINUTE
        return True


_seldom = _Seldom()


def _handler(stream: TextIO) -> logging.Handler:
    handler = logging.StreamHandler(stream)
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
            blotted = _PASSWORD.sub(r"\1:...@", value)
            event[name] = _SECRET.sub(lambda found: mark(found[0]), blotted)
    return event


_FOR_PEOPLE: list[Processor] = [
    _without_secrets,
    # Values of variables, which a prettier traceback shows, may be secrets.
    structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback),
]
_FOR_MACHINES: list[Processor] = [
    structlog.processors.format_exc_info,
    _without_secrets,
    structlog.processors.JSONRenderer(ensure_ascii=False),
]
