"""Every character of a source is in its passages, its results and what is copied or exported of them.

The rule: letters written as two characters become one where Unicode has it (NFC); white space is blanks;
characters that are not seen (soft hyphens, joiners, marks of direction) are dropped; ligatures are letters.
"""

from __future__ import annotations

import csv
import io
import json
import unicodedata
from collections.abc import Iterator
from datetime import date

import docx
import pytest

from briefbank.domain.searches import Hit, SearchAnswer, SearchRequest
from briefbank.exports import exports
from briefbank.exports.quotations import of_hit, to_html, to_text
from briefbank.jobs import QuietReporter
from briefbank.library import Library
from briefbank.text.messages import Message
from tests.stand_ins.encoders import Buckets

QUIET = QuietReporter()
LINES = {
    "composed": "La confesión del niño Núñez fue involuntaria según § 5 y ¶ 7 — véase la nota alpha.",
    "decomposed": unicodedata.normalize("NFD", "El señor Ibáñez pidió perdón por su año en la nota bravo."),
    "marks": "See x\u0304 y\u0331 z\u0323\u0302 and Vietnamese Nguyễn Thị Ngọc Ánh signed the note charlie.",
    "emoji": "He texted 😀 and a thumb 👍 and a heart ❤ in the note delta.",
    "chinese": "The contract says 甲方违反了合同 and 日本語の文 and 한국어 문장 in the note echo.",
    "surrogates": "A rare ideograph 𠮷野家 and a script 𝒜 and Gothic 𐌰𐌱 stand in the note foxtrot.",
    "hebrew": "The note reads שלום עולם and says no more in the note golf.",
    "arabic": "The note reads مرحبا بالعالم and says no more in the note hotel.",
    "cyrillic": "Суд принял признание обвиняемого in the note india.",
    "greek": "Το δικαστήριο έκρινε in the note juliett.",
    "typography": "Dr. O’Brien’s ‘part’ cost €5–£6, ½ of it™ ® © … at 30° × 2 ≤ 3 in the note kilo.",
}
DROPPED = "A family of 👨\u200d👩\u200d👧 would co\u00adoperate; the ﬁnal oﬃcer of the ﬂeet saw note lima."
SHOWN = "A family of 👨👩👧 would cooperate; the final officer of the fleet saw note lima."
FILES = ("text.txt", "utf16.txt", "page.html", "word.docx", "set.pdf")


def source(text: str) -> str:
    return " ".join(unicodedata.normalize("NFC", text).split())


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    folder = tmp_path_factory.mktemp("unicode")
    lines = [*LINES.values(), DROPPED]
    (folder / "text.txt").write_text("\n\n".join(lines), encoding="utf-8")
    (folder / "utf16.txt").write_bytes("\n\n".join([*lines, "In UTF-16."]).encode("utf-16"))
    body = "".join(f"<p>{line}</p>" for line in [*lines, "A page."])
    (folder / "page.html").write_text(f"<meta charset='utf-8'><body>{body}</body>", encoding="utf-8")
    document = docx.Document()
    for line in [*lines, "A Word file."]:
        document.add_paragraph(line)
    document.save(folder / "word.docx")
    with Library.open(folder / "library", encoder=Buckets()) as opened:
        opened.ingest.add([folder / "text.txt"], QUIET)
        [first] = list(opened.documents.each())
        reading_copy = next((folder / "library/reading").rglob(f"{first.sha256}*.pdf"))
        (folder / "set.pdf").write_bytes(reading_copy.read_bytes())
        outcomes = opened.ingest.add([folder / name for name in FILES[1:]], QUIET)
        assert all(outcome.document is not None for outcome in outcomes), outcomes
        yield opened


def first_hit(library: Library, file: str, line: str) -> Hit:
    """The result of one file for the last word of a line."""
    answer = library.search(SearchRequest(f'"{line.rstrip(".").split()[-1]}"', limit=50))
    known = {item.id: item.file_name for item in library.documents.each()}
    named = [(hit.passage.id, hit.passage.document_id) for hit in answer.hits] + [
        (item.passage_id, item.document_id) for hit in answer.hits for item in (*hit.copies, *hit.versions)
    ]
    passage_id = next(id_ for id_, document in named if known[document] == file)
    return next((hit for hit in answer.hits if hit.passage.id == passage_id), answer.hits[0])


@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize("name", list(LINES))
def test_a_line_is_the_same_in_the_source_and_in_its_passage(library: Library, file: str, name: str) -> None:
    [document] = [item for item in library.documents.each() if item.file_name == file]
    text = "\n".join(passage.text for passage in library.documents.passages(document.id))
    assert source(LINES[name]) in text


@pytest.mark.parametrize("file", FILES)
def test_ligatures_become_letters_and_characters_that_are_not_seen_are_dropped(
    library: Library, file: str
) -> None:
    [document] = [item for item in library.documents.each() if item.file_name == file]
    text = "\n".join(passage.text for passage in library.documents.passages(document.id))
    assert SHOWN in text


@pytest.mark.parametrize("name", list(LINES))
def test_a_result_is_the_same_when_it_is_copied_or_exported(library: Library, name: str) -> None:
    hit = first_hit(library, "text.txt", LINES[name])
    line = source(LINES[name])
    assert line in hit.passage.text
    quoted = of_hit(hit)
    assert quoted.is_block  # In a shorter quotation the marks inside change from double to single.
    assert line in to_text(quoted) and line in to_html(quoted)
    rows = list(csv.reader(io.StringIO(exports.results_table([hit]).decode("utf-8-sig"))))
    assert line in rows[1][rows[0].index("Passage")]
    answer = SearchAnswer(Message("Passages about: note"), 0.0, 1, (hit,))
    content = exports.results_document("note", answer, date(2026, 12, 4), QUIET)
    file = docx.Document(io.BytesIO(content))
    assert line in "\n".join(paragraph.text for paragraph in file.paragraphs)
    assert json.loads(json.dumps(hit.passage.text)) == hit.passage.text


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("nunez", "composed"),
        ("Ibáñez", "decomposed"),
        ("nguyen", "marks"),
        ("违反", "chinese"),
        ("野家", "surrogates"),
        ("עולם", "hebrew"),
        ("مرحبا", "arabic"),
        ("признание", "cyrillic"),
        ("δικαστηριο", "greek"),
        ("Δικαστήριο", "greek"),
        ("한국어", "chinese"),
        ("日本", "chinese"),
    ],
)
def test_a_word_of_any_script_is_found(library: Library, typed: str, name: str) -> None:
    answer = library.search(SearchRequest(f'"{typed}"', limit=50))
    assert any(source(LINES[name]) in hit.passage.text for hit in answer.hits)
