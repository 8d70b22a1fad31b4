"""Texts for people as values: a template in English and what stands in its places.

The core makes Messages, and the window translates their templates. A Message is its English text too, so that
the command line, JSON, logs and exports print it as it is. Templates are literals in the source, where
``installer.translations`` reads them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

_PLACE = re.compile(r"\{([a-z][a-z0-9_]*)(:,?(?:\.\d)?f|:,|:\^)?\}")
"""Matches a place: ``{name}``, ``{name:^}`` with a capital, ``{count:,}`` or ``{size:.1f}``. A template may
come from a stranger, so str.format, which reaches attributes, is not used."""
MOST_LEVELS = 12  # The most messages inside each other that are read from outside
LONGEST = 200_000  # The most characters of a message that is read from outside


class Message(str):
    """The English text of a template with values in its places; a value may be a Message itself."""

    __slots__ = ("template", "values")
    template: str
    values: Mapping[str, str | int | float]

    def __new__(cls, template: str = "", /, **values: str | int | float) -> Message:
        message = super().__new__(cls, fill(template, values, _in_english) if values else template)
        message.template, message.values = template, values
        return message


NO_MESSAGE = Message()
_of = Message  # Makes messages of templates that stand elsewhere, or that have no words


def plural(number: int, one: str, many: str, /, **values: str | int | float) -> Message:
    """Return the message of the template ``one`` for 1 and of ``many`` for any other number. Both may have
    the place ``{number}``."""
    return _of(one if number == 1 else many, number=number, **values)


def template(text: str, /) -> str:
    """Return a template that stands in a table, to be ``filled``."""
    return text


def filled(text: str, values: Mapping[str, str | int | float]) -> Message:
    """Return the message of a template with those of the values for which it has places."""
    return _of(text, **{name: values[name] for name in places(text)})


def joined(parts: Sequence[str], separator: str = " ") -> Message:
    parts = [part for part in parts if part]
    if len(parts) == 1:
        return as_message(parts[0])
    names = [f"part{number}" for number in range(len(parts))]
    return _of(separator.join(f"{{{name}}}" for name in names), **dict(zip(names, parts, strict=True)))


def listed(items: Sequence[str], last: str = "and") -> Message:
    """Join items as in "a", "a and b" or "a, b and c"; ``last`` is "and" or "or"."""
    if len(items) < 2:
        return as_message(items[0]) if items else NO_MESSAGE
    left = joined(items[:-1], ", ")
    if last == "or":
        return Message("{left} or {right}", left=left, right=items[-1])
    return Message("{left} and {right}", left=left, right=items[-1])


def as_message(text: str) -> Message:
    """Return a Message as it is, and any other text as a Message that no language translates."""
    if isinstance(text, Message):
        return text
    return _of("{text}", text=text) if text else NO_MESSAGE


def fill(
    template: str, values: Mapping[str, str | int | float], write: Callable[[str | int | float, str], str]
) -> str:
    """Return a template with ``write(value, format)`` in each place that has a value, and nothing else
    changed. The format is empty, "^", "," or of the kind ".1f"."""

    def written(match: re.Match[str]) -> str:
        name, form = match[1], match[2] or ""
        return write(values[name], form[1:]) if name in values else match[0]

    return _PLACE.sub(written, template)


def places(template: str) -> set[str]:
    return {match[1] for match in _PLACE.finditer(template)}


def _in_english(value: str | int | float, form: str) -> str:
    if isinstance(value, str):
        return in_form(str(value), form)
    return format(value, form.removeprefix("^"))


def in_form(text: str, form: str) -> str:
    """Return the text of a value in a place of this format: with a capital for "^"."""
    return text[:1].upper() + text[1:] if form == "^" else text


def pack(message: Message) -> list[Any]:
    """Return a message as a list of its template and, unless there are none, its values."""
    values = {
        name: pack(value) if isinstance(value, Message) else value for name, value in message.values.items()
    }
    return [message.template, values] if values else [message.template]


def unpack(untrusted: object) -> Message:
    """Return the message of a list from ``pack``, or of a plain text. Raises ValueError."""
    message = _unpack(untrusted, MOST_LEVELS)
    if len(message) > LONGEST:
        raise ValueError("a message is too long")
    return message


def _unpack(untrusted: object, levels: int) -> Message:
    match untrusted:
        case str():
            return as_message(untrusted)
        case [str(template)]:
            return _of(template)
        case [str(template), dict(values)] if levels:
            read = {str(name): _value(value, levels - 1) for name, value in values.items()}
            longest_value = max((len(str(value)) for value in read.values()), default=0)
            if template.count("{") * longest_value > LONGEST:
                raise ValueError("a message is too long")
            return _of(template, **read)
    raise ValueError("not a message")


def _value(untrusted: object, levels: int) -> str | int | float:
    return untrusted if isinstance(untrusted, str | int | float) else _unpack(untrusted, levels)


def store(message: Message) -> str:
    """Return a message as text for a column or a file: JSON, or nothing for an empty message."""
    return json.dumps(pack(message), ensure_ascii=False) if message else ""


def load(untrusted: str) -> Message:
    """Return the message of a stored text. What is no stored message is shown as it is."""
    try:
        return unpack(json.loads(untrusted)) if untrusted.startswith("[") else as_message(untrusted)
    except (ValueError, RecursionError):
        return as_message(untrusted)
