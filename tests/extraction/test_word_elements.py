"""Tests that each element of a Word file that can have text is read in place or reported.

The examples follow the table in ``briefbank.extraction.formats.word``.
"""

from __future__ import annotations

import re
import zipfile
from collections import defaultdict
from pathlib import Path

import pytest

from briefbank.domain.ingest import LeftOut
from briefbank.errors import Damaged
from briefbank.extraction.formats.word import Docx
from briefbank.extraction.sniff import recognise
from tests.support.examples import Examples
from tests.support.profile import sample
from tests.support.word_factory import STRICT, TRANSITIONAL, namespaces, run, word_package

EXAMPLES = Examples(Path(__file__).with_name("examples") / "word_elements.txt")
FRAGMENTS = dict(line.split(": ", 1) for line in EXAMPLES.texts("Fragments"))
REPORTS: dict[str, tuple[LeftOut, ...]] = {
    "Nothing is reported": (),
    "Hidden text is reported": (LeftOut.HIDDEN_TEXT,),
    "Comments are reported": (LeftOut.COMMENTS,),
    "Deletions are reported": (LeftOut.DELETIONS,),
    "Symbols are reported": (LeftOut.SYMBOLS,),
    "Objects are reported": (LeftOut.OBJECTS,),
}
ROWS = [
    pytest.param(*line.split(": ", 1)[1:], text, reported, id=line.partition(": ")[0])
    for heading, reported in REPORTS.items()
    for line, text in EXAMPLES.pairs(heading)
]
WORD = Docx()


def xml(short: str) -> str:
    """Return the XML of an example: its fragments, quoted text as runs, other names with Word's prefix."""
    while "{" in short:
        short = re.sub(r"\{(.+?)\}", lambda name: FRAGMENTS[name[1]], short)
    short = re.sub(r'"([^"]*)"', lambda text: run(text[1]).replace("w:", ""), short)
    return re.sub(
        r"<(/?)(\w+)(?=[ />])([^>]*)>", lambda tag: f"<{tag[1]}w:{tag[2]}{with_prefix(tag[3])}>", short
    )


def with_prefix(attributes: str) -> str:
    return re.sub(r" (\w+)=", r" w:\1=", attributes)


def parts() -> dict[str, dict[str, str | bytes]]:
    """Return the parts beside the document by the name of their set and their own."""
    sets: dict[str, dict[str, str | bytes]] = defaultdict(dict)
    for line in EXAMPLES.texts("Parts"):
        name, part, content = re.split(r": (?=\S+ <)| (?=<)", line, maxsplit=2)
        sets[name][part] = xml(content).replace(">", f" {namespaces()}>", 1)
    return sets


PARTS = parts()
BEFORE = xml("{before}")


def read(path: Path) -> str:
    """Return the blocks of a file, one a line."""
    return "\n".join(block.text for block in WORD.read_blocks(path)[0] if block.text)


def assert_read(path: Path, short: str, text: str, reported: tuple[LeftOut, ...], standard: str) -> None:
    body, *names = short.split(" + ")
    beside = {name: part for set_name in names for name, part in PARTS[set_name].items()}
    word_package(path, xml(body), beside, standard=standard)
    assert recognise(path).suffix == ".docx"
    assert WORD.read_blocks(path)[1] == reported
    assert read(path) == text


@pytest.mark.parametrize(("body", "text", "reported"), ROWS)
def test_an_element_is_read_where_it_is_seen_or_reported(
    tmp_path: Path, body: str, text: str, reported: tuple[LeftOut, ...]
) -> None:
    assert_read(tmp_path / "a.docx", body, text, reported, TRANSITIONAL)


@pytest.mark.parametrize(("body", "text", "reported"), ROWS[:: sample(8, 1)])
def test_an_element_of_the_strict_standard_is_read_alike(
    tmp_path: Path, body: str, text: str, reported: tuple[LeftOut, ...]
) -> None:
    assert_read(tmp_path / "a.docx", body, text, reported, STRICT)


@pytest.mark.parametrize(
    "target", ["/other/text.xml", "other/text.xml", "Other\\TEXT.xml", "other/%74ext.xml"]
)
def test_relationships_name_the_parts(tmp_path: Path, target: str) -> None:
    body = xml("{before}<sectPr><headerReference type='default' r:id='header1'/></sectPr>")
    header = {"header:./header1.xml": PARTS["headers"]["header:header1.xml"]}
    path = word_package(tmp_path / "a.docx", body, header, main="other/text.xml", root_target=target)
    assert recognise(path).suffix == ".docx"
    assert read(path) == "header1 text\nbefore"


def test_backslashes_in_the_names_of_a_zip_file_are_folders(tmp_path: Path) -> None:
    whole = word_package(tmp_path / "a.docx", BEFORE)
    written = tmp_path / "b.docx"
    with zipfile.ZipFile(whole) as old, zipfile.ZipFile(written, "w") as new:
        for part in old.namelist():
            new.writestr(part.replace("/", "\\"), old.read(part))
    assert read(written) == "before"


def test_a_damaged_part_beside_the_text_costs_that_part_alone(tmp_path: Path) -> None:
    body = xml("{before}<sectPr><headerReference type='default' r:id='header1'/></sectPr>")
    damaged: dict[str, str | bytes] = {"header:header1.xml": "<w:hdr", "styles:styles.xml": b"\0"}
    path = word_package(tmp_path / "a.docx", body, damaged)
    assert (read(path), WORD.read_blocks(path)[1]) == ("before", (LeftOut.OBJECTS,))


def test_elements_nested_without_end_are_refused(tmp_path: Path) -> None:
    depth = 20_000
    body = xml("<p>" + "<smartTag>" * depth + '"x"' + "</smartTag>" * depth + "</p>")
    with pytest.raises(Damaged):
        WORD.read_blocks(word_package(tmp_path / "a.docx", body))
