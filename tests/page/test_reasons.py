"""The page says what the server refuses in the language of its reader."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import tinplate
from tests.page.messages import WEB
from tinplate.games.rally.settings import RANGES as RALLY_RANGES
from tinplate.games.ricochet.settings import RANGES as RICOCHET_RANGES

PACKAGE = Path(tinplate.__file__).parent
FINDINGS = WEB / "src/games/rally/findings.ts"
REASONS = (WEB / "src/wire/reasons.ts", *sorted((WEB / "src/games").glob("*/reasons.ts")))
CODE = re.compile(r"[a-z]+(-[a-z]+)*")
TELLERS = {
    "BadDrawing",
    "BadRequest",
    "Busy",
    "ExplainedError",
    "Malformed",
    "MisreadBoard",
    "NotSignedIn",
    "NotTheHost",
    "NotYours",
    "NotationMistake",
    "Problem",
    "Rejected",
    "Trouble",
    "_clean",
    "_refuse",
}
TELLERS |= {"_error", "_note"}  # about a course
NAMED_BEFORE = {"code"}  # a variable that holds one
ABOUT_TEXT = {"course_check.py", "course_text.py", "square_text.py"}  # told by findings.ts
# What clients send is refused by these; the command line and Python programs speak English.
SERVED = (
    "accounts", "gallery", "games", "lobby", "match", "server", "wire", "catalogue.py", "pack.py",
)  # fmt: skip
OWN_WORDS = {"cli", "svg", "bots", "outlook", "puzzles", "solver", "formats", "api.py"}
# Malformed here is a fault of ours or of whoever runs the server: no client can cause it.
OUR_FAULTS = {
    "games/__init__.py",  # packs of others that cannot be loaded
    "games/rally/ending.py",
    "games/rally/folding.py",  # events that cannot follow
    "games/rally/rules.py",
    "games/ricochet/agreement.py",
    "games/ricochet/board.py",  # boards and positions built by programs
    "games/ricochet/custom_board.py",  # read by programs and commands only
    "games/ricochet/layout.py",  # boards built by programs
    "games/ricochet/pack.py",  # options of the command line
    "games/ricochet/rules.py",
    "games/ricochet/succession.py",
    "catalogue.py",  # two bots of one name
    "match/match.py",  # logs that are damaged
    "pack.py",
    "server/guests.py",  # the key of the server
    "server/redis_bus.py",  # its bus
    "server/replicas.py",  # logs that are damaged
}
# A wrong scenario is told by the route, with a code for all of them; so are a wrong cursor, and a
# wrong drawing.
TOLD_BY_OTHERS = {
    "games/rally/course.py",
    "games/rally/resolve.py",
    "games/ricochet/drawn_board.py",
    "server/http.py",
}


def trees() -> Iterator[tuple[Path, ast.AST]]:
    """All modules of the package that tell codes, and what is in them."""
    for path in sorted(PACKAGE.rglob("*.py")):
        if "formats" in path.parts:
            continue  # files of others, read by programs and commands
        yield path.relative_to(PACKAGE), ast.parse(path.read_text(encoding="utf-8"))


def told_codes() -> Iterator[tuple[str, str]]:
    """All codes of refusals in the package, each with the file that tells it."""
    for path, tree in trees():
        for node in ast.walk(tree):
            yield from ((code, path.name) for code in _codes_in(node))


def _codes_in(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Call(func=ast.Name(name), args=args) if name in TELLERS:
            yield from (code for arg in args[1:] for code in _constants(arg))
        case ast.Call(func=ast.Attribute(attr="__init__"), args=[_, code]):
            yield from _constants(code)
        case ast.Assign(targets=[ast.Name("_EXPECTED")], value=ast.Dict(values=pairs)):
            codes = (pair.elts[1] for pair in pairs if isinstance(pair, ast.Tuple))
            yield from (code for each in codes for code in _constants(each))
        case ast.Assign(targets=[ast.Name("CODES")], value=ast.Dict(values=codes)):
            yield from (code for each in codes for code in _constants(each))
        case ast.Assign(targets=[ast.Name(name)], value=value) if name in NAMED_BEFORE:
            yield from _constants(value)
        case ast.Assign(targets=[ast.Tuple([_, ast.Name(name)])], value=ast.Tuple([_, value])):
            yield from _constants(value) if name in NAMED_BEFORE else ()


def _constants(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Constant(str(text)) if "-" in text:
            assert CODE.fullmatch(text), text
            yield text
        case ast.Tuple(elts):
            yield from (code for each in elts for code in _constants(each))


def said_by(*paths: Path) -> list[str]:
    """The codes for which the page has sentences."""
    return [
        code
        for path in paths
        for code in re.findall(r"^  '([a-z-]+)': ", path.read_text(), re.MULTILINE)
    ]


def test_every_code_has_its_sentence() -> None:
    """And no sentence is left for a code that is gone."""
    assert sorted({code for code, _ in told_codes()}) == sorted(said_by(*REASONS, FINDINGS))


def test_what_is_refused_at_a_table_is_not_only_said_of_texts() -> None:
    """What findings.ts says is said only where the text of a course is shown."""
    elsewhere = {code for code, file in told_codes() if file not in ABOUT_TEXT}

    assert set() == elsewhere & set(said_by(FINDINGS))


def facts_said() -> dict[str, set[str]]:
    """The facts that each sentence of the page takes apart, by code."""
    text = "\n".join(path.read_text() for path in (*REASONS, FINDINGS))
    taken = re.findall(r"^  '([a-z-]+)': \(\{([\w, ]+)\}\) =>", text, re.MULTILINE)
    return {code: set(re.findall(r"\w+", names)) for code, names in taken}


def facts_told() -> Iterator[tuple[str, set[str]]]:
    """The facts with which each code is told, where they are written beside it."""
    for _, tree in trees():
        for node in ast.walk(tree):
            match node:
                case ast.Call(func=ast.Name(name), args=args, keywords=facts) if name in TELLERS:
                    names = {fact.arg for fact in facts if fact.arg is not None}
                    is_open = len(names) < len(facts) or name in {"Problem", "NotationMistake"}
                    for code in (code for arg in args[1:] for code in _constants(arg)):
                        yield from () if is_open or name == "_clean" else [(code, names)]


def test_a_sentence_finds_its_facts() -> None:
    """Or else it would say “undefined”; where nothing is understood, the place may be unknown."""
    said = facts_said()
    missing = {
        code: lacking
        for code, facts in facts_told()
        if code != "not-understood" and (lacking := said.get(code, set()) - facts)
    }

    assert said
    assert {} == missing


def is_served(path: Path) -> bool:
    return path.parts[0] in SERVED and not OWN_WORDS.intersection(path.parts)


def uncoded(kind: str) -> Iterator[str]:
    """The files and lines in which a client is refused something without a code."""
    for path, tree in trees():
        for node in ast.walk(tree) if is_served(path) else ():
            match node:
                case ast.Call(func=ast.Name(str(name)), args=[ast.expr() as told]) if (
                    name == kind and not isinstance(told, ast.Starred)
                ):
                    yield f"{path.as_posix()}:{node.lineno}"


@pytest.mark.parametrize("kind", ["Rejected", "BadRequest", "ExplainedError", "Busy", "Problem"])
def test_nobody_is_refused_without_a_code(kind: str) -> None:
    """Or else the page could say it in English only."""
    assert [] == [*uncoded(kind)]


def test_nothing_sent_is_unreadable_without_a_code() -> None:
    """Malformed reaches people who write settings, courses, positions and moves."""
    files = {place.partition(":")[0] for place in uncoded("Malformed")}

    assert OUR_FAULTS | TOLD_BY_OTHERS == files


@pytest.mark.parametrize(
    ("game", "ranges"), [("rally", RALLY_RANGES), ("ricochet", RICOCHET_RANGES)]
)
def test_a_number_out_of_range_is_called_as_in_the_form(
    game: str, ranges: dict[str, object]
) -> None:
    """The server names the setting; the page knows its title."""
    text = (WEB / f"src/games/{game}/reasons.ts").read_text()
    listed = re.search(r"NUMBERS[^{]*\{(.*?)\}", text, re.DOTALL)
    assert listed

    assert sorted(ranges) == sorted(re.findall(r"^  (\w+): m\.", listed[1], re.MULTILINE))
