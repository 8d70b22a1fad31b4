"""Tests that the units of the office server are valid and strict and that BriefBank works under them."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from configparser import ConfigParser
from contextlib import closing
from pathlib import Path
from string import Template

import pytest

from briefbank.cli.commands import run
from briefbank.cli.output import DONE
from briefbank.jobs import QuietReporter
from briefbank.library import Library
from briefbank.maintenance import backup_sets
from briefbank.office import server_settings, serving, units
from briefbank.office.broker import Broker, BrokerAway
from briefbank.office.serving import MOST_CONNECTIONS
from installer.debian import package
from tests.office.cluster.programs import broker_client
from tests.office.slapd import free_port
from tests.stand_ins.encoders import Buckets

ROOT = Path(__file__).resolve().parents[2]
DEBIAN = ROOT / "installer/debian"
UNITS_OF_THE_SYSTEM = Path("/usr/lib/systemd/system")
MOST_EXPOSED = 20
"""Ten times the exposure, of 0 to 10, that systemd may find; a service without any protection has 9.6."""
_AS_THE_UNIT_DOES = """
while read -r folder; do mount --bind "$folder" "$folder" || exit 96; done <<< "$WRITABLE"
mount -o remount,bind,ro / || exit 96
cd /
exec strace -f -qq -c -U name -o "$1/calls" \
    setpriv --no-new-privs --bounding-set=-all --inh-caps=-all "${@:2}"
"""
"""Runs a program that may write to some folders alone and has no capabilities, as the unit has it."""

with_systemd = pytest.mark.skipif(
    shutil.which("systemd-analyze") is None or not UNITS_OF_THE_SYSTEM.is_dir(), reason="systemd is not there"
)


STATE = Path("/var/lib/briefbank/.local/share/BriefBank")  # The data folder of the user that the units run as


def writable_paths(name: str) -> list[Path]:
    """Return the folders that a unit names as writable."""
    lines = (DEBIAN / name).read_text(encoding="utf-8").splitlines()
    return [
        Path(line.removeprefix("ReadWritePaths=").removeprefix("-"))
        for line in lines
        if line.startswith("ReadWritePaths=")
    ]


def unit(name: str) -> ConfigParser:
    """Read a unit; of keys that are given more than once, the last."""
    parser = ConfigParser(interpolation=None, strict=False)
    parser.optionxform = str  # type: ignore[assignment, method-assign]
    parser.read(DEBIAN / name, encoding="utf-8")
    return parser


@pytest.fixture(scope="module")
def service() -> ConfigParser:
    return unit("briefbank.service")


@pytest.fixture(scope="module")
def backup() -> ConfigParser:
    return unit("briefbank-backup.service")


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """What the package installs, of programs that do nothing, beside the system's own units."""
    folder = tmp_path_factory.mktemp("package")
    programs = folder / "programs"
    programs.mkdir()
    for name in package.PROGRAMS:
        (programs / name).write_text("#!/bin/sh\n")
        (programs / name).chmod(0o755)
    package.lay_out(programs, folder / "tree", 1_800_000_000)
    yield folder / "tree"


def analyze(*arguments: str) -> tuple[int, str]:
    completed = subprocess.run(["systemd-analyze", *arguments], capture_output=True, text=True)
    return completed.returncode, completed.stdout + completed.stderr


@with_systemd
def test_systemd_finds_nothing_wrong_with_the_units_that_are_installed(tree: Path) -> None:
    shutil.copytree(UNITS_OF_THE_SYSTEM, tree / "usr/lib/systemd/system", symlinks=True, dirs_exist_ok=True)
    shutil.copy("/usr/bin/install", tree / "usr/bin")
    units = [f"/usr/lib/systemd/system/{name}" for name in package.UNITS]
    result = analyze("verify", "--man=no", f"--root={tree}", *units)
    assert result == (0, "")


@with_systemd
@pytest.mark.parametrize("name", [item for item in package.UNITS if item.endswith(".service")])
def test_systemd_finds_the_service_well_protected(tree: Path, name: str) -> None:
    options = ("--offline=true", f"--threshold={MOST_EXPOSED}")
    status, output = analyze("security", *options, f"--root={tree}", name)
    assert status == 0, output


@with_systemd
def test_systemd_makes_the_user_from_what_is_installed(tree: Path) -> None:
    completed = subprocess.run(
        ["systemd-sysusers", "--dry-run", tree / "usr/lib/sysusers.d/briefbank.conf"],
        capture_output=True,
        text=True,
    )
    assert completed.returncode == 0, completed.stderr
    assert "briefbank" in completed.stderr


@pytest.mark.parametrize(
    ("name", "condition"),
    [
        ("briefbank-broker.service", lambda: server_settings.cluster_folder() / "broker-password"),
        ("briefbank-worker.service", lambda: units.worker_folder() / "worker.json"),
    ],
)
def test_a_program_of_the_cluster_is_started_where_it_was_prepared(
    name: str, condition: Callable[[], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("BRIEFBANK_HOME")
    monkeypatch.setenv("HOME", "/var/lib/briefbank")
    assert unit(name)["Unit"]["ConditionPathExists"] == str(condition())


def test_the_server_is_started_where_it_was_prepared_and_has_the_files_it_needs(
    service: ConfigParser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("BRIEFBANK_HOME")
    monkeypatch.setenv("HOME", "/var/lib/briefbank")
    prepared = server_settings.folder() / "server.json"
    assert service["Unit"]["ConditionPathExists"] == str(prepared)
    assert int(service["Service"]["LimitNOFILE"]) >= MOST_CONNECTIONS + serving.BACKLOG + serving.OTHER_FILES


@pytest.mark.parametrize("script", package.MAINTAINER_SCRIPTS)
def test_the_scripts_of_the_package_are_sound_and_enable_nothing(script: str) -> None:
    subprocess.run(["sh", "-n", DEBIAN / script], check=True)
    orders = [line for line in (DEBIAN / script).read_text().splitlines() if not line.startswith("#")]
    assert not re.search(r"\b(enable|start)\b", "\n".join(orders))


@pytest.mark.nightly
@with_systemd
@pytest.mark.timeout(200)
def test_all_of_briefbank_works_under_the_rules_of_the_unit(service: ConfigParser, tmp_path: Path) -> None:
    """The self-test reads a scan, converts an old file, asks the model, and tries confinement and network."""
    output = run_under(service, tmp_path / "var", "self-test")
    assert "LibreOffice converted a page" in output and "could open no file but its own" in output


def run_under(unit: ConfigParser, folder: Path, *command: str, writable: Sequence[Path] = ()) -> str:
    """Run a command, compare its system calls with those that the unit allows, and return what it said.

    It may write to ``place``, in which the user of the units has its data, and to what the unit names as
    writable there. Links are followed, as systemd does it (``follow_symlink`` in its namespace.c).
    """
    for name in ("home", "temporary"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    named = [folder / "home" / path.relative_to(STATE) for path in writable if path.is_relative_to(STATE)]
    folders = [folder, *(path.resolve() for path in named if path.exists())]
    environment = {
        "BRIEFBANK_HOME": str(folder / "home"),
        "TMPDIR": str(folder / "temporary"),
        "WRITABLE": "\n".join(map(str, folders)),
    }
    apart = "-Urmn" if unit["Service"].get("PrivateNetwork") == "yes" else "-Urm"
    program = [sys.executable, "-m", "briefbank", *command]
    completed = subprocess.run(
        ["unshare", apart, "bash", "-c", _AS_THE_UNIT_DOES, "unit", str(folder), *program],
        capture_output=True,
        text=True,
        env={**os.environ, **environment, "PYTHONPATH": str(ROOT)},
    )
    assert completed.returncode == 0, completed.stdout + completed.stderr
    lines = (folder / "calls").read_text().splitlines()
    used = {line for line in map(str.strip, lines) if re.fullmatch(r"[a-z]\w+", line)} - {"syscall", "total"}
    allowed = calls_of(unit["Service"]["SystemCallFilter"].split())
    assert len(used) > 50 and used - allowed == set()
    return completed.stdout


def library_of_brief(folder: Path, brief: Path) -> None:
    """Make a library that holds one brief."""
    with Library.open(folder, encoder=Buckets()) as library:
        library.ingest.add([brief], QuietReporter())
        library.embedding.embed_pending(QuietReporter())


@pytest.mark.nightly
@with_systemd
@pytest.mark.timeout(200)
def test_a_library_outside_the_folder_of_the_service_is_served_and_backed_up(
    backup: ConfigParser,
    service: ConfigParser,
    text_files: list[Path],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state_folder, library = tmp_path / "var", tmp_path / "srv" / "briefbank"
    library_of_brief(library, text_files[0])
    monkeypatch.setenv("BRIEFBANK_HOME", str(state_folder / "home"))
    assert run(["--library", str(library), "office", "prepare"]) == DONE
    writable = writable_paths("briefbank.service")
    added = run_under(service, state_folder, "add", str(text_files[1]), "--json", writable=writable)
    assert json.loads(added)["files"][0]["status"] == "added"
    writable = writable_paths("briefbank-backup.service")
    run_under(
        backup, state_folder, "backup", str(state_folder / "backups"), "--keep-days", "30", writable=writable
    )
    drilled = run_under(
        backup, state_folder, "drill", *map(str, (state_folder / "backups").iterdir()), "--json"
    )
    assert json.loads(drilled)["documents"] == 2
    assert not (state_folder / "home" / "library").exists()


@pytest.mark.nightly
@with_systemd
def test_the_broker_starts_and_ends_under_the_rules_of_its_unit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    state_folder = tmp_path / "var"
    monkeypatch.setenv("BRIEFBANK_HOME", str(state_folder / "home"))
    where = ("--library", str(tmp_path / "library"), "office", "prepare", "--host", "127.0.0.1")
    assert run([*where, "--cluster", str(free_port())]) == DONE

    def end_once_it_answers() -> None:
        broker = Broker(server_settings.cluster_folder())
        while True:
            try:
                broker.keep_accounts({})
            except BrokerAway:
                threading.Event().wait(0.1)
            else:
                break
        with closing(broker_client(server_settings.cluster_folder())) as client:
            client.shutdown(nosave=True)

    ending = threading.Thread(target=end_once_it_answers, daemon=True)
    ending.start()
    output = run_under(unit("briefbank-broker.service"), state_folder, "office", "broker")
    assert "Server initialized" in output
    ending.join()


@pytest.mark.parametrize("name", ["briefbank.service", "briefbank-backup.service"])
def test_the_service_may_write_to_the_library_that_is_served(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("BRIEFBANK_HOME")
    monkeypatch.setenv("HOME", "/var/lib/briefbank")
    assert server_settings.library_link() in writable_paths(name)


@pytest.mark.nightly
@with_systemd
def test_the_unit_backs_up_the_library_of_the_server_under_its_own_rules(
    backup: ConfigParser, service: ConfigParser, text_files: list[Path], tmp_path: Path
) -> None:
    state_folder = tmp_path / "var"
    library_of_brief(state_folder / "home" / "library", text_files[0])
    lines = (DEBIAN / "briefbank-backup.service").read_text().splitlines()
    set_ = dict(
        line.removeprefix("Environment=").split("=") for line in lines if line.startswith("Environment=")
    )
    assert Path(set_["FOLDER"]) in writable_paths("briefbank-backup.service")
    set_["FOLDER"] = str(state_folder / "backups")
    program, *command = Template(backup["Service"]["ExecStart"]).substitute(set_).split()
    assert program == service["Service"]["ExecStart"].split()[0]
    for _ in range(2):
        run_under(backup, state_folder, *command)
    assert [backup_sets.is_backup(path) for path in (state_folder / "backups").iterdir()] == [True, True]
    assert all(
        backup["Service"][key] == service["Service"][key] for key in ("User", "Group", "StateDirectory")
    )
    assert backup["Unit"]["ConditionPathExists"] == service["Unit"]["ConditionPathExists"]


@with_systemd
def test_the_backup_runs_each_night_and_after_a_missed_one() -> None:
    timer = unit("briefbank-backup.timer")["Timer"]
    status, output = analyze(
        "calendar", "--iterations=2", "--base-time=2026-03-01 12:00", timer["OnCalendar"]
    )
    assert status == 0, output
    assert "2026-03-02 02:00" in output and "2026-03-03 02:00" in output
    assert timer["Persistent"] == "yes"


def calls_of(names: list[str]) -> set[str]:
    """Return the system calls that are meant by their own names and by those of systemd's groups."""
    result = {name for name in names if not name.startswith("@")}
    for name in names:
        if name.startswith("@"):
            _, listed = analyze("syscall-filter", name)
            within = [line.strip() for line in listed.splitlines()[1:]]
            result |= calls_of([text for text in within if text and not text.startswith("#")])
    return result
