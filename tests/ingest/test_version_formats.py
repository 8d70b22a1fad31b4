"""Tests that drafts and the filed brief in any format are one family led by the filed one."""

from __future__ import annotations

import random
import textwrap
from pathlib import Path

import docx
import pytest
from reportlab.pdfgen.canvas import Canvas

from briefbank.domain.documents import version_order
from briefbank.domain.ingest import FileStatus
from briefbank.domain.searches import Order, SearchRequest
from briefbank.jobs import QuietReporter
from briefbank.library import Library
from tests.stand_ins.encoders import Buckets
from tests.support import near_duplicates

QUIET = QuietReporter()


def written(seed: int, words: int = 420) -> list[str]:
    chance = random.Random(seed)
    return near_duplicates.brief(chance, near_duplicates.vocabulary(chance))[:words]


def edited(words: list[str], number: int) -> str:
    """The same brief with a few other words in it, and one sentence that all versions have."""
    changed = [f"edit{number}" if at % 97 == number else word for at, word in enumerate(words)]
    return "The giraffe was seized without a warrant. " + " ".join(changed) + "."


def write_pdf(path: Path, text: str, above: str = "") -> None:
    canvas = Canvas(str(path))
    lines = [*([above] if above else []), *textwrap.wrap(text, 80)]
    for at, line in enumerate(lines):
        canvas.drawString(72, 760 - 14 * at, line)
    canvas.save()


def write_word(path: Path, text: str) -> None:
    document = docx.Document()
    document.add_paragraph(text)
    document.save(str(path))


@pytest.mark.nightly
def test_the_filed_pdf_comes_before_the_final_text_and_the_drafts(tmp_path: Path) -> None:
    words, folder = written(1), tmp_path / "Smith, John"
    folder.mkdir()
    write_word(folder / "Smith brief draft 1.docx", edited(words, 1))
    write_word(folder / "Smith brief FINAL.docx", edited(words, 2))
    (folder / "Smith brief draft 2.txt").write_text(edited(words, 3))
    write_pdf(folder / "Smith brief.pdf", edited(words, 4))
    (folder / "Other brief.txt").write_text(edited(written(2), 5))
    with Library.open(tmp_path / "library", encoder=Buckets()) as library:
        assert {item.status for item in library.ingest.add([folder], QUIET)} == {FileStatus.ADDED}
        documents = list(library.documents.each())
        family = [document for document in documents if document.family]
        names = [item.file_name for item in sorted(family, key=version_order)]
        assert names == [
            *("Smith brief.pdf", "Smith brief FINAL.docx"),
            *("Smith brief draft 2.txt", "Smith brief draft 1.docx"),
        ]
        assert len({item.family for item in family}) == 1 and len(documents) == 5
        for order in Order:
            answer = library.search(SearchRequest("giraffe seized without a warrant", order=order))
            hit = next(item for item in answer.hits if item.document.family)
            assert hit.document.file_name == "Smith brief.pdf"
            assert [version.version for version in hit.versions] == ["Final", "Draft 2", "Draft 1"]
