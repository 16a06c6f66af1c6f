"""What the command `tinplate` runs first: it needs nothing that a plain installation lacks."""

import os
import sys
from collections.abc import Sequence

from tinplate import __version__

BAD_INPUT = 2
INTERRUPTED = 130  # the exit code shells use for Ctrl-C
CLI, SERVER, POSTGRES, REDIS = "cli", "server", "postgres", "redis"
CLUSTER, RESEARCH = "cluster", "research"
# Packages of extras, and which extra brings each.
EXTRAS = {
    "click": CLI, "rich": CLI, "rich_click": CLI, "textual": CLI,
    "alembic": SERVER, "cachetools": SERVER, "confusable_homoglyphs": SERVER,
    "cryptography": SERVER,
    "itsdangerous": SERVER, "litestar": SERVER, "prometheus_client": SERVER,
    "resvg_py": SERVER, "sqlalchemy": SERVER, "structlog": SERVER, "uvicorn": SERVER,
    "webauthn": SERVER,
    "openskill": SERVER,
    "websockets": SERVER,
    "asyncpg": POSTGRES, "redis": REDIS, "distributed": CLUSTER, "pyarrow": RESEARCH,
}  # fmt: skip
# What else an extra brings.
ALSO = {
    SERVER: {CLI},
    POSTGRES: {SERVER, CLI},
    REDIS: {SERVER, CLI},
    CLUSTER: {CLI},
    RESEARCH: {CLI},
}
WHAT_FOR = {
    CLI: "the commands: play at the keyboard, solve, rate bots",
    SERVER: "the page and a server for it; also what [cli] brings",
    POSTGRES: "a server with PostgreSQL",
    REDIS: "a server of several processes",
    CLUSTER: "work on a Dask cluster",
    RESEARCH: "data sets as Parquet",
    "all": "everything",
}
HELP = f"""\
Usage: tinplate [OPTIONS] COMMAND [ARGS]...

Classic robot board games: play them, solve them, host them, rate bots.

This installation has the Python library alone: `import tinplate`.
The commands need more packages: pip install 'tinplate[{SERVER}]'

Extras:
{{extras}}

Options:
  --version   Show the version and exit.
  -h, --help  Show this message and exit.
"""
NEED_SERVER = {"serve", "backup", "restore", "ratings", "people", "load"}
PUZZLES_NEED_SERVER = {"load", "export"}


def main() -> int:
    """Run the command line. If a package is missing, say which extra brings it."""
    try:
        from tinplate.cli.main import main as run  # noqa: PLC0415 - it may not be installed

        return run()
    except KeyboardInterrupt:  # also while modules are imported
        return INTERRUPTED
    except ModuleNotFoundError as error:
        extra = EXTRAS.get((error.name or "").partition(".")[0])
        if extra is None:
            raise
        if extra == CLI and (answer := _plain_answer(sys.argv[1:])):
            sys.stdout.write(answer)
            return 0
        sys.stderr.write(f"tinplate: {missing(extra, *_wished(sys.argv[1:]))}\n")
        return BAD_INPUT


def _plain_answer(arguments: Sequence[str]) -> str | None:
    """What is said of the command as a whole; of one of its commands, only its extra can tell."""
    match arguments[:1]:
        case ["--version"]:
            return f"tinplate {__version__}\n"
        case ["-h" | "--help"]:
            extras = (f"  {f'[{extra}]':<12}{what}" for extra, what in WHAT_FOR.items())
            return HELP.format(extras="\n".join(extras))
        case _:
            return None


def missing(*extras: str) -> str:
    """What to install, without what the other extras bring anyway."""
    brought = set().union(*(ALSO.get(extra, ()) for extra in extras))
    names = ",".join(sorted({*extras} - brought))
    return f"this needs more packages. Install them with: pip install 'tinplate[{names}]'"


def _wished(arguments: Sequence[str]) -> set[str]:
    """The extras that this command will need, so that nobody is sent for one after the other."""
    words = [word for word in arguments if not word.startswith("-")] or ["serve"]
    if {"-h", "--help", "--version"} & {*arguments}:
        return set()
    addresses = [*arguments, os.environ.get("TINPLATE_DATABASE", "")]
    needs = {
        SERVER: words[0] in NEED_SERVER
        or (words[0] == "puzzles" and PUZZLES_NEED_SERVER & {*words[1:2]}),
        POSTGRES: any("postgresql:" in each for each in addresses),
        REDIS: any("redis:" in each or "--bus" in each for each in arguments),
        CLUSTER: any(each.startswith("--cluster") for each in arguments),
        RESEARCH: any(each.endswith(".parquet") for each in arguments),
    }
    return {extra for extra, is_needed in needs.items() if is_needed}
