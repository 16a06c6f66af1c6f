"""The types that the page is built with are those of the wire."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, Literal, NamedTuple

import pytest
from msgspec import Raw, Struct, defstruct

from tinplate.games import packs
from tinplate.wire.typescript import NOTICE, files, typescript

FILES = files(packs().values())


class Place(NamedTuple):
    """A list in JSON."""

    x: int
    y: int


class Colour(StrEnum):
    """One of a few texts."""

    RED = "r"
    BLUE = "b"


class Toy(Struct, tag=True):
    """Made of all kinds of things."""

    colour: Colour
    at: Place | None
    tricks: dict[str, tuple[float, bool]]


class Gone(Struct, tag=True):
    """The other one of the union."""

    because: Literal["lost", "broken"]
    left: tuple[Toy, ...]
    anything: Raw


EXPECTED = """
export type Colour = "r" | "b";

export type Place = [x: number, y: number];

export interface Toy {
  type: "Toy";
  colour: Colour;
  at: Place | null;
  tricks: Record<string, [number, boolean]>;
}

export interface Gone {
  type: "Gone";
  because: "broken" | "lost";
  left: readonly (Toy)[];
  anything: unknown;
}

export type News = Toy | Gone;
"""


def test_every_kind_of_type_is_written_as_typescript() -> None:
    """What others are made of comes first, each once; a union gets the name it is exported by."""
    assert NOTICE + EXPECTED == typescript({"News": Toy | Gone})


def test_two_types_of_one_name_are_noticed() -> None:
    """A file has one type of each name: two would be mixed up without a word."""
    other = defstruct("Toy", [("name", str)])

    with pytest.raises(ValueError, match="two types are called Toy"):
        typescript({"Toy": Toy, "Other": other})


def test_what_has_no_typescript_is_noticed() -> None:
    """A type nobody thought of stops the build, and is not written as something else."""
    with pytest.raises(TypeError, match="no TypeScript is known for"):
        typescript({"Strange": complex})


@pytest.mark.parametrize("exports", FILES.values(), ids=FILES.keys())
def test_every_file_can_be_written(exports: Mapping[str, Any]) -> None:
    """All that is exported by name is declared."""
    text = typescript(exports)

    assert [] == [
        name
        for name in exports
        if f"export type {name} =" not in text and f"export interface {name} {{" not in text
    ]
