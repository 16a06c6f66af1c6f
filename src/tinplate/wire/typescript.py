"""TypeScript types of the messages and values on the wire, for the page."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, cast

from msgspec import inspect
from msgspec.json import encode

from tinplate.lobby.values import ChatLine
from tinplate.match import Entry
from tinplate.pack import GamePack
from tinplate.wire import incoming, outgoing, replays, resources

NOTICE = "// Written by `make page` from the Python types of the wire: do not edit.\n"
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
        "Line": ChatLine,  # as the page calls it
        **types_of(resources),
        **types_of(replays),
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


def typescript(exports: Mapping[str, Any]) -> str:
    """The text of one file."""
    infos = dict(zip(exports, inspect.multi_type_info(list(exports.values())), strict=True))
    parts: dict[str, inspect.Type] = {}
    for info in infos.values():
        for part in _named_parts(info):
            name = _name(part)
            if parts.setdefault(name, part) != part:
                raise ValueError(f"two types are called {name}")
    unions = {name: info for name, info in infos.items() if name not in parts}
    declared = [*map(_declaration, parts.values())]
    declared += [f"export type {name} = {_expression(info)};\n" for name, info in unions.items()]
    return "\n".join((NOTICE, *declared))


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
    named: Any = part
    kind = getattr(named.cls, "__origin__", named.cls)  # a generic class without its parameters
    name: str = kind.__name__
    return name


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
