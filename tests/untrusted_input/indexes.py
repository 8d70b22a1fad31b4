"""Changes to what the lexical index, the vectors and their files name."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from pathlib import Path

from tests.untrusted_input.factory import Case
from tests.untrusted_input.values import bomb

Change = Callable[[Case], None]
_NAME = re.compile(rb"[\w./-]{24,}")


def _deleted(case: Case) -> None:
    """The lexical index deletes files that its list of files names, and that it does not need."""
    (listed,) = case.library.glob("lexical/g-*/.managed.json")
    known = json.loads(listed.read_text())
    up = os.path.relpath(case.workspace.canary, listed.parent)
    known += [
        f"{up}/victim.txt",
        f"{case.workspace.canary}/victim.pdf",
        "../../../catalogue.sqlite",
        "../notes.txt",
    ]
    listed.write_text(json.dumps(known))
    case.changes.append("lexical index lists files elsewhere")


def _segments(case: Case) -> None:
    """Segments of the lexical index are of other sizes, or are other ones."""
    (meta,) = case.library.glob("lexical/g-*/meta.json")
    loads = json.loads(meta.read_text())
    for segment in loads["segments"]:
        segment.update(
            case.chance.choice(
                [
                    {"max_doc": 2**31},
                    {"max_doc": 0},
                    {"max_doc": -1},
                    {"segment_id": "../../../canary/victim"},
                    {"segment_id": "00000000-0000-0000-0000-000000000000"},
                    {"deletes": {"num_deleted_docs": 5, "opstamp": 2**63}},
                    {"deletes": "x"},
                ]
            )
        )
    loads["opstamp"] = case.chance.choice([0, 2**64 - 1, -1, loads["opstamp"]])
    meta.write_text(json.dumps(loads))
    case.changes.append("segments of the lexical index changed")


def _without_segments(case: Case) -> None:
    (meta,) = case.library.glob("lexical/g-*/meta.json")
    loads = json.loads(meta.read_text())
    loads["segments"] = case.chance.choice([None, {}, [None], [[]], "x", [{}], 5])
    meta.write_text(json.dumps(loads))
    case.changes.append("segments of the lexical index are no list")


def _other_schema(case: Case) -> None:
    (meta,) = case.library.glob("lexical/g-*/meta.json")
    loads = json.loads(meta.read_text())
    field = case.chance.choice(loads["schema"])
    case.chance.choice(
        [
            lambda: loads["schema"].remove(field),
            lambda: loads["schema"].reverse(),
            lambda: field.update(
                type="i64", options={"indexed": True, "fieldnorms": False, "fast": True, "stored": False}
            ),
            lambda: field.update(name="../victim"),
        ]
    )()
    meta.write_text(json.dumps(loads))
    case.changes.append(f"schema of the lexical index changed at {field['name']}")


def _other_names(case: Case) -> None:
    """Replace a name in a binary file of the vectors, or a whole address, by one of the canary's."""
    path = case.chance.choice([path for path in sorted(case.library.glob("dense/**/*")) if path.is_file()])
    content = path.read_bytes()
    places = list(_NAME.finditer(content))
    if not places:
        return
    match = case.chance.choice(places)
    size = match.end() - match.start()
    ways = [
        "../" * 6 + "canary/victim.lance",
        "/canary/victim.lance",
        "http://127.0.0.1:9/a",
        "s3://a/b",
        "\xff" * 4,
    ]
    name = case.chance.choice(ways).encode("latin-1")
    name = name.rjust(size, b"/") if name.startswith(b"/") else b"./" * ((size - len(name)) // 2) + name
    path.write_bytes(content[: match.start()] + name.ljust(size, b"x")[:size] + content[match.end() :])
    case.changes.append(f"{path.relative_to(case.library)} names {name!r}")


def _other_dimensions(case: Case) -> None:
    """The note of the vectors says that they are longer than they are, and theirs are of that size."""
    (sentinel,) = case.library.glob("dense/e-*/index.json")
    loads = json.loads(sentinel.read_text())
    loads["built_with"]["dimensions"] = case.chance.choice([0, -1, 10**12, 63])
    sentinel.write_text(json.dumps(loads))
    case.changes.append("dimensions of the vectors changed")


LIBRARY: tuple[Change, ...] = (
    *(_deleted, _deleted, _segments, _segments, _without_segments, _other_schema, _other_schema),
    *(_other_names, _other_names, _other_names, _other_names, _other_dimensions),
)


def packed_vectors(case: Case, path: Path) -> None:
    """The vectors of a backup as nobody writes them."""
    way, content = case.chance.choice(["cut", "nan", "hashes", "long", "other"]), path.read_bytes()
    if way == "cut":
        content = content[: case.chance.randrange(len(content))]
    elif way == "nan":
        content = content[:32] + b"\xff" * (len(content) - 32)
    elif way == "hashes":
        content = b"\xff\x00../x".ljust(32, b"y") + content[32:]
    elif way == "long":
        content += bytes(1 << 26)
    else:
        content = bomb(case)
    path.write_bytes(content)
    case.changes.append(f"vectors of the backup: {way}")
