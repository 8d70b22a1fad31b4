"""Tests that untrusted names and texts are printed without control characters that a terminal obeys."""

import io
from pathlib import Path

import pytest

from briefbank.cli.output import Output
from briefbank.domain.ingest import FileOutcome, FileProgress, FileStatus, Stage
from briefbank.text.characters import escape_hidden
from tests.support import command

ESCAPES = ("\x1b[2J\x1b]0;owned\x07", "\x9b31m", "\u202etxt.exe", "\x08\x08\x08", "\x7f", "\u2028")


class Screen(io.StringIO):
    """A stream that is a terminal."""

    def isatty(self) -> bool:
        return True


def test_a_file_name_is_printed_harmless_and_begins_no_line_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / f"brief{''.join(ESCAPES)}\nAdded: forged.txt"
    path.write_text("The motion to suppress was denied. " * 20)
    typed = (("add", str(path)), ("list",), ("show", "1"), ("search", "suppress"), (f"x{''.join(ESCAPES)}",))
    for arguments in typed:
        result = command.run(tmp_path, *arguments, as_json=False)
        shown = result.output + result.errors
        assert [escape for escape in ESCAPES if escape in shown] == [], arguments
        assert not any(line.startswith("Added: forged") for line in result.output.splitlines()), arguments
    output = command.run(tmp_path, "add", str(path)).output
    assert "\\u009b31m" in output and output.isascii() and "\x1b" not in output


def test_control_characters_are_shown_by_code_point(capsys: pytest.CaptureFixture[str]) -> None:
    Output(as_json=False).say("a\x1bb\nc")
    assert capsys.readouterr().err == "a⟨U+001B⟩b\nc\n"


@pytest.mark.parametrize("name", ["a\x1b]0;owned\x07.pdf", "[red]a.pdf", "a\nAdded: b.pdf"])
def test_a_file_name_in_the_progress_display_is_no_control_sequence_or_markup(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    drawn = Screen()
    monkeypatch.setattr("sys.stderr", drawn)
    with Output(as_json=False).progress() as reporter:
        reporter.file(FileProgress(Path(name), Stage.READING, 1, 2))
        refused = FileOutcome(Path(name), FileStatus.REFUSED)
        reporter.file(FileProgress(Path(name), Stage.DONE, outcome=refused))
    assert "\x1b]0" not in drawn.getvalue() and "\nAdded: b" not in drawn.getvalue()
    assert escape_hidden(name) in drawn.getvalue()


def test_replaced_control_characters_keep_the_length_of_a_text_so_that_highlights_fit(
    capsys: pytest.CaptureFixture[str],
) -> None:
    text = "a\x1b\x9b\u202eb\n\u00ad"
    Output(as_json=False).show({"text": text}, lambda page, document: page.line(document.text))
    shown = capsys.readouterr().out.removesuffix("\n")
    assert len(shown) == len(text) and "\x1b" not in shown and shown.endswith("b\n\u00ad")
