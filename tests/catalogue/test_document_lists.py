"""Tests that ordered and filtered lists agree with a plain reading of every document."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.catalogue import caption_rows, checksums, document_rows, ingest_ledger
from briefbank.catalogue.database import Database
from briefbank.catalogue.document_rows import StoredFile
from briefbank.catalogue.schema import open_catalogue
from briefbank.domain.caption_fields import EXPECTED, CaptionField, Kind
from briefbank.domain.documents import ALL, Caption, DocumentList, ListColumn, Reading, TypedWord
from briefbank.domain.pages import Page, PageSource
from briefbank.text.file_names import levels
from tests.catalogue.plain_lists import narrowed, others
from tests.catalogue.samples import add, hash_of, path_in, reading

NAMES = st.sampled_from(
    ["", "Ávila", "avila", "State v. Ω", "state V. Doe", "50% off_a", "x/y", "Doe\n", "\ud800", "Zoë", "ÅB"]
)
DOCKETS = st.sampled_from(
    ["", "A-3890-17T2", "a–003890–17; A-1-20", "A-38-17", "1:17-cr-11696-ADB", "No. 17-1234"]
)
DAYS = st.none() | st.sampled_from([date(2015, 3, 1), date(2015, 3, 2), date(1999, 12, 31), date.min])
FOLDERS = st.sampled_from(["", "a", "a/b", "a/b/C", "A", "ab", "Ávila/2015"])
FILES = st.sampled_from(
    ["avila.pdf", "State v. Ω.pdf", "Doe.v2.txt", "scan", "50% off_a.doc", "x", ".pdf", "A-03890-17_Doe.pdf"]
)
PAGES = st.lists(st.sampled_from([PageSource.TEXT, PageSource.OCR, PageSource.GAP]), max_size=3)


@st.composite
def readings(draw: st.DrawFn) -> tuple[Reading, str, str, int]:
    """What is read of a document, the name of its file, its folder, and its family."""
    filed, kind = draw(DAYS), draw(st.sampled_from(Kind))
    caption = Caption(title=draw(NAMES), court=draw(NAMES), docket=draw(NAMES | DOCKETS), filed=filed)
    pages = [
        Page(n, "", "", source, "", "e", draw(st.sampled_from([0.1, 0.9])), draw(st.integers(0, 1)))
        for n, source in enumerate(draw(PAGES))
    ]
    return Reading(kind, caption, tuple(pages), ()), draw(FILES), draw(FOLDERS), draw(st.integers(0, 2))


WORDS = st.builds(
    TypedWord,
    st.sampled_from(
        [
            "a",
            "AVILA",
            "ávila",
            "2015",
            "2015-03",
            "%",
            "_",
            "/",
            "doe",
            "x/y",
            "Ω",
            "nowhere",
            "A-3890-17",
            "17-11696",
            "1-20",
        ]
    ),
    st.frozensets(st.sampled_from(Kind), max_size=2),
    st.frozensets(st.integers(1, 12), max_size=3),
)
LISTS = st.builds(
    DocumentList,
    st.lists(WORDS, max_size=2).map(tuple),
    st.frozensets(st.sampled_from(EXPECTED), max_size=3),
    FOLDERS,
    st.sampled_from(ListColumn),
    st.booleans(),
    st.permutations(list(Kind)).map(tuple),
)


@pytest.fixture(scope="module")
def catalogue(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Database]:
    with closing(open_catalogue(path_in(tmp_path_factory.mktemp("lists")))) as opened_catalogue:
        yield opened_catalogue


@given(
    documents_read=st.lists(readings(), max_size=7),
    corrected=st.lists(
        st.tuples(st.integers(0, 6), st.sampled_from(["title", "version"]), NAMES), max_size=3
    ),
    placed=FOLDERS,
    selection=LISTS,
    page=st.tuples(st.integers(0, 4), st.integers(0, 4)),
)
def test_any_page_of_any_list_is_that_slice_of_all_documents_sorted_and_narrowed_one_by_one(
    catalogue: Database,
    documents_read: list[tuple[Reading, str, str, int]],
    corrected: list[tuple[int, str, str]],
    placed: str,
    selection: DocumentList,
    page: tuple[int, int],
) -> None:
    ingest_ledger.remove_documents(catalogue, *(document.id for document in document_rows.iterate(catalogue)))
    ids = []
    for number, (what, name, folder, _family) in enumerate(documents_read):
        file = StoredFile(hash_of(str(number)), ".pdf", name, 1, copy_sha256="", sample=False, folder=folder)
        ids.append(ingest_ledger.add_document(catalogue, what, file)[0].id)
    document_rows.assign_families(
        catalogue, {id_: entry[3] for id_, entry in zip(ids, documents_read, strict=True)}
    )
    for index, field, value in corrected:
        if index < len(ids):
            document_rows.correct(catalogue, ids[index], CaptionField(field), value)
    documents = list(document_rows.iterate(catalogue))
    start, end = page[0], sum(page)
    expected = [item.id for item in narrowed(documents, selection)]
    assert list(caption_rows.list_ids(catalogue, selection))[start:end] == expected[start:end]
    assert [document.id for document in document_rows.iterate(catalogue, selection)] == expected
    assert all(checksums.fit(catalogue, id_).intact for id_ in ids if checksums.fit(catalogue, id_))
    listed = document_rows.listed(catalogue, expected[start:end])
    assert {id_: (row.document, row.others) for id_, row in listed.items()} == {
        item.id: (item, others(documents, item)) for item in documents if item.id in expected[start:end]
    }
    counts = Counter(level for item in documents for level in levels(item.folder))
    assert caption_rows.folders(catalogue, 99, placed).items() <= counts.items()
    assert placed not in counts or caption_rows.folders(catalogue, 0, placed) == {placed: counts[placed]}


@pytest.mark.parametrize("word", ["word{}", "A-{}-2020"])
def test_a_list_is_narrowed_by_a_pasted_book_as_by_its_first_words(catalogue: Database, word: str) -> None:
    pasted = tuple(TypedWord(word.format(number)) for number in range(2000))
    assert list(caption_rows.list_ids(catalogue, replace(ALL, words=pasted))) == []


def test_a_list_skips_documents_that_are_removed_meanwhile(catalogue: Database) -> None:
    one, two = (add(catalogue, name, reading())[0] for name in ("one", "two"))
    ids = caption_rows.list_ids(catalogue, replace(ALL, folder=""))
    ingest_ledger.remove_documents(catalogue, one.id)
    assert two.id in document_rows.listed(catalogue, ids) and one.id not in document_rows.listed(
        catalogue, ids
    )


@pytest.mark.parametrize(
    ("typed", "names"),
    [
        ("A-3890-17", ["suffix", "zeros", "file"]),
        ("a–003890–17T2", ["suffix", "zeros", "file"]),
        ("03890-17", ["suffix", "zeros", "file"]),
        ("A-3890-17T4", ["suffix", "zeros", "file"]),
        ("A-38-17", ["shorter"]),
        ("17-11696", ["federal"]),
        ("2:17-cr-11696", []),
    ],
)
def test_a_list_is_narrowed_by_a_docket_number_in_any_of_its_forms(
    tmp_path: Path, typed: str, names: list[str]
) -> None:
    dockets = {
        "suffix": "A-3890-17T2",
        "zeros": "A-1-20; A-003890-17",
        "shorter": "A-0038-17T4",
        "longer": "A-13890-17",
        "other year": "A-3890-18T2",
        "federal": "1:17-cr-11696-ADB",
        "file": "",
    }
    with closing(open_catalogue(path_in(tmp_path))) as opened_catalogue:
        ids = {}
        for number, (name, docket) in enumerate(dockets.items()):
            file_name = "State v. Doe A-3890-17T2_reply.pdf" if name == "file" else f"{name}.pdf"
            file = StoredFile(hash_of(str(number)), ".pdf", file_name, 1, copy_sha256="", sample=False)
            ids[
                ingest_ledger.add_document(opened_catalogue, reading(title="", docket=docket), file)[0].id
            ] = name
        listed = caption_rows.list_ids(opened_catalogue, DocumentList(words=(TypedWord(typed),)))
        assert sorted(ids[item] for item in listed) == sorted(names)
