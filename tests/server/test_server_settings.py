"""The server's settings name the database of one library, and nothing that is not on this computer."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from briefbank.cli.commands import run
from briefbank.cli.exit_status import DONE, FAULT
from briefbank.server import server_settings
from briefbank.server.server_settings import ServerSettings
from tests.postgres import PostgresServer

SETTINGS = ServerSettings("An office", "127.0.0.1", "127.0.0.1")


def prepare(library: Path, postgres: PostgresServer, name: str) -> int:
    database = ["--database", name, "--database-socket", str(postgres.folder)]
    return run(["--library", str(library), "serve", "--prepare", *database])


def test_only_the_library_that_was_named_has_the_database(tmp_path: Path, postgres: PostgresServer) -> None:
    place = postgres.new_catalogue()
    assert prepare(tmp_path / "office", postgres, place.name) == DONE
    assert server_settings.database_of(tmp_path / "office") == place
    assert server_settings.database_of(tmp_path / "own") is None


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
