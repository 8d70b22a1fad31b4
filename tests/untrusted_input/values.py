"""Values that do harm where somebody believes them."""

from __future__ import annotations

import json
import os
import pickle
import struct
import zlib
from pathlib import Path

from tests.untrusted_input.factory import Case

LONG = 200_000
DEEP = 10_000
RAN = "ran"  # The folder that a pickle of ours makes in the canary when it is loaded
ESCAPES = "\x1b]0;owned\x07\x1b[2J\x1b[31m\u202eexe.fdp\u2028\x9b2J"

Value = None | int | float | bytes | str


def names(case: Case) -> list[str]:
    """Names that lead to the canary from wherever they are put together, or look as if."""
    up = [f"{'../' * depth}canary/victim" for depth in range(1, 9)]
    ends = ("", ".pdf", ".txt", ".lance", "/victim.json")
    canary = case.workspace.canary
    return [
        *(case.chance.choice(up) + end for end in ends),
        *(f"{canary}/victim{end}" for end in ends),
        *(
            str(canary),
            f"{canary}/{'c' * 64}.pdf",
            f"file://{canary}/victim.txt",
            f"~/../..{canary}/victim.txt",
        ),
        *("..", ".", "/", "/dev/zero", "/proc/self/environ", "s3://example.test/a", "http://127.0.0.1:9/a"),
        *("a\0b", "C:\\Windows\\victim", "CON", f"{'a' * 64}/../../../../canary/victim", "\\\\host\\share"),
    ]


class Bomb:
    """Unpickled it makes a folder in the canary."""

    def __init__(self, canary: Path) -> None:
        self._canary = canary

    def __reduce__(self) -> tuple[object, ...]:
        return os.mkdir, (str(self._canary / RAN),)


def bomb(case: Case) -> bytes:
    return pickle.dumps(Bomb(case.workspace.canary))


def for_column(case: Case) -> Value:
    """Anything that SQLite can hold."""
    chance = case.chance
    kinds = (
        lambda: None,
        lambda: chance.choice([-1, 0, 2, 99, 2**31, 2**32, 2**53, 2**62, 2**62 + 1, 2**63 - 1, -(2**63)]),
        lambda: chance.choice([float("inf"), -float("inf"), 1e300, 0.5, -0.0, 1e-300]),
        lambda: chance.choice(names(case)),
        lambda: chance.choice(texts(case)),
        lambda: chance.choice(blobs(case)),
    )
    return chance.choice(kinds)()


def texts(case: Case) -> list[str]:
    deep = "[" * DEEP
    return [
        *("", " ", "x", "\0", "a\nb\rc", ESCAPES, "%s%n{0}{title}", "=cmd|' /C calc'!A0", "‮"),
        *(
            "A" * 64,
            "a" * 63,
            "a" * 64,
            "c" * 64,
            "0" * 64,
            case.workspace.brief.name,
            str(case.workspace.brief),
        ),
        *("9999-12-31", "0001-01-01", "2020-13-45", "-1", "1e999", "NaN", "9" * 5000, "true"),
        *("9999-12-31T23:59:59.999999+00:00", "0001-01-01T00:00:00+23:59", "2020-01-01T00:00:00"),
        *(
            deep,
            '{"a":' * DEEP,
            "[[1,2,3,4,5]]",
            "[[]]",
            "[1]",
            "{}",
            "null",
            "[null]",
            '["a",1]',
            "[" + "9" * 5000 + "]",
        ),
        *(
            ".desktop",
            ".exe",
            ".pdf",
            ".PDF",
            "pdf",
            "0008",
            "9999",
            "up",
            "opinion",
            "brief",
            "added",
            "stored",
        ),
        *("x" * LONG, "word " * (LONG // 5), "(" * 5000, "<b>" * 5000 + "<script>", "ﷺ" * 20_000),
        json.dumps([[0, 2**40, "x" * 50, "case"], [-5, -1, None, 7]]),
        json.dumps([[1, 0, "../../canary/victim", "statute", 1, 2, 3, 4, 5, 6, 7, 8, 9]]),
    ]


def blobs(case: Case) -> list[bytes]:
    return [
        *(
            b"",
            b"\0",
            b"x" * 19,
            b"\xff" * 20,
            b"\xff" * 20 * 500,
            case.chance.randbytes(1000),
            b"\xed\xa0\x80",
        ),
        *(bomb(case), zlib.compress(bomb(case)), zlib.compress(b"\0" * (256 << 20), 9)),
        *(zlib.compress(b"[" * DEEP), zlib.compress(b"x" * 1000)[:-4], zlib.compress(b"\xff\xfe")),
        *(struct.pack("<5I", 2**31, 0, 2**32 - 1, 0, 2**32 - 1), struct.pack("<5I", 0, 9, 1, 5, 5) * 2),
    ]


def for_json(case: Case) -> object:
    """Return any value that ``json`` can write; ``NESTED`` stands for what it cannot."""
    chance = case.chance
    kinds = (
        lambda: chance.choice([None, True, False, -1, 0, 2**31, 2**64, 10**400, 1.5, 1e308]),
        lambda: chance.choice([float("nan"), float("inf")]),
        lambda: chance.choice(names(case)),
        lambda: chance.choice(texts(case)),
        lambda: chance.choice([[], {}, [[]], [None], {"a": 1}, [1, 2, 3], [{}], ["x"] * 1000]),
        lambda: NESTED,
    )
    return chance.choice(kinds)()


NESTED = "\x02nested\x02"


def dumped(value: object) -> bytes:
    """Return a value as JSON, with ``NESTED`` replaced by deep nesting."""
    text = json.dumps(value)
    return text.replace(json.dumps(NESTED), "[" * DEEP + "]" * DEEP).encode()
