"""Tests of the lexical index without hidden documents, while others change it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
import tantivy

from briefbank.index.lexical import LexicalIndex
from briefbank.office.walled_library import VisibleLexicalIndex
from tests.index.factory import build_document, build_passages

SEEN, HIDDEN = 1, 2
SEEN_IDS = {1000}


def add(index: LexicalIndex, number: int) -> None:
    index.add(build_document(number), build_passages(number, ["A warrant was issued."]))


class Interrupted(LexicalIndex):
    """A lexical index that another thread changes and searches right after a searcher was requested."""

    changes = 0

    def _searcher(self) -> tantivy.Searcher:
        result = super()._searcher()
        if self.changes:
            self.changes -= 1
            add(self, SEEN)
            super()._searcher()
        return result


@pytest.fixture
def index(tmp_path: Path) -> Iterator[Interrupted]:
    with closing(Interrupted(tmp_path / "words")) as index:
        index.groups = lambda: {HIDDEN: "smith"}
        for number in (SEEN, HIDDEN):
            add(index, number)
        yield index


def visible(index: LexicalIndex, tmp_path: Path, hidden: Callable[[], frozenset[int]]) -> VisibleLexicalIndex:
    (folder := tmp_path / "links").mkdir()
    return VisibleLexicalIndex(index, folder, hidden, lambda: None)


def test_words_whose_files_a_change_deletes_while_they_are_opened_are_opened_again(
    index: Interrupted, tmp_path: Path
) -> None:
    changes = iter([SEEN])

    def hidden() -> frozenset[int]:
        for number in changes:
            add(index, number)
        return frozenset({HIDDEN})

    assert visible(index, tmp_path, hidden).ids() == SEEN_IDS


def test_no_word_of_a_hidden_document_stays_in_a_segment_too_large_to_be_merged(tmp_path: Path) -> None:
    texts = {
        HIDDEN: ["qwvxyzzy"],
        **{number: ["plea"] for number in range(3, 11)},
        SEEN: ["warrant"] * 17_000,
    }
    library = {
        number: (build_document(number), build_passages(number, passage_texts))
        for number, passage_texts in texts.items()
    }
    with closing(LexicalIndex(tmp_path / "words")) as index:
        with index.batch() as change:
            for document_and_passages in library.values():
                change.add(*document_and_passages)
        index.groups = lambda: {HIDDEN: "smith"}
        index.separate(lambda ids: [library[number] for number in sorted(ids)])
        words = visible(index, tmp_path, lambda: frozenset({HIDDEN}))
        assert words.words_beginning("qwv") == {} and words.size() == 17_008
