"""Tests of checking a draft against a library of briefs, an opinion and the good-law list."""

from __future__ import annotations

import random
import resource
from collections.abc import Iterator
from pathlib import Path

import pytest

from briefbank.domain.authorities import Standing
from briefbank.domain.authority_reports import DraftReport
from briefbank.drafts import quotations
from briefbank.drafts.suggestions import MOST_SECTIONS, SHOWN
from briefbank.errors import Cancelled, FileRefused, QueryError
from briefbank.jobs import QuietReporter
from briefbank.library import Library
from tests.drafts.office import DRAFT, FILES, HELD, RULE, SENTINEL
from tests.stand_ins.reporters import RecordingReporter, StopsWhen
from tests.support.database_files import content
from tests.support.library_factory import library_of

HUNCH = (
    "The search of the stopped car was made on a hunch, and the driver neve"
    "r knew that he could refuse consent."
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("office")


@pytest.fixture(scope="module")
def library(folder: Path) -> Iterator[Library]:
    """Words alone are searched: the model is not loaded."""
    with library_of(folder, {f"{name}.txt": text for name, text in sorted(FILES.items())}) as opened:
        opened.good_law.enter("State v. Elders, 192 N.J. 224 (2007)", Standing.LIMITED, by="State v. New")
        opened.good_law.enter("State v. Gone, 150 N.J. 1 (1997)", Standing.OVERRULED, by="State v. New")
        yield opened


@pytest.fixture(scope="module")
def report(library: Library, tmp_path_factory: pytest.TempPathFactory) -> DraftReport:
    return check_draft(library, DRAFT, tmp_path_factory.mktemp("draft"))


def check_draft(library: Library, text: str, folder: Path) -> DraftReport:
    path = folder / "draft.txt"
    path.write_text(text)
    return library.drafts.check(path, QuietReporter())


def files_containing(folder: Path, words: str) -> list[str]:
    """The files under a folder that hold these words, in bytes of either encoding."""
    sought = (words.encode(), words.encode("utf-16-le"))
    files = [path for path in folder.rglob("*") if path.is_file()]
    return [str(path) for path in files if any(item in content(path) for item in sought)]


def test_each_section_names_the_passages_that_argued_the_same(report: DraftReport) -> None:
    first, second = report.sections
    assert "CONSENT TO SEARCH" in first.heading_path[-1] and "EXCESSIVE" in second.heading_path[-1]
    assert {"first", "second"} <= {hit.document.file_name.removesuffix(".txt") for hit in first.hits}
    assert second.hits[0].document.file_name == "third.txt"
    assert all(1 <= len(section.hits) <= SHOWN for section in report.sections)
    assert any("limited by State v. New" in alert for hit in first.hits for alert in hit.alerts)
    assert [hit.rank for hit in first.hits] == list(range(1, len(first.hits) + 1))


def test_authorities_that_the_office_cited_on_a_point_and_the_draft_does_not_are_named(
    report: DraftReport,
) -> None:
    result = {item.authority.canonical: item for item in report.forgotten}
    johnson = result["68 N.J. 349"]
    assert johnson.passages == 2 and "CONSENT" in johnson.heading_path[-1]
    assert johnson.hit.document.file_name in ("first.txt", "second.txt")
    assert "68 N.J. 349" in johnson.hit.passage.text
    assert "170 N.J. 632" not in result and "192 N.J. 224" not in result, "the draft cites them"
    assert "150 N.J. 1" not in result, "the list says that it is overruled"


def test_a_listed_authority_that_the_draft_relies_on_is_named_with_its_places(report: DraftReport) -> None:
    [relied] = report.relied_on
    assert relied.authority.canonical == "192 N.J. 224" and relied.standing is Standing.LIMITED
    assert "limited by State v. New" in relied.alert
    assert "The search was unlawful under" in relied.places[0].text and relied.places[0].page == 0


def test_quotations_are_compared_with_the_source_itself(report: DraftReport) -> None:
    changed, same = report.quotations
    assert (changed.verdict, changed.at_first_hand) == ("differs", True)
    assert changed.document is not None and changed.document.file_name == "opinion.txt"
    differences = [
        (difference.change, difference.text)
        for difference in changed.differences
        if difference.change != "same"
    ]
    assert differences == [("removed", "stopped"), ("added", "parked")]
    assert (same.verdict, same.at_first_hand) == ("same", True)


def test_malformed_citations_are_named_with_their_position(report: DraftReport) -> None:
    [only] = report.malformed
    assert only.written == "170 N.J. 632, 530" and "begins on page 632" in only.text


def test_quotations_without_their_source_are_compared_with_what_others_quote(
    library: Library, tmp_path: Path
) -> None:
    quoting = tmp_path / "quoting.txt"
    quoting.write_text(
        "STATE v. OMEGA\n\nPOINT I\n\nTHE WARNING CAME TOO LATE\n\nThe Court said that “a warning "
        "that comes after "
        "the confession is no warning at all in law.” State v. Late, 180 N.J. 1, 5 (2004).\n"
    )
    outcome = library.ingest.add([quoting], QuietReporter())[0]
    assert outcome.document is not None
    try:
        draft = (
            "It is settled that “a warning that comes before the confession is no warning at all in law.” "
        )
        result = library.drafts.check(f"{draft}State v. Late, 180 N.J. 1, 5 (2004).", QuietReporter())
    finally:
        library.documents.remove(outcome.document.id)
    [only] = result.quotations
    assert (only.verdict, only.at_first_hand) == ("differs", False)
    assert ("added", "before") in [(difference.change, difference.text) for difference in only.differences]


CHANGED = RULE.replace("stopped", "parked")


@pytest.mark.parametrize(
    "text",
    (
        f"In State v. Carty the Court held that “{CHANGED}.”",
        f"“{CHANGED}.” State v. Carty, 790 A.2d 903, 907 (N.J. 2002).",
        f"“{CHANGED}.” Carty, supra, at 647.",
    ),
    ids=("by name", "by another reporter", "by a short form"),
)
def test_an_opinion_of_the_library_is_compared_however_the_draft_cites_it(
    library: Library, text: str
) -> None:
    result = library.drafts.check(text, QuietReporter())
    [only] = result.quotations
    assert (only.verdict, only.at_first_hand, only.by_words) == ("differs", False, True)
    assert [difference.text for difference in only.differences if difference.change != "same"] == [
        "stopped",
        "parked",
    ]
    assert only.document is not None


@pytest.mark.parametrize(
    ("text", "authority"),
    (
        (
            "“The lamp of an officer is no search of a giraffe.” State v. None, 111 N.J. 5 (1988).",
            "111 N.J. 5",
        ),
        ("The treatise says that “the lamp of an officer is no search of a giraffe.” We agree.", None),
        ("“The lamp of an officer is no search of a giraffe.” Id. at 5.", None),
    ),
    ids=("a case that is not here", "no source", "a short form of nothing"),
)
def test_a_quotation_whose_source_is_not_here_is_counted_as_not_compared(
    library: Library, text: str, authority: str | None
) -> None:
    [only] = library.drafts.check(text, QuietReporter()).quotations
    assert (only.verdict, only.document) == ("not here", None)
    assert (only.authority.canonical if only.authority else None) == authority


def test_words_of_the_record_are_counted_and_not_compared(library: Library) -> None:
    text = "He said “I never saw the man before that night” (2T15-3 to 6). See State v. Carty, 170 N.J. 632."
    result = library.drafts.check(text, QuietReporter())
    assert result.quotations == () and result.coverage.record_quotations == 1


def test_quotations_beyond_the_most_that_are_compared_are_counted(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(quotations, "MOST", 1)
    result = library.drafts.check(f"“{RULE}.” 170 N.J. 632. “{HELD}” 170 N.J. 632.", QuietReporter())
    assert (len(result.quotations), result.coverage.quotations_left_out) == (1, 1)


def test_the_draft_itself_is_left_out_if_it_is_in_the_library_and_a_note_says_so(
    library: Library, folder: Path
) -> None:
    result = library.drafts.check(folder / "second.txt", QuietReporter())
    assert all(hit.document.file_name != "second.txt" for section in result.sections for hit in section.hits)
    assert result.sections[0].hits, "others argued the same"
    assert any("The library has this draft" in note for note in result.notes)


def test_a_pasted_paragraph_is_checked_without_pages(library: Library) -> None:
    result = library.drafts.check(FILES["first"].split("\n\n")[-1], QuietReporter())
    assert (result.title, result.pages, result.malformed) == ("Pasted text", 0, ())
    assert result.sections[0].hits and "68 N.J. 349" in {citation.canonical for citation in result.cited}


def test_a_section_on_a_subject_that_the_library_does_not_have_names_no_passage(library: Library) -> None:
    text = "Pumpkins ripen slowly beneath autumn leaves while gardeners count seeds in wooden boxes."
    assert [section.hits for section in library.drafts.check(text, QuietReporter()).sections] == [()]


@pytest.mark.parametrize("text", ("", " \n ", "…—…"))
def test_pasted_text_without_words_is_no_draft(library: Library, text: str) -> None:
    with pytest.raises(QueryError, match="no text to check"):
        library.drafts.check(text, QuietReporter())


def test_a_draft_without_citations_still_gets_the_office_s_passages(library: Library, tmp_path: Path) -> None:
    text = f"POINT I\n\nTHE SEARCH WAS UNLAWFUL\n\n{RULE}. {HUNCH}\n"
    result = check_draft(library, text, tmp_path)
    assert result.sections[0].hits and result.cited == () and result.forgotten
    assert any("cites no authority" in note for note in result.notes)


def test_a_draft_without_headings_is_one_section(library: Library, tmp_path: Path) -> None:
    text = f"{RULE}. {HUNCH} The evidence must be suppressed.\n"
    result = check_draft(library, text, tmp_path)
    assert len(result.sections) <= 1 and result.words


def test_a_draft_that_is_only_a_caption_says_that_nothing_argues(library: Library, tmp_path: Path) -> None:
    text = FILES["first"].partition("LEGAL")[0] + "Plaintiff-Respondent,\n\nv.\n\nJOHN DOE.\n"
    result = check_draft(library, text, tmp_path)
    assert result.sections == () and any("No part that argues" in note for note in result.notes)


@pytest.mark.parametrize("name", ("missing.pdf", "empty.pdf", "noise.pdf", "folder"))
def test_a_file_that_is_no_draft_is_refused_with_a_remedy(
    library: Library, tmp_path: Path, name: str
) -> None:
    (tmp_path / "empty.pdf").touch()
    (tmp_path / "noise.pdf").write_bytes(b"%PDF-1.7\n" + bytes(range(256)) * 20)
    (tmp_path / "folder").mkdir()
    with pytest.raises(FileRefused) as refused:
        library.drafts.check(tmp_path / name, QuietReporter())
    assert "add" not in refused.value.remedy.split() and "check" in str(refused.value)


def test_nothing_of_a_draft_is_kept_however_the_check_ends(
    library: Library, home: Path, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setenv("TMPDIR", str(temporary))
    path = tmp_path / "draft.txt"
    path.write_text(DRAFT)
    library.drafts.check(path, QuietReporter())
    library.drafts.check(DRAFT, QuietReporter())
    for stage in ("reading the draft", "looking for the same arguments", "comparing quotations"):
        with pytest.raises(Cancelled):
            library.drafts.check(path, StopsWhen(lambda reached, done, stage=stage: reached == stage))
    damaged = tmp_path / "damaged.pdf"
    damaged.write_bytes(b"%PDF-1.7\n" + DRAFT.encode())
    with pytest.raises(FileRefused):
        library.drafts.check(damaged, QuietReporter())
    for root in (folder / "library", home, temporary):
        assert files_containing(root, SENTINEL) == [] and files_containing(root, SENTINEL.split()[0]) == []
    assert list((folder / "library" / "work").iterdir()) == []


@pytest.mark.nightly
def test_three_hundred_pages_are_checked_in_bounded_memory_with_what_was_left_out(
    library: Library, tmp_path: Path
) -> None:
    chooser = random.Random(7)
    words = sorted({word for text in FILES.values() for word in text.split()})
    points = [
        f"POINT {number}\n\nTHE RULING WAS WRONG FOR REASON {number}\n\n"
        + " ".join(chooser.choice(words) for _ in range(1100))
        for number in range(1, 101)
    ]
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    result = check_draft(library, "\n\n".join(points), tmp_path)
    assert result.pages >= 200 and len(result.sections) <= MOST_SECTIONS
    assert any("not compared" in note for note in result.notes)
    assert (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * 1024 < 700 * 2**20


def test_the_private_folder_is_for_this_user_alone(library: Library, folder: Path, tmp_path: Path) -> None:
    modes: list[int] = []

    path = tmp_path / "draft.txt"
    path.write_text(DRAFT)
    work = folder / "library" / "work"
    reporter = RecordingReporter(
        on_progress=lambda *_: modes.extend(path.stat().st_mode & 0o777 for path in work.iterdir())
    )
    library.drafts.check(path, reporter)
    assert modes and set(modes) == {0o700}
