"""Names and texts of strangers reach a terminal as something to be read, never as orders to it."""

from pathlib import Path

import pytest

from briefbank.terminal import Output
from tests import command

ESCAPES = ("\x1b[2J\x1b]0;owned\x07", "\x9b31m", "\u202etxt.exe", "\x08\x08\x08", "\x7f", "\u2028")


@pytest.mark.parametrize("hostile", ESCAPES)
def test_a_file_name_is_printed_harmless(tmp_path: Path, hostile: str) -> None:
    path = tmp_path / f"brief{hostile}.txt"
    path.write_text("The motion to suppress was denied. " * 20)
    for arguments in (("add", str(path)), ("list",), ("show", "1"), ("search", "suppress"), (f"x{hostile}",)):
        ran = command.run(tmp_path, *arguments, as_json=False)
        assert hostile not in ran.output + ran.errors, arguments


def test_it_is_shown_what_stood_there(capsys: pytest.CaptureFixture[str]) -> None:
    Output(as_json=False).say("a\x1bb\nc")
    assert capsys.readouterr().err == "a⟨U+001B⟩b\nc\n"


def test_json_is_exact_and_plain_ascii(tmp_path: Path) -> None:
    path = tmp_path / "brief\x9b\x1b.txt"
    path.write_text("The motion to suppress was denied. " * 20)
    output = command.run(tmp_path, "add", str(path)).output
    assert "\\u009b\\u001b" in output and output.isascii() and "\x1b" not in output
