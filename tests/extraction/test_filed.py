"""Tests of the filing date: taken from the surest source, and empty when in doubt."""

from __future__ import annotations

from datetime import date

import pytest

from briefbank.domain.caption_fields import CaptionField
from briefbank.domain.documents import Caption
from briefbank.extraction.document import read
from tests.extraction.page_factory import PlacedLine, centred, flowing, page_of

PROSE = "The court admitted the statement of Doe over objection, and the jury heard it twice on that day."


def cover(*more: str, title: str = "BRIEF FOR APPELLANT", stamp: str = "") -> list[PlacedLine]:
    head = [PlacedLine(stamp, 100, 14)] if stamp else []
    lines = ["UNITED STATES COURT OF APPEALS", "No. 20-1234", "JOHN DOE,", "Appellant,", "v.", "JANE ROE,"]
    lines += ["Appellee.", title, *more]
    return [*head, *(centred(line, 72 + 20 * n) for n, line in enumerate(lines))]


def last_page(*lines: str, closing: str = "Respectfully submitted,") -> list[PlacedLine]:
    text = flowing("For these reasons the judgment must be reversed.", 100)
    rest = [closing, *lines]
    return [
        centred("CONCLUSION", 72, bold=True),
        *text,
        *(PlacedLine(line, 72, 160 + 16 * n) for n, line in enumerate(rest) if line),
    ]


TODAY = date(2026, 3, 1)


def caption_of(*pages: list[PlacedLine], name: str = "x.pdf") -> Caption:
    body = [centred("ARGUMENT", 72, bold=True), *flowing(PROSE, 100)]
    every = [pages[0], body, *pages[1:]]
    raw_pages = [page_of(puts, index) for index, puts in enumerate(every)]
    return read(raw_pages, file_name=name, converted=False, today=TODAY).caption


def filed_and_source(*pages: list[PlacedLine], name: str = "x.pdf") -> tuple[str, str]:
    caption = caption_of(*pages, name=name)
    return (str(caption.filed or ""), caption.filed_source)


ECF = "Case: 20-1234 Document: 31 Page: 1 Filed: 01/23/2019"


def test_a_date_in_the_caption_comes_before_the_stamp_and_both_together_are_surest() -> None:
    caption_only = cover("Filed: January 23, 2019", title="OPINION")
    both = cover("Filed: January 23, 2019", title="OPINION", stamp=ECF)
    assert filed_and_source(caption_only) == filed_and_source(both) == ("2019-01-23", "caption")
    sure = [
        next(entry.confidence for entry in caption_of(item).entries if entry.field is CaptionField.FILED)
        for item in (caption_only, both)
    ]
    assert sure[0] < sure[1]


def test_a_caption_and_a_stamp_that_contradict_each_other_leave_it_empty() -> None:
    assert filed_and_source(cover("Filed: February 3, 2019", title="OPINION", stamp=ECF)) == ("", "")


def test_a_stamp_comes_before_the_day_of_decision_and_of_signing() -> None:
    signed = last_page("Dated: January 20, 2019")
    assert (
        filed_and_source(cover("Decided: January 2, 2019", title="OPINION", stamp=ECF), signed)[1] == "stamp"
    )
    assert filed_and_source(cover("Decided: January 2, 2019", title="OPINION"), signed) == (
        "2019-01-02",
        "caption",
    )


@pytest.mark.parametrize("line", ["Decided: May 1, 2018", "Entered May 1, 2018", "Issued: May 1, 2018"])
def test_a_day_of_decision_in_a_brief_belongs_to_the_judgment_below(line: str) -> None:
    assert filed_and_source(cover(line)) == ("", "")


@pytest.mark.parametrize(
    "lines",
    [
        ("Dated: June 3, 2021 DEWEY & HOWE LLP",),
        ("JANE SMITH", "Counsel of Record", "JUNE 3, 2021"),
        ("/s/ Jane Smith", "Date: 06/03/2021"),
        ("DATED this 3rd day of June, 2021",),
    ],
)
def test_the_date_beside_the_signature(lines: tuple[str, ...]) -> None:
    assert filed_and_source(cover(), last_page(*lines)) == ("2021-06-03", "signature")


def test_papers_in_the_appendix_do_not_date_the_brief() -> None:
    order = [PlacedLine("Respectfully submitted,", 72, 100), PlacedLine("Dated: May 1, 2017", 72, 120)]
    assert filed_and_source(cover(), last_page("JANE SMITH"), [centred("APPENDIX", 72), *order]) == ("", "")


def test_the_certificate_of_service_dates_an_undated_brief() -> None:
    service = [
        centred("CERTIFICATE OF SERVICE", 72, bold=True),
        *flowing("I certify that on June 4, 2021, I served this brief upon all counsel.", 100),
    ]
    assert filed_and_source(cover(), last_page("JANE SMITH"), service) == ("2021-06-04", "service")


@pytest.mark.parametrize(
    ("name", "expected"),
    [("Doe brief filed 2021-03-05.pdf", ("2021-03-05", "file")), ("Doe brief 2021-03-05.pdf", ("", ""))],
)
def test_a_file_name_dates_the_brief_only_where_it_says_filed(name: str, expected: tuple[str, str]) -> None:
    assert filed_and_source(cover(), name=name) == expected


def test_a_page_with_nothing_but_the_courts_stamp_has_its_docket_and_date() -> None:
    stamp = "Appeal: 17-2218 Doc: 17 Filed: 10/31/2017 Pg: 1 of 1"
    caption = read([page_of([PlacedLine(stamp, 20, 14)])], file_name="x.pdf", converted=False).caption
    assert (caption.docket, caption.filed, caption.filed_source) == ("17-2218", date(2017, 10, 31), "stamp")


@pytest.mark.parametrize(
    ("filing_date", "filed"),
    [
        *(("2/11/41", "1941-02-11"), ("3/14/62", "1962-03-14"), ("2/11/25", "2025-02-11")),
        *(("2/11/27", "1927-02-11"), ("2/11/26", "2026-02-11"), ("March 2, 2026", "2026-03-02")),
        *(
            ("March 3, 2026", ""),
            ("November 3, 2035", ""),
            ("11/3/2035", ""),
            ("13/11/2020", ""),
            ("2/30/2020", ""),
        ),
    ],
)
def test_no_date_of_filing_lies_more_than_a_time_zone_ahead(filing_date: str, filed: str) -> None:
    assert filed_and_source(cover(f"Filed: {filing_date}", title="OPINION"))[0] == filed


def test_a_date_in_the_future_gives_way_to_another_of_the_document() -> None:
    pages = [cover("Filed: January 23, 2091", title="OPINION", stamp=ECF)]
    assert filed_and_source(*pages) == ("2019-01-23", "stamp")
    assert filed_and_source(cover("Dated: May 3, 2091"), last_page("Dated: May 3, 2019")) == (
        "2019-05-03",
        "signature",
    )


@pytest.mark.parametrize(
    "decision",
    [
        *("Argued March 3, 2021 - Decided May 5, 2021", "Submitted March 3, 2021 – Decided May 5, 2021"),
        *("May 5, 2021", "[May 5, 2021]", "Argued and submitted March 3, 2021, decided May 5, 2021"),
    ],
)
def test_an_opinion_is_of_the_day_of_its_decision(decision: str) -> None:
    assert filed_and_source(cover(decision, title="OPINION"))[0] == "2021-05-05"
    assert filed_and_source(cover(decision)) == ("", ""), "in a brief it is that of the judgment below"


def test_a_filing_date_in_spanish_is_one() -> None:
    for wording in (
        "Fecha: 3 de mayo de 2019",
        "Presentado: 3 de mayo de 2019",
        "Radicado el 3 de mayo del 2019",
    ):
        assert filed_and_source(cover(wording, title="ALEGATO DEL APELANTE"))[0] == "2019-05-03", wording
    for wording in (
        "En San Juan, Puerto Rico, a 3 de mayo de 2019.",
        "Ponce, Puerto Rico, hoy 3 de mayo de 2019.",
    ):
        signed = last_page(wording, closing="Respetuosamente sometido,")
        assert filed_and_source(cover(title="ALEGATO DEL APELANTE"), signed) == ("2019-05-03", "signature")
