"""Names of files that a dialog proposes."""

from __future__ import annotations

import pytest

from ui.kit.dialogs import file_name


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("plain error /p summation!", "plain error p summation"),
        ("Whitlock. ", "Whitlock"),
        ("con", "Results"),
        ("LPT1", "Results"),
        ("con man", "con man"),
        ("?*", "Results"),
    ],
)
def test_a_proposed_name_is_one_that_windows_accepts(text: str, name: str) -> None:
    assert file_name(text, "Results") == name
