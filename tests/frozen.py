"""Writes down what BriefBank answers, to be compared after a large change: ``python -m tests.frozen FOLDER``.

Files of the shared data are added to a new library, and each command is asked of it, as a person would:
nothing here knows a module of the program. What is different each time (times, paths, sizes) is left out.
Two folders made so, of two versions, are compared with ``diff -r``. With ``--figures`` the figures of
``evaluate`` on both shared sets come too, which takes a quarter of an hour.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

PROJECT = Path(__file__).resolve().parents[1]
DATA = PROJECT.parent / "shared" / "data"
SETS = ("wills-tn", "annotations-ak-nd")
VOLATILE = {
    *("seconds", "took_ms", "latency_ms", "added_at", "at", "given_at", "folder", "path", "head", "sizes"),
    *("last_check", "last_backup", "free", "catalogue", "word_index", "meaning_index", "chain", "made"),
}
QUERIES = (
    "plain error",
    '"plain error" /p summation!',
    "Find me briefs about inevitable discovery",
    "803(c)(27)",
    "is State v. Carty still good law?",
    "officer smelled marijuana and serched the trunk",
    "cites:“Miranda v. Arizona”",
    "qualified immunity AND NOT prison",
)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.frozen", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--figures", action="store_true", help="of both shared sets, too")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="frozen-") as temporary:
        for name, answer in _answers(Path(temporary), figures=options.figures):
            text = json.dumps(_lasting(answer), indent=1, ensure_ascii=False, sort_keys=True)
            (options.folder / f"{name}.json").write_text(text + "\n", encoding="utf-8")
            print(name, flush=True)


def _answers(folder: Path, *, figures: bool) -> Any:
    """Each answer with its name."""

    def ask(*words: str) -> Any:
        call = [
            sys.executable,
            "-P",
            "-m",
            "briefbank",
            "--json",
            "--library",
            str(folder / "library"),
            *words,
        ]
        surroundings = {**os.environ, "BRIEFBANK_HOME": str(folder / "home"), "PYTHONPATH": str(PROJECT)}
        completed = subprocess.run(call, capture_output=True, text=True, env=surroundings, check=False)
        return {"status": completed.returncode, "answer": json.loads(completed.stdout or "null")}

    files = sorted(path for path in (DATA / "pdf").iterdir() if path.suffix != ".txt")
    yield "add", ask("add", *map(str, files))
    listed = ask("list")
    yield "list", listed
    for document in listed["answer"]["documents"]:
        number = str(document["document_id"])
        yield f"show-{number}", ask("show", number)
        yield f"summary-{number}", ask("summary", number)
        yield f"authority-of-{number}", ask("authority", "--document", number)
    for number, query in enumerate(QUERIES):
        for order in ("newest", "best"):
            yield f"search-{number}-{order}", ask("search", query, "--order", order, "--limit", "20")
    yield "authority", ask("authority", "384 U.S. 436")
    yield "versions", ask("versions", "N.J.S.A. 2C:44-1")
    yield "provision", ask("provision", "The officer searched the trunk without a warrant.")
    yield "draft", ask("draft", str(files[0]))
    yield "good-law", ask("good-law", "proposals")
    yield "thesaurus", ask("thesaurus", "stop")
    yield "marks", ask("marks")
    yield "check", ask("check", "--thorough")
    for name in SETS if figures else ():
        yield f"evaluate-{name}", ask("evaluate", str(DATA / "eval" / name))


def _lasting(answer: Any) -> Any:
    """Return an answer without the values that differ at each run."""
    if isinstance(answer, dict):
        return {key: _lasting(value) for key, value in answer.items() if key not in VOLATILE}
    if isinstance(answer, list):
        return [_lasting(value) for value in answer]
    return answer


if __name__ == "__main__":
    main()
