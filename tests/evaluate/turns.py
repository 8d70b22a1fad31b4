"""Compares text segmenters by how well they find the real borders of sections. See
``extraction.passages``.

    python -m tests.evaluate.turns [--limit N]

The sections of each brief of ../shared/data are put together without their headings. Measured for each
section end are the share of nearby paragraph ends at which the topic changes less (0.5 is chance, 1 is best;
only paragraph ends, because a section never ends elsewhere), and how often it is among the first tenth.
Compared are the words, as the application uses them; sentence embeddings by the model that search uses; the
mean of the same model's word vectors, which needs no network; and words and sentences together. The
embeddings take a minute or two, once.
"""

from __future__ import annotations

import argparse
import json
import re
import statistics
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from briefbank import paths as places
from briefbank.embedding.encoders import default_model, load_encoder
from briefbank.evaluate.data_sets import CachedEncoder
from briefbank.extraction.passages import WINDOW_WORDS, Segmenter, by_words
from briefbank.extraction.text import join_lines
from briefbank.text.language import sentence_ends
from tests.evaluate.headings import Brief, briefs

NEAR = 60  # Pieces on each side of a true border whose places it is compared with
LEAST_SECTION = 150  # Words; shorter sections are too short to have matter of their own
LEAST_PIECE = 12  # Words of a piece: shorter sentences go with the next
Vectors = NDArray[np.float64]
Embed = Callable[[Sequence[str]], Vectors]


@dataclass(frozen=True, slots=True)
class JoinedBrief:
    """A brief's pieces in order: after which a paragraph ends, and after which a section."""

    pieces: tuple[str, ...]
    paragraph_ends: frozenset[int]
    section_ends: frozenset[int]


class VectorSegmenter:
    """Compares vectors as the application compares words: the cosine of the sums on both sides, less the
    mean.
    """

    def __init__(self, embed: Embed) -> None:
        self._embed = embed

    def __call__(self, texts: Sequence[str]) -> Sequence[float]:
        words = np.array([len(text.split()) for text in texts], np.float64)
        vectors = self._embed(texts)
        vectors = vectors - np.outer(words, vectors.sum(axis=0) / words.sum())
        sums = np.vstack([np.zeros((1, vectors.shape[1])), vectors.cumsum(axis=0)])
        upto = np.concatenate([[0.0], words.cumsum()])
        borders = np.arange(1, len(texts))
        first = np.minimum(borders - 1, np.searchsorted(upto, upto[borders] - WINDOW_WORDS))
        last = np.searchsorted(upto, upto[borders] + WINDOW_WORDS)
        last = np.maximum(borders + 1, np.minimum(len(texts), last))
        left, right = sums[borders] - sums[first], sums[last] - sums[borders]
        lengths = np.linalg.norm(left, axis=1) * np.linalg.norm(right, axis=1)
        return list(1 - (left * right).sum(axis=1) / np.maximum(lengths, 1e-9))


class CombinedSegmenter:
    """The sum of two segmenters' ranks."""

    def __init__(self, *segmenters: Segmenter) -> None:
        self._segmenters = segmenters

    def __call__(self, texts: Sequence[str]) -> Sequence[float]:
        ranks = [np.argsort(np.argsort(segmenter(texts))) for segmenter in self._segmenters]
        return list(np.sum(ranks, axis=0, dtype=np.float64))


def sentence_vectors() -> Embed:
    """Each text's embedding times its words, remembered between runs."""
    encoder = CachedEncoder(load_encoder(), places.models_folder() / "cache")

    def embed(texts: Sequence[str]) -> Vectors:
        words = np.array([len(text.split()) for text in texts], np.float64)
        return encoder.encode_passages(texts) * words[:, None]

    return embed


def word_vectors() -> Embed:
    """The sum of the rows of the model's own table for a text's words, frequent ones (its vocabulary is in
    order of frequency) counting less, as in model2vec."""
    folder = default_model()
    table = _table(folder / "model.safetensors", "word_embeddings.weight")
    rows = {word: at for at, word in enumerate((folder / "vocab.txt").read_text("utf-8").splitlines())}
    weights = np.log1p(np.maximum(0, np.arange(len(table)) - rows["the"]))
    table = (table - table.mean(axis=0)) * weights[:, None]

    def embed(texts: Sequence[str]) -> Vectors:
        words = [re.findall("[a-z]+", text.lower()) for text in texts]
        return np.vstack([table[[rows[w] for w in item if w in rows]].sum(axis=0) for item in words])

    return embed


def _table(path: Path, name: str) -> Vectors:
    with path.open("rb") as file:
        size = int.from_bytes(file.read(8), "little")
        about = next(v for k, v in json.loads(file.read(size)).items() if k.endswith(name))
        start, end = about["data_offsets"]
        file.seek(start, 1)
        return np.frombuffer(file.read(end - start), np.float32).reshape(about["shape"]).astype(np.float64)


def join_sections(brief: Brief) -> JoinedBrief:
    pieces: list[str] = []
    paragraphs, borders = set(), set()
    for section in brief.sections:
        texts = [join_lines(block.lines, brief.words).text for block in section.blocks]
        if not section.path or sum(len(text.split()) for text in texts) < LEAST_SECTION:
            continue
        for text in texts:
            pieces += _pieces(text)
            paragraphs.add(len(pieces) - 1)
        borders.add(len(pieces) - 1)
    return JoinedBrief(tuple(pieces), frozenset(paragraphs), frozenset(borders - {len(pieces) - 1}))


def _pieces(text: str) -> list[str]:
    results: list[str] = []
    start = 0
    for end in [*sentence_ends(text), len(text)]:
        if end == len(text) or len(text[start:end].split()) >= LEAST_PIECE:
            results.append(text[start:end])
            start = end
    return [piece for piece in results if piece.strip()]


def places_of_borders(brief: JoinedBrief, segmenter: Segmenter) -> list[float]:
    """Return for each section end the share of nearby paragraph ends at which the topic changes less."""
    turns = segmenter(brief.pieces)
    others = sorted(brief.paragraph_ends - brief.section_ends - {len(brief.pieces) - 1})
    uploads = []
    for border in sorted(brief.section_ends):
        near = [turns[at] for at in others if abs(at - border) < NEAR]
        if near:
            below = sum(value < turns[border] for value in near)
            uploads.append((below + sum(value == turns[border] for value in near) / 2) / len(near))
    return uploads


def main() -> None:
    parser = argparse.ArgumentParser(description="Where the matter turns, against the true ends of sections.")
    parser.add_argument("--limit", type=int, help="the first so many PDFs and texts")
    limit = parser.parse_args().limit
    documents = [item for item in map(join_sections, briefs(limit)) if item.section_ends]
    if not documents:
        raise SystemExit("There are no briefs in ../shared/data.")
    sentences = VectorSegmenter(sentence_vectors())
    ways: Mapping[str, Segmenter] = {
        "words": by_words,
        "sentence embeddings": sentences,
        "mean of word vectors": VectorSegmenter(word_vectors()),
        "words and sentence embeddings": CombinedSegmenter(by_words, sentences),
    }
    for name, segmenter in ways.items():
        results = [position for document in documents for position in places_of_borders(document, segmenter)]
        first = sum(position >= 0.9 for position in results) / len(results)
        error = statistics.stdev(results) / len(results) ** 0.5
        print(
            f"{name:30} {statistics.fmean(results):.3f} ± {1.96 * error:.3f}  first tenth {first:.2f}  "
            f"({len(results)} borders, {len(documents)} briefs)"
        )


if __name__ == "__main__":
    main()
