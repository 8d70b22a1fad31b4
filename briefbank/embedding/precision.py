"""Chooses between the full and the compact form of a model's graph by measuring both on this computer, the
full one on a graphics card, too, where there is one.

The compact one multiplies 8-bit integers. How much that gains depends on the processor, from nothing to four
times, and how much it loses depends on the model, so that it is only made for models that were measured.
For all-MiniLM-L6-v2 (``python -m briefbank.cli.main evaluate``, full collections, recall@10 full → compact):

    collection            fused            embeddings alone
    wills-tn              0.625 → 0.622    0.455 → 0.449
    annotations-ak-nd     0.554 → 0.554    0.381 → 0.379

These are for weights per channel, without the matrices that narrow a layer's output again (their inputs hold
a few very large numbers). With these too, embeddings alone lost 3 points on wills-tn and speed doubled once
more. Weights keep to 7 bits, because processors without VNNI overflow on 8 (ONNX Runtime's documentation,
"Quantize ONNX models"), and vectors must not depend on the processor.
"""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from enum import StrEnum
from pathlib import Path

from briefbank.embedding import graphics_card
from briefbank.errors import StoreError
from briefbank.files import write_atomically

log = logging.getLogger(__name__)

GRAPH, COMPACT_GRAPH, CHOICE = "model.onnx", "model-int8.onnx", "choice.json"
MEASURED_MODELS = frozenset({"1b80567da4d420a4ee234913983a4a9d"})
"""Content hashes of the models that lose at most half a point of fused recall@10: all-MiniLM-L6-v2."""
WORTH = 1.2
"""The speedup over the full form from which the compact one is used."""
ROUNDS = 2

_PASSAGE = """
    The officer testified that he stopped the car because one of its tail lights was out, and that he
    smelled marijuana when the driver lowered the window. The motion judge found him credible. On appeal
    the defendant argues that the odor alone did not justify a search of the trunk, which was locked, and
    that nothing in the record ties the trunk to the odor. State v. Patino, 83 N.J. 1, 12-13 (1980). The
    State answers that the defendant consented, but a consent that is asked for after an unlawful search
    has begun must be shown to be free of its taint. Wong Sun v. United States, 371 U.S. 471, 488 (1963).
    The burden was on the State, which called a single witness, and the judge made no finding on the
    matter. The order should therefore be reversed and the evidence suppressed, or the matter remanded for
    a hearing at which that question is answered.
"""
_WORDS = _PASSAGE.split()
SAMPLE = [" ".join(_WORDS[start : start + 60 + 4 * start]) for start in range(0, 24)]
"""Passages of 60 to 140 words, the sizes that briefs are cut into."""


class Precision(StrEnum):
    """A form of the graph, and where it runs."""

    FULL = "fp32"
    COMPACT = "int8"
    ON_CARD = "fp32 on card"
    """The full form on a graphics card; its vectors are those of FULL."""


_GRAPHS = {Precision.FULL: GRAPH, Precision.COMPACT: COMPACT_GRAPH, Precision.ON_CARD: GRAPH}


@dataclass(frozen=True, slots=True)
class Choice:
    """The form of the model that is used, and the passages a second of each; 0 where one was not measured."""

    precision: Precision
    full_per_s: float
    compact_per_s: float
    card_per_s: float = 0.0
    card: str = ""
    """What ONNX Runtime had for a graphics card when this was measured."""

    @property
    def per_s(self) -> float:
        if self.precision is Precision.ON_CARD:
            return self.card_per_s
        return self.compact_per_s if self.precision is Precision.COMPACT else self.full_per_s

    @property
    def reason(self) -> str:
        """Return a sentence for Settings."""
        if self.precision is Precision.ON_CARD:
            figures = f"{self.card_per_s:.0f} passages a second against {self._processor_per_s:.0f}"
            return f"Search by meaning prepares passages on the graphics card, which is faster: {figures}."
        if not self.compact_per_s:
            return "Search by meaning uses the full form of its model."
        if not self.full_per_s:
            return "Search by meaning uses the compact form of its model."
        figures = f"{self.compact_per_s:.0f} passages a second against {self.full_per_s:.0f}"
        if self.precision is Precision.COMPACT:
            return f"Search by meaning uses the compact form of its model, which is faster here: {figures}."
        return f"Search by meaning uses the full form of its model; the compact one gains little: {figures}."

    @property
    def _processor_per_s(self) -> float:
        return max(self.full_per_s, self.compact_per_s)


FULL_ONLY = Choice(Precision.FULL, 0.0, 0.0)
"""The choice for a model without a compact form."""


def kept_choice(folder: Path) -> Choice | None:
    """Return the choice for a prepared model that is stored in ``folder``; None when there is none."""
    try:
        kept = json.loads((folder / CHOICE).read_text("utf-8"))
        full, compact, on_card = (
            float(kept.get(name, 0)) for name in ("full_per_s", "compact_per_s", "card_per_s")
        )
        return Choice(Precision(kept["precision"]), full, compact, on_card, str(kept.get("card", "")))
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None


def known_choice(folder: Path, notes: Path) -> Choice | None:
    """Return the choice for the prepared model in ``folder`` that needs no measuring: the one in ``notes``
    where its form and the same graphics card are there, or the full form where there is nothing else."""
    kept, card = kept_choice(notes), graphics_card.provider()
    if kept is not None and kept.card == card and (folder / _GRAPHS[kept.precision]).is_file():
        return kept
    return None if card or (folder / COMPACT_GRAPH).is_file() else FULL_ONLY


def choose(
    folder: Path,
    load: Callable[[Precision], Callable[[Sequence[str]], object]],
    notes: Path | None = None,
) -> Choice:
    """Return the form to use of the prepared model in ``folder``: stored earlier, or else measured and
    stored. A package brings the compact form alone, which is then used.

    ``load`` returns a function that encodes passages with one form. The choice is stored in ``notes``, a
    folder of this user's (default: the model's own), since a model that came with a package lies where nobody
    may write. Measuring takes some seconds.
    """
    notes = notes or folder
    if (known := known_choice(folder, notes)) is not None:
        return known
    card = graphics_card.provider()
    there = [form for form in Precision if (folder / _GRAPHS[form]).is_file()]
    forms = [form for form in there if card or form is not Precision.ON_CARD]
    speeds = dict(zip(forms, _speeds([load(form) for form in forms]), strict=True))
    full, compact, on_card = (speeds.get(form, 0.0) for form in Precision)
    precision = Precision.COMPACT if compact and compact >= WORTH * full else Precision.FULL
    if on_card >= WORTH * max(full, compact):
        precision = Precision.ON_CARD
    choice = Choice(precision, round(full, 1), round(compact, 1), round(on_card, 1), card)
    log.info("encoder %s: full %.0f/s, compact %.0f/s, card %.0f/s", precision, full, compact, on_card)
    with suppress(StoreError):
        write_atomically(notes / CHOICE, json.dumps(asdict(choice)).encode())
    return choice


def _speeds(encoders: Sequence[Callable[[Sequence[str]], object]]) -> list[float]:
    """Return the passages a second of each encoder, the best of rounds taken in turn, so that other work
    disturbs all alike."""
    best = [0.0] * len(encoders)
    for encode in encoders:
        encode(SAMPLE[:2])
    for _ in range(ROUNDS):
        for at, encode in enumerate(encoders):
            started = time.perf_counter()
            encode(SAMPLE)
            best[at] = max(best[at], len(SAMPLE) / (time.perf_counter() - started))
    return best


def make_compact(full: Path, compact: Path) -> None:
    """Write the compact form of a graph. Some seconds and a few hundred megabytes of memory.

    Raises what ONNX Runtime and onnx raise. Used only where models are prepared.
    """
    import onnx
    from onnxruntime.quantization import QuantType, quantize_dynamic

    quantize_dynamic(
        str(full),
        str(compact),
        per_channel=True,
        reduce_range=True,
        weight_type=QuantType.QInt8,
        nodes_to_exclude=_narrowing(onnx.load(str(full), load_external_data=False).graph),
    )


def _narrowing(graph: object) -> list[str]:
    """Return the names of the multiplications by a constant matrix with more rows than columns."""
    shapes = {each.name: tuple(each.dims) for each in graph.initializer}  # type: ignore[attr-defined]
    products = [node for node in graph.node if node.op_type == "MatMul"]  # type: ignore[attr-defined]
    sizes = [(node.name, shapes.get(node.input[1], (0, 0))) for node in products]
    return [name for name, shape in sizes if len(shape) == 2 and shape[0] > shape[1]]
