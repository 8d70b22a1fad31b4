"""Tests from outside that a whole session of the real window opens no socket that could leave the machine."""

from __future__ import annotations

import importlib.util
import json
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pikepdf
import pytest
from PIL import Image, ImageDraw, ImageFont

from tests.extraction.pdfs import write
from tests.llm import tiny
from tests.network.test_leaks import (
    environment,
    files_of,
    files_with_marks,
    lines,
    random_marks,
    shared_files,
)
from tests.network.watching import Observations, python, read, watch

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the watchers are Linux's")
LINES = (
    "STATEMENT OF FACTS",
    "The police seized a giraffe without a warrant.",
    "Its keeper gave no consent to the search.",
    "POINT I",
    "THE SEIZURE OF THE GIRAFFE WAS UNREASONABLE.",
    "A seizure without a warrant is presumed unreasonable.",
    "The order that denied the motion should be reversed.",
)
STEPS = ["window", "added", "prepared", "giraffe", "was it lawful to take the animal", "read", "summary"]
MODELS = importlib.util.find_spec("llama_cpp") is not None
OVER_LOOPBACK = """
import socket
with socket.create_server(("127.0.0.1", 0)) as server:
    socket.create_connection(server.getsockname()).close()
"""


def scan(target: Path) -> Path:
    """A page that only text recognition can read."""
    page, font = Image.new("L", (1700, 2200), 255), ImageFont.load_default(size=44)
    for row, line in enumerate(LINES):
        ImageDraw.Draw(page).text((200, 300 + 90 * row), line, fill=0, font=font)
    page.save(target, "PDF", resolution=200.0)
    return target


def brief(target: Path, mark: str) -> Path:
    """A page of text with a mark, and a scanned one."""
    typed = write(target.with_name("typed.pdf"), [lines(mark)])
    scanned = scan(target.with_name("scanned.pdf"))
    with pikepdf.open(typed) as whole, pikepdf.open(scanned) as page:
        whole.pages.extend(page.pages)
        whole.save(target)
    for part in (typed, scanned):
        part.unlink()
    return target


def watched(command: list[str], tmp_path: Path) -> Observations:
    return watch(command, tmp_path / "trace", environment(tmp_path), 150)


@dataclass
class Session:
    """A session of the window: its folder, its marks, and the observations from outside."""

    folder: Path
    marks: Mapping[str, str]
    since: float
    seen: Observations


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Session:
    """A session, with a local model where the package that runs one is installed."""
    root, since = tmp_path_factory.mktemp("watched"), time.time()
    marks = {name: random_marks()[name] for name in ("brief", "file", "folder")}
    inputs = root / "inputs" / marks["folder"]
    for folder in (inputs, root / "home", root / "temporary"):
        folder.mkdir(parents=True)
    given = [str(root / "home" / "library"), str(brief(inputs / f"{marks['file']}.pdf", marks["brief"]))]
    if MODELS:
        given.append(str(tiny.write(root / "tiny.gguf")))
    return Session(root, marks, since, watched(python("-m", "tests.network.session", *given), root))


@pytest.mark.begun_first
@pytest.mark.timeout(200)
def test_a_session_with_intake_recognition_search_reader_and_both_summaries_sends_nothing(
    session: Session,
) -> None:
    seen = session.seen
    assert seen.status == 0, seen.errors
    loads = json.loads(seen.output)
    assert loads["steps"] == [*STEPS, *["generated"] * MODELS]
    assert (loads["recognised"], loads["level"]) == (1, "kernel")
    assert seen.outside == []
    assert seen.packets == 0
    assert seen.refused == {}, "a library tried"
    assert seen.questions > 0, "the guard was never engaged"
    assert len(loads["children"]) >= 3 and all(loads["children"].values()), "a child without a filter"
    assert loads["networking"] == []
    if not MODELS:
        pytest.skip("no local model was watched (extra llm is not installed); all the rest sent nothing")


@pytest.mark.begun_first
@pytest.mark.timeout(200)
def test_the_session_left_no_mark_outside_its_library(session: Session) -> None:
    home, marks = session.folder / "home", session.marks
    inside = files_of(home / "library")
    outside = [path for path in files_of(home) if path not in inside]
    assert {name for name, _ in files_with_marks(marks, inside)} >= {"brief", "file"}
    assert {name for _, name in files_with_marks(marks, outside)} <= {
        "personal.sqlite",
        "personal.sqlite-wal",
    }
    left = [*files_of(session.folder / "temporary"), *shared_files(session.since)]
    assert files_with_marks(marks, left) == [] and files_of(session.folder / "temporary") == []
    assert not any(mark in session.seen.errors for mark in marks.values())
    assert [path for path in outside if path.name == "recently-used.xbel"] == []


def test_the_same_eyes_see_a_connection_over_loopback(tmp_path: Path) -> None:
    seen = watched(python("-c", OVER_LOOPBACK), tmp_path)
    assert seen.status == 0, seen.errors
    assert seen.outside == ["AF_INET"]
    assert seen.sockets_created["AF_INET"] == 2 and seen.used["AF_INET"] >= 2
    assert seen.packets > 0


def test_a_connection_that_the_guard_refused_is_named(tmp_path: Path) -> None:
    program = (
        "from briefbank.sandbox import guard, kernel; guard.engage(); kernel.native_socket(2); "
        "kernel.native_socket(40)"
    )
    seen = watched(python("-c", program), tmp_path)
    assert seen.outside == [] and seen.packets == 0
    assert {"AF_INET EACCES", "AF_VSOCK EACCES"} <= set(seen.refused)


def test_an_unknown_family_in_a_trace_is_not_passed_over() -> None:
    seen = read(
        "7 socket(0x2d, SOCK_STREAM, 0) = 4\n7 socket(AF_UNIX, SOCK_STREAM, 0) = 5\n", Observations(0, "", "")
    )
    assert seen.outside == ["0x2d"]
