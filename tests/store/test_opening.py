"""Opening a store: addresses, places, and a clear sentence for everything that can be wrong."""

import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from stat import S_IMODE

import pytest

from tests.postgres import PASSWORD, Postgres
from tests.privileges import forbid_writing, public_folder, without_privileges
from tests.store.logs import append, opened, unfinished, versions_of
from tinplate.game import Malformed
from tinplate.store import sql
from tinplate.store.address import default_address, parse_address
from tinplate.store.log import Unavailable
from tinplate.store.sql import SqlStore

# Addresses


@pytest.mark.parametrize(
    ("address", "meant"),
    [
        ("sqlite:///logs.sqlite", "sqlite:///logs.sqlite"),
        ("sqlite+aiosqlite:////var/logs.sqlite", "sqlite:////var/logs.sqlite"),
        ("postgresql://ann:key@db:5/club", "postgresql+asyncpg://ann:key@db:5/club"),
        ("postgresql://ann:a%40b@db/club", "postgresql+asyncpg://ann:a%40b@db/club"),
        ("postgres://db/club", "postgresql+asyncpg://db/club"),
        ("postgresql+asyncpg://db/club", "postgresql+asyncpg://db/club"),
        ("postgresql://db/c?sslmode=require", "postgresql+asyncpg://db/c?ssl=require"),
        ("postgresql:///club?host=/run", "postgresql+asyncpg:///club?host=%2Frun"),
    ],
)
def test_addresses_as_people_write_them(address: str, meant: str) -> None:
    """The driver need not be named; SSL is asked for as PostgreSQL's own programs do."""
    assert meant == parse_address(address).render_as_string(hide_password=False)


@pytest.mark.parametrize(
    ("address", "complaint"),
    [
        ("", "this is not the address of a database: expected sqlite:///FILE or postgresql://"),
        ("ann:secret@db/club", "this is not the address of a database: expected sqlite:///FILE"),
        ("logs.sqlite", "“logs.sqlite” is no address .* write sqlite:///logs.sqlite"),
        ("/srv/logs.sqlite", "for that file, write sqlite:////srv/logs.sqlite"),
        (r"C:\\logs.sqlite", "for that file, write sqlite:///C:"),
        ("postgresql://ann:secret@db:port/club", "this is not the address of a database"),
        ("mysql://ann:secret@db/club", "mysql is not supported: expected sqlite:///FILE"),
        ("sqlite://", "the address names no file"),
        ("sqlite:///:memory:", "the address names no file"),
        ("sqlite://ann:secret@logs.sqlite", "the address of a file has no host and no options"),
        ("sqlite:///logs.sqlite?mode=ro", "the address of a file has no host and no options"),
        ("postgresql://ann:my@secret@db/club", "write an @ in a password as %40"),
        ("postgresql://ann:secret@db/club?sslmod=x", "unknown option sslmod in the address"),
    ],
)
async def test_wrong_addresses_are_refused(address: str, complaint: str) -> None:
    """What is wrong and what was expected; a password is never repeated."""
    with pytest.raises(Malformed, match=complaint) as refused:
        await SqlStore.open(address)

    assert "secret" not in str(refused.value)


def test_the_default_is_a_file_of_the_users(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the data directory of whoever starts the program."""
    monkeypatch.setenv("XDG_DATA_HOME", "/home/ann/data")

    assert "sqlite:////home/ann/data/tinplate/tinplate.sqlite" == default_address()


# Files


async def test_missing_directories_are_made(tmp_path: Path) -> None:
    """Nobody has to prepare anything."""
    async with opened(f"sqlite:///{tmp_path}/a/b/logs.sqlite") as store:
        await append(store, "a", 0)

    assert (tmp_path / "a" / "b" / "logs.sqlite").exists()


async def test_what_is_made_is_for_its_owner_only(tmp_path: Path) -> None:
    """In the logs are hands, and the ids of private tables; a directory that is there stays."""
    (tmp_path / "there").mkdir(mode=0o755)
    for folder in ("made", "there"):
        async with opened(f"sqlite:///{tmp_path}/{folder}/logs.sqlite") as store:
            await append(store, "a", 0)

    assert 0o700 == S_IMODE((tmp_path / "made").stat().st_mode)
    assert 0o755 == S_IMODE((tmp_path / "there").stat().st_mode)


async def test_logs_outlive_the_store(address: str) -> None:
    """What was appended is there when the database is opened again."""
    async with opened(address) as store:
        await append(store, "a", 0, 1)
    async with opened(address) as again:
        versions = await versions_of(again, "a")

    assert [0, 1] == versions


async def test_another_kind_of_file_is_refused(tmp_path: Path) -> None:
    """A file that is no database stays as it is."""
    path = tmp_path / "letter.txt"
    path.write_text("Dear Ann, " * 1000)
    with pytest.raises(Unavailable, match=r"letter\.txt: file is not a database"):
        await SqlStore.open(f"sqlite:///{path}")

    assert "Dear Ann, " * 1000 == path.read_text()


async def test_a_directory_is_no_database(tmp_path: Path) -> None:
    """The place and the reason in one line."""
    with pytest.raises(Unavailable, match=f"^{tmp_path}: unable to open database file$"):
        await SqlStore.open(f"sqlite:///{tmp_path}")


async def test_a_file_where_a_directory_should_be(tmp_path: Path) -> None:
    """The place and the reason in one line."""
    (tmp_path / "a").touch()
    with pytest.raises(Unavailable, match=r"/a/logs.sqlite: .*(Not a directory|File exists)"):
        await SqlStore.open(f"sqlite:///{tmp_path}/a/logs.sqlite")


async def test_a_file_that_may_not_be_written(public_path: Path) -> None:
    """The place and the reason in one line."""
    path = public_path / "logs.sqlite"
    await (await SqlStore.open(f"sqlite:///{path}")).close()
    forbid_writing(path, public_path)
    with without_privileges(), pytest.raises(Unavailable, match=f"^{path}: .*readonly database$"):
        await SqlStore.open(f"sqlite:///{path}")


async def test_a_directory_that_may_not_be_written(public_path: Path) -> None:
    """The place and the reason in one line."""
    path = public_path / "a" / "logs.sqlite"
    forbid_writing(public_path)
    with without_privileges(), pytest.raises(Unavailable, match=f"^{path}: .*Permission denied"):
        await SqlStore.open(f"sqlite:///{path}")


async def test_a_file_that_somebody_holds(
    sqlite_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is waited for, but not for ever."""
    monkeypatch.setattr(sql, "QUERY_TIMEOUT", 1)
    async with opened(sqlite_address) as store:
        await append(store, "a", 0)
    async with unfinished(sqlite_address, "DELETE FROM log_rows WHERE log = 'b'"):
        with pytest.raises(Unavailable, match=r"logs\.sqlite: database is locked"):
            await SqlStore.open(sqlite_address)


async def test_a_database_of_somebody_else_keeps_its_tables(tmp_path: Path) -> None:
    """Our tables stand beside what is there."""
    path = tmp_path / "shared.sqlite"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE recipes AS SELECT 'soup' AS name")
    connection.close()
    async with opened(f"sqlite:///{path}") as store:
        await append(store, "a", 0)
    with sqlite3.connect(path) as connection:
        recipes = connection.execute("SELECT name FROM recipes").fetchall()
    connection.close()

    assert [("soup",)] == recipes


@pytest.fixture
def public_path() -> Iterator[Path]:
    """A directory everybody may go through, unlike those of pytest."""
    with public_folder() as path:
        yield path


# Servers


async def test_a_server_that_is_not_there() -> None:
    """The place, without the password, and the reason."""
    with pytest.raises(Unavailable, match=r"ann:\*\*\*@127.0.0.1:1/club: .*(refused|failed)") as it:
        await SqlStore.open("postgresql://ann:secret@127.0.0.1:1/club")

    assert "secret" not in str(it.value)


async def test_a_wrong_password(postgres: Postgres) -> None:
    """The place, without the password, and the reason."""
    address = postgres.address("postgres").replace(PASSWORD, "guessed")
    with pytest.raises(Unavailable, match="password authentication failed for user") as it:
        await SqlStore.open(address)

    assert "guessed" not in str(it.value)


async def test_a_database_that_is_not_there(postgres: Postgres) -> None:
    """The place and the reason."""
    with pytest.raises(Unavailable, match='/nowhere: database "nowhere" does not exist'):
        await SqlStore.open(postgres.address("nowhere"))


# Not where it is not needed


def test_commands_that_need_no_database_load_none() -> None:
    """`tinplate --help` and the games start at once: SQLAlchemy and the like stay on the shelf."""
    program = (
        "import sys; from tinplate.cli.main import main;"
        "main(['--help']); main(['ricochet', 'new', '--seed', '1']); main(['rally', 'courses']);"
        "slow = ('sqlalchemy', 'alembic', 'asyncpg', 'aiosqlite', 'asyncio');"
        "sys.exit([name for name in slow if name in sys.modules] or 0)"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)  # noqa: S603

    assert (0, b"") == (ran.returncode, ran.stderr)
