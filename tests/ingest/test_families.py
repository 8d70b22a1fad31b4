"""Tests that versions of a document are grouped whatever was changed, and related texts are not."""

from __future__ import annotations

import pickle
import random
import struct
from collections.abc import Sequence
from contextlib import closing, nullcontext
from datetime import date
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.catalogue import document_rows, ingest_ledger
from briefbank.catalogue.database import Database
from briefbank.catalogue.document_rows import StoredFile
from briefbank.catalogue.schema import open_catalogue
from briefbank.domain.caption_fields import Kind
from briefbank.domain.documents import Caption, Document, Reading
from briefbank.domain.pages import Passage, Role
from briefbank.errors import Cancelled
from briefbank.ingest.families import ALIKE, ALIKE_SHORT, SHORT, Families, grouped
from briefbank.ingest.file_reading import MINIMA, compute_signature
from tests.support import near_duplicates


@pytest.fixture
def families(catalogue: Database) -> Families:
    return Families(catalogue)


def passages(words: Sequence[str], role: Role = Role.BODY, size: int = 190) -> tuple[Passage, ...]:
    pieces = [words[at : at + size] for at in range(0, len(words), size)]
    return tuple(Passage(at, " ".join(piece), role, (), (), "") for at, piece in enumerate(pieces))


class Briefs:
    """A library's catalogue and families, to which briefs are added as an intake does."""

    def __init__(self, catalogue: Database, families: Families) -> None:
        self.catalogue, self.families = catalogue, families
        self.files = 0

    def store(
        self, words: Sequence[str], filed: date | None = None, replacing: int | None = None
    ) -> Document:
        self.files += 1
        file = StoredFile(f"{self.files:064x}", ".pdf", "brief.pdf", 1, False, False)
        what = Reading(Kind.BRIEF, Caption("State v. Doe", filed=filed), (), passages(words))
        return ingest_ledger.add_document(self.catalogue, what, file, replacing=replacing)[0]

    def add(self, words: Sequence[str], filed: date | None = None, replacing: int | None = None) -> int:
        document = self.store(words, filed, replacing)
        self.families.update(document, compute_signature(passages(words)))
        return document.id

    def remove(self, document_id: int) -> None:
        document = document_rows.get(self.catalogue, document_id)
        ingest_ledger.remove_documents(self.catalogue, document_id)
        self.families.removed(document)

    def groups(self) -> dict[int, int]:
        return {document.id: document.family for document in document_rows.iterate(self.catalogue)}


@pytest.fixture
def briefs(catalogue: Database, families: Families) -> Briefs:
    return Briefs(catalogue, families)


@pytest.fixture
def rng() -> random.Random:
    return random.Random(5)


@pytest.fixture
def words(rng: random.Random) -> list[str]:
    return near_duplicates.brief(rng, near_duplicates.vocabulary(rng))


@pytest.mark.parametrize("share", [0.02, 0.1])
def test_a_scan_with_misread_words_is_a_version(
    briefs: Briefs, rng: random.Random, words: list[str], share: float
) -> None:
    one, two = briefs.add(words), briefs.add(near_duplicates.misread(rng, words, share))
    assert briefs.groups() == {one: one, two: one}


@pytest.mark.parametrize("share", [0.05, 0.2])
def test_a_section_taken_out_or_put_in_makes_a_version(
    briefs: Briefs, rng: random.Random, words: list[str], share: float
) -> None:
    one, two = briefs.add(words), briefs.add(near_duplicates.without_a_section(rng, words, share))
    assert briefs.groups() == {one: one, two: one}


def test_passages_cut_elsewhere_and_other_tables_of_contents_change_nothing(words: list[str]) -> None:
    contents = passages(["contents", "page"] * 200, Role.CONTENTS)
    assert compute_signature([*contents, *passages(words, size=77)]) == compute_signature(passages(words))


def test_capitals_punctuation_and_blackened_words_do_not_count() -> None:
    one = Passage(0, "The Court’s ruling, at 12: “affirmed”.", Role.BODY, (), (), "")
    two = Passage(0, "THE COURT s ruling at 12 ████ affirmed", Role.BODY, (), (), "")
    assert compute_signature([one]) == compute_signature([two])


def test_other_briefs_of_the_same_office_with_its_boilerplate_are_none(
    briefs: Briefs, rng: random.Random, words: list[str]
) -> None:
    other = near_duplicates.brief(rng, near_duplicates.vocabulary(random.Random(5)))
    ids = [briefs.add(words), briefs.add(near_duplicates.sharing(words, other, 0.3))]
    assert briefs.groups() == dict.fromkeys(ids, 0)


def test_short_documents_are_versions_only_when_practically_equal(briefs: Briefs, words: list[str]) -> None:
    letter = words[:60]
    other_name = [*letter[:20], "smith", "2021", "june", *letter[23:]]
    ids = [briefs.add(letter), briefs.add(other_name), briefs.add(letter)]
    assert briefs.groups() == {ids[0]: ids[0], ids[1]: 0, ids[2]: ids[0]}


@pytest.mark.parametrize("few", [[], ["motion"], ["notice", "of"]])
def test_very_short_texts_are_compared_and_empty_ones_match_nothing(briefs: Briefs, few: list[str]) -> None:
    one, two = briefs.add(few), briefs.add(few)
    assert briefs.groups() == {one: one if few else 0, two: one if few else 0}


def test_a_signature_is_reproducible_and_can_be_computed_in_a_child(words: list[str]) -> None:
    expected = compute_signature(passages(words))
    assert pickle.loads(pickle.dumps(compute_signature))(passages(words)) == expected
    assert len(expected) == 4 + 4 * 256
    assert compute_signature([Passage(0, "the jury was charged", Role.BODY, (), (), "")])[:12].hex() == GOLDEN


GOLDEN = "040000005a8b369dce66d608"
"""Kept signatures are compared with new ones: a change of these bytes needs another name of the scheme."""


def chain(rng: random.Random) -> list[list[str]]:
    """Four drafts, of which only successive ones are alike, and an unrelated text."""
    known = near_duplicates.vocabulary(rng)
    text = near_duplicates.brief(rng, known, 2000)
    drafts = [text[at : at + 800] for at in (0, 250, 500, 750)]
    return [*drafts, near_duplicates.brief(rng, known, 800)]


@pytest.mark.parametrize("order", [(0, 1, 2, 3, 4), (0, 3, 4, 2, 1)])
def test_a_family_is_all_that_hangs_together_in_whatever_order_it_came(
    briefs: Briefs, rng: random.Random, order: tuple[int, ...]
) -> None:
    words = chain(rng)
    ids = {which: briefs.add(words[which]) for which in order}
    smallest = min(ids[which] for which in range(4))
    assert briefs.groups() == {ids[which]: smallest if which < 4 else 0 for which in order}


def test_removing_what_held_a_family_together_lets_it_fall_apart(briefs: Briefs, rng: random.Random) -> None:
    ids = [briefs.add(words) for words in chain(rng)]
    briefs.remove(ids[1])
    assert briefs.groups() == {ids[0]: 0, ids[2]: ids[2], ids[3]: ids[2], ids[4]: 0}
    briefs.remove(ids[2])
    assert set(briefs.groups().values()) == {0}


def test_reading_a_document_again_moves_it_to_the_family_that_its_words_have_now(
    briefs: Briefs, rng: random.Random
) -> None:
    first, second, third, _, unrelated = chain(rng)
    ids = [briefs.add(words) for words in (first, second, third, unrelated)]
    assert briefs.add(unrelated, replacing=ids[1]) == ids[1]
    assert briefs.groups() == {ids[0]: 0, ids[1]: ids[1], ids[2]: 0, ids[3]: ids[1]}
    briefs.add(second, replacing=ids[1])
    assert briefs.groups() == {ids[0]: ids[0], ids[1]: ids[0], ids[2]: ids[0], ids[3]: 0}


def test_documents_added_by_another_program_are_compared_too(tmp_path: Path, words: list[str]) -> None:
    path = tmp_path / "catalogue.sqlite"
    with closing(open_catalogue(path)) as one, closing(open_catalogue(path)) as other:
        ours, theirs = Briefs(one, Families(one)), Briefs(other, Families(other))
        first = ours.add(words)
        theirs.files = 10
        second = theirs.add(words)
        third = ours.add(words)
        assert ours.groups() == dict.fromkeys([first, second, third], first)


def test_an_old_library_is_signed_and_grouped_and_a_stop_in_between_loses_nothing(
    briefs: Briefs, families: Families, rng: random.Random
) -> None:
    ids = [briefs.store(words).id for words in chain(rng)]

    class Stop:
        left = 2

        def check(self) -> None:
            self.left -= 1
            if self.left < 0:
                raise Cancelled

    with pytest.raises(Cancelled):
        families.catch_up(nullcontext, Stop().check)
    assert families.catch_up(nullcontext, lambda: None) == 5, "one transaction is whole or not there"
    assert families.catch_up(nullcontext, lambda: None) == 0
    assert briefs.groups() == {id_: ids[0] if id_ != ids[4] else 0 for id_ in ids}


@given(data=st.data())
def test_families_are_those_of_comparing_every_pair(data: st.DataObject) -> None:
    """The rows share boilerplate, are versions of one another by chance, or lie at the very threshold."""
    chance = np.random.RandomState(data.draw(st.integers(0, 2**31)))
    count, least = data.draw(st.integers(1, 30)), int(np.ceil(ALIKE * MINIMA))
    rows = chance.randint(0, data.draw(st.sampled_from([3, 60, 2**31])), (count, MINIMA)).astype(np.uint32)
    for _ in range(data.draw(st.integers(0, count))):
        to, source = data.draw(st.integers(0, count - 1)), data.draw(st.integers(0, count - 1))
        places = chance.permutation(MINIMA)[: data.draw(st.sampled_from([least - 1, least, least + 1, 256]))]
        rows[to, places] = rows[source, places]
    words = chance.choice([0, 40, 5_000], count, p=[0.1, 0.2, 0.7])
    signatures = {
        id_ + 1: struct.pack("<I", size) + row.astype("<u4").tobytes()
        for id_, (size, row) in enumerate(zip(words, rows, strict=True))
    }
    group = list(range(count))
    for one in range(count):
        for other in range(one):
            shorter = min(words[one], words[other])
            needed = ALIKE_SHORT if shorter < SHORT else ALIKE
            if shorter and np.mean(rows[one] == rows[other]) >= needed:
                joined = {group[one], group[other]}
                group = [min(joined) if item in joined else item for item in group]
    expected = {id_ + 1: group[id_] + 1 if group.count(group[id_]) > 1 else 0 for id_ in range(count)}
    assert grouped(signatures) == expected


@pytest.mark.nightly
@given(data=st.data())
def test_any_adding_rereading_and_removing_ends_in_the_components_of_the_documents_that_are_there(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    text = near_duplicates.brief(random.Random(3), near_duplicates.vocabulary(random.Random(2), 800), 900)
    with closing(open_catalogue(tmp_path_factory.mktemp("oracle") / "catalogue.sqlite")) as catalogue:
        briefs = Briefs(catalogue, Families(catalogue))
        present: dict[int, int] = {}
        starts = st.integers(0, 10)
        for _ in range(data.draw(st.integers(1, 12))):
            what = data.draw(st.sampled_from(["add", "add", "remove", "again"])) if present else "add"
            if what == "remove":
                gone = data.draw(st.sampled_from(sorted(present)))
                briefs.remove(gone)
                del present[gone]
                continue
            again = data.draw(st.sampled_from(sorted(present))) if what == "again" else None
            start = data.draw(starts)
            present[briefs.add(text[start * 50 : start * 50 + 200], replacing=again)] = start
            assert briefs.groups() == components(present)


def components(starts: dict[int, int]) -> dict[int, int]:
    """Find families by brute force: windows of 200 words share an index when they begin at most 50 words
    apart.
    """
    groups = [{id_} for id_ in starts]
    for one in starts:
        for other in starts:
            if abs(starts[one] - starts[other]) <= 1:
                joined = [group for group in groups if one in group or other in group]
                groups = [group for group in groups if group not in joined] + [set().union(*joined)]
    return {id_: min(g) if len(g) > 1 else 0 for id_ in starts for g in groups if id_ in g}
