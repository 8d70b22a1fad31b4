"""An open window answers commands that only read, as they would answer themselves, and nobody else's."""

import json
import os
import socket
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from briefbank import paths
from briefbank.cli import command_client
from briefbank.cli.command_client import ask_window
from briefbank.cli.command_server import CommandServer
from briefbank.cli.reading_commands import READING_COMMANDS, is_reading
from briefbank.embedding.encoders import Encoder
from briefbank.library import Library
from tests.command import run as run_alone
from tests.made_library import library_of

TEXTS = {
    "car.txt": "POINT I\n\nTHE SEARCH OF THE CAR WAS UNLAWFUL\n\nThe officer smelled marijuana in the car. "
    "State v. Carty, 170 N.J. 632 (2002), forbids a search without suspicion.\n",
    "lineup.txt": "POINT I\n\nTHE LINEUP WAS SUGGESTIVE\n\nThe “witness” was shown one photograph only.\n",
}
READING = {
    "list": ["list"],
    "show": ["show", "1"],
    "around": ["around", "1"],
    "search": ["search", "search of a car on the odor of marijuana"],
    "authority": ["authority", "170 N.J. 632"],
    "versions": ["versions", "2C:44-3"],
    "sizes": ["sizes"],
    "summary": ["summary", "1"],
    "nothing found": ["search", "zymurgy"],
    "no such document": ["show", "999"],
    "wrong query": ["search", '"unended'],
}
ASKING = "import sys; from briefbank.cli.main import main; sys.exit(main(sys.argv[1:]))"
ONLY_ASKING = """
import sys
from briefbank.cli.main import main
status = main(sys.argv[1:])
print(*sys.modules, file=sys.stderr)
"""


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory, encoder: Encoder) -> Iterator[Library]:
    with library_of(tmp_path_factory.mktemp("answered"), TEXTS, encoder, meaning=True) as made:
        made.warm()
        yield made


@pytest.fixture
def server(library: Library, runtime_folder: Path) -> Iterator[CommandServer]:
    made = CommandServer(library)
    made.start()
    yield made
    made.close()


def run(program: str, library: Library, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", program, "--library", str(library.folder), *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=120)


def sockets() -> list[Path]:
    return list(paths.sockets_folder().glob("*"))


def lasting(printed: str) -> object:
    """JSON without what differs from moment to moment: how long a search took, and what the disk has free."""
    return {name: value for name, value in json.loads(printed).items() if name not in {"took_ms", "free"}}


def lasting_lines(printed: str) -> list[str]:
    return [line for line in printed.splitlines() if "free" not in line.casefold()]


@pytest.mark.parametrize("arguments", READING.values(), ids=READING)
def test_a_window_prints_what_the_command_prints_alone(
    arguments: list[str], library: Library, server: CommandServer
) -> None:
    asked, alone = (
        run(ASKING, library, *arguments),
        run_alone(library.folder.parent, *arguments, as_json=False),
    )

    assert (asked.returncode, asked.stderr) == (alone.status, alone.errors)
    assert lasting_lines(asked.stdout) == lasting_lines(alone.output)

    asked, alone = run(ASKING, library, *arguments, "--json"), run_alone(library.folder.parent, *arguments)

    assert lasting(asked.stdout) == lasting(alone.output)


def test_each_command_that_only_reads_is_answered() -> None:
    assert {arguments[0] for arguments in READING.values()} == READING_COMMANDS


def test_a_command_that_a_window_answers_loads_no_part_of_a_library(
    library: Library, server: CommandServer
) -> None:
    loaded = run(ONLY_ASKING, library, "search", "marijuana", "--json").stderr.split()

    assert "briefbank.cli.command_client" in loaded
    assert not {"briefbank.library", "briefbank.settings", "sqlalchemy", "rich", "numpy"}.intersection(loaded)


def test_socket_and_folder_are_this_users_alone(server: CommandServer) -> None:
    (path,) = sockets()

    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_a_folder_that_others_can_enter_is_not_used(library: Library, runtime_folder: Path) -> None:
    paths.sockets_folder().mkdir()
    paths.sockets_folder().chmod(0o755)
    server = CommandServer(library)
    server.start()

    assert sockets() == []

    server.close()


def test_a_socket_in_a_folder_that_others_can_enter_is_not_asked(
    library: Library, server: CommandServer
) -> None:
    paths.sockets_folder().chmod(0o755)

    assert ask_window(["--library", str(library.folder), "list"]) is None


@pytest.mark.parametrize(
    "arguments",
    [
        ["remove", "1"],
        ["add"],
        ["check", "--repair"],
        ["search", "car", "--export", "found.csv"],
        ["search", "--help"],
        ["--version"],
        ["search", "--no-such-option"],
        ["show", "one"],
        [],
    ],
    ids=" ".join,
)
def test_a_window_leaves_to_the_command_what_changes_writes_or_is_no_command(
    arguments: list[str], library: Library, server: CommandServer, capfd: pytest.CaptureFixture[str]
) -> None:
    assert ask_window(["--library", str(library.folder), *arguments]) is None
    assert capfd.readouterr() == ("", "")
    assert library.documents.totals()[0] == len(TEXTS)


def test_a_window_on_another_library_declines(tmp_path: Path, server: CommandServer) -> None:
    assert ask_window(["--library", str(tmp_path), "list"]) is None
    assert ask_window(["list"]) is None


def test_a_window_of_another_release_declines(
    library: Library, server: CommandServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command_client, "__version__", "99.0")

    assert ask_window(["--library", str(library.folder), "list"]) is None


def test_a_library_named_from_the_commands_folder_is_found(
    library: Library,
    server: CommandServer,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(library.folder.parent)

    assert ask_window(["--library", library.folder.name, "list", "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["documents"]) == len(TEXTS)


@pytest.mark.parametrize(
    "untrusted",
    [b"", b"\n", b"no JSON\n", b"[]\n", b'{"arguments": 3}\n', b"\xff" * 70_000 + b"\n"],
    ids=range(6),
)
def test_what_is_no_request_is_declined_and_the_next_one_answered(
    untrusted: bytes, library: Library, server: CommandServer, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(str(sockets()[0]))
        connection.sendall(untrusted)
        connection.shutdown(socket.SHUT_WR)

    assert ask_window(["--library", str(library.folder), "list", "--json"]) == 0


def test_a_command_works_alone_where_a_window_says_nothing(
    library: Library, runtime_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command_client, "ACCEPTED_WITHIN_S", 0.05)
    paths.sockets_folder().mkdir(mode=0o700)
    with socket.socket(socket.AF_UNIX) as silent:
        silent.bind(str(paths.sockets_folder() / f"{paths.socket_prefix()}1"))
        silent.listen()

        assert ask_window(["--library", str(library.folder), "list"]) is None


def test_a_command_works_alone_where_a_window_ends_in_the_middle_of_its_answer(
    library: Library, runtime_folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    paths.sockets_folder().mkdir(mode=0o700)
    with socket.socket(socket.AF_UNIX) as ending:
        ending.bind(str(paths.sockets_folder() / f"{paths.socket_prefix()}1"))
        ending.listen()

        def answer() -> None:
            connection, _ = ending.accept()
            with connection:
                connection.recv(command_client.MAX_LINE)
                connection.sendall(b'{"accepted": true}\n{"status": 0, "output": 100, "errors": 0}\nhalf')

        thread = threading.Thread(target=answer)
        thread.start()
        status = ask_window(["--library", str(library.folder), "list"])
        thread.join()

    assert status is None
    assert capsys.readouterr().out == ""


def test_sockets_of_windows_that_were_killed_are_deleted_and_those_of_others_stay(
    library: Library, runtime_folder: Path
) -> None:
    paths.sockets_folder().mkdir(mode=0o700)
    ended = subprocess.Popen([sys.executable, "-c", "pass"])
    ended.wait()
    left, open_ = (
        paths.sockets_folder() / f"{paths.socket_prefix()}{each}" for each in (ended.pid, os.getppid())
    )
    left.touch()
    open_.touch()
    server = CommandServer(library)
    server.start()

    assert not left.exists()
    assert open_.exists()

    server.close()


def test_a_closed_window_leaves_no_socket(server: CommandServer) -> None:
    server.close()

    assert sockets() == []


def test_the_network_is_closed_before_a_window_is_asked(library: Library, server: CommandServer) -> None:
    program = (
        "from briefbank.cli import command_client; from briefbank.sandbox import guard\n"
        "command_client.ask_window = lambda arguments: print(guard.level()) or 0\n"
        "from briefbank.cli.main import main; main(['list'])"
    )

    assert run(program, library).stdout.strip() in {"kernel", "interpreter"}


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["list"], True),
        (["--json", "search", "add"], True),
        (["--library", "add", "show", "1"], True),
        (["--library=x", "--json", "sizes"], True),
        (["add", "search"], False),
        (["--lib", "x", "list"], False),
        (["--library"], False),
        (["--help"], False),
        ([], False),
    ],
    ids=str,
)
def test_only_certain_reading_commands_are_asked_of_a_window(arguments: list[str], expected: bool) -> None:
    assert is_reading(arguments) is expected


def test_the_exit_status_of_a_wrong_command_and_its_usage_stay(library: Library) -> None:
    ended = run(ASKING, library, "search", "--no-such-option")

    assert ended.returncode == 2
    assert "usage: briefbank" in ended.stderr
