"""Tests of a library whose citations were not extracted yet."""

import json
from pathlib import Path

import pytest
from sqlalchemy import delete

from briefbank.catalogue.tables import CitedRow, GraphedRow
from briefbank.cli import commands
from briefbank.embedding import encoders
from briefbank.jobs import QuietReporter
from briefbank.library import Library
from tests.stand_ins.encoders import Buckets
from tests.support.library_factory import library_of


def test_the_first_question_on_an_authority_reads_what_was_never_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(encoders, "load_encoder", lambda _folder: Buckets())
    brief = "BRIEF FOR APPELLANT\n\nThe rule is that of State v. Carty, 170 N.J. 632 (2002).\n"
    with (
        library_of(tmp_path, {"brief.txt": brief}, Buckets()) as opened,
        opened.catalogue.writing() as connection,
    ):
        connection.execute(delete(CitedRow))
        connection.execute(delete(GraphedRow))
    status = commands.run(["--library", str(tmp_path / "library"), "authority", "170 N.J. 632", "--json"])
    assert status == 0
    assert json.loads(capsys.readouterr().out)["passages"] == 1
    with Library.open(tmp_path / "library", encoder=Buckets()) as opened:
        assert opened.maintenance.read_authorities(QuietReporter()) == 0
