"""Tests that the settings of the server name the one served library."""

from __future__ import annotations

import shutil
import socket
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from briefbank import settings
from briefbank.cli.commands import run
from briefbank.cli.output import DONE, FAULT
from briefbank.jobs import QuietReporter
from briefbank.maintenance import backup_sets
from briefbank.network import close_network, membership
from briefbank.office import certificates, server_settings, serving
from briefbank.office.library import OfficeLibrary
from briefbank.office.postgres_database import PostgresPlace
from briefbank.office.server_settings import DirectoryAccess, ServerSettings
from briefbank.paths import default_library
from tests.stand_ins.encoders import Buckets
from tests.support.postgres import PostgresServer

SETTINGS = ServerSettings("An office", "127.0.0.1", "127.0.0.1")


def prepare(library: Path, postgres: PostgresServer, name: str, *more: str) -> int:
    database = ["--database", name, "--database-socket", str(postgres.folder)]
    return run(["--library", str(library), "office", "prepare", *database, *more])


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Path]]:
    """The folders of the libraries that were served, one for each start of the server, which ends at once."""
    folders: list[Path] = []

    def serve(library: OfficeLibrary, *_: object) -> None:
        folders.append(library.folder)

    monkeypatch.setattr(serving, "serve", serve)
    with socket.socket() as listener:
        monkeypatch.setattr(close_network.opened, "listener", listener)
        yield folders


def settings_now() -> ServerSettings:
    settings = server_settings.load()
    assert settings is not None
    return settings


def test_the_library_that_was_prepared_is_served_and_no_other(
    tmp_path: Path, served: list[Path], capsys: pytest.CaptureFixture[str]
) -> None:
    office, other = tmp_path / "office", tmp_path / "other"
    assert run(["--library", str(office), "office", "prepare"]) == DONE
    assert "briefbank serve\n" in capsys.readouterr().out
    assert run(["serve"]) == run(["--library", str(office), "serve"]) == DONE
    assert served == [office, office]
    for command in (
        ["serve"],
        ["office", "accounts"],
        ["office", "invite", str(tmp_path / "invitation.json")],
    ):
        assert run(["--library", str(other), *command]) == FAULT
        errors = capsys.readouterr().err
        assert str(office) in errors and f"--library {other} office prepare" in errors
    assert served == [office, office]
    assert not other.exists() and not default_library().exists()


def test_preparing_the_server_again_keeps_and_names_its_library(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    office = tmp_path / "office"
    assert run(["--library", str(office), "office", "prepare"]) == DONE
    assert "new and empty" in capsys.readouterr().out
    shutil.rmtree(office)  # as if its disk were not mounted
    assert run(["office", "prepare", "--figures", "9100"]) == DONE
    output = capsys.readouterr().out
    assert f"serves the library in {office}" in output.replace("\n", " ") and "new and empty" not in output
    assert Path(settings_now().library) == office and not office.exists()
    assert run(["--library", str(tmp_path / "other"), "office", "prepare"]) == DONE
    assert Path(settings_now().library) == tmp_path / "other" and settings_now().figures == 9100


def test_commands_at_the_server_use_the_served_library(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    office, brief = tmp_path / "office", tmp_path / "brief.txt"
    brief.write_text("POINT I\n\nTHE STOP WAS UNLAWFUL\n\nThe officer had no reason to stop the car.\n")
    assert run(["--library", str(office), "office", "prepare"]) == DONE
    assert run(["--library", str(office), "add", str(brief)]) == DONE
    assert run(["backup", str(tmp_path / "backups"), "--keep-days", "30"]) == DONE
    capsys.readouterr()
    assert run(["list", "--json"]) == run(["check", "--json"]) == DONE
    assert '"documents": 1' in capsys.readouterr().out
    assert backup_sets.is_backup(next((tmp_path / "backups").iterdir()))
    assert run(["remove", "1"]) == DONE
    assert not default_library().exists()


def test_no_empty_library_takes_the_place_of_one_whose_disk_is_not_mounted(
    new_database: PostgresPlace | None,
    tmp_path: Path,
    served: list[Path],
    request: pytest.FixtureRequest,
    capsys: pytest.CaptureFixture[str],
) -> None:
    office, backup, disk = tmp_path / "office", tmp_path / "backup", tmp_path / "disk"
    if new_database is None:
        assert run(["--library", str(office), "office", "prepare"]) == DONE
    else:
        assert prepare(office, request.getfixturevalue("postgres"), new_database.name) == DONE
    assert run(["backup", str(backup)]) == DONE
    office.rename(disk)
    office.mkdir()
    capsys.readouterr()
    commands = [
        ["serve"],
        ["backup", str(backup)],
        ["check"],
        ["move-to-office", str(disk)],
        ["restore", "x"],
    ]
    for command in [*commands, ["--library", str(office), "backup", str(backup)]]:
        assert run(command) == FAULT
        assert f"not in its folder, {office}" in capsys.readouterr().err
    assert (served, list(office.iterdir())) == ([], [])
    if new_database is None:
        assert run(["--library", str(office), "restore", str(backup)]) == DONE
        assert run(["serve"]) == DONE
        assert served == [office]


def test_preparing_as_the_user_of_the_service_prints_its_commands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LOGNAME", "briefbank")
    for command in ("enable --now", "restart"):
        assert run(["--library", str(tmp_path / "office"), "office", "prepare"]) == DONE
        output = capsys.readouterr().out
        assert f"sudo systemctl {command} briefbank\n" in output
        assert "sudo -Hu briefbank briefbank office invite FILE" in output
    assert run(["--library", "/home/ada/library", "office", "prepare"]) == FAULT
    assert "/srv/briefbank" in capsys.readouterr().err
    assert Path(settings_now().library) == tmp_path / "office"


EVERYTHING = {
    "--host": "briefbank.office.lan",
    "--listen": "192.168.1.20",
    "--port": "9443",
    "--office": "Public Defender",
    "--processes": "3",
    "--figures": "9100",
    "--offline-on-any-disk": None,
}
"""The options of a preparation, beside its library and database, and their values."""
CHANGES: dict[str, tuple[list[str], dict[str, object]]] = {
    "nothing": ([], {}),
    "host": (["--host", "other.office.lan"], {"host": "other.office.lan"}),
    "listen": (["--listen", "192.168.1.21"], {"listen": "192.168.1.21"}),
    "port": (["--port", "8443"], {"port": 8443}),
    "office": (["--office", "Appeals"], {"office": "Appeals"}),
    "processes": (["--processes", "2"], {"processes": 2}),
    "one process for each processor": (["--processes", "0"], {"processes": 0}),
    "figures": (["--figures", "9101"], {"figures": 9101}),
    "no figures": (["--figures", "0"], {"figures": 0}),
    "offline copies on any disk": (["--offline-on-any-disk"], {"offline_on_any_disk": True}),
    "offline copies on encrypted disks": (["--no-offline-on-any-disk"], {"offline_on_any_disk": False}),
    "no cluster": (["--no-cluster"], {}),
}


def test_a_server_that_is_prepared_again_changes_only_in_what_is_named(tmp_path: Path) -> None:
    assert {option for more, _ in CHANGES.values() for option in more} >= EVERYTHING.keys()
    options = [part for option in EVERYTHING.items() for part in option if part is not None]
    assert run(["--library", str(tmp_path / "office"), "office", "prepare", *options]) == DONE
    server_settings.set_directory(DirectoryAccess("ldaps://directory.office.lan", "ou=people", "ou=groups"))
    before, certificate = settings_now(), server_settings.certificate().read_bytes()
    assert (before.host, before.figures, before.processes, before.offline_on_any_disk) == (
        *("briefbank.office.lan", 9100, 3, True),
    )
    for more, changed in CHANGES.values():
        server_settings.save(before)
        assert run(["office", "prepare", *more]) == DONE
        assert settings_now() == replace(before, **changed), more
        assert server_settings.certificate().read_bytes() == certificate


def test_a_certificate_for_another_name_stays_valid(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    where = ["office", "prepare", "--listen", "192.168.1.20", "--host"]
    assert run(["--library", str(tmp_path / "office"), *where, "briefbank.office.lan"]) == DONE
    pin = server_settings.certificate().read_bytes()
    assert run([*where, "other.office.lan"]) == DONE
    output = " ".join(capsys.readouterr().out.split())
    assert "look for the server at https://briefbank.office.lan:8443" in output
    assert server_settings.certificate().read_bytes() == pin


def test_a_database_stays_with_its_library(
    tmp_path: Path, postgres: PostgresServer, capsys: pytest.CaptureFixture[str]
) -> None:
    database = postgres.new_catalogue()
    assert prepare(tmp_path / "office", postgres, database.name) == DONE
    assert run(["office", "prepare", "--office", "Appeals"]) == DONE
    assert server_settings.database_of(tmp_path / "office") == database
    before = settings_now()
    assert run(["--library", str(tmp_path / "other"), "office", "prepare"]) == FAULT
    assert f"“{database.name}”" in capsys.readouterr().err
    assert settings_now() == before and not (tmp_path / "other").exists()


@pytest.mark.nightly
def test_the_database_of_one_library_is_not_taken_for_another(
    tmp_path: Path, postgres: PostgresServer, text_files: list[Path], capsys: pytest.CaptureFixture[str]
) -> None:
    database = postgres.new_catalogue()
    with OfficeLibrary.open(tmp_path / "office", database=database, encoder=Buckets()) as library:
        library.ingest.add(text_files[:1], QuietReporter())
    assert prepare(tmp_path / "other", postgres, database.name) == FAULT
    assert "another library" in capsys.readouterr().err
    assert server_settings.load() is None and not (tmp_path / "other").exists()
    assert prepare(tmp_path / "office", postgres, database.name) == DONE


@pytest.mark.parametrize(
    "typed",
    [
        *("serve", "serve --json", "--library /srv/office serve", "--library=/srv/office --json serve"),
        *("serve --library /srv/office", "serve --library=/srv/office", "--lib /srv/office serve"),
    ],
)
def test_the_server_listens_wherever_the_library_is_named(typed: str) -> None:
    server_settings.save(SETTINGS)
    assert server_settings.starting(typed.split()) == SETTINGS


@pytest.mark.parametrize("damage", ["of no form", "of another key", "without its key"])
def test_an_unusable_certificate_is_reported(damage: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["office", "prepare", "--host", "127.0.0.1"]) == DONE
    kept, key = server_settings.certificate(), server_settings.key()
    if damage == "of no form":
        kept.write_bytes(b"\x30\x82")
    elif damage == "of another key":
        key.write_bytes(certificates.make("127.0.0.1").key)
    else:
        key.unlink()
    before = kept.read_bytes()
    assert run(["office", "prepare", "--host", "127.0.0.1"]) == FAULT
    assert "certificate" in capsys.readouterr().err
    assert kept.read_bytes() == before


def test_forty_computers_are_invited_and_join_by_command(tmp_path: Path) -> None:
    assert run(["office", "prepare", "--host", "127.0.0.1", "--office", "Appeals"]) == DONE
    assert run(["office", "invite", str(tmp_path / "desk.json"), "--computers", "40"]) == DONE
    files = sorted(tmp_path.glob("desk-*.json"))
    assert [file.name for file in files][::39] == ["desk-01.json", "desk-40.json"]
    assert len({membership.read_invitation(file).code for file in files}) == 40
    assert run(["office", "join", str(files[0])]) == DONE
    assert settings.load().office_address == "https://127.0.0.1:8443"
    assert run(["office", "leave"]) == DONE
    assert settings.load().office_address == ""


@pytest.mark.parametrize(
    "host", ["büro.lan", "brief bank", "office/bank", "ada@office", "https://office.lan", "[::1]"]
)
def test_a_name_by_which_no_client_finds_the_server_is_refused(
    host: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["office", "prepare", "--host", host, "--listen", "127.0.0.1"]) == FAULT
    assert "--host" in capsys.readouterr().err
    assert server_settings.load() is None


def test_a_taken_metrics_port_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["--library", str(tmp_path / "office"), "office", "prepare", "--figures", "9100"]) == DONE
    with socket.socket() as listener:
        monkeypatch.setattr(close_network.opened, "listener", listener)
        monkeypatch.setattr(serving, "serve", lambda library, settings, listener, ready, figures: ready())
        assert run(["serve"]) == DONE
    assert "9100" in "".join(capsys.readouterr())


def test_every_command_uses_the_database(
    tmp_path: Path, postgres: PostgresServer, capsys: pytest.CaptureFixture[str]
) -> None:
    library, brief = tmp_path / "office", tmp_path / "brief.txt"
    brief.write_text("POINT I\n\nTHE STOP WAS UNLAWFUL\n\nThe officer had no reason to stop the car.\n")
    assert prepare(library, postgres, postgres.new_catalogue().name) == DONE
    assert run(["--library", str(library), "add", str(brief)]) == DONE
    assert not (library / "catalogue.sqlite").exists()
    capsys.readouterr()
    assert run(["--library", str(library), "list"]) == DONE
    assert "brief" in capsys.readouterr().out


def test_a_library_with_its_own_catalogue_is_not_emptied(
    tmp_path: Path, postgres: PostgresServer, capsys: pytest.CaptureFixture[str]
) -> None:
    library = tmp_path / "office"
    run(["--library", str(library), "sizes"])
    assert prepare(library, postgres, postgres.new_catalogue().name) == FAULT
    assert "has its catalogue in a file" in capsys.readouterr().err
    assert server_settings.load() is None


def test_damaged_settings_lead_to_no_other_library(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["--library", str(tmp_path / "office"), "office", "prepare"]) == DONE
    (server_settings.folder() / "server.json").write_text("{")
    for command in (["list"], ["check"], ["office", "accounts"], ["office", "prepare"]):
        assert run(command) == FAULT
        assert "are damaged" in capsys.readouterr().err
    assert not default_library().exists()
    assert run(["--library", str(tmp_path / "office"), "office", "prepare"]) == DONE
    assert settings_now().library == str(tmp_path / "office")


@pytest.mark.parametrize(
    "wrong",
    [
        *({"database": 7}, {"library": None}, {"socket_folder": ["/run"]}),
        *({"figures": -1}, {"figures": 65_536}, {"figures": "9100"}),
        *({"port": "8443"}, {"port": None}, {"processes": "2"}, {"host": 7}, {"office": None}),
    ],
)
def test_damaged_settings_prepare_nothing(tmp_path: Path, wrong: dict[str, object]) -> None:
    server_settings.save(replace(SETTINGS, **wrong))
    assert server_settings.load() is None
