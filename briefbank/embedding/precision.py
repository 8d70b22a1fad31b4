"""Chooses between the full and the compact form of a model's graph by measuring both on this computer.

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
    FULL = "fp32"
    COMPACT = "int8"


_GRAPHS = {Precision.FULL: GRAPH, Precision.COMPACT: COMPACT_GRAPH}


@dataclass(frozen=True, slots=True)
class Choice:
    """The form of the model that is used, and the passages a second of both; 0 where one was not measured."""

    precision: Precision
    full_per_s: float
    compact_per_s: float

    @property
    def per_s(self) -> float:
        return self.compact_per_s if self.precision is Precision.COMPACT else self.full_per_s

    @property
    def reason(self) -> str:
        """Return a sentence for Settings."""
        if not self.compact_per_s:
            return "Search by meaning uses the full form of its model."
        if not self.full_per_s:
            return "Search by meaning uses the compact form of its model."
        figures = f"{self.compact_per_s:.0f} passages a second against {self.full_per_s:.0f}"
        if self.precision is Precision.COMPACT:
            return f"Search by meaning uses the compact form of its model, which is faster here: {figures}."
        return f"Search by meaning uses the full form of its model; the compact one gains little: {figures}."


FULL_ONLY = Choice(Precision.FULL, 0.0, 0.0)
"""The choice for a model without a compact form."""


def kept_choice(folder: Path) -> Choice | None:
    """Return the choice for a prepared model that is stored in ``folder``; None when there is none."""
    try:
        kept = json.loads((folder / CHOICE).read_text("utf-8"))
        return Choice(Precision(kept["precision"]), float(kept["full_per_s"]), float(kept["compact_per_s"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def known_choice(folder: Path, notes: Path) -> Choice | None:
    """Return the choice for the prepared model in ``folder`` that needs no measuring: the one in ``notes``
    where its form is there, or the full form of a model without a compact one."""
    kept = kept_choice(notes)
    if kept is not None and (folder / _GRAPHS[kept.precision]).is_file():
        return kept
    return None if (folder / COMPACT_GRAPH).is_file() else FULL_ONLY


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
    forms = [form for form in Precision if (folder / _GRAPHS[form]).is_file()]
    speeds = dict(zip(forms, _speeds([load(form) for form in forms]), strict=True))
    full, compact = speeds.get(Precision.FULL, 0.0), speeds[Precision.COMPACT]
    precision = Precision.COMPACT if compact >= WORTH * full else Precision.FULL
    choice = Choice(precision, round(full, 1), round(compact, 1))
    log.info("encoder %s: full %.0f/s, compact %.0f/s", precision, full, compact)
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
