"""The server's settings name the database of one library, and nothing that is not on this computer."""

from __future__ import annotations

import socket
from dataclasses import replace
from pathlib import Path

import pytest

from briefbank.cli.commands import run
from briefbank.cli.exit_status import DONE, FAULT
from briefbank.cli.options import WrongUse
from briefbank.network import certificates, close_network, membership
from briefbank.server import running, server_settings
from briefbank.server.server_settings import ServerSettings
from tests.postgres import PostgresServer

SETTINGS = ServerSettings("An office", "127.0.0.1", "127.0.0.1")


def prepare(library: Path, postgres: PostgresServer, name: str, *more: str) -> int:
    database = ["--database", name, "--database-socket", str(postgres.folder)]
    return run(["--library", str(library), "serve", "--prepare", *database, *more])


def test_only_the_library_that_was_named_has_the_database(tmp_path: Path, postgres: PostgresServer) -> None:
    place = postgres.new_catalogue()
    assert prepare(tmp_path / "office", postgres, place.name) == DONE
    assert server_settings.database_of(tmp_path / "office") == place
    assert server_settings.database_of(tmp_path / "own") is None


def test_a_library_has_its_database_however_its_folder_is_named(
    tmp_path: Path, postgres: PostgresServer
) -> None:
    place = postgres.new_catalogue()
    assert prepare(tmp_path / "office", postgres, place.name) == DONE
    (tmp_path / "office").mkdir(exist_ok=True)
    (tmp_path / "link").symlink_to(tmp_path / "office")
    assert server_settings.database_of(tmp_path / "link") == place
    assert server_settings.database_of(tmp_path / "link" / ".." / "office") == place


def test_what_was_chosen_once_is_kept_when_the_server_is_prepared_again(
    tmp_path: Path, postgres: PostgresServer
) -> None:
    place, copy = postgres.new_catalogue(), str(tmp_path / "copy")
    assert (
        prepare(tmp_path / "office", postgres, place.name, "--record-copy", copy, "--figures", "9100") == DONE
    )
    assert run(["serve", "--prepare", "--host", "127.0.0.1", "--port", "9443"]) == DONE
    assert server_settings.database_of(tmp_path / "office") == place
    again = server_settings.load()
    assert again is not None and (again.port, again.record_copy, again.figures) == (9443, copy, 9100)


@pytest.mark.parametrize("option", ["--port", "--figures"])
def test_a_port_that_cannot_be_leaves_the_server_prepared_as_it_was(option: str) -> None:
    assert run(["serve", "--prepare", "--host", "127.0.0.1"]) == DONE
    before = server_settings.load()
    with pytest.raises(WrongUse):
        run(["serve", "--prepare", "--host", "127.0.0.1", option, "65536"])
    assert before is not None and server_settings.load() == before


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


def test_options_that_belong_to_preparing_are_said_to(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    server_settings.save(SETTINGS)
    assert run(["--library", str(tmp_path / "office"), "serve", "--port", "9443"]) == FAULT
    assert "--prepare" in capsys.readouterr().err


@pytest.mark.parametrize("damage", ["of no form", "of another key", "without its key"])
def test_a_certificate_that_cannot_be_used_is_said_to_be(
    damage: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["serve", "--prepare", "--host", "127.0.0.1"]) == DONE
    kept, key = server_settings.certificate(), server_settings.key()
    if damage == "of no form":
        kept.write_bytes(b"\x30\x82")
    elif damage == "of another key":
        key.write_bytes(certificates.make("127.0.0.1").key)
    else:
        key.unlink()
    before = kept.read_bytes()
    assert run(["serve", "--prepare", "--host", "127.0.0.1"]) == FAULT
    assert "certificate" in capsys.readouterr().err
    assert kept.read_bytes() == before


def test_an_invitation_of_an_office_with_any_name_can_be_used(tmp_path: Path) -> None:
    office = "Public\u00a0Defender,\u00ad \nAppeals"
    assert run(["serve", "--prepare", "--host", "127.0.0.1", "--office", office]) == DONE
    assert run(["serve", "--invite", str(tmp_path / "invitation.json")]) == DONE
    assert membership.read_invitation(tmp_path / "invitation.json").office == "Public Defender, Appeals"


@pytest.mark.parametrize(
    "host", ["büro.lan", "brief bank", "office/bank", "ada@office", "https://office.lan", "[::1]"]
)
def test_a_name_by_which_no_desk_finds_the_server_is_refused(
    host: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["serve", "--prepare", "--host", host, "--listen", "127.0.0.1"]) == FAULT
    assert "--host" in capsys.readouterr().err
    assert server_settings.load() is None


def test_a_port_for_figures_that_is_taken_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    server_settings.save(replace(SETTINGS, figures=9100))
    with socket.socket() as listener:
        monkeypatch.setattr(close_network, "listener", lambda: listener)
        monkeypatch.setattr(running, "serve", lambda library, settings, listener, ready, figures: ready())
        assert run(["--library", str(tmp_path / "office"), "serve"]) == DONE
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


def test_a_database_that_does_not_answer_is_said_at_once(
    tmp_path: Path, postgres: PostgresServer, capsys: pytest.CaptureFixture[str]
) -> None:
    assert prepare(tmp_path / "office", postgres, "nothing") == FAULT
    assert "does not answer" in capsys.readouterr().err


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


def test_a_restore_moves_no_library_aside_whose_database_is_damaged(
    tmp_path: Path, postgres: PostgresServer, capsys: pytest.CaptureFixture[str]
) -> None:
    library, place = tmp_path / "office", postgres.new_catalogue()
    assert prepare(library, postgres, place.name) == DONE
    assert run(["--library", str(library), "backup", str(tmp_path / "backup")]) == DONE
    before = {each.name for each in library.iterdir()}
    postgres.run("DROP TABLE alembic_version", place.name)
    assert run(["--library", str(library), "restore", str(tmp_path / "backup")]) == FAULT
    assert "something else" in capsys.readouterr().err
    assert {each.name for each in library.iterdir()} == before
