"""The floors of the package as one table: test_floors executes it, ARCHITECTURE.md shows it.

`python -m tests.floors` writes it into ARCHITECTURE.md.
"""

from pathlib import Path
from typing import NamedTuple


class Floor(NamedTuple):
    """A part of the package: what it is, what of ours it may import, which libraries it may use."""

    what: str
    below: frozenset[str]
    libraries: frozenset[str] = frozenset()
    is_pure: bool = True  # no clock, no chance of its own, no files, no network, no threads
    is_face: bool = False  # what users import: it may name games


def _floor(
    what: str,
    below: str = "",
    libraries: str = "",
    *,
    is_pure: bool = True,
    is_face: bool = False,
) -> Floor:
    return Floor(what, frozenset(below.split()), frozenset(libraries.split()), is_pure, is_face)


# The shared floors, from the bottom up. None of them names a game, but the face.
SHARED = {
    "grid": _floor("cells and headings"),
    "tints": _floor("the colours of robots in pictures"),
    "game": _floor("what a game is, what a bot is"),
    "file_lock": _floor("locks a file while a process lives, on any system", is_pure=False),
    "kernel_cache": _floor(
        "where compiled code is kept", "file_lock", "numba platformdirs", is_pure=False
    ),
    "values": _floor("the base of all values that are written down", "", "msgspec"),
    "ending": _floor(
        "how players end a match before its time: values, and who agrees", "game values", "msgspec"
    ),
    "arguments": _floor("checks of what programs pass in", "game", "msgspec"),
    "match": _floor("Match: log, versions, deadlines; no I/O", "game"),
    "book": _floor(
        "what rule books show: examples, and scenes that are played", "game match values"
    ),
    "executors": _floor(
        "what runs much work at once: processes, or a cluster",
        "game",
        "distributed",
        is_pure=False,
    ),
    "ratings": _floor(
        "how strong people are: the model, and which matches count", "game", "msgspec openskill"
    ),
    "puzzles": _floor(
        "puzzles by a seed, and the data set they are in",
        "executors game",
        "msgspec pyarrow",
        is_pure=False,
    ),
    "pack": _floor("GamePack: what a game hands to the rest", "book game match puzzles"),
    "random_bot": _floor("the bot that plays every game", "game"),
    "catalogue": _floor("the games and bots one server works with", "game pack random_bot"),
    "games": _floor("the list of packs", "game pack catalogue"),
    "library": _floor(
        "the public Match by a game's name, and bots by theirs",
        "arguments game match games rules",
        "msgspec",
        is_face=True,
    ),
    "training": _floor(
        "people and puzzles: attempts, scores, ratings, what comes next; no I/O",
        "game ratings",
        "msgspec",
    ),
    "records": _floor("what is remembered of each person's matches; no I/O", libraries="msgspec"),
    "lobby": _floor(
        "tables in the lobby: seats, terms; no I/O",
        "ending game ratings records values",
        "msgspec confusable_homoglyphs",
    ),
    "quick": _floor("quick match: who plays with whom; no I/O", "lobby", "msgspec"),
    "gallery": _floor(
        "boards that people draw: saved, published, reported; no I/O",
        "game lobby values",
        "msgspec",
    ),
    "accounts": _floor(
        "accounts without passwords: passkeys, codes, sessions, names; no I/O",
        "game lobby values",
        "msgspec",
    ),
    "social": _floor(
        "people and each other: follows, blocks, invitations, reports; no I/O",
        "game lobby",
        "msgspec",
    ),
    "wire": _floor(
        "values as JSON, messages, schema",
        "accounts game match pack ratings records lobby quick gallery social",
        "msgspec",
    ),
    "testing": _floor("the laws every game keeps, for tests", "game match wire", "msgspec"),
    "external": _floor("bots of others over JSON lines", "game wire", "msgspec", is_pure=False),
    "store": _floor(
        "where logs are kept: text files, SQLite, PostgreSQL",
        "game match wire",
        "alembic asyncpg msgspec platformdirs sqlalchemy",
        is_pure=False,
    ),
    "arena": _floor(
        "bots play each other in batches, and are rated",
        "executors game match pack ratings games external store",
        "msgspec numpy",
        is_pure=False,
    ),
    "server": _floor(
        "tables over the network: HTTP, sockets, bots, deadlines",
        "accounts ending game match pack puzzles ratings records catalogue games lobby quick"
        " gallery kernel_cache social training wire store external",
        "cachetools itsdangerous litestar msgspec prometheus_client redis resvg_py"
        " structlog uvicorn webauthn websockets",
        is_pure=False,
    ),
    "load": _floor(
        "many scripted players at once, who check what they are told",
        "ending game match ratings games lobby wire store",
        "cryptography msgspec webauthn websockets",
        is_pure=False,
    ),
    "cli": _floor(
        "the command `tinplate`: reads words and keys, prints",
        "ending executors file_lock grid game match pack games puzzles arena external kernel_cache"
        " wire store server load training",
        "msgspec platformdirs rich rich_click textual",
        is_pure=False,
    ),
    "__main__": _floor("`python -m tinplate`: the same command", "cli", is_pure=False),
}

# The floors inside a game, in the order they build on each other. `rules` is every module that
# has no floor of its own; a game never imports another one.
INSIDE = {
    "rules": _floor(
        "the rules, from the pieces to the match",
        "arguments ending grid game kernel_cache values",
        "msgspec numba numpy",
    ),
    "solver": _floor(
        "search", "arguments grid game kernel_cache rules", "llvmlite numba numpy", is_pure=False
    ),
    "outlook": _floor(
        "values of places, measured", "game kernel_cache rules", "numpy platformdirs", is_pure=False
    ),
    "formats": _floor("positions in the formats of other programs", "grid game rules"),
    "bots": _floor(
        "one file a bot; each sees a view only", "grid game rules solver outlook", "numpy"
    ),
    "puzzles": _floor(
        "puzzles of the game: dealt by a number, looked into, rated",
        "grid game puzzles rules solver bots",
        "msgspec numpy",
    ),
    "svg": _floor("pictures", "book ending grid game match rules tints values", "msgspec"),
    "api": _floor(
        "what it offers to Python programs",
        "arguments ending grid game match library arena pack rules solver svg",
        "msgspec",
        is_pure=False,
    ),
    "face": _floor("`tinplate.<game>`: its api under a short name", "api"),
    "wire": _floor(
        "what its page exchanges with the server", "grid game match rules solver", "msgspec"
    ),
    "http": _floor(
        "its HTTP routes",
        "grid game match rules formats solver outlook wire server store",
        "cachetools litestar msgspec",
        is_pure=False,
    ),
    "cli": _floor(
        "its commands",
        "ending grid game kernel_cache match games cli arena store rules formats solver outlook"
        " bots puzzles svg",
        "msgspec pyarrow resvg_py rich rich_click textual",
        is_pure=False,
    ),
    "pack": _floor(
        "its GamePack",
        "book game match pack puzzles wire rules solver bots svg http cli",
        is_pure=False,
    ),
}

BEGIN, END = "<!-- floors: written by `python -m tests.floors` -->", "<!-- end of floors -->"
ARCHITECTURE = Path(__file__).parents[1] / "ARCHITECTURE.md"


def as_markdown() -> str:
    """Both tables, the highest floor first."""
    return "\n".join([*_rows("floor", SHARED), "", *_rows("inside a game", INSIDE)])


def _rows(title: str, floors: dict[str, Floor]) -> list[str]:
    rows = [
        f"| `{name}` | {floor.what} | {_imports(floor)} |"
        for name, floor in reversed(floors.items())
    ]
    return [f"| {title} | what it is | imports |", "|---|---|---|", *rows]


def _imports(floor: Floor) -> str:
    return ", ".join(sorted(floor.below)) or "nothing of ours"


def written_into(text: str) -> str:
    """The document with the tables as they are now."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{as_markdown()}\n{END}{after}"


if __name__ == "__main__":
    ARCHITECTURE.write_text(
        written_into(ARCHITECTURE.read_text(encoding="utf-8")), encoding="utf-8"
    )
