"""Runs every command with words that must not leak: ``python -m tests.network.leak_walkthrough``.

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
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any
from unittest import mock

from briefbank.network import close_network
from briefbank.paths import default_library

MARKS = (
    *("brief", "scanned", "file", "folder", "title", "query"),
    *("operator", "draft", "password", "note", "saved", "watched"),
)


def main() -> int:
    os.umask(0)  # as careless as a system can be: what is private must be so by our doing
    close_network.close_network()
    marks, folder = json.loads(sys.argv[1]), Path(sys.argv[2])
    ended = list(_walk(marks, folder))
    print(json.dumps(ended))
    return 0


Ended = tuple[str, int]  # The name of a command, and its exit status


def _walk(marks: dict[str, str], folder: Path) -> Iterator[Ended]:
    inputs = folder / "inputs" / marks["folder"]
    yield _run("survey", str(inputs), "--leave-out", f"*{marks['file']}*")
    yield _run("add", str(inputs), given=marks["password"])
    yield _run("add", str(folder / "inputs" / f"{marks['file']}-missing.pdf"))
    for query in (marks["brief"], f"{marks['query']} warrant", f'"{marks["operator"]} search" AND ((', "/5"):
        yield _run("search", query)
    yield from (_run(name, "1") for name in ("summary", "show", "around", "add-attached"))
    yield _run("correct", "1", "--title", f"State v. {marks['title']}")
    yield _run("feedback", "1", "up", "--query", marks["query"])
    yield _run("report", "--csv", str(folder / "exports" / "report.csv"))
    yield from (_run(name) for name in ("list", "marks", "check", "sizes", "audit", "rebuild", "authority"))
    yield from _run_law_commands(marks, folder)
    yield _run("draft", str(folder / "inputs" / f"{marks['draft']}.txt"))
    yield _run("backup", str(folder / "exports" / "backup"))
    _keep_personal(marks)
    _watch_and_remove(folder / "inputs" / "scans")
    yield from _run_with_faults(marks, folder)
    yield from _run_file_commands(marks, folder)
    yield _run("remove", "1")
    yield _run("list")


def _run_law_commands(marks: dict[str, str], folder: Path) -> Iterator[Ended]:
    case, table = f"State v. {marks['title']}, 200 N.J. 1", str(folder / "exports" / "list.csv")
    yield _run("good-law", "add", case, "--status", "overruled", "--note", marks["note"])
    yield from (_run("good-law", *item) for item in ((), ("proposals",), ("report", case), ("export", table)))
    yield _run("good-law", "import", table, "--who", marks["note"])
    yield _run("good-law", "remove", "1")
    yield _run("authority", "--list", marks["title"])
    yield _run("versions", marks["query"])
    yield _run("provision", f"The police searched {marks['query']}.", marks["operator"])


def _run_file_commands(marks: dict[str, str], folder: Path) -> Iterator[Ended]:
    """Run the commands that read and write files beside the library, some of them into missing folders."""
    exports = folder / "exports"
    yield _run("again", "1")
    yield _run("thesaurus", marks["query"])
    yield _run("watch", str(folder / "inputs" / marks["folder"]))
    yield _run("confirm")
    yield _run("marks", "--export", str(exports / "marks.json"))
    yield _run("evaluate", str(folder / "inputs" / marks["folder"]))
    yield _run("audit", "--verify")
    yield _run("office", "prepare", "--host", "127.0.0.1")
    yield _run("serve")
    yield _run("offline", "list")
    yield _run("offline", "leave")
    yield _run("list", "--offline")
    yield _run("offline", "take", "A-1234-12")
    yield _run("office", "invite", str(exports / "invitation.json"))
    yield _run("office", "prepare", "--host", "127.0.0.1", "--cluster", "6380")
    yield _run("office", "invite-worker", str(exports / "worker.json"))
    yield _run("worker", "--invitation", str(exports / "invitation.json"))
    shutil.copytree(default_library(), exports / "desk")
    yield _run("move-to-office", str(exports / "desk"))
    shutil.rmtree(exports / "desk")
    yield _run("self-test", "--save", str(exports / marks["folder"] / "report.txt"))
    yield _run("self-test", "--save", str(exports / "report.txt"))
    yield _run("restore", str(exports / marks["folder"]))
    yield _run("backups")
    yield _run("drill", str(exports / "backup"), "--place", str(exports / "drill"))
    yield _run("restore", str(exports / "backup"))


def _run(*arguments: str, given: str = "") -> Ended:
    from briefbank.cli import commands

    password_prompt = mock.patch("getpass.getpass", return_value=given)
    with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()), password_prompt:
        try:
            return arguments[0], commands.run(["--json", *arguments])
        except SystemExit as refused:
            return arguments[0], int(refused.code or 0)


def _keep_personal(marks: dict[str, str]) -> None:
    from briefbank.domain.searches import SearchRequest
    from briefbank.library import Library

    with Library.open() as library:
        library.userdata.history.add(SearchRequest(marks["query"]))
        library.userdata.saved.save(marks["saved"], SearchRequest(marks["operator"]))
        library.userdata.collections.make(marks["note"])


def _watch_and_remove(folder: Path) -> None:
    """Let the file in a watched folder be added, and remove it; the folder is watched on."""
    from briefbank.ingest.folder_watcher import SETTLE_S
    from briefbank.jobs import QuietReporter
    from briefbank.library import Library

    quiet = QuietReporter()
    with Library.open() as library:
        library.watched.watch(folder)
        clock = mock.Mock(monotonic=mock.Mock(side_effect=(0.0, SETTLE_S, 2 * SETTLE_S)))
        with mock.patch("briefbank.ingest.folder_watcher.time", clock):
            assert [library.watched.poll(quiet) for _ in range(2)] == [0, 1]
            (added,) = library.ingest.run(quiet)
            assert added.document is not None
            library.documents.remove(added.document.id)
            assert library.watched.poll(quiet) == 0, "known again without its name"


def _run_with_faults(marks: dict[str, str], folder: Path) -> Iterator[Ended]:
    """A full disk, a fault of ours and one of another's part, each with marks in the message."""
    words = " ".join(marks.values())
    again = folder / "inputs" / marks["folder"] / f"{marks['file']}-2.pdf"
    faults: list[tuple[str, BaseException]] = [
        ("briefbank.files.publish_file", OSError(errno.ENOSPC, words, str(again))),
        ("briefbank.search.searcher.Searcher.search", RuntimeError(words)),
        ("briefbank.index.lexical.LexicalIndex.search", ValueError(words)),
        ("briefbank.catalogue.document_rows.get_many", KeyError(words)),
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
