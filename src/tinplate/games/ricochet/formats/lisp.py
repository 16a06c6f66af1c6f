"""Text in parentheses, as PDDL writes it, with the line of every word."""

import re
from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from tinplate.game import Malformed

_TOKEN = re.compile(r"[()]|[^\s();]+")
_DEEPEST = 20  # parentheses within parentheses; a task has five


class Word(NamedTuple):
    """A word as it was written. PDDL tells no capital letters from small ones."""

    line: int
    text: str

    @property
    def key(self) -> str:
        """The word as it is looked up."""
        return self.text.lower()


class Form(NamedTuple):
    """Words and forms between two parentheses; the line is that of the first."""

    line: int
    parts: tuple["Expression", ...]

    @property
    def head(self) -> str:
        """The word that says what it is, or nothing."""
        first = self.parts[0] if self.parts else None
        return first.key if isinstance(first, Word) else ""

    def __str__(self) -> str:
        return (
            f"({' '.join(part.text if isinstance(part, Word) else '(...)' for part in self.parts)})"
        )


Expression: TypeAlias = Word | Form


def read_forms(text: str) -> list[Form]:
    """Read all forms of a text; what stands after a semicolon is a comment."""
    open_forms: list[tuple[int, list[Expression]]] = []
    whole: list[Form] = []
    for line, token in _tokens(text):
        if token == "(":  # noqa: S105 - no password
            if len(open_forms) == _DEEPEST:
                raise Malformed(f"line {line}: too many parentheses within each other")
            open_forms.append((line, []))
        elif not open_forms:
            raise Malformed(f"line {line}: “{token}” stands outside of all parentheses")
        elif token == ")":  # noqa: S105 - no password
            began, parts = open_forms.pop()
            form = Form(began, tuple(parts))
            if open_forms:
                open_forms[-1][1].append(form)
            else:
                whole.append(form)
        else:
            open_forms[-1][1].append(Word(line, token))
    if open_forms:
        raise Malformed(f"line {open_forms[-1][0]}: this parenthesis is never closed")
    return whole


def _tokens(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.split("\n"), start=1):
        for token in _TOKEN.findall(line.partition(";")[0]):
            yield number, token
