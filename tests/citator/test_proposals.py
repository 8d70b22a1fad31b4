"""Tests of proposals for the good-law list, statements about an authority, and passages that rely on it."""

from datetime import date
from pathlib import Path

import pytest

from briefbank.citator.good_law import GoodLaw
from briefbank.domain.authorities import Standing
from briefbank.domain.caption_fields import Kind
from briefbank.domain.documents import Document
from briefbank.domain.pages import Role
from briefbank.errors import EntryRefused, NotInLibrary
from tests.citator.graphed import GraphedCatalogue, reading
from tests.citator.listing import ALWAYS_THE_SAME, CARTY, DOE

SAYS = f"{CARTY}, overruled by {DOE}."


def statement(
    library: GraphedCatalogue, text: str = SAYS, *, kind: Kind = Kind.BRIEF, filed: date | None = None
) -> Document:
    return library.put(reading([text], kind=kind, title=f"{kind} {filed}", filed=filed))


def test_statements_in_the_library_are_proposed_with_their_sentence(
    library: GraphedCatalogue, good_law: GoodLaw
) -> None:
    document = statement(library)
    [proposal] = good_law.proposals()
    assert (proposal.authority.canonical, proposal.standing) == ("170 N.J. 632", Standing.OVERRULED)
    assert proposal.by == "State v. Doe, 200 N.J. 1" and proposal.document == document
    assert proposal.sentence.startswith("State v. Carty") and "overruled" in proposal.words
    assert proposal.words in proposal.sentence
    assert good_law.entries() == []
    assert good_law.proposals(library.id_of("170 N.J. 632")) == [proposal]
    assert good_law.proposals(library.id_of("200 N.J. 1")) == []


def test_a_statement_of_many_documents_is_one_proposal_from_the_best(
    library: GraphedCatalogue, good_law: GoodLaw
) -> None:
    statement(library, f"As we said, {SAYS}", filed=date(2022, 1, 1))
    statement(library, kind=Kind.OPINION, filed=date(2011, 1, 1))
    best = statement(library, f"But see {SAYS}", kind=Kind.OPINION, filed=date(2012, 1, 1))
    statement(library, kind=Kind.DIRECTIVE, filed=date(2023, 1, 1))
    [proposal] = good_law.proposals()
    assert proposal.document == best


def test_a_confirmed_proposal_is_a_line_that_names_its_source(
    library: GraphedCatalogue, good_law: GoodLaw
) -> None:
    statement(library, kind=Kind.OPINION, filed=date(2011, 1, 1))
    [proposal] = good_law.proposals()
    entry = good_law.confirm(proposal.key, entered_by="mm", since=date(2009, 5, 5))
    assert (entry.canonical, entry.name, entry.standing) == (
        "170 N.J. 632",
        "State v. Carty",
        Standing.OVERRULED,
    )
    assert entry.note == "From opinion 2011-01-01 at 1 (Jan. 1, 2011)"
    assert (entry.by, entry.since, entry.entered_by) == (proposal.by, date(2009, 5, 5), "mm")
    assert good_law.proposals() == []
    good_law.remove([entry.id])
    assert good_law.proposals() == [], "what was decided on is not proposed again"


def test_a_dismissed_proposal_stays_dismissed_when_documents_are_read_again_or_repeat_it(
    library: GraphedCatalogue, good_law: GoodLaw
) -> None:
    document = statement(library)
    good_law.dismiss(good_law.proposals()[0].key)
    assert good_law.proposals() == [] and good_law.entries() == []
    library.put(reading([SAYS]), replacing=document.id)
    statement(library, filed=date(2024, 1, 1))
    assert good_law.proposals() == []


def test_a_dismissed_proposal_is_restored_with_all_its_sentences(
    library: GraphedCatalogue, good_law: GoodLaw
) -> None:
    statement(library, filed=date(2012, 1, 1))
    statement(library, f"But see {SAYS}", kind=Kind.OPINION, filed=date(2011, 1, 1))
    statement(library, "State v. Poe, 150 N.J. 1 (1997), is no longer good law.")
    before = good_law.proposals()
    gone = next(item for item in before if item.by)
    good_law.dismiss(gone.key)
    assert good_law.dismissed() == [gone] and gone not in good_law.proposals()
    good_law.undismiss(gone.key)
    assert good_law.dismissed() == [] and good_law.proposals() == before
    with pytest.raises(NotInLibrary):
        good_law.undismiss(gone.key)


def test_a_confirmed_proposal_is_not_listed_as_dismissed_until_its_line_is_removed(
    library: GraphedCatalogue, good_law: GoodLaw
) -> None:
    statement(library)
    [proposal] = good_law.proposals()
    entry = good_law.confirm(proposal.key, by="L. 2019, c. 474")
    assert entry.by == "L. 2019, c. 474" and good_law.dismissed() == []
    good_law.remove([entry.id])
    assert good_law.dismissed() == [proposal]


def test_statements_already_in_the_list_are_not_proposed(
    library: GraphedCatalogue, good_law: GoodLaw
) -> None:
    statement(library)
    entry = good_law.enter("790 A.2d 903", Standing.OVERRULED)
    assert good_law.proposals() == []
    good_law.change(entry.id, Standing.LIMITED, by="", since=None, note="", entered_by="")
    [proposal] = good_law.proposals()
    with pytest.raises(EntryRefused, match=f"Line {entry.id} "):
        good_law.confirm(proposal.key)
    assert good_law.proposals() == [proposal], "a refused confirmation decides nothing"
    assert good_law.confirm(proposal.key, since=date(2009, 1, 1)).since == date(2009, 1, 1)


def test_proposals_that_are_not_there_cannot_be_decided_on(good_law: GoodLaw) -> None:
    with pytest.raises(NotInLibrary):
        good_law.confirm("0" * 16)
    with pytest.raises(NotInLibrary):
        good_law.dismiss("")


def test_a_note_never_calls_an_authority_good_law_unless_the_list_does(
    library: GraphedCatalogue, good_law: GoodLaw
) -> None:
    library.put(reading([f"{ALWAYS_THE_SAME}{CARTY}."], filed=date(2021, 3, 3)))
    [note] = good_law.notes(["170 N.J. 632"])
    assert note.text == (
        "Not on your good-law list, which leaves open whether it still holds. Cited in 1 document. Last "
        "cited on March 3, 2021. Only your good-law list and library were looked at."
    )
    assert (note.passages, note.documents, note.last_cited, note.alerts) == (1, 1, date(2021, 3, 3), ())
    good_law.enter(CARTY, Standing.GOOD, since=date(2002, 1, 1), entered_by="mm")
    [note] = good_law.notes(["790 A.2d 903"])
    assert (
        "says that it is good law, since January 1, 2002, entered by mm on" in note.text and not note.alerts
    )


def test_a_note_by_name_counts_proposals_and_gives_alerts(
    library: GraphedCatalogue, good_law: GoodLaw
) -> None:
    statement(library)
    [note] = good_law.notes([], ["state v carty"])
    assert note.authority.canonical == "170 N.J. 632" and note.proposals == 1
    assert "A statement in your library speaks against it" in note.text
    good_law.confirm(good_law.proposals()[0].key)
    [note] = good_law.notes(["170 N.J. 632"], ["State v. Carty"])
    assert note.proposals == 0 and "overruled by State v. Doe" in note.alerts[0]
    assert "speaks against it." in note.text


def test_a_case_that_only_the_list_knows_is_found_by_name(good_law: GoodLaw) -> None:
    good_law.enter(CARTY, Standing.OVERRULED)
    [note] = good_law.notes([], ["State v. Carty"])
    assert note.authority.canonical == "170 N.J. 632" and note.alerts


def test_a_note_on_a_provision_says_what_the_list_has_of_its_parts(good_law: GoodLaw) -> None:
    good_law.enter("N.J.S.A. 2C:44-1(a)", Standing.AMENDED)
    [whole] = good_law.notes(["N.J.S.A. 2C:44-1"])
    assert "a part of it" in whole.text and len(whole.alerts) == 1
    [part] = good_law.notes(["N.J.S.A. 2C:44-1(a)(1)"])
    assert "speaks against it." in part.text


def test_the_report_has_every_document_that_relies_the_newest_first(
    library: GraphedCatalogue, good_law: GoodLaw
) -> None:
    old = library.put(reading([f"{CARTY}.", "Nothing.", "Carty, 170 N.J. at 640."], filed=date(2010, 1, 1)))
    undated = library.put(reading(["See 790 A.2d 903."]))
    new = library.put(
        reading(
            [CARTY, f"{ALWAYS_THE_SAME}{CARTY}."], filed=date(2020, 1, 1), roles=[Role.AUTHORITIES, Role.BODY]
        )
    )
    library.put(reading([f"{DOE}."], filed=date(2021, 1, 1)))
    results = good_law.relying("State v. Carty, 170 N.J. 632")
    assert [item.document.id for item in results] == [new.id, old.id, undated.id]
    assert [[passage.ordinal for passage in item.passages] for item in results] == [[1], [0, 2], [0]]
    assert good_law.relying("state v carty") == results
    assert good_law.relying("199 N.J. 1") == []


def test_the_report_on_a_part_of_a_provision_leaves_other_parts_out(
    library: GraphedCatalogue, good_law: GoodLaw
) -> None:
    document = library.add("N.J.S.A. 2C:44-1(a)(1).", "N.J.S.A. 2C:44-1(b).", "N.J.S.A. 2C:44-1.")
    [reliance] = good_law.relying("N.J.S.A. 2C:44-1(a)")
    assert reliance.document.id == document.id and [passage.ordinal for passage in reliance.passages] == [0]
    assert len(good_law.relying("2C:44-1")[0].passages) == 3


def test_the_report_is_written_with_a_row_for_each_passage(
    library: GraphedCatalogue, good_law: GoodLaw, tmp_path: Path
) -> None:
    library.put(reading([f"=1+1 {CARTY}.", f"{CARTY}."], filed=date(2010, 1, 1)))
    file = tmp_path / "report.csv"
    assert good_law.export_relying("170 N.J. 632", file) == 2
    text = file.read_bytes().decode("utf-8-sig")
    assert text.startswith("document,title,kind,filed,") and "'=1+1" in text
