"""The law of a day through the whole program: statutes in three versions, briefs of two days, and the list of
the office, asked as the window and the command line ask."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from briefbank.domain.authorities import Standing, Window
from briefbank.domain.caption_fields import CaptionField, Kind
from briefbank.domain.ingest import FileStatus
from briefbank.domain.searches import Order, SearchAnswer, SearchRequest
from briefbank.jobs import QuietReporter
from briefbank.library import Library
from tests.stand_ins.encoders import Buckets
from tests.support import command

HEAD = """N.J.S.A.

TITLE 2C. THE NEW JERSEY CODE OF CRIMINAL JUSTICE

CHAPTER 44. AUTHORITY OF COURT IN SENTENCING

"""
SECTION = """2C:44-{number}. Criteria for zone{number}x sentences. {effective}

a. In determining the sentence the court shall consider the zone{number}x circumstances of the offender,
{what}, and whether the harm was great.

b. The court may weigh {what} against them in zone{number}x matters.

"""
BRIEF = """POINT I

THE SENTENCE UNDER {cited} IS EXCESSIVE.

Under {cited} the court must consider the zone1x circumstances of the offender. {cited} was not followed
here, and as {cited} says, the court must weigh them. {more} The sentence imposed under {cited} should be
vacated.
"""
VERSIONS = {
    "[Effective until July 1, 2013.]": ("the age of the offender", Window(None, date(2013, 6, 30))),
    "[Effective July 1, 2013 until July 1, 2016.]": (
        "the record of the offender",
        Window(date(2013, 7, 1), date(2016, 6, 30)),
    ),
    "[Effective July 1, 2016.]": ("the family of the offender", Window(date(2016, 7, 1), None)),
}
SECTIONS = (1, 2, 3)


class DatedLibrary:
    def __init__(self, library: Library, briefs: dict[str, int], codes: dict[int, Window]) -> None:
        self.library, self.briefs, self.codes = library, briefs, codes

    def ask(self, text: str, **values: object) -> SearchAnswer:
        return self.library.search(SearchRequest(text, **values))  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def dated_library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DatedLibrary]:
    folder = tmp_path_factory.mktemp("law")
    files = [*_codes(folder), *_briefs(folder)]
    with Library.open(folder / "library", encoder=Buckets()) as library:
        outcomes = library.ingest.add(files, QuietReporter())
        assert [outcome.status for outcome in outcomes] == [FileStatus.ADDED] * len(files), outcomes
        documents = {outcome.path.name: outcome.document for outcome in outcomes if outcome.document}
        for name, filed in (("early.txt", "2012-05-01"), ("late.txt", "2020-05-01")):
            library.documents.correct(documents[name].id, CaptionField.FILED, filed)
        for name in ("early.txt", "late.txt", "undated.txt"):
            library.documents.correct(documents[name].id, CaptionField.KIND, "brief")
        windows = {documents[f"code-{at}.txt"].id: window for at, (_, window) in enumerate(VERSIONS.values())}
        library.embedding.embed_pending(QuietReporter())
        library.warm()
        yield DatedLibrary(library, {name: document.id for name, document in documents.items()}, windows)


def _codes(folder: Path) -> list[Path]:
    paths = []
    for at, (effective, (what, _)) in enumerate(VERSIONS.items()):
        sections = (SECTION.format(number=n, effective=effective, what=what) for n in SECTIONS)
        paths.append(folder / f"code-{at}.txt")
        paths[-1].write_text(HEAD + "".join(sections))
    return paths


def _briefs(folder: Path) -> list[Path]:
    cited, more = "N.J.S.A. 2C:44-1", "State v. Carty, 170 N.J. 632 (2002), is to the same effect."
    for name in ("early.txt", "late.txt", "undated.txt"):
        (folder / name).write_text(BRIEF.format(cited=cited, more=f"{more} This is the {name[:-4]} brief."))
    return [folder / name for name in ("early.txt", "late.txt", "undated.txt")]


def all_of(answer: SearchAnswer) -> set[int]:
    """The documents that are shown or named."""
    named = {other.document_id for hit in answer.hits for other in (*hit.copies, *hit.versions)}
    return {hit.document.id for hit in answer.hits} | named


def test_on_every_day_exactly_the_version_in_force_is_a_result_and_others_are_listed_apart(
    dated_library: DatedLibrary,
) -> None:
    borders = [
        item for window in dated_library.codes.values() for item in (window.first, window.last) if item
    ]
    days = {border + timedelta(step) for border in borders for step in (-400, -1, 0, 1, 400)}
    for day in sorted(days):
        in_force = {number for number, window in dated_library.codes.items() if window.holds(day)}
        for text in ("zone2x circumstances", "“zone2x circumstances”"):
            answer = dated_library.ask(text, as_of=day)
            assert {hit.document.id for hit in answer.close} == in_force, day
            assert {result.hit.document.id for result in answer.outside} == set(
                dated_library.codes
            ) - in_force
            assert {result.window for result in answer.outside} == {
                dated_library.codes[n] for n in set(dated_library.codes) - in_force
            }


def test_a_year_in_the_query_chooses_the_version_by_words_and_by_meaning(dated_library: DatedLibrary) -> None:
    answer = dated_library.ask("zone2x circumstances as of 2014")
    assert answer.meaning_used
    (hit,) = answer.close
    assert dated_library.codes[hit.document.id].holds(date(2014, 6, 1))
    assert (answer.law_from, answer.law_to) == (date(2014, 1, 1), date(2014, 12, 31))


def test_the_day_of_a_brief_shows_what_was_law_and_filed_then(dated_library: DatedLibrary) -> None:
    answer = dated_library.ask("“zone1x circumstances”", as_of_document=dated_library.briefs["early.txt"])
    all_ = all_of(answer)
    assert dated_library.briefs["early.txt"] in all_ and dated_library.briefs["late.txt"] not in all_
    later = {result.hit.document.id: result.text for result in answer.outside}
    assert later[dated_library.briefs["late.txt"]] == "Filed on May 1, 2020, after the day you asked about."
    assert (
        sum(code.holds(date(2012, 5, 1)) for number, code in dated_library.codes.items() if number in all_)
        == 1
    )


def test_a_section_searched_by_number_comes_first(dated_library: DatedLibrary) -> None:
    for text in ("2C:44-1", "N.J.S.A. 2C:44-1", "section 2C:44-1", "is 2C:44-1 still in force?"):
        for order in Order:
            hits = dated_library.ask(text, order=order).hits
            assert hits[0].document.kind is Kind.STATUTE and len(hits) > 1, text
            assert dated_library.codes[hits[0].document.id].last is None
            assert hits[0].reasons[0] == "The text that was asked for by its number"


def test_a_corrected_window_counts_at_the_next_search(dated_library: DatedLibrary) -> None:
    library = dated_library.library
    latest = next(version for version in library.validity.versions("2C:44-3") if version.window.last is None)
    library.validity.set_window(latest.id, Window(date(2016, 7, 1), date(2018, 12, 31)))
    try:
        answer = dated_library.ask("“zone3x circumstances”")
        assert not answer.close and answer.outside_total == 3
        assert "not the law of that time" in answer.advice
    finally:
        library.validity.set_window(latest.id, None)
    assert dated_library.ask("“zone3x circumstances”").close


def test_a_listed_authority_alerts_in_results_and_notes_from_its_day_on(dated_library: DatedLibrary) -> None:
    entry = dated_library.library.good_law.enter(
        "State v. Carty, 170 N.J. 632",
        Standing.LIMITED,
        by="State v. Doe, 200 N.J. 1",
        since=date(2015, 3, 1),
    )
    try:
        answer = dated_library.ask("is State v. Carty still good law?")
        assert answer.authorities[0].authority.canonical == "170 N.J. 632"
        assert answer.authorities[0].alerts
        assert answer.close and all(any("Carty" in alert for alert in hit.alerts) for hit in answer.close)
        before = dated_library.ask("zone1x sentence excessive vacated", as_of=date(2014, 1, 1))
        assert dated_library.briefs["early.txt"] in all_of(before)
        assert not any("Carty" in alert for hit in before.hits for alert in hit.alerts)
    finally:
        dated_library.library.good_law.remove([entry.id])


def test_the_command_line_says_the_days_and_what_stands_apart(dated_library: DatedLibrary) -> None:
    answer = searched(dated_library, "zone2x circumstances", "--as-of", "2014-01-01")
    assert (answer["law_from"], answer["law_to"]) == ("2014-01-01", "2014-01-01")
    assert answer["outside_total"] == len(answer["outside"]) == 2
    assert {result["why"] for result in answer["outside"]} == {
        "Not in force after June 30, 2013.",
        "Not in force before July 1, 2016.",
    }
    borders = {(result["in_force_from"], result["in_force_to"]) for result in answer["outside"]}
    assert borders == {(None, "2013-06-30"), ("2016-07-01", None)}
    of_brief = searched(dated_library, "zone1x", "--as-of-brief", str(dated_library.briefs["early.txt"]))
    assert of_brief["law_from"] == "2012-05-01"
    (note,) = searched(dated_library, "2C:44-1")["authorities"]
    assert note["authority"] == "N.J.S.A. 2C:44-1" and note["documents"] >= 3
    words = command.run(
        dated_library.library.folder.parent, "search", "zone2x circumstances", as_json=False
    ).output
    assert "Not the law now, so set apart:" in words and "Not in force after June 30, 2013." in words


def searched(dated_library: DatedLibrary, *arguments: str) -> dict[str, Any]:
    result = command.run(dated_library.library.folder.parent, "search", *arguments)
    assert result.status == 0, result.errors
    return dict(json.loads(result.output))
