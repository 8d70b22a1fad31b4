"""One renderer draws every JSON document by its layout: nothing lost, nothing cut, nothing obeyed."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest
from rich.console import Console

from briefbank.cli import renderer
from briefbank.cli.json_schema import Json
from briefbank.cli.layout import Differences, Each, Layout, Paragraph, Table, choice
from briefbank.cli.layouts import DOCUMENTS, named
from briefbank.cli.terminal import Output

LONG = "The officers had no reasonable and articulable suspicion and so had no right to ask for consent. " * 3
ONE: Json = {
    **{"document_id": 1, "title": "State v. Doe", "distinction": "", "kind": "brief"},
    **{"filed": "2015-03-03", "pages": 1200},
}


def drawn(layout: Layout, document: Json, width: int = 80, *, colours: bool = False) -> str:
    console = Console(file=io.StringIO(), width=width, force_terminal=colours, markup=False, emoji=False)
    renderer.draw(console, layout, document)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


@pytest.mark.parametrize("width", [40, 80, 120])
def test_a_long_text_is_wrapped_beneath_its_indent_with_every_word(width: int) -> None:
    lines = drawn(Paragraph("{text}", indent=3), {"text": LONG}, width).splitlines()
    assert len(lines) > 1 and all(line.startswith("   ") and len(line) <= width for line in lines)
    assert " ".join(" ".join(lines).split()) == LONG.strip()


def test_what_goes_to_a_program_is_plain_and_ends_its_lines_where_the_text_does(
    capsys: pytest.CaptureFixture[str],
) -> None:
    rows = [{**ONE, "title": LONG}, ONE]
    Output(as_json=False).show(
        {"documents": rows, "text": LONG}, (Paragraph("{text}", style="bold"), DOCUMENTS)
    )
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 4 and lines[0] == LONG.strip() + " " and LONG.strip() in lines[2]
    assert not any("\x1b" in line for line in lines)


@pytest.mark.parametrize(
    "text", ["[red]a[/red]", "[link=file:///x]b", ":smile: [bold", "{0} {title.__class__}"]
)
def test_a_text_is_never_markup_an_emoji_code_or_a_template(text: str) -> None:
    layout = (
        Paragraph("{title}"),
        Table("rows", {"[b]": "{title}"}),
        Each("rows", Paragraph(named), title="{title}"),
    )
    row = {"title": text, "name": text, "authority": text, "sort": "case"}
    said = drawn(layout, {**row, "rows": [row]}, colours=True)
    assert said.count(text) == 5 and "[b]" in said


def test_a_piece_whose_fields_are_all_empty_is_left_out_and_so_is_a_line_of_nothing_else() -> None:
    layout = (
        Paragraph(("{title}", ", by {judge}", ", {filed:day}")),
        Paragraph("{judge}"),
        Paragraph("Filed {filed:day else never}"),
    )
    assert drawn(layout, {"title": "A", "judge": "", "filed": None}) == "A\nFiled never\n"
    assert drawn(layout[0], {"title": "A", "judge": "B", "filed": "2015-03-03"}) == "A, by B, March 3, 2015\n"


def test_numbers_come_with_their_nouns_and_zero_is_a_number() -> None:
    layout = Paragraph("{a:count page}; {b:count page}; {c:were mark}; {b:were mark}; {d:megabytes}")
    document = {"a": 1, "b": 1200, "c": 0, "d": 12_345_678}
    assert drawn(layout, document) == "1 page; 1,200 pages; No mark was; 1200 marks were; 12.3 MB\n"


def test_a_list_has_its_title_or_the_sentence_for_an_empty_one() -> None:
    layout = Each("problems", Paragraph("{item}", indent=2), title="Problems", empty="None in {folder}.")
    assert drawn(layout, {"problems": ["a", "b"], "folder": "x"}) == "\nProblems\n  a\n  b\n"
    assert drawn(layout, {"problems": [], "folder": "x"}) == "None in x.\n"


def test_a_column_in_which_nothing_stands_is_left_out() -> None:
    said = drawn(DOCUMENTS, {"documents": [{**ONE, "kind": ""}]})
    assert " ".join(said.split()) == "No. Title Filed Pages 1 State v. Doe March 3, 2015 1,200"


def test_a_line_with_a_condition_is_shown_only_if_it_holds() -> None:
    layout = (Paragraph("sure", when="sure"), Paragraph("open", when=lambda document: not document["sure"]))
    assert (drawn(layout, {"sure": True}), drawn(layout, {"sure": False})) == ("sure\n", "open\n")
    assert drawn(Paragraph(choice("sure", {True: "yes"})), {"sure": False}) == ""


def test_the_words_that_were_found_are_highlighted_at_their_places_across_lines() -> None:
    said = drawn(
        Paragraph("{text}", marks="marks", indent=3),
        {"text": "stop and frisk", "marks": [[5, 14]]},
        25,
        colours=True,
    )
    assert "stop \x1b[1;33mand frisk" in said


def test_differences_bear_signs_that_need_no_colour() -> None:
    runs = [("same", "may "), ("removed", "not "), ("added", "now "), ("same", "ask")]
    document = {"runs": [{"change": change, "text": text} for change, text in runs]}
    assert drawn(Differences("runs", ("[-", "-]"), ("{+", "+}")), document) == "may [-not-] {+now+} ask\n"


def test_json_is_written_without_loading_what_only_draws(tmp_path: Path) -> None:
    program = (
        "import sys; from briefbank.cli.main import main; status = main(sys.argv[1:]);"
        " print(*sys.modules, file=sys.stderr); sys.exit(status)"
    )
    command = [sys.executable, "-c", program, "--library", str(tmp_path / "library"), "list", "--json"]
    ended = subprocess.run(command, capture_output=True, text=True, check=True, env=dict(os.environ))
    loaded = ended.stderr.split()
    assert "briefbank.cli.layouts" in loaded
    assert [name for name in loaded if name.partition(".")[0] == "rich"] == []
