"""Smoke tests: the programs run on a little of the shared data and print their figures."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.evaluate.__main__ import main


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["reading", "--limit", "1"], "citations"),
        (["claims", "--without-embedding"], "held_out"),
        pytest.param(["treatments", "--half", "second"], "very kind", marks=pytest.mark.nightly),
        pytest.param(["headings", "--limit", "2"], "recall@5", marks=pytest.mark.nightly),
        pytest.param(["recognition", "--pages", "1"], "precision", marks=pytest.mark.nightly),
        pytest.param(["provisions", "--limit", "2"], "recall@1", marks=pytest.mark.nightly),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)
def test_a_program_prints_its_figures(
    shared_data: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], expected: str
) -> None:
    main(arguments)
    assert expected in capsys.readouterr().out


def test_a_program_that_is_not_there_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["nothing"])
    assert "invalid choice" in capsys.readouterr().err
