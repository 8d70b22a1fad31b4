"""Tests of showing the whole section around a result, through the façade and a real extraction."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from briefbank.domain.searches import SearchRequest
from briefbank.errors import NotInLibrary
from briefbank.library import Library
from tests.stand_ins.encoders import Buckets
from tests.support.library_factory import library_of

STOP = "The officer stopped the wagon on a hunch, and a hunch is no reasonable suspicion of any offense. "
ZEBRA = "A zebra stood in the wagon, and nothing in the record says that anyone had lost one. "
SENTENCE = "The judge counted one aggravating factor twice and found no mitigating factor at all. "
BRIEF = (
    f"ARGUMENT\n\nPOINT I\n\nTHE STOP WAS UNLAWFUL\n\n{STOP * 12}\n\n{ZEBRA * 12}\n\n{STOP * 12}\n\n"
    f"POINT II\n\nTHE SENTENCE IS EXCESSIVE\n\n{SENTENCE * 12}\n"
)


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    with library_of(tmp_path, {"brief.txt": BRIEF}, Buckets()) as opened:
        yield opened


def test_a_result_leads_to_exactly_the_section_under_its_heading(library: Library) -> None:
    (hit, *_) = library.search(SearchRequest("zebra in the wagon")).hits
    around = library.documents.surroundings(hit.passage.id)
    everything = library.documents.passages(hit.document.id)
    assert hit.passage in around and len(around) >= 3
    assert around == [p for p in everything if p.heading_path == hit.passage.heading_path]
    assert " ".join(p.text for p in around).count("zebra") == 12
    assert not any("aggravating" in p.text for p in around)


def test_a_passage_that_was_removed_meanwhile_has_no_surroundings(library: Library) -> None:
    (hit, *_) = library.search(SearchRequest("zebra in the wagon")).hits
    library.documents.remove(hit.document.id)
    with pytest.raises(NotInLibrary):
        library.documents.surroundings(hit.passage.id)
