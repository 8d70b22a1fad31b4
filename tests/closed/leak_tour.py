"""A tour of the command line with all words that must not leak: ``python -m tests.closed.leak_tour``.

Its first argument is a JSON object of marks: made-up words that stand in briefs, names, searches and notes.
All commands run in one process, closed as the program's is, with faults forced on the way. What the commands
say is thrown away, since a person may read it; what the process writes otherwise, on its error stream too, is
for the test to look at.
"""

from __future__ import annotations

import errno
import io
import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any
from unittest import mock

from briefbank.closed import opening

MARKS = (
    *("brief", "scanned", "file", "folder", "title", "query"),
    *("operator", "draft", "password", "note", "saved"),
)


def main() -> int:
    os.umask(0)  # as careless as a system can be: what is private must be so by our doing
    opening.close_universe()
    marks, place = json.loads(sys.argv[1]), Path(sys.argv[2])
    statuses = list(_tour(marks, place))
    print(json.dumps(statuses))
    return 0


def _tour(marks: dict[str, str], place: Path) -> Iterator[int]:
    inputs = place / "inputs" / marks["folder"]
    yield _run("add", str(inputs), given=marks["password"])
    yield _run("add", str(place / "inputs" / f"{marks['file']}-missing.pdf"))
    for query in (marks["brief"], f"{marks['query']} warrant", f'"{marks["operator"]} search" AND ((', "/5"):
        yield _run("search", query)
    yield from (_run(name, "1") for name in ("summary", "show", "around"))
    yield _run("correct", "1", "--title", f"State v. {marks['title']}")
    yield _run("feedback", "1", "up", "--query", marks["query"])
    yield from (_run(name) for name in ("list", "marks", "check", "sizes", "audit", "rebuild", "authority"))
    yield _run("good-law", "add", f"State v. {marks['title']}, 200 N.J. 1", "--status", "overruled")
    yield _run("draft", str(place / "inputs" / f"{marks['draft']}.txt"))
    yield _run("backup", str(place / "exports" / "backup"))
    _keep_personal(marks)
    yield from _with_faults(marks, place)
    yield _run("remove", "1")
    yield _run("list")


def _run(*arguments: str, given: str = "") -> int:
    from briefbank import commands

    asked = mock.patch("getpass.getpass", return_value=given)
    with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()), asked:
        try:
            return commands.run(["--json", *arguments])
        except SystemExit as refused:
            return int(refused.code or 0)


def _keep_personal(marks: dict[str, str]) -> None:
    from briefbank.library import Library
    from briefbank.models import SearchRequest

    with Library.open() as library:
        library.personal.history.add(SearchRequest(marks["query"]))
        library.personal.saved.save(marks["saved"], SearchRequest(marks["operator"]))
        library.personal.collections.make(marks["note"])


def _with_faults(marks: dict[str, str], place: Path) -> Iterator[int]:
    """A full disk, a fault of ours and one of another's part, each with marks in the message."""
    words = " ".join(marks.values())
    again = place / "inputs" / marks["folder"] / f"{marks['file']}-2.pdf"
    faults: list[tuple[str, BaseException]] = [
        ("briefbank.files.move_in", OSError(errno.ENOSPC, words, str(again))),
        ("briefbank.search.searcher.Searcher.search", RuntimeError(words)),
        ("briefbank.index.lexical.LexicalIndex.search", ValueError(words)),
        ("briefbank.catalogue.store.Catalogue.documents", KeyError(words)),
    ]
    for target, error in faults:
        with _failing(target, error):
            yield _run("add", str(again))
            yield _run("search", marks["query"])
            yield _run("list")


@contextmanager
def _failing(target: str, error: BaseException) -> Iterator[None]:
    def fail(*_: Any, **__: Any) -> Any:
        raise error

    failing: Callable[..., Any] = fail
    with mock.patch(target, failing):
        yield


if __name__ == "__main__":
    sys.exit(main())
