"""Measures the cost of running a local model in its own process, and the window's smoothness meanwhile.

The measurements are taken with a tiny model that is written here, whose own work is next to nothing, and with
a real one where the command line names it (``--model``):

* tokens a second through our process, with and without the grammar of a summary, beside llama-cpp-python's
  own generator in a bare process (``bare_llama``), which is asked before and after; and the seconds that each
  takes to come up;
* ``killed`` and ``cancelled``: see ``generating_stops``;
* ``window``: the longest pause of the window's event loop while the model writes and summaries are painted
  (``watched_summary``), beside that of an idle window with processes beside it that keep every processor
  busy.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import closing
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from briefbank.domain.summaries import Prompt
from briefbank.jobs import QuietReporter
from briefbank.library import Library
from briefbank.llm.inspection import describe
from briefbank.llm.running import LocalModel
from briefbank.sandbox import guard
from briefbank.summary.extractive import select_material
from briefbank.summary.prompt import message
from tests.benchmarks.busy import busy_processes
from tests.benchmarks.generating_stops import cancelled, killed
from tests.benchmarks.window import LIMIT_MS
from tests.evaluate.summaries import briefs
from tests.evaluate.summary_factory import FACTS
from tests.llm import tiny

ROUNDS = 2
TOKENS = 120  # The most tokens of an answer: a third of a summary, enough to measure its speed
_BRIEF = (
    "STATEMENT OF FACTS\n\n{facts}\n\nLEGAL ARGUMENT\n\nPOINT I\n\n"
    "THE TRIAL COURT ERRED IN DENYING THE MOTION TO SUPPRESS.\n\n"
    "The trial court erred in denying the motion because the officers had no warrant.\n"
)
Json = dict[str, Any]


def measure(model: Path | None = None) -> Json:
    """A minute or two for the tiny model, and some minutes more for another one."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        prompt, library = _summary_message(_written(folder / "briefs")), _library(folder)
        with busy_processes():
            idle = _watched(folder, library)
        result: Json = {"tiny": _measured(tiny.write(folder / "tiny.gguf"), prompt, folder, library, idle)}
        if model is not None:
            result["named"] = _measured(model.resolve(), prompt, folder, library, idle)
    return result


def _measured(path: Path, prompt: Prompt, folder: Path, library: Path, idle: Json) -> Json:
    """Return all figures of one model."""
    file = describe(path)
    questions = [replace(prompt, grammar=""), prompt]
    with closing(LocalModel(lambda check: file, initializer=guard.engage, confine=None)) as model:
        before = _bare(path, questions)
        load_s, ours = _ours(model, questions)
        after = _bare(path, questions)
        bare = [_best(pair) for pair in zip(before[1], after[1], strict=True)]
        stops = {"killed": killed(model, prompt), "cancelled": cancelled(model, prompt, 1 / bare[0]["rate"])}
    return {
        "name": file.name,
        "file_mib": round(file.file_bytes / 2**20, 1),
        "prompt_tokens": ours[0]["prompt_tokens"],
        "plain": _beside(ours[0], bare[0]),
        "with_grammar": _beside(ours[1], bare[1]),
        "coming_up_s": round(load_s, 2),
        "bare_coming_up_s": round(min(before[0], after[0]), 2),
        "ratio_of_coming_up": round(load_s / min(before[0], after[0]), 2),
        **stops,
        "window": _beside_idle(_watched(folder, library, path), idle),
    }


def _written(folder: Path) -> Path:
    """A brief short enough for the tiny model, which takes a token for most letters."""
    folder.mkdir()
    facts = " ".join(FACTS).format(
        name="Carty", street="Bergen", count="14", day="3", year="2001", volume="170"
    )
    (folder / "brief.txt").write_text(_BRIEF.format(facts=facts), "utf-8")
    return folder


def _summary_message(folder: Path) -> Prompt:
    brief = briefs.of_source(folder, 1, QuietReporter())[0]
    return replace(message(select_material(brief.document, brief.passages)), most_tokens=TOKENS)


# --- speed ----------------------------------------------------------------------------------------


def _ours(model: LocalModel, questions: Sequence[Prompt]) -> tuple[float, list[Json]]:
    """Seconds until the model is loaded in a new process, and the figures of each question as its caller has
    them."""
    began = time.perf_counter()
    model.load()
    return time.perf_counter() - began, [_best([_asked(model, q) for _ in range(ROUNDS)]) for q in questions]


def _asked(model: LocalModel, question: Prompt) -> Json:
    times: list[float] = []
    began = time.perf_counter()
    answer = model.ask(question, on_written=lambda tokens: times.append(time.perf_counter()))
    return {
        "prompt_tokens": answer.prompt_tokens,
        **_figures(times[0] - began, answer.tokens, times[-1] - times[0]),
    }


def _bare(path: Path, questions: Sequence[Prompt]) -> tuple[float, list[Json]]:
    """Measure the same as ``_ours`` with llama-cpp-python alone."""
    lines = [json.dumps(asdict(question)) for question in questions for _ in range(ROUNDS)]
    command = [sys.executable, "-m", "tests.benchmarks.bare_llama", str(path)]
    began = time.perf_counter()
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        assert process.stdin is not None and process.stdout is not None
        process.stdout.readline()
        loaded_s = time.perf_counter() - began
        answers, _ = process.communicate("\n".join(lines))
    figures = [_figures(**json.loads(line)) for line in answers.splitlines()]
    return loaded_s, [_best(figures[at : at + ROUNDS]) for at in range(0, len(figures), ROUNDS)]


def _figures(first_s: float, tokens: int, rest_s: float) -> Json:
    return {"first_s": first_s, "tokens": tokens, "rate": (tokens - 1) / rest_s}


def _best(rounds: Sequence[Json]) -> Json:
    """The fastest: other programs only ever slow one down."""
    return max(rounds, key=lambda item: item["rate"])


def _beside(ours: Json, bare: Json) -> Json:
    return {
        "tokens": ours["tokens"],
        "tokens_per_s": round(ours["rate"], 1),
        "bare_tokens_per_s": round(bare["rate"], 1),
        "ratio": round(ours["rate"] / bare["rate"], 3),
        "first_token_s": round(ours["first_s"], 2),
        "bare_first_token_s": round(bare["first_s"], 2),
    }


# --- the window -----------------------------------------------------------------------------------


def _library(folder: Path) -> Path:
    with Library.open(folder / "library") as library:
        library.ingest.add([folder / "briefs"], QuietReporter())
        library.embedding.embed_pending(QuietReporter())
    return folder / "library"


def _watched(folder: Path, library: Path, model: Path | None = None) -> Json:
    home = folder / f"home-{model.stem if model else 'idle'}"
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "BRIEFBANK_HOME": str(home)}
    command = [sys.executable, "-m", "tests.benchmarks.watched_summary", str(library)]
    command += [str(model)] if model else []
    completed = subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True, check=True)
    return json.loads(completed.stdout)  # type: ignore[no-any-return]


def _beside_idle(writing: Json, idle: Json) -> Json:
    pauses, works = writing["pauses"], writing["works"]
    return {
        "seconds": round(writing["seconds"], 1),
        "answers": writing["answers"],
        "longest_pause_ms": round(max(pauses), 1),
        "longest_own_work_ms": round(max(works), 1),
        "p99_pause_ms": round(statistics.quantiles(pauses, n=100)[-1], 1),
        "pauses_over_50_ms": sum(pause > LIMIT_MS for pause in pauses),
        "longest_pause_idle_beside_busy_processes_ms": round(max(idle["pauses"]), 1),
        "ratio": round(max(pauses) / max(idle["pauses"]), 2),
    }
