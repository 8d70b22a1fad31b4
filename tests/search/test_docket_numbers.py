"""Tests that numbers of dockets and rules are found in any form."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from briefbank.domain.searches import Order, SearchAnswer, SearchRequest
from briefbank.jobs import QuietReporter
from briefbank.library import Library
from tests.stand_ins.encoders import Buckets

BRIEFS = {
    "own": ("DOCKET NO. A-3890-17T2", "The consent to the search of the car was coerced by the police."),
    "other year": ("DOCKET NO. A-3890-18T2", "The hearsay statement of the child should have been barred."),
    "shorter": ("DOCKET NO. A-0038-17T4", "The sentence of twelve years was excessive on these facts."),
    "longer": ("DOCKET NO. A-13890-17", "The instruction on identification was wrong and harmful."),
    "citing": (
        "DOCKET NO. A-0123-20",
        "Consent was coerced in State v. Roe, No. A-003890-17 (App. Div. 2019).",
    ),
    "federal": ("Case No. 1:17-cr-11696-ADB", "The wiretap application did not show necessity at all."),
    "other federal": ("Case No. 1:18-cr-11696-ADB", "A stale affidavit, as in Acme v. Beta, No. 17-cv-1169."),
    "quoting": (
        "DOCKET NO. A-0500-20",
        "The trial court relied on United States v. Doe, Crim. No. 17-11696.",
    ),
    "rule": ("DOCKET NO. A-0777-20", "Under N.J.R.E. 404(b), other crimes of this kind are barred."),
    "supreme": ("DOCKET NO. 083456", "The grand jury heard proof of prior acts that was inadmissible."),
}
PROSE = (
    "The court below did not say why it decided as it did, and the record has nothing that would support it. "
    "The order was wrong, and the error was not harmless, because no other proof was strong."
)


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    folder = tmp_path_factory.mktemp("dockets")
    for day, (name, (docket, text)) in enumerate(BRIEFS.items(), 1):
        court = "SUPERIOR COURT OF NEW JERSEY\nAPPELLATE DIVISION\n"
        if name == "supreme":
            court = "SUPREME COURT OF NEW JERSEY\n"
        elif "federal" in name:
            court = "UNITED STATES DISTRICT COURT\nDISTRICT OF MASSACHUSETTS\n"
        caption = f"{court}{docket}\n\nFiled: March {day}, 2021\n\nBRIEF ON BEHALF OF DEFENDANT\n\n"
        (folder / f"{name}.txt").write_text(
            f"{caption}POINT I\n\nTHE ORDER SHOULD BE REVERSED\n\n{text} {PROSE}\n"
        )
    with Library.open(folder / "library", encoder=Buckets()) as opened:
        opened.ingest.add([folder / f"{name}.txt" for name in BRIEFS], QuietReporter())
        yield opened


def search(library: Library, text: str, order: Order = Order.NEWEST) -> SearchAnswer:
    return library.search(SearchRequest(text, order=order))


def briefs(answer: SearchAnswer) -> list[str]:
    return list(dict.fromkeys(Path(hit.document.file_name).stem for hit in answer.close))


def test_any_form_finds_the_documents_of_the_docket_before_those_that_name_it(library: Library) -> None:
    forms = ("A-3890-17", "A-3890-17T2", "a–003890–17t2", "3890-17", "Docket No.: A-3890-17T2")
    for typed in (*forms, "No. A-3890-17", "App. Div. Docket No. A-3890-17"):
        for order in Order:
            answer = search(library, typed, order)
            assert briefs(answer) == ["own", "citing"] and not answer.advice, (typed, order)


@pytest.mark.parametrize(
    ("forms", "expected"),
    [
        (
            ("17-11696", "1:17-cr-11696-ADB", "17 Cr. 11696 (ADB)", "Crim. No. 17-11696"),
            ["federal", "quoting"],
        ),
        (("17-1169",), ["other federal"]),
        (("17-cv-11696", "A-3890-19", "403(b)"), []),
        (("083456", "Docket No. 083456"), ["supreme"]),
        (("404(b)", "Rule 404(b)", "N.J.R.E. 404(b)", "404 (b)"), ["rule"]),
    ],
)
def test_a_number_is_found_in_any_form_and_no_other_number(
    library: Library, forms: tuple[str, ...], expected: list[str]
) -> None:
    assert {typed: briefs(search(library, typed)) for typed in forms} == dict.fromkeys(forms, expected)


def test_the_reasons_name_the_document_s_own_number_and_the_marks_cover_the_number_in_the_text(
    library: Library,
) -> None:
    own, citing = search(library, "A-3890-17").close[:1], search(library, "A-3890-17").close[-1]
    assert own[0].reasons[0] == "The document has the docket number A-3890-17"
    assert "Contains the number A-3890-17" in citing.reasons
    assert [citing.passage.text[start:end] for start, end in citing.marks] == ["A-003890-17"]


def test_a_docket_number_is_reported_as_absent_only_if_no_form_of_it_is_found(library: Library) -> None:
    assert "No passage has the number A-3890-19" in search(library, "A-3890-19").advice
    assert "No passage has the number" not in search(library, "A-3890-17 zebra").advice


def test_the_field_for_dockets_takes_any_form_and_asks_the_documents_alone(library: Library) -> None:
    quoted = ("“No. A-3890-17”", "“Docket No. a-3890-17”", "“App. Div. Docket No. A-3890-17T2”")
    for typed in ("A-3890-17", "A-003890-17", "3890-17", *quoted):
        for order in Order:
            assert briefs(search(library, f"docket:{typed}", order)) == ["own"], typed
        assert briefs(search(library, f"consent docket:{typed}")) == ["own"], typed


def test_the_first_part_of_a_docket_number_is_enough_for_its_field(library: Library) -> None:
    assert set(briefs(search(library, "docket:A-3890"))) == {"own", "other year"}
