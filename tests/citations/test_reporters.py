"""Tests that reporters have the names of eyecite and that its unusual citations are found."""

import subprocess
import sys

import pytest

from briefbank.citations.cases import reporter
from briefbank.citations.citations import find
from briefbank.domain.authorities import CitationKind


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("5 U.S. (1 Cranch) 137", "5 U.S. 137"),
        ("2003-Ohio-5", "2003-Ohio-5"),
        ("2015 IL App (1st) 123456", "2015 IL App (1st) 123456"),
    ],
)
def test_unusual_citations_are_found(text: str, canonical: str) -> None:
    assert [mention.canonical for mention in find(f"See {text}, which holds.")] == [canonical]


@pytest.mark.parametrize(
    ("written", "name", "kind"),
    [
        ("N. J. Super.", "N.J. Super.", CitationKind.CASE),
        ("F. 3d", "F.3d", CitationKind.CASE),
        ("Harv. L. Rev.", "Harv. L. Rev.", CitationKind.JOURNAL),
    ],
)
def test_a_reporter_is_known_however_it_is_spaced(written: str, name: str, kind: CitationKind) -> None:
    known = reporter(written, "12")
    assert known is not None and (known.name, known.kind) == (name, kind)


@pytest.mark.parametrize("text", ["no citation at all", "the search of a car in may 1999."])
def test_a_text_without_a_citation_does_not_wait_for_eyecite(text: str) -> None:
    program = (
        "import sys; from briefbank.citations.citations import find\n"
        f"print(list(find({text!r})), 'eyecite' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "[] False\n"
