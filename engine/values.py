"""Values: classes that never change, compared and hashed by their fields.

Values of engine, protocol and client derive from `Value`, so that this file alone knows how they
are made (docs/decisions/0034-values-are-structs.md). Fields are declared as in a dataclass, and
constructors take them by position or by name.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeGuard, dataclass_transform

from msgspec import Struct, field, structs

if TYPE_CHECKING:
    from dataclasses import replace  # mypy knows the fields of a value for this name only
else:
    from msgspec.structs import replace

__all__ = ["Value", "field", "field_names", "fields_of", "is_value_class", "replace"]


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Value(Struct, frozen=True):
    """A value: frozen, slotted, equal to those of its class with equal fields.

    `isinstance` with another class takes ten times as long as for plain classes. If it matters, ask
    `type(...) is` a final class, or look the type up in a table.
    """


def is_value_class(kind: object) -> TypeGuard[type[Value]]:
    """Return true for a class of values, false for any other class or type."""
    return isinstance(kind, type) and issubclass(kind, Value)


def field_names(kind: type) -> tuple[str, ...]:
    """List the fields of a class of values, in order."""
    assert is_value_class(kind), kind
    return kind.__struct_fields__


def fields_of(value: Value) -> dict[str, object]:
    """Return the fields of a value by name, in order; values within it stay values."""
    return structs.asdict(value)
