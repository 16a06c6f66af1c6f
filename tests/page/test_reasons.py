"""The page says what the server refuses in the language of its reader."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import tinplate
from tests.page.messages import WEB

PACKAGE = Path(tinplate.__file__).parent
REASONS = (
    WEB / "src/wire/reasons.ts",
    *sorted((WEB / "src/games").glob("*/reasons.ts")),
    WEB / "src/games/rally/findings.ts",
)
CODE = re.compile(r"[a-z]+(-[a-z]+)*")
TELLERS = {
    "Rejected",
    "Malformed",
    "ExplainedError",
    "Busy",
    "Problem",
    "Trouble",
    "_refuse",
    "_clean",
}
TELLERS |= {"_error", "_note"}  # about a course
NAMED_BEFORE = {"code"}  # a variable that holds one


def told_codes() -> Iterator[str]:
    """All codes of refusals in the package."""
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            yield from _codes_in(node)


def _codes_in(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Call(func=ast.Name(name), args=args) if name in TELLERS:
            yield from (code for arg in args[1:] for code in _constants(arg))
        case ast.Call(func=ast.Attribute(attr="__init__"), args=[_, code]):
            yield from _constants(code)
        case ast.Assign(targets=[ast.Name("_EXPECTED")], value=ast.Dict(values=pairs)):
            codes = (pair.elts[1] for pair in pairs if isinstance(pair, ast.Tuple))
            yield from (code for each in codes for code in _constants(each))
        case ast.Assign(targets=[ast.Name(name)], value=value) if name in NAMED_BEFORE:
            yield from _constants(value)
        case ast.Assign(targets=[ast.Tuple([_, ast.Name(name)])], value=ast.Tuple([_, value])):
            yield from _constants(value) if name in NAMED_BEFORE else ()


def _constants(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and "-" in node.value:
        assert CODE.fullmatch(node.value), node.value
        yield node.value


def test_every_code_has_its_sentence() -> None:
    """And no sentence is left for a code that is gone."""
    said = [
        code
        for path in REASONS
        for code in re.findall(r"^  '([a-z-]+)': ", path.read_text(), re.MULTILINE)
    ]

    assert sorted(set(told_codes())) == sorted(said)
