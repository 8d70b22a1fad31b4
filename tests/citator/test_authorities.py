"""Tests of authorities: finding them by any form, their pages, and documents that cite the same ones."""

from collections.abc import Sequence
from datetime import date
from math import log, sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from briefbank.catalogue import document_rows, passage_rows
from briefbank.catalogue.database import Database
from briefbank.catalogue.schema import open_catalogue
from briefbank.citator.authorities import AuthorityDirectory
from briefbank.citator.good_law import GoodLaw
from briefbank.citator.provision_versions import Validity
from briefbank.domain.authorities import RelationKind, Standing
from briefbank.domain.caption_fields import Kind
from briefbank.domain.documents import Document
from briefbank.errors import NotInLibrary
from tests.catalogue.samples import path_in
from tests.citator.graphed import GraphedCatalogue, reading

CARTY = "State v. Carty, 170 N.J. 632 (2002)"
ROE = "State v. Roe, 100 N.J. 1 (1990)"
SENTENCING = "N.J.S.A. 2C:44-1(a)"
STOP = ("ARGUMENT", "POINT I. THE STOP WAS UNLAWFUL AND PROLONGED")


class Briefs(GraphedCatalogue):
    """A library with statements about its authorities."""

    def __init__(self, catalogue: Database) -> None:
        super().__init__(catalogue)
        self.good_law = GoodLaw(catalogue)
        self.authorities = AuthorityDirectory(catalogue, self.good_law, Validity(catalogue))

    def brief(
        self,
        *texts: str,
        year: int = 2010,
        kind: Kind = Kind.BRIEF,
        title: str = "State v. Doe",
        headings: Sequence[tuple[str, ...]] = (),
    ) -> Document:
        filed = date(year, 3, 1) if year else None
        return self.put(reading(texts, kind=kind, title=title, filed=filed, headings=headings))

    def find_names(self, text: str) -> list[str]:
        return [item.authority.canonical for item in self.authorities.find(text)]


@pytest.fixture
def briefs(catalogue: Database) -> Briefs:
    return Briefs(catalogue)


@pytest.mark.parametrize(
    "text",
    [
        "State v. Carty",
        "carty",
        "170 NJ 632",
        "170 N.J. 632",
        "170 N.J. 632 (2002)",
        "State v. Carty, 170 N.J. 632, 647 (2002)",
        "  State vs. CARTY ",
    ],
)
def test_a_case_is_found_by_every_form_that_people_type(briefs: Briefs, text: str) -> None:
    briefs.brief(f"The stop was too long. {CARTY}. See {ROE}.")
    assert briefs.find_names(text) == ["170 N.J. 632"]


@pytest.mark.parametrize(
    "text", ["2C:44-1", "2C:44-1(a)", "2C:44-1(b)(2)", "N.J.S.A. 2C:44-1", "NJSA 2C:44-1a"]
)
def test_a_section_is_found_with_and_without_its_code_and_subsections(briefs: Briefs, text: str) -> None:
    briefs.brief(f"The court must weigh the factors of {SENTENCING}. {ROE}, 2C:44-11.")
    assert briefs.find_names(text) == ["N.J.S.A. 2C:44-1"]


@pytest.mark.parametrize("text", ["Rule 803(c)(27)", "rule 803", "803(c)(27)", "N.J.R.E. 803(c)(27)"])
def test_a_rule_is_found_by_its_number_and_no_volume_of_that_number_is(briefs: Briefs, text: str) -> None:
    briefs.brief(
        "Under N.J.R.E. 803(c)(27) it is admissible. United States v. Poe, 803 F.2d 27 (3d Cir. 1986)."
    )
    assert briefs.find_names(text) == ["N.J.R.E. 803"]


def test_the_most_cited_are_those_in_most_documents_as_the_list_says(briefs: Briefs) -> None:
    other = "State v. Carty, 200 N.J. 5 (2009)"
    briefs.brief(f"One. See {other}.", f"Two. See {other}.", f"Three. See {other}.")
    for argument in ("One", "Two"):
        briefs.brief(f"{argument} more. See {CARTY}.")
    assert briefs.find_names("carty") == briefs.find_names("") == ["170 N.J. 632", "200 N.J. 5"]


@pytest.mark.parametrize("text", ["", "zeta"])
def test_a_short_list_is_the_head_of_the_long_one(briefs: Briefs, text: str) -> None:
    for number in (3, 9, 1, 7, 5, 8):
        briefs.brief(f"The stop was too long, {number}. See State v. Zeta, {number} N.J. 1 (1990).")
    whole = [count.authority.canonical for count in briefs.authorities.find(text)]
    assert whole == [f"{number} N.J. 1" for number in (1, 3, 5, 7, 8, 9)]
    for limit in range(1, 7):
        shown = briefs.authorities.find(text, limit)
        assert [count.authority.canonical for count in shown] == whole[:limit]


def test_a_list_has_the_count_last_date_and_standing_of_each_authority(briefs: Briefs) -> None:
    briefs.brief(f"One. See {CARTY}.", f"Two. See {CARTY}.", year=2010)
    briefs.brief(f"Three. See {CARTY}. Id. at 647.", year=2015)
    briefs.brief(f"A further argument. See {CARTY}.", year=0)
    briefs.good_law.enter("170 N.J. 632", Standing.QUESTIONED)
    briefs.good_law.enter("100 N.J. 1", Standing.OVERRULED)
    (count,) = briefs.authorities.find("carty")
    assert (count.passages, count.documents, count.last_cited) == (4, 3, date(2015, 3, 1))
    assert count.standing is Standing.QUESTIONED


@pytest.mark.parametrize("latest", [Standing.GOOD, Standing.LIMITED, Standing.AMENDED])
def test_a_page_and_a_list_give_an_authority_the_same_standing(briefs: Briefs, latest: Standing) -> None:
    """The newest line in force counts, and not the gravest of all."""
    briefs.brief(f"One. See {CARTY}.")
    briefs.good_law.enter("170 N.J. 632", Standing.OVERRULED, since=date(2010, 1, 1))
    briefs.good_law.enter("170 N.J. 632", latest, since=date(2020, 1, 1))
    (count,) = briefs.authorities.find("carty")
    page = briefs.authorities.page(briefs.id_of("170 N.J. 632"))
    assert len(page.entries) == 2
    assert count.standing is page.standing is latest


def test_an_unknown_name_finds_only_similar_ones(briefs: Briefs) -> None:
    briefs.brief(f"One. See {CARTY}. {ROE}. State v. Poe, 170 N.J. 9 (2001). {SENTENCING}. N.J.S.A. 2C:44-3.")
    near = briefs.authorities.near
    assert (
        briefs.find_names("State v. Nobody")
        == briefs.find_names("170 N.J. 633")
        == briefs.find_names("§ !")
        == []
    )
    assert [passage.authority.canonical for passage in near("170 N.J. 633")] == ["170 N.J. 632", "170 N.J. 9"]
    assert [passage.authority.canonical for passage in near("State v. Carti")] == ["170 N.J. 632"]
    assert near("State v. Carty, 171 N.J. 5 (2003)")[0].authority.canonical == "170 N.J. 632"
    assert near("2C:44-4")[0].authority.canonical == "N.J.S.A. 2C:44-3"
    assert near("") == near("§ !") == near("zzz") == []


@given(text=st.text(max_size=40) | st.text(alphabet="()§:.-2CNJR% _'\"\ud800", max_size=30))
def test_any_typed_text_is_searched_without_an_error(briefs: Briefs, text: str) -> None:
    if not briefs.files:
        briefs.brief(f"One. See {CARTY}. {SENTENCING}.")
    briefs.authorities.find(text)
    briefs.authorities.near(text)


def test_a_page_counts_passages_mentions_and_years_and_leaves_years_without_any_out(briefs: Briefs) -> None:
    briefs.brief(
        f"It was too long. See {CARTY}. Id. at 640.", "Nothing.", f"It was too wide. See {CARTY}.", year=2010
    )
    briefs.brief(f"It was too late. See {CARTY}.", year=2013)
    briefs.brief(f"A further argument. See {CARTY}.", year=0)
    page = briefs.authorities.page(briefs.id_of("170 N.J. 632"))
    assert (page.passages, page.mentions, page.documents_total) == (4, 5, 3)
    assert (page.years, page.undated) == (((2010, 2), (2013, 1)), 1)
    assert str(page.authority) == "State v. Carty, 170 N.J. 632"


def test_a_page_names_the_newest_documents_first_and_no_more_than_it_lists(briefs: Briefs) -> None:
    for year in range(1950, 1950 + AuthorityDirectory.LISTED + 5):
        briefs.brief(f"One. See {CARTY}.", year=year, kind=Kind.MEMO)
    briefs.brief(f"None. See {CARTY}.", year=0)
    page = briefs.authorities.page(briefs.id_of("170 N.J. 632"))
    assert len(page.documents) == AuthorityDirectory.LISTED
    assert page.documents_total == AuthorityDirectory.LISTED + 6
    years = [document.document.filed.year for document in page.documents if document.document.filed]
    assert years == sorted(years, reverse=True)
    assert page.documents[0].document.kind is Kind.MEMO


def test_headings_of_the_same_words_are_one_point_whatever_their_number_and_capitals(briefs: Briefs) -> None:
    briefs.brief(f"One. See {CARTY}.", headings=[STOP], year=2012)
    briefs.brief(f"Two. See {CARTY}.", headings=[("A. The Stop Was Unlawful, and Prolonged.",)], year=2011)
    briefs.brief(
        f"Three. See {CARTY}.",
        f"A further argument. See {CARTY}.",
        headings=[("POINT I", "The seizure had no basis")] * 2,
    )
    points = briefs.authorities.page(briefs.id_of("170 N.J. 632")).points
    assert [(point.text, point.passages, point.documents) for point in points] == [
        ("THE STOP WAS UNLAWFUL AND PROLONGED", 2, 2),
        ("The seizure had no basis", 2, 1),
    ]


def test_titles_that_every_brief_has_are_no_points_and_the_innermost_that_says_something_counts(
    briefs: Briefs,
) -> None:
    paths = [("ARGUMENT",), ("STATEMENT OF FACTS",), (*STOP, "CONCLUSION"), ("POINT II",), ()]
    briefs.brief(*[f"Text {at}. See {CARTY}." for at in range(len(paths))], headings=paths)
    (point,) = briefs.authorities.page(briefs.id_of("170 N.J. 632")).points
    assert (point.text, point.passages) == ("THE STOP WAS UNLAWFUL AND PROLONGED", 1)


def test_the_headings_of_statutes_are_no_points(briefs: Briefs) -> None:
    briefs.brief(f"As in {CARTY}.", kind=Kind.STATUTE, headings=[("Searches and seizures of cars",)])
    assert briefs.authorities.page(briefs.id_of("170 N.J. 632")).points == ()


def test_the_same_words_quoted_in_several_passages_are_one_quotation(briefs: Briefs) -> None:
    words = "reasonable and articulable suspicion to believe"
    briefs.brief(f"There must be “{words}.” {CARTY}.", year=2011)
    newest = briefs.brief(
        f'There must be "[r]easonable and  articulable suspicion to believe." {CARTY}.', year=2012
    )
    briefs.brief(f"He said “not one of all these words.” {ROE}; see {CARTY}.", year=2012)
    page = briefs.authorities.page(briefs.id_of("170 N.J. 632"))
    (quotation,) = page.quotations
    assert (quotation.passages, quotation.document.id) == (2, newest.id)
    passage = passage_rows.of_document(briefs.catalogue, newest.id)[0]
    assert quotation.passage_id == passage.id
    assert passage.text[quotation.start : quotation.end].startswith("[r]easonable")
    assert quotation.text == "[r]easonable and articulable suspicion to believe."


def test_authorities_cited_together_are_weighted_by_rarity_and_counted(briefs: Briefs) -> None:
    everywhere = "U.S. Const. amend. IV"
    briefs.brief(*[f"One {at}. See {CARTY}; {ROE}. {everywhere}." for at in range(3)])
    briefs.brief(*[f"Other {at}. {everywhere}." for at in range(30)])
    page = briefs.authorities.page(briefs.id_of("170 N.J. 632"))
    assert [(authority.canonical, passages) for authority, passages in page.together] == [
        ("100 N.J. 1", 3),
        (everywhere, 3),
    ]


def test_documents_that_treat_it_or_cite_it_with_a_contrary_signal_limit_it(briefs: Briefs) -> None:
    briefs.brief(f"Plain. See {CARTY}.")
    against = briefs.brief(f"The stop was lawful. But see {CARTY}.", kind=Kind.MEMO, year=2012)
    other = briefs.brief(f"It holds. {CARTY}. But see {ROE}.", year=2013)
    treats = briefs.brief(f"{ROE}, overruled {CARTY}.", kind=Kind.OPINION, year=2014, title="In re Poe")
    page = briefs.authorities.page(briefs.id_of("170 N.J. 632"))
    assert [item.document.id for item in page.limiting] == [treats.id, against.id]
    assert other.id not in [item.document.id for item in page.limiting]
    (done,) = page.done_to
    assert done.kind is RelationKind.OVERRULES
    assert done.source is not None
    assert done.source.canonical == "100 N.J. 1"
    roe = briefs.authorities.page(briefs.id_of("100 N.J. 1"))
    assert [(relation.kind, relation.target.canonical) for relation in roe.does] == [
        (RelationKind.OVERRULES, "170 N.J. 632")
    ]


def test_a_page_shows_other_forms_the_office_list_and_proposals(briefs: Briefs) -> None:
    briefs.brief("State v. Carty, 170 N.J. 632, 790 A.2d 903 (2002).", f"{ROE}, overruled {CARTY}.")
    briefs.good_law.enter("790 A.2d 903", Standing.LIMITED)
    page = briefs.authorities.page(briefs.id_of("170 N.J. 632"))
    assert page.also == ("790 A.2d 903",)
    assert [entry.standing for entry in page.entries] == [Standing.LIMITED]
    assert [proposal.standing for proposal in page.proposals] == [Standing.OVERRULED]


def test_an_unknown_number_has_no_page(briefs: Briefs) -> None:
    with pytest.raises(NotInLibrary, match="authority"):
        briefs.authorities.page(99)


def test_mentions_are_ordered_by_newest_document_and_paged(briefs: Briefs) -> None:
    briefs.brief(f"Old one. See {CARTY}.", f"Old two. See {CARTY}. Id. at 640.", year=2001)
    briefs.brief(f"New. See {CARTY}, overruled by {ROE}.", year=2012)
    briefs.brief(f"No date. See {CARTY}.", year=0)
    authority = briefs.id_of("170 N.J. 632")
    texts = [
        (mention.passage.text[:6], mention.citation) for mention in briefs.authorities.mentions(authority)
    ]
    assert [text for text, _ in texts] == ["New. S", "Old on", "Old tw", "Old tw", "No dat"]
    assert [at for _, at in texts][2:4] == [0, 1]
    paged = [briefs.authorities.mentions(authority, limit=2, offset=at) for at in (0, 2, 4, 6)]
    assert [mention for some in paged for mention in some] == briefs.authorities.mentions(authority)
    assert briefs.authorities.mentions(authority)[0].treatment == "overruled by"


def test_a_document_cites_first_what_it_cites_most_with_the_counts_of_the_library(briefs: Briefs) -> None:
    briefs.brief(f"A. See {ROE}.")
    document = briefs.brief(f"One. See {ROE}.", f"Two. See {CARTY}.", f"Three. See {CARTY}.")
    results = briefs.authorities.of_document(document.id)
    assert [(authority.authority.canonical, authority.passages) for authority in results] == [
        ("170 N.J. 632", 2),
        ("100 N.J. 1", 2),
    ]
    assert briefs.authorities.of_document(999) == []


def test_a_document_is_nearest_to_the_one_that_shares_what_is_rare(briefs: Briefs) -> None:
    everywhere = "U.S. Const. amend. IV"
    for _ in range(6):
        briefs.brief(f"Filler. {everywhere}.")
    rare = briefs.brief(f"It was too long. {CARTY}. {everywhere}.")
    common = briefs.brief(f"Searches. {everywhere}. {ROE}.")
    document = briefs.brief(f"One. See {CARTY}. {everywhere}.")
    results = briefs.authorities.same(document.id)
    assert results[0].document.id == rare.id
    assert results[0].score == pytest.approx(1.0)
    assert [item.canonical for item in results[0].shared] == ["170 N.J. 632", everywhere]
    assert results[0].passage_id == passage_rows.of_document(briefs.catalogue, rare.id)[0].id
    assert results[-1].document.id == common.id
    assert document.id not in [item.document.id for item in results]


def test_its_own_versions_are_not_among_those_that_cite_the_same(briefs: Briefs) -> None:
    first, second, third = (briefs.brief(f"One. See {CARTY}.") for _ in range(3))
    document_rows.assign_families(briefs.catalogue, {first.id: first.id, second.id: first.id})
    assert [row.document.id for row in briefs.authorities.same(first.id)] == [third.id]


CITED = [f"{100 + at} N.J. {at}" for at in range(1, 7)]


@settings(max_examples=10)
@given(st.lists(st.sets(st.sampled_from(range(6))), min_size=2, max_size=6))
def test_the_score_is_the_cosine_of_two_documents_with_rare_authorities_heavier(
    tmp_path_factory: pytest.TempPathFactory, cited: list[set[int]]
) -> None:
    catalogue = open_catalogue(path_in(tmp_path_factory.mktemp("same")))
    briefs = Briefs(catalogue)
    documents = [
        briefs.brief(*[f"Text. See {CITED[at]} (1990)." for at in sorted(citation)]) for citation in cited
    ]
    spread = [sum(at in citation for citation in cited) for at in range(6)]
    weight = [log(1 + len(cited) / number) if number else 0.0 for number in spread]

    def cosine(one: set[int], other: set[int]) -> float:
        lengths = [sqrt(sum(weight[at] ** 2 for at in item)) for item in (one, other)]
        return sum(weight[at] ** 2 for at in one & other) / (lengths[0] * lengths[1])

    for number, document in enumerate(documents):
        expected = {
            documents[other].id: pytest.approx(cosine(cited[number], cited[other]))
            for other in range(len(cited))
            if other != number and cited[number] & cited[other]
        }
        assert {row.document.id: row.score for row in briefs.authorities.same(document.id)} == expected
    catalogue.close()
