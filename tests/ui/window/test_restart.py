"""A restart that a person wants: which library is opened again, and what becomes of waiting files."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from pytestqt.qtbot import QtBot

from briefbank import paths, settings
from briefbank.settings import Settings
from tests.stand_ins.library.office import StubOffice
from tests.ui.conftest import answer_questions
from ui import program as programs
from ui.program import Program


def test_the_library_in_use_is_opened_again_and_files_that_were_taken_are_not_named_again(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    made = Program(Path("given"), [Path("./a.pdf"), Path("Folder/")])
    assert made.arguments_anew() == [
        "--library",
        *(str(tmp_path / name) for name in ("given", "a.pdf", "Folder")),
    ]
    made._files = []  # as once the window on the library took them
    assert made.arguments_anew() == ["--library", str(tmp_path / "given")]
    monkeypatch.setattr(made, "open", lambda: None)
    made._open_other(tmp_path / "chosen since")
    assert made.arguments_anew() == []
    assert settings.load().library == tmp_path / "chosen since"


def test_files_for_the_own_library_wait_over_a_restart_in_the_sample(qtbot: QtBot, tmp_path: Path) -> None:
    made = Program(None, [])
    made._in_sample = True
    assert made.arguments_anew() == ["--try-sample"]
    made._dropped([tmp_path / "a.pdf"])
    assert made.arguments_anew() == [str(tmp_path / "a.pdf")]


def test_what_was_taken_along_is_opened_again(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.save(Settings(office_address=StubOffice.address, office_pin="0" * 64))
    made = Program(None, [])
    assert made.arguments_anew() == []
    monkeypatch.setattr(made, "open", lambda: None)
    made._open_offline()
    assert made.arguments_anew() == ["--library", str(paths.offline_folder())]


@pytest.mark.parametrize(
    ("has_office", "waiting", "agrees", "questions", "closed"),
    [
        (True, 2, False, 1, False),
        (True, 2, True, 1, True),
        (True, 0, False, 0, True),
        (False, 2, False, 0, True),
    ],
)
def test_files_that_an_office_client_would_forget_are_asked_about(
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
    has_office: bool,
    waiting: int,
    agrees: bool,
    questions: int,
    closed: bool,
) -> None:
    meanings = answer_questions(monkeypatch, programs, lambda _question, meaning: meaning, agrees=agrees)
    made, ended = Program(None, []), []
    made._library = cast(Any, SimpleNamespace(office=StubOffice() if has_office else None))
    page = SimpleNamespace(adding=SimpleNamespace(waiting=waiting))
    window = SimpleNamespace(library_page=page, close=lambda: ended.append(True))
    made._restart(cast(Any, window))
    assert len(meanings) == questions and all("2 files are not sent yet" in meaning for meaning in meanings)
    assert made.restarts is bool(ended) is closed
