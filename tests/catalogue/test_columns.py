"""Tests that packed citations are unpacked unchanged."""

from __future__ import annotations

import pytest

from briefbank.catalogue.columns import pack_citations, unpack_citations
from briefbank.domain.authorities import Citation, CitationForm, CitationKind


@pytest.mark.parametrize(
    "citation",
    [
        Citation(3, 15, "170 N.J. 632", CitationKind.CASE),
        Citation(3, 15, "170 N.J. 632", CitationKind.CASE, CitationForm.SHORT, "640"),
        Citation(0, 3, "", CitationKind.RECORD, CitationForm.ID),
        Citation(3, 15, "170 N.J. 632", CitationKind.CASE, CitationForm.FULL, "", "see also"),
        Citation(3, 15, "170 N.J. 632", CitationKind.CASE, certain=False),
    ],
)
def test_a_citation_comes_back_whole(citation: Citation) -> None:
    assert unpack_citations(pack_citations((citation, citation))) == (citation, citation)


def test_no_citations_take_no_room() -> None:
    assert pack_citations(()) == ""
    assert unpack_citations("") == ()
