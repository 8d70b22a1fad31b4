"""Changes to JSON: each key of each file."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.untrusted_input.factory import Case
from tests.untrusted_input.paths import slots
from tests.untrusted_input.values import DEEP, dumped, for_json

Key = tuple[str | int, ...]


def keys(folder: Path) -> list[tuple[str, Key]]:
    """Every value of every JSON file: of a list the first and the last."""
    result = []
    for name in slots(folder):
        if name.endswith(".json"):
            result += [(name, key) for key in _below(json.loads((folder / name).read_text()), ())]
    return result


def _below(value: Any, key: Key) -> Iterator[Key]:
    yield key
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from _below(inner, (*key, name))
    elif isinstance(value, list):
        for at in sorted({0, len(value) - 1} if value else ()):
            yield from _below(value[at], (*key, at))


def change(case: Case, path: Path, key: Key) -> None:
    """Give a value another, take it away, name it twice or otherwise, or bury the file."""
    way = case.chance.choice(
        ["value", "value", "value", "gone", "twice", "capitals", "repeated", "buried", "tail"]
    )
    case.changes.append(f"{path.relative_to(case.folder)} {'.'.join(map(str, key))}: {way}")
    content = json.loads(path.read_text())
    if way == "buried":
        path.write_bytes(b'{"a":' * DEEP + path.read_bytes() + b"}" * DEEP)
    elif way == "tail":
        path.write_bytes(path.read_bytes() + case.chance.choice([b"}", b"\0", b"\xff", b" " * 100_000]))
    elif way == "value" or not key:
        value = for_json(case)
        case.changes.append(repr(value)[:80])
        path.write_bytes(dumped(_with(content, key, value)))
    else:
        _rearrange(case, path, content, key, way)


def _rearrange(case: Case, path: Path, content: Any, key: Key, way: str) -> None:
    around, name = content, key[-1]
    for item in key[:-1]:
        around = around[item]
    if way == "twice" and isinstance(around, dict):
        around[f"{name}\x01"] = for_json(case)  # the same name once the sign is gone
        path.write_bytes(dumped(content).replace(b"\\u0001", b""))
        return
    if way == "gone":
        del around[name]
    elif way == "capitals" and isinstance(around, dict):
        around[str(name).upper()] = around.pop(name)
    elif isinstance(around, list):
        around *= 3
    path.write_bytes(dumped(content))


def _with(content: Any, key: Key, value: object) -> Any:
    if not key:
        return value
    around = content
    for item in key[:-1]:
        around = around[item]
    around[key[-1]] = value
    return content
