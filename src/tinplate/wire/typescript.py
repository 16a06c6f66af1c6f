"""TypeScript types of the messages and values on the wire, for the page."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, cast

from msgspec import inspect
from msgspec.json import encode

from tinplate.match import Entry
from tinplate.pack import GamePack
from tinplate.wire import accounts, incoming, outgoing, puzzle_runs, puzzles, replays, resources

NOTICE = "// Written by `make page` from the Python types of the wire: do not edit.\n"
TYPE_NAME = "x-typescript"  # our extension of OpenAPI
NAMED = (inspect.StructType, inspect.DataclassType, inspect.EnumType, inspect.NamedTupleType)
_PLAIN: dict[type[inspect.Type], str] = {
    inspect.AnyType: "unknown",
    inspect.RawType: "unknown",
    inspect.NoneType: "null",
    inspect.BoolType: "boolean",
    inspect.IntType: "number",
    inspect.FloatType: "number",
    inspect.StrType: "string",
}


def files(packs: Iterable[GamePack]) -> Mapping[str, Mapping[str, Any]]:
    """The name of each file and what it exports. The types inside these types are included."""
    table = {
        "Incoming": incoming.Incoming,
        "Outgoing": outgoing.Outgoing,
        **types_of(resources),
        **types_of(replays),
        **types_of(accounts),
        **types_of(puzzles),
        **types_of(puzzle_runs),
    }
    return {"table": table, **{pack.name: _values_of(pack) for pack in packs}}


def types_of(module: Any) -> dict[str, Any]:  # noqa: ANN401 - a module
    """All types that a module defines."""
    own = {name: value for name, value in vars(module).items() if isinstance(value, type)}
    return {name: value for name, value in own.items() if value.__module__ == module.__name__}


def _values_of(pack: GamePack) -> dict[str, Any]:
    types, entry = pack.game.vocabulary, cast("Any", Entry)
    return {
        "State": types.state,
        "Command": types.command,
        "Event": types.event,
        "Entry": entry[types.event],
        **pack.wire_types,
    }


def name_types(openapi: Mapping[str, Any], files: Mapping[str, Mapping[str, Any]]) -> None:
    """Say in a description in OpenAPI which type of which file each body is.

    So a value has one TypeScript type, whether it comes over HTTP or the socket. Schemas are named
    by their class, with as much of its module as makes the name unique.
    """
    classes = {
        _class(part): f"{file}.{name}"
        for file, exports in files.items()
        for name, part in _declared(_infos(exports)).items()
    }
    for name in set(_references(openapi["paths"])):
        found = [kind for kind in classes if _full_name(kind).endswith(f"_{name}")]
        if len(found) > 1:
            raise ValueError(f"the schema {name} may be any of {found}")
        for kind in found:
            openapi["components"]["schemas"][name][TYPE_NAME] = classes[kind]


def _references(value: object) -> Iterator[str]:
    """The names of the schemas that a part of a description refers to."""
    match value:
        case {"$ref": str(path)}:
            yield path.rpartition("/")[2]
        case dict() | list():
            for inner in value.values() if isinstance(value, dict) else value:
                yield from _references(inner)


def _full_name(kind: type) -> str:
    return f".{kind.__module__}.{kind.__qualname__}".replace(".", "_")


def typescript(exports: Mapping[str, Any]) -> str:
    """The text of one file."""
    infos = _infos(exports)
    parts = _declared(infos)
    unions = {name: info for name, info in infos.items() if name not in parts}
    declared = [*map(_declaration, parts.values())]
    declared += [f"export type {name} = {_expression(info)};\n" for name, info in unions.items()]
    return "\n".join((NOTICE, *declared))


def _infos(exports: Mapping[str, Any]) -> dict[str, inspect.Type]:
    return dict(zip(exports, inspect.multi_type_info(list(exports.values())), strict=True))


def _declared(infos: Mapping[str, inspect.Type]) -> dict[str, inspect.Type]:
    """Everything that gets a declaration of its own, by its name."""
    parts: dict[str, inspect.Type] = {}
    for info in infos.values():
        for part in _named_parts(info):
            name = _name(part)
            if parts.setdefault(name, part) != part:
                raise ValueError(f"two types are called {name}")
    return parts


def _named_parts(info: inspect.Type) -> Iterator[inspect.Type]:
    """Everything that gets a declaration of its own, each once, the innermost first."""
    seen: set[str] = set()

    def walk(part: inspect.Type) -> Iterator[inspect.Type]:
        is_named = _is_named(part)
        if is_named and _name(part) in seen:
            return
        if is_named:
            seen.add(_name(part))
        for inner in _inside(part):
            yield from walk(inner)
        if is_named:
            yield part

    return walk(info)


def _is_named(part: inspect.Type) -> bool:
    return isinstance(part, NAMED)


def _name(part: inspect.Type) -> str:
    """Structs are named by their tags, as the page reads them in messages."""
    if isinstance(part, inspect.StructType) and isinstance(part.tag, str):
        return part.tag
    return _class(part).__name__


def _class(part: inspect.Type) -> type:
    named: Any = part
    kind: type = getattr(named.cls, "__origin__", named.cls)  # a generic one without its parameters
    return kind


def _inside(part: inspect.Type) -> tuple[inspect.Type, ...]:
    match part:
        case (
            inspect.StructType(fields=fields)
            | inspect.DataclassType(fields=fields)
            | inspect.NamedTupleType(fields=fields)
        ):
            return tuple(field.type for field in fields)
        case inspect.UnionType(types=types):
            return types
        case inspect.VarTupleType(item_type=item) | inspect.ListType(item_type=item):
            return (item,)
        case inspect.TupleType(item_types=items):
            return items
        case inspect.DictType(key_type=key, value_type=value):
            return (key, value)
        case inspect.Metadata(type=inner):
            return (inner,)
        case _:
            return ()


def _declaration(part: inspect.Type) -> str:
    match part:
        case inspect.StructType(fields=fields, tag=tag, tag_field=tag_field) if tag is not None:
            return _interface(part, f"  {tag_field}: {_literal(tag)};", *map(_field, fields))
        case inspect.StructType(fields=fields) | inspect.DataclassType(fields=fields):
            return _interface(part, *map(_field, fields))
        case inspect.NamedTupleType(fields=fields):
            items = ", ".join(f"{field.name}: {_expression(field.type)}" for field in fields)
            return f"export type {_name(part)} = [{items}];\n"
        case inspect.EnumType(cls=cls):
            values = " | ".join(_literal(member.value) for member in cls)
            return f"export type {_name(part)} = {values};\n"
        case _:
            raise TypeError(f"no declaration is known for {part}")


def _interface(part: inspect.Type, *lines: str) -> str:
    return "\n".join((f"export interface {_name(part)} {{", *lines, "}\n"))


def _field(field: inspect.Field) -> str:
    return f"  {field.encode_name}: {_expression(field.type)};"


def _expression(part: inspect.Type) -> str:
    match part:
        case inspect.UnionType(types=types):
            return " | ".join(map(_expression, types))
        case inspect.LiteralType(values=values):
            return " | ".join(map(_literal, values))
        case inspect.VarTupleType(item_type=item) | inspect.ListType(item_type=item):
            return f"readonly ({_expression(item)})[]"
        case inspect.TupleType(item_types=items):
            return f"[{', '.join(map(_expression, items))}]"
        case inspect.DictType(key_type=key, value_type=value):
            return f"Record<{_expression(key)}, {_expression(value)}>"
        case inspect.Metadata(type=inner):
            return _expression(inner)
        case _ if _is_named(part):
            return _name(part)
        case _ if type(part) in _PLAIN:
            return _PLAIN[type(part)]
        case _:
            raise TypeError(f"no TypeScript is known for {part}")


def _literal(value: object) -> str:
    return encode(value).decode()
