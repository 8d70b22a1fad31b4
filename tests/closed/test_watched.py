"""From outside, a whole session of the real window is seen to open no socket that could leave the machine."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest
from PIL import Image, ImageDraw, ImageFont

from tests.closed.programs import PROJECT
from tests.closed.watching import Seen, python, read, watch

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


def watched(command: list[str], tmp_path: Path) -> Seen:
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(PROJECT)}
    return watch(command, tmp_path / "trace", environment, 150)


@pytest.mark.begun_first
@pytest.mark.timeout(200)
def test_a_session_with_intake_recognition_search_reader_and_summary_sends_nothing(tmp_path: Path) -> None:
    seen = watched(
        python("-m", "tests.closed.session", str(tmp_path / "library"), str(scan(tmp_path / "brief.pdf"))),
        tmp_path,
    )
    assert seen.status == 0, seen.errors
    told = json.loads(seen.output)
    assert (told["steps"], told["recognised"], told["level"]) == (STEPS, 1, "kernel")
    assert seen.outside == []
    assert seen.packets == 0
    assert seen.refused == {}, "a library tried"
    assert seen.questions > 0, "the guard was never engaged"
    assert len(told["children"]) >= 3 and all(told["children"].values()), "a child without a filter"
    assert told["networking"] == []


def test_the_same_eyes_see_a_connection_over_loopback(tmp_path: Path) -> None:
    seen = watched(python("-c", OVER_LOOPBACK), tmp_path)
    assert seen.status == 0, seen.errors
    assert seen.outside == ["AF_INET"]
    assert seen.made["AF_INET"] == 2 and seen.used["AF_INET"] >= 2
    assert seen.packets > 0


def test_a_connection_that_the_guard_refused_is_named(tmp_path: Path) -> None:
    program = (
        "from briefbank.closed import guard, kernel; guard.engage(); kernel.native_socket(2); "
        "kernel.native_socket(40)"
    )
    seen = watched(python("-c", program), tmp_path)
    assert seen.outside == [] and seen.packets == 0
    assert {"AF_INET EACCES", "AF_VSOCK EACCES"} <= set(seen.refused)


def test_an_unknown_family_in_a_trace_is_not_passed_over() -> None:
    seen = read(
        "7 socket(0x2d, SOCK_STREAM, 0) = 4\n7 socket(AF_UNIX, SOCK_STREAM, 0) = 5\n", Seen(0, "", "")
    )
    assert seen.outside == ["0x2d"]
