"""Tests that a new format is one object in the registry and then works everywhere."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from briefbank import paths
from briefbank.domain.ingest import LeftOut
from briefbank.extraction import sniff
from briefbank.extraction.convert import to_pdf
from briefbank.extraction.formats.format import FileHead, Format, OfficeFormat, TextBlock
from briefbank.extraction.sniff import file_type
from briefbank.sandbox import confinement
from tests.extraction.pdfs import extract

_MARK = b"\0\1\2\3{\\made1"
RICH_TEXT = _MARK + (
    rb"\ansi{\b POINT I}\par The officer saw a zebra in the wagon, and a hunch is not reasonable"
    rb" suspicion.\par The order below should be reversed.\par}"
)


class SampleFormat:
    """A format for the test."""

    suffix = ".made"
    max_bytes = 1_000_000
    paged = False

    def recognises(self, head: FileHead) -> bool:
        return head.data.startswith(_MARK)

    def read_blocks(self, path: Path) -> tuple[list[TextBlock], tuple[LeftOut, ...]]:
        paragraphs = path.read_text(encoding="ascii").split("\\par")
        plain = [re.sub(r"\\[a-z]+\d? ?|[{}\0-\3]", "", paragraph).strip() for paragraph in paragraphs]
        blocks = [
            TextBlock(text, heading="\\b " in paragraph)
            for text, paragraph in zip(plain, paragraphs, strict=True)
            if text
        ]
        return blocks, ()


def register() -> None:
    sniff.FORMATS = (SampleFormat(), *sniff.FORMATS)


_begin_child = confinement.begin


def begin_child() -> None:
    """Register the format in a reading process, which has the registry of the product."""
    register()
    _begin_child()


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "brief.xyz"
    path.write_bytes(RICH_TEXT)
    return path


@pytest.fixture
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sniff, "FORMATS", sniff.FORMATS)
    register()


@pytest.mark.parametrize("format_", sniff.FORMATS, ids=lambda item: item.suffix)
def test_formats_have_a_stored_suffix_that_says_how_their_files_become_pages(format_: Format) -> None:
    assert format_.suffix.removeprefix(".") in paths.STORED
    alike = [other for other in sniff.FORMATS if other.suffix == format_.suffix]
    assert {(other.paged, isinstance(other, OfficeFormat)) for other in alike} == {
        (format_.paged, isinstance(format_, OfficeFormat))
    }


@pytest.mark.usefixtures("registered")
def test_a_registered_format_is_recognised_by_content_and_the_others_still_are(
    source: Path, tmp_path: Path
) -> None:
    text = tmp_path / "a.made"
    text.write_text("A plain text.")
    assert (file_type(source), file_type(text)) == (".made", ".txt")


@pytest.mark.usefixtures("registered")
def test_a_registered_format_is_converted(source: Path, tmp_path: Path) -> None:
    to_pdf(source, tmp_path / "copy.pdf")
    (page,) = extract(tmp_path / "copy.pdf")
    assert page.raw.split()[:6] == ["POINT", "I", "The", "officer", "saw", "a"]
    assert page.raw.split()[-2:] == ["reversed.", "1"]
    assert "made" not in page.raw


PROGRAM = """
import sys
from pathlib import Path
from briefbank import paths

# The one change outside the registry, before any other module reads the tuple.
listed = 'str.split("'
content = Path(paths.__file__).read_text(encoding="utf-8")
assert content.count(listed) == 1
exec(compile(content.replace(listed, listed + 'made '), paths.__file__, "exec"), vars(paths))

from tests.extraction import test_formats
test_formats.add_to_library(Path(sys.argv[1]), Path(sys.argv[2]))
"""


def add_to_library(folder: Path, source: Path) -> None:
    """Add the file to a library whose program and reading processes know the format, and check it."""
    from briefbank.domain.searches import SearchRequest
    from briefbank.jobs import QuietReporter
    from briefbank.library import Library
    from tests.stand_ins.encoders import Buckets

    register()
    confinement.begin = begin_child
    with Library.open(folder, encoder=Buckets()) as library:
        (outcome,) = library.ingest.add([source], QuietReporter())
        print(outcome.status.value, outcome.reason)
        (document,) = list(library.documents.each())
        print(document.suffix, *(path.suffix for path in paths.LibraryPaths(folder).files.iterdir()))
        print(
            len(library.search(SearchRequest("zebra")).hits),
            library.maintenance.check(thorough=True).problems,
        )


def test_a_registered_format_with_a_suffix_of_its_own_is_added_to_a_library(
    source: Path, tmp_path: Path
) -> None:
    """The catalogue needs no migration for a new suffix, only the list in ``paths``."""
    command = [sys.executable, "-c", PROGRAM, str(tmp_path / "library"), str(source)]
    done = subprocess.run(command, cwd=Path(__file__).parents[2], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr[-800:]
    assert done.stdout.splitlines() == ["added ", ".made .made", "1 ()"]
