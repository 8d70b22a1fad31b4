"""``python -m tests.evaluate.spelling DATASET_DIR…``: how spelling correction does on a data set's searches.

It counts the searches of which a word is changed as they were typed, and then the slips that are corrected:
one or two made ones in a word, and a word in the place of another one that differs by one slip. Searches of
more words than are corrected are left out of the slips. The slips are drawn anew by the same seed each time.
"""

from __future__ import annotations

import argparse
import random
import statistics
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from string import ascii_lowercase

from briefbank.errors import QueryError
from briefbank.evaluate import data_sets
from briefbank.index.analyzer import stem_of
from briefbank.index.lexical import LexicalIndex
from briefbank.search import rewording
from briefbank.search.parsing import parse
from briefbank.search.query import ParsedQuery
from tests.search.fakes import Memory, Store, no_citations

SEED = 7
PASSAGE_WORDS = 150


class Speller:
    """Corrects queries by the texts of a data set, and notes how long that takes."""

    def __init__(self, texts: Iterable[str], folder: Path) -> None:
        memory = Memory()
        for number, text in enumerate(_passages(texts), 1):
            memory.add(number, text)
        self.index, self.store = LexicalIndex(folder), Store(memory)
        rows = ((memory.documents[number], [known]) for number, known in memory.passages.items())
        self.index.rebuild(rows, lambda: None)
        self.milliseconds: list[float] = []

    def corrected(self, parsed: ParsedQuery) -> dict[str, str]:
        begun = time.perf_counter()
        corrections = rewording.corrections(parsed, self.index, self.store)
        self.milliseconds.append(1000 * (time.perf_counter() - begun))
        return {correction.typed: correction.used for correction in corrections}

    def known(self, word: str) -> bool:
        return self.index.frequencies([word])[0] > 0


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("datasets", nargs="+", type=Path, metavar="DATASET_DIR")
    for dataset in parser.parse_args(arguments).datasets:
        data = data_sets.load(dataset)
        queries = list(_parsed(data.queries.values()))
        with tempfile.TemporaryDirectory() as folder:
            speller = Speller((document.text for document in data.rows), Path(folder) / "lexical")
            changed = [result for query in queries if (result := speller.corrected(query))]
            print(f"{dataset.name}: {len(changed)} of {len(queries)} searches changed as typed: {changed}")
            p50, p95 = statistics.quantiles(speller.milliseconds, n=20)[9::9]
            print(f"  a search takes {p50:.2f} ms (median), {p95:.2f} ms (95th percentile)")
            for slips in (1, 2):
                _print_caught(f"{slips} made in a word", speller, _with_made_slips(queries, speller, slips))
            _print_caught("another word", speller, _with_other_words(queries, speller))


def _passages(texts: Iterable[str]) -> Iterator[str]:
    for text in texts:
        words = text.split()
        for at in range(0, len(words), PASSAGE_WORDS):
            yield " ".join(words[at : at + PASSAGE_WORDS])


def _parsed(texts: Iterable[str]) -> Iterator[ParsedQuery]:
    for text in texts:
        try:
            yield parse(text, no_citations)
        except QueryError:
            continue


def _print_caught(name: str, speller: Speller, slips: Iterable[tuple[str, str, str]]) -> None:
    """Print how many slips are corrected. Each is the typed search, the slip in it and the word meant."""
    right = wrong = total = 0
    for text, typed, meant in slips:
        total += 1
        result = speller.corrected(parse(text, no_citations))
        caught = stem_of(result.get(typed, "")) == stem_of(meant)
        right += caught
        wrong += bool(result) and not caught
    print(f"  {name}: {right} of {total} slips corrected, {wrong} searches changed wrongly")


def _with_made_slips(
    queries: Iterable[ParsedQuery], speller: Speller, slips: int
) -> Iterator[tuple[str, str, str]]:
    """Yield searches with a word into which slips were made that no text has."""
    draw = random.Random(SEED)
    shortest = rewording.SHORTEST if slips == 1 else rewording.SHORTEST_FOR_TWO
    for query in queries:
        words = [word for word in query.words if word.isalpha() and len(word) >= shortest]
        if not words or len(query.words) > rewording.TYPED_WORDS:
            continue
        meant = typed = draw.choice(words)
        for _ in range(slips):
            typed = _slipped(typed, draw)
        if speller.known(meant) and not speller.known(typed):
            yield _replaced(query, meant, typed), typed, meant


def _with_other_words(queries: Iterable[ParsedQuery], speller: Speller) -> Iterator[tuple[str, str, str]]:
    """Yield searches in which one word is replaced by another that occurs in a text."""
    draw = random.Random(SEED)
    for query in queries:
        if not 1 < len(query.words) <= rewording.TYPED_WORDS:
            continue
        words = [word for word in query.words if word.isalpha() and len(word) >= rewording.SHORTEST]
        draw.shuffle(words)
        confused = ((meant, typed) for meant in words for typed in _confusable(meant, speller.index))
        if result := next(confused, None):
            meant, typed = result
            yield _replaced(query, meant, typed), typed, meant


def _confusable(word: str, index: LexicalIndex) -> list[str]:
    """Return the words of other stems at one slip."""
    words = [item for first in sorted(set(word[:2])) for item in index.words_beginning(first)]
    near = (item for item in words if len(item) >= rewording.SHORTEST and rewording.within(word, item, 1))
    return [passage for passage in near if passage.isalpha() and stem_of(passage) != stem_of(word)]


def _slipped(word: str, draw: random.Random) -> str:
    at, letter = draw.randrange(1, len(word) - 1), draw.choice(ascii_lowercase)
    head, tail = word[:at], word[at:]
    swapped = head + tail[1] + tail[0] + tail[2:]
    return draw.choice([head + tail[1:], head + letter + tail, head + letter + tail[1:], swapped])


def _replaced(query: ParsedQuery, meant: str, typed: str) -> str:
    """Return the words of a search in small letters, one of them replaced."""
    return " ".join(typed if word == meant else word for word in query.words)


if __name__ == "__main__":
    main()
