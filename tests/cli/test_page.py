"""Tests of printing JSON documents as text: nothing is lost, cut or obeyed by a terminal."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from briefbank.cli.documents import view_documents
from briefbank.cli.json_values import Json
from briefbank.cli.output import (
    JsonObject,
    Output,
    TerminalPage,
    counted,
    day_words,
    megabytes,
    named,
    phrase,
)
from tests.support.command import drawn

LONG = "The officers had no reasonable and articulable suspicion and so had no right to ask for consent. " * 3
ONE: Json = {
    **{"document_id": 1, "title": "State v. Doe", "distinction": "", "kind": "brief"},
    **{"filed": "2015-03-03", "pages": 1200},
}


def indented(page: TerminalPage, document: JsonObject) -> None:
    page.line(document.text, indent=3, marks=document.get("marks", ()))


@pytest.mark.parametrize("width", [40, 80, 120])
def test_a_long_text_is_wrapped_beneath_its_indent_with_every_word(width: int) -> None:
    lines = drawn(indented, {"text": LONG}, width).splitlines()
    assert len(lines) > 1 and all(line.startswith("   ") and len(line) <= width for line in lines)
    assert " ".join(" ".join(lines).split()) == LONG.strip()


def test_output_to_a_program_is_plain_and_keeps_the_line_ends_of_the_text(
    capsys: pytest.CaptureFixture[str],
) -> None:
    def view(page: TerminalPage, document: JsonObject) -> None:
        page.line(document.text, "bold")
        view_documents(page, document)

    Output(as_json=False).show({"documents": [{**ONE, "title": LONG}, ONE], "text": LONG}, view)
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 4 and lines[0] == LONG.strip() + " " and LONG.strip() in lines[2]
    assert not any("\x1b" in line for line in lines)


@pytest.mark.parametrize(
    "text", ["[red]a[/red]", "[link=file:///x]b", ":smile: [bold", "{0} {title.__class__}"]
)
def test_a_text_is_never_markup_an_emoji_code_or_a_template(text: str) -> None:
    def view(page: TerminalPage, row: JsonObject) -> None:
        page.line(row.title)
        page.table(("[b]",), [(row.title,)], title=row.title)
        page.line(named(row))
        page.line(phrase("{}", row.title))

    row = {"title": text, "name": text, "authority": text, "sort": "case"}
    assert drawn(view, row, colours=True).count(text) == 6
    assert "[b]" in drawn(view, row)


def test_unknown_values_are_left_out_with_their_label_and_line() -> None:
    def view(page: TerminalPage, row: JsonObject) -> None:
        page.line(f"{row.title}{phrase(', by {}', row.judge)}{phrase(', {}', day_words(row.filed))}")
        page.line(row.judge)
        page.line(f"Filed {day_words(row.filed, 'never')}")

    assert drawn(view, {"title": "A", "judge": "", "filed": None}) == "A\nFiled never\n"
    full = {"title": "A", "judge": "B", "filed": "2015-03-03"}
    assert drawn(view, full) == "A, by B, March 3, 2015\nB\nFiled March 3, 2015\n"


def test_numbers_come_with_their_nouns_and_zero_is_a_number() -> None:
    assert (counted(1, "page"), counted(1200, "page")) == ("1 page", "1,200 pages")
    assert (phrase("{} marks", 0), megabytes(12_345_678)) == ("0 marks", "12.3 MB")


def test_a_list_has_its_title_or_the_sentence_for_an_empty_one() -> None:
    def view(page: TerminalPage, row: JsonObject) -> None:
        page.lines(page.listed(row.problems, "Problems", "None."), indent=2)

    assert drawn(view, {"problems": ["a", "b"]}) == "\nProblems\n  a\n  b\n"
    assert drawn(view, {"problems": []}) == "None.\n"


def test_a_column_in_which_nothing_stands_is_left_out() -> None:
    output = drawn(view_documents, {"documents": [{**ONE, "kind": ""}]})
    assert " ".join(output.split()) == "No. Title Filed Pages 1 State v. Doe March 3, 2015 1,200"


def test_the_words_that_were_found_are_highlighted_at_their_places_across_lines() -> None:
    document = {"text": "stop and frisk", "marks": [[5, 14]]}
    assert "stop \x1b[1;33mand frisk" in drawn(indented, document, 25, colours=True)


def test_differences_bear_signs_that_need_no_colour() -> None:
    def view(page: TerminalPage, document: JsonObject) -> None:
        page.differences(document.runs, ("[-", "-]"), ("{+", "+}"))

    runs = [("same", "may "), ("removed", "not "), ("added", "now "), ("same", "ask")]
    document = {"runs": [{"change": change, "text": text} for change, text in runs]}
    assert drawn(view, document) == "may [-not-] {+now+} ask\n"


def test_json_is_written_without_loading_what_only_draws(tmp_path: Path) -> None:
    program = (
        "import sys; from briefbank.cli.main import main; status = main(sys.argv[1:]);"
        " print(*sys.modules, file=sys.stderr); sys.exit(status)"
    )
    command = [sys.executable, "-c", program, "--library", str(tmp_path / "library"), "list", "--json"]
    completed = subprocess.run(command, capture_output=True, text=True, check=True, env=dict(os.environ))
    loaded = completed.stderr.split()
    assert "briefbank.cli.documents" in loaded
    assert [name for name in loaded if name.partition(".")[0] == "rich"] == []
