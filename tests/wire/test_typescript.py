"""The types that the page is built with are those of the wire."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, Literal, NamedTuple

import pytest
from msgspec import Raw, Struct, defstruct

from tests.server.processes import Process, WallClock
from tinplate.games import packs
from tinplate.server.app import create_app
from tinplate.store.memory import MemoryStore
from tinplate.wire.typescript import NOTICE, TYPE_NAME, files, name_types, typescript

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


def description(*names: str) -> dict[str, Any]:
    """A route that answers with the last of these schemas."""
    answer = {"schema": {"$ref": f"#/components/schemas/{names[-1]}"}}
    return {
        "paths": {"/toys": {"get": {"responses": [{"content": answer}]}}},
        "components": {"schemas": {name: {"type": "object"} for name in names}},
    }


def test_a_body_over_http_is_a_type_of_the_wire() -> None:
    """It is declared once, in the file of its game or of tables."""
    described = description("Colour", "test_typescript_Toy")
    name_types(described, {"shop": {"Toy": Toy}})

    assert {
        "Colour": {"type": "object"},
        "test_typescript_Toy": {"type": "object", TYPE_NAME: "shop.Toy"},
    } == described["components"]["schemas"]


def test_a_body_that_may_be_two_types_is_noticed() -> None:
    """Its name would have to say of which module it is."""
    other = defstruct("Toy", [("name", str)], module="other")

    with pytest.raises(ValueError, match="the schema Toy may be any of"):
        name_types(description("Toy"), {"shop": {"Toy": Toy}, "other": {"Toy": other}})


def test_every_route_says_what_it_answers() -> None:
    """By a type that the page knows; only the description of messages is any JSON."""
    described = create_app(Process(MemoryStore(), WallClock())).openapi_schema.to_schema()
    name_types(described, FILES)
    named = {
        f"#/components/schemas/{name}"
        for name, schema in described["components"]["schemas"].items()
        if TYPE_NAME in schema
    }
    answers = {
        path: operation["responses"][status]["content"]["application/json"]["schema"]
        for path, operations in described["paths"].items()
        for operation in operations.values()
        for status in {"200", "201"} & set(operation["responses"])
        if "application/json" in operation["responses"][status]["content"]
    }
    unnamed = {
        path
        for path, schema in answers.items()
        if schema.get("$ref", schema.get("oneOf", [{}])[0].get("$ref")) not in named
    }

    assert {"/health", "/api/schema/messages"} == unnamed
