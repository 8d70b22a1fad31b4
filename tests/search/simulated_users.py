"""Simulated users with known preferences on a generated library: the gain and the harm of feedback.

Each topic is a direction in space; passages and searches are directions near it, relevance is the cosine over
the best one. Every user prefers, of all passages of the topics they work on, those of one style. They search,
look at the first ten, mark some of them, and are then asked how the passages that they prefer stand in *new*
searches on the same topics, which were never marked.

``python -m tests.search.simulated_users`` prints what each value of MOST brings.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import product

import numpy as np
from numpy.typing import NDArray

from briefbank.domain.searches import Verdict
from briefbank.search import feedback
from briefbank.search.feedback import Adjustment, best_first, for_cut, nudges
from briefbank.search.feedback import similarities_by_vectors as by_vectors

Vector = NDArray[np.float32]

SHARE = 0.6  # The relevant set ends at this share of the best passage's relevance
TOPICS, PASSAGES, DIMENSIONS = 24, 40, 96
MARKED_SEARCHES, NEW_SEARCHES, MOST_CHECKED = 4, 4, 10
MARKS_OF_TEN = 4
DISTANCES = (0.4, 2.4)
"""Distances of passages from their topic.

About ten passages have three quarters of the best one's relevance, and twenty-two 0.6 of it, as in the real
sets that the cut was chosen on.
"""


@dataclass
class World:
    """Topics, passages and the marks given so far."""

    seed: int = 7
    topics: Vector = field(init=False)
    passages: Vector = field(init=False)
    topic_of: NDArray[np.int64] = field(init=False)
    preferred: NDArray[np.bool_] = field(init=False)
    marks: list[tuple[str, int, Verdict]] = field(default_factory=list)
    vectors: dict[str, Vector] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.rng = np.random.default_rng(self.seed)
        self.topics = unit(self.rng.normal(size=(TOPICS, DIMENSIONS)))
        self.topic_of = np.repeat(np.arange(TOPICS), PASSAGES)
        distances = self.rng.uniform(*DISTANCES, size=(len(self.topic_of), 1))
        self.passages = self._near(self.topics[self.topic_of], distances)
        self.preferred = self.rng.random(len(self.passages)) < 0.4

    def search(self, topic: int) -> str:
        """A new search on a topic; two on the same topic have a cosine of about 0.75."""
        name = f"search {len(self.vectors)} on {topic}"
        self.vectors[name] = self._near(self.topics[topic][None], 0.55)[0]
        return name

    def near(self, query: str, noise: float = 0.2) -> str:
        """A search in nearly the words of another."""
        name = f"{query}, variant {len(self.vectors)}"
        self.vectors[name] = self._near(self.vectors[query][None], noise)[0]
        return name

    def relevance(self, query: str) -> dict[int, float]:
        """Return the relevance of every passage, 0 to 1; the best has 1."""
        cosines = np.maximum(self.passages @ self.vectors[query], 0.0)
        return dict(enumerate((cosines / cosines.max()).tolist()))

    def alike(self, query: str) -> dict[str, float]:
        """Return the similarity of each marked search to this one."""
        names = sorted({mark[0] for mark in self.marks})
        if not names:
            return {}
        alike = by_vectors(self.vectors[query], np.stack([self.vectors[name] for name in names]), 0.0)
        return dict(zip(names, alike.tolist(), strict=True))

    def nudges(self, query: str) -> dict[int, Adjustment]:
        return nudges(self.alike(query), self.marks, query)

    def shown(self, query: str, *, learn: bool = True) -> list[int]:
        """The relevant passages, best first, as a search applies the marks."""
        learned = self.nudges(query) if learn else {}
        return rank_with_feedback(self.relevance(query), learned)

    def use(self, topics: Sequence[int]) -> None:
        """A user works on these topics, and marks some of the first ten of each search."""
        for topic in topics:
            for _ in range(MARKED_SEARCHES):
                query = self.search(topic)
                first = self.shown(query)[:MOST_CHECKED]
                for passage in self.rng.permutation(first)[:MARKS_OF_TEN].tolist():
                    self.marks.append((query, passage, self.verdict(passage)))

    def verdict(self, passage: int) -> Verdict:
        return Verdict.UP if self.preferred[passage] else Verdict.DOWN

    def _near(self, directions: Vector, noise: float | NDArray[np.float64]) -> Vector:
        away = self.rng.normal(size=directions.shape) * (noise / np.sqrt(DIMENSIONS))
        return unit(directions + away)


def rank_with_feedback(relevance: dict[int, float], learned: dict[int, Adjustment]) -> list[int]:
    """The relevant set of passages by id, best first."""
    cut = SHARE * max(relevance.values())
    kept = [item for item in relevance.items() if for_cut(item[1], learned.get(item[0])) >= cut]
    return best_first(sorted(kept, key=lambda item: (-item[1], item[0])), learned)


def precision(world: World, shown: Sequence[int], k: int = 5) -> float:
    """The share of preferred passages among the first ``k``."""
    return float(np.mean([world.preferred[number] for number in shown[:k]]))


def mean_rank(world: World, shown: Sequence[int]) -> float:
    """Return the mean rank, from 1, of the preferred passages among those shown."""
    return float(np.mean([rank for rank, number in enumerate(shown, start=1) if world.preferred[number]]))


def unit(directions: NDArray[np.float64]) -> Vector:
    lengths = np.linalg.norm(directions, axis=-1, keepdims=True)
    return np.asarray(directions / lengths, np.float32)


def measure_feedback(seeds: Sequence[int] = (1, 2, 3)) -> tuple[float, float, float]:
    """Precision of the first five in new searches without and with marks, and how far a passage whose
    relevance was 1 fell at most, where it was marked down in fifty searches nearly like this one."""
    before, after, falls = [], [], []
    for seed in seeds:
        world = World(seed)
        world.use(range(TOPICS // 2))
        for topic in range(TOPICS // 2):
            for query in [world.search(topic) for _ in range(NEW_SEARCHES)]:
                before.append(precision(world, world.shown(query, learn=False)))
                after.append(precision(world, world.shown(query)))
        falls += [measure_fall(World(seed), topic) for topic in range(TOPICS)]
    return float(np.mean(before)), float(np.mean(after)), max(falls)


def measure_fall(world: World, topic: int, marks: int = 50) -> int:
    """Count the ranks that the best passage of a search loses by negative feedback in similar searches."""
    query = world.search(topic)
    best = world.shown(query)[0]
    world.marks += [(world.near(query), best, Verdict.DOWN) for _ in range(marks)]
    return world.shown(query).index(best)


if __name__ == "__main__":
    print("MOST  PLACES  precision@5 of new searches   with marks   most places lost by the best passage")
    for most, places in product((0.05, 0.10, 0.15, 0.20, 0.30), (3, 5, 10, 1000)):
        feedback.MOST, feedback.PLACES = most, places
        without, with_marks, lost = measure_feedback()
        print(f"{most:.2f}  {places:6}  {without:.3f}                         {with_marks:.3f}        {lost}")
