"""Processor time and wall time of one command in a fresh interpreter, on 200,000 real paragraphs.

The library is the large one of ``searching``, with citations and vectors. Bare programs in the same run, in
turns with the commands, so that all feel whatever else the computer does: an interpreter that does nothing;
one that reads a row by SQLAlchemy; one that asks a bare Tantivy index for its first hundred; and one that
embeds a query with the prepared graph and scans as many mapped vectors. A search needs all four. Ratios are
of processor time, which other work disturbs least.
"""

from __future__ import annotations

import compileall
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from briefbank import paths as places
from briefbank.embedding.encoders import load_encoder
from briefbank.paths import LibraryPaths
from tests.benchmarks.searching import (
    SMALL_OF_LARGE,
    StretchedEncoder,
    build_bare,
    build_library,
    texts_of_all,
)
from tests.support.prepared_model import prepared_files

ROUNDS = 7
QUERY = "search of a car without a warrant"
COMMANDS: Mapping[str, Sequence[str]] = {
    "list": ("list",),
    "show": ("show", "17"),
    "around": ("around", "17"),
    "authority": ("authority", "384 U.S. 436"),
    "search": ("search", QUERY),
    "search_cited": ("search", "custodial interrogation under 384 U.S. 436"),
}
CATALOGUE = """
import sys, sqlalchemy
engine = sqlalchemy.create_engine("sqlite:///" + sys.argv[1])
with engine.begin() as connection:
    connection.execute(sqlalchemy.text("SELECT * FROM document WHERE id = 17")).one()
"""
WORDS = """
import sys, tantivy
index = tantivy.Index.open(sys.argv[1])
index.searcher().search(index.parse_query(sys.argv[2], ["text"]), 100)
"""
MEANING = """
import sys, numpy, onnxruntime, tokenizers
graph, tokenizer, vectors, query = sys.argv[1:]
options = onnxruntime.SessionOptions()
options.add_session_config_entry("session.intra_op.allow_spinning", "0")
session = onnxruntime.InferenceSession(graph, options, providers=["CPUExecutionProvider"])
ids = numpy.array([tokenizers.Tokenizer.from_file(tokenizer).encode(query).ids], numpy.int64)
fed = {"input_ids": ids, "attention_mask": numpy.ones_like(ids), "token_type_ids": numpy.zeros_like(ids)}
words = session.run(None, {each.name: fed[each.name] for each in session.get_inputs()})[0]
numpy.argpartition(numpy.load(vectors, mmap_mode="r") @ words[0].mean(axis=0), -100)
"""


def measure() -> dict[str, object]:
    """Five minutes, and three more the first time, when 20,000 paragraphs are embedded."""
    for package in ("briefbank", "ui"):  # as set-up and the package do, whatever the environment says
        compileall.compile_dir(Path(package), quiet=1)
    texts = texts_of_all()
    encoder = StretchedEncoder(load_encoder(), places.models_folder() / "cache")
    encoder.encode_passages(texts[::SMALL_OF_LARGE])
    encoder.stretch()
    with tempfile.TemporaryDirectory() as folder:
        library, bare = Path(folder) / "library", Path(folder) / "bare"
        build_library(LibraryPaths(library), texts, encoder)
        build_bare(bare, texts)
        vectors = Path(folder) / "vectors.npy"
        np.save(
            vectors, np.random.default_rng(0).standard_normal((len(texts), encoder.dimensions), np.float32)
        )
        environment = {
            **os.environ,
            "BRIEFBANK_HOME": str(Path(folder) / "home"),
            "BRIEFBANK_MODELS": str(places.models_folder()),
        }
        return {"passages": len(texts), **_measured(_programs(library, bare, vectors), environment)}


def _programs(library: Path, bare: Path, vectors: Path) -> dict[str, list[str]]:
    graph = next(path for path in reversed(prepared_files()) if path.suffix == ".onnx")
    tokenizer = next(path for path in prepared_files() if path.suffix == ".json")
    return {
        "bare_interpreter": ["-c", "pass"],
        "bare_catalogue": ["-c", CATALOGUE, str(library / "catalogue.sqlite")],
        "bare_words": ["-c", WORDS, str(bare), QUERY],
        "bare_meaning": ["-c", MEANING, str(graph), str(tokenizer), str(vectors), QUERY],
        **_ours(library),
    }


def _ours(library: Path) -> dict[str, list[str]]:
    return {
        name: ["-m", "briefbank", "--library", str(library), *arguments, "--json"]
        for name, arguments in COMMANDS.items()
    }


def _measured(programs: Mapping[str, Sequence[str]], environment: Mapping[str, str]) -> dict[str, object]:
    times = _times(programs, environment)
    spent = {name: figures["processor_s"] for name, figures in times.items()}
    bare = sum(seconds for name, seconds in spent.items() if name.startswith("bare_"))
    catalogue = spent["bare_catalogue"]
    return {
        **times,
        "ratio_search_to_bare_parts": round(spent["search"] / bare, 2),
        "ratio_list_to_bare_catalogue": round(spent["list"] / catalogue, 2),
        "ratio_show_to_bare_catalogue": round(spent["show"] / catalogue, 2),
        "ratio_authority_to_bare_catalogue": round(spent["authority"] / catalogue, 2),
    }


def _times(
    programs: Mapping[str, Sequence[str]], environment: Mapping[str, str]
) -> dict[str, dict[str, float]]:
    """Run every program in turns, after one turn that is not timed and warms the files."""
    taken: dict[str, list[tuple[float, float]]] = {name: [] for name in programs}
    for turn in range(ROUNDS + 1):
        for name, arguments in programs.items():
            spent = _run([sys.executable, *arguments], environment)
            if turn:
                taken[name].append(spent)
    result = {}
    for name, times in taken.items():
        processor, wall = (float(item) for item in np.median(times, axis=0))
        result[name] = {
            "processor_s": round(processor, 3),
            "least_processor_s": round(min(processor_s for processor_s, _ in times), 3),
            "wall_s": round(wall, 3),
        }
    return result


def _run(command: Sequence[str], environment: Mapping[str, str]) -> tuple[float, float]:
    """Return the seconds of processor time, user and system, and of wall time of a program."""
    began = time.perf_counter()
    process = subprocess.Popen(command, env=dict(environment), stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    wall = time.perf_counter() - began
    if process.returncode is None:
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1):  # 1: nothing was found
        raise RuntimeError(f"{command}: {process.returncode}")
    return used.ru_utime + used.ru_stime, wall
