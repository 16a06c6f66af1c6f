"""The addresses of databases."""

import re
from pathlib import Path

from platformdirs import user_data_path
from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from tinplate.game import Malformed

EXPECTED = "expected sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME"
DRIVERS = {
    "sqlite": "sqlite",
    "sqlite+aiosqlite": "sqlite",
    "postgres": "postgresql+asyncpg",
    "postgresql": "postgresql+asyncpg",
    "postgresql+asyncpg": "postgresql+asyncpg",
}
# The options after the “?” of an address, and what asyncpg calls them.
OPTIONS = {"host": "host", "port": "port", "ssl": "ssl", "sslmode": "ssl"}


def default_address() -> str:
    """A file in the user's data directory."""
    return f"sqlite:///{_data_directory() / 'tinplate.sqlite'}"


def default_key_file() -> Path:
    """The key of the server, next to its database."""
    return _data_directory() / "guests.key"


def _data_directory() -> Path:
    return user_data_path("tinplate", appauthor=False)


def split_addresses(text: str) -> list[str]:
    """The addresses in a list with commas. A comma inside an address stays where it is."""
    return re.split(r"\s*,\s*(?=[\w+]+://)", text.strip())


def parse_address(text: str) -> URL:
    """The address with the driver that we use. No error message ever repeats a password."""
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        if _is_path(text):
            message = f"“{text}” is no address of a database; for that file, write sqlite:///{text}"
            raise Malformed(message) from None
        raise Malformed(f"this is not the address of a database: {EXPECTED}") from None
    if url.drivername not in DRIVERS:
        raise Malformed(f"{url.drivername} is not supported: {EXPECTED}")
    url = url.set(drivername=DRIVERS[url.drivername])
    return _file(url) if url.get_backend_name() == "sqlite" else _server(url)


def _is_path(text: str) -> bool:
    """Whether it looks like one, and there can be no password in it."""
    return bool(re.fullmatch(r"([A-Za-z]:[\\/])?[^:@]+", text))


def _file(url: URL) -> URL:
    if url.host or url.query:
        raise Malformed(f"the address of a file has no host and no options: {EXPECTED}")
    if url.database in {None, "", ":memory:"}:
        raise Malformed(f"the address names no file: {EXPECTED}")
    return url


def _server(url: URL) -> URL:
    if "@" in (url.host or ""):  # part of a password, which would be shown as a host
        raise Malformed(f"write an @ in a password as %40: {EXPECTED}")
    unknown = sorted(set(url.query) - set(OPTIONS))
    if unknown:
        raise Malformed(
            f"unknown option {unknown[0]} in the address of the database:"
            f" expected one of {', '.join(OPTIONS)}"
        )
    return url.set(query={OPTIONS[name]: value for name, value in url.query.items()})


def file_of(url: URL) -> Path | None:
    return Path(url.database) if url.database and url.get_backend_name() == "sqlite" else None


def describe(url: URL) -> str:
    """The address without its password, for messages."""
    return str(file_of(url) or url.render_as_string(hide_password=True))
