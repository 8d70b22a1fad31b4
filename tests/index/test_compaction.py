"""Tests that both indexes stay near the size of a new one after hundreds of small changes."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest

from briefbank.domain.documents import Document
from briefbank.domain.pages import Passage
from briefbank.embedding.dense import DenseIndex, DenseRow
from briefbank.index.lexical import LexicalIndex
from briefbank.text.characters import text_hash
from tests.index.factory import build_document, build_passages, bytes_on_disk
from tests.support.profile import sample

PROJECT = Path(__file__).resolve().parents[2]
CHANGES = sample(60, 180)  # Additions, and as many removals
KEPT = sample(30, 60)  # Documents that stay; all the others are removed again
LIMIT = 1.5
DIMENSIONS = 64
VOCABULARY = [
    f"{stem}{end}" for stem in ("search", "consent", "plea", "warrant", "jury") for end in range(300)
]


def document(number: int) -> tuple[Document, list[Passage]]:
    chance = random.Random(number)
    texts = [" ".join(chance.choices(VOCABULARY, k=120)) for _ in range(3)]
    return build_document(number), build_passages(number, texts)


def rows(number: int) -> list[DenseRow]:
    vectors = np.random.default_rng(number).normal(size=(3, DIMENSIONS)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    return [
        DenseRow(1000 * number + at, number, text_hash(f"{number} {at}"), v) for at, v in enumerate(vectors)
    ]


def changes(count: int) -> list[tuple[int, int]]:
    """So many changes (document added, document removed); a recent or an old document is removed."""
    chance, present, result = random.Random(7), list(range(1, KEPT + 1)), []
    for number in range(KEPT + 1, KEPT + 1 + count):
        present.append(number)
        result.append((number, present.pop(chance.randrange(len(present)))))
    return result


def remaining_documents(count: int) -> list[int]:
    """The documents that are there after the changes."""
    present = set(range(1, KEPT + 1))
    for added, removed in changes(count):
        present = (present | {added}) - {removed}
    return sorted(present)


def change_words(folder: Path, count: int) -> None:
    index = LexicalIndex(folder)
    with index.batch():
        for number in range(1, KEPT + 1):
            index.add(*document(number))
    for added, removed in changes(count):
        index.add(*document(added))
        index.remove(removed)
    index.close()


def change_meaning(folder: Path, count: int, memory_bytes: int = 1 << 30) -> None:
    index = DenseIndex(folder, "model", DIMENSIONS, memory_bytes=memory_bytes)
    for number in range(1, KEPT + 1):
        index.add(rows(number))
    for added, removed in changes(count):
        index.add(rows(added))
        index.remove(removed)
    index.close()


def assert_words_are_small(used: Path, count: int) -> None:
    index, fresh = LexicalIndex(used), LexicalIndex(used.with_name("fresh"))
    fresh.rebuild([document(number) for number in remaining_documents(count)], lambda: None)
    assert index.ids() == fresh.ids()
    assert bytes_on_disk(used) <= LIMIT * bytes_on_disk(used.with_name("fresh"))
    index.close()
    fresh.close()


def assert_meaning_is_small(used: Path, count: int) -> None:
    index, fresh = (DenseIndex(path, "model", DIMENSIONS) for path in (used, used.with_name("fresh")))
    fresh.rebuild([rows(number) for number in remaining_documents(count)], lambda: None)
    assert index.ids() == fresh.ids()
    assert bytes_on_disk(used) <= LIMIT * bytes_on_disk(used.with_name("fresh"))
    index.close()
    fresh.close()


@pytest.mark.nightly
def test_the_word_index_stays_small(tmp_path: Path) -> None:
    change_words(tmp_path / "used", CHANGES)
    assert_words_are_small(tmp_path / "used", CHANGES)


@pytest.mark.nightly
def test_the_meaning_index_stays_small(tmp_path: Path) -> None:
    change_meaning(tmp_path / "used", CHANGES)
    assert_meaning_is_small(tmp_path / "used", CHANGES)


@pytest.mark.nightly
def test_a_meaning_index_past_memory_stays_small(tmp_path: Path) -> None:
    change_meaning(tmp_path / "used", CHANGES // 2, memory_bytes=0)
    assert_meaning_is_small(tmp_path / "used", CHANGES // 2)


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("change", "check"),
    [(change_words, assert_words_are_small), (change_meaning, assert_meaning_is_small)],
    ids=["words", "meaning"],
)
def test_kills_in_between_leave_nothing_that_stays(
    tmp_path: Path, change: Callable[[Path, int], None], check: Callable[[Path, int], None]
) -> None:
    count = CHANGES // 2
    code = (
        "import os, sys, threading; from pathlib import Path; from tests.index import test_compaction as t\n"
        f"t.{change.__name__}(Path(sys.argv[1]), 1)\n"
        "threading.Timer(float(sys.argv[2]), os._exit, [9]).start()\n"
        f"while True:\n    t.{change.__name__}(Path(sys.argv[1]), {count})\n"
    )
    for delay in ("0.1", "0.6"):
        command = [sys.executable, "-c", code, str(tmp_path / "used"), delay]
        assert subprocess.run(command, cwd=PROJECT).returncode == 9
    for more in (5, 10, 15, 20):
        # A kill moves the moments at which the index is tidied: just before one it may be larger.
        change(tmp_path / "used", count + more)
        with suppress(AssertionError):
            return check(tmp_path / "used", count + more)
    change(tmp_path / "used", count)
    check(tmp_path / "used", count)
