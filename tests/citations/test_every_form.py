"""Tests that no abbreviation and no misspelling stops the extraction of citations.

``python -m tests.citations.test_every_form 100000`` tries more changed texts than the suite does.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from datetime import date

import pytest
from courts_db import courts
from reporters_db import CASE_NAME_ABBREVIATIONS, JOURNALS, LAWS, REPORTERS, STATE_ABBREVIATIONS

from briefbank.citations import citations, provisions, quotations, treatments
from briefbank.citations.malformed import find_faults
from briefbank.citations.provisions import TypedAuthority, parse_authority
from briefbank.citator import good_law_csv
from briefbank.domain.pages import Role
from briefbank.errors import BriefBankError, EntryRefused
from briefbank.search.parsing import parse
from tests.support.mutated_texts import mutated_texts
from tests.support.profile import sample

SHAPES = (
    *("{}", "{} 12", "12 {} 34", "{} § 12(a)(3)", "12 {} 34, 36-37 & n.2 (1999)", "12 {} 34 ({} 1999)"),
    *(
        "State v. Jones, 12 {} 34 (N.J. 2001)",
        "{} Rule 4:5-6(d)",
        "(1999 {})",
        "{} R. 30(d)(3)",
        "F.R.{}P. 3",
    ),
    *("{} R. Civ. P. 5", "{} art. IV, § 2", "{}. No. 07-123", "No. 07-123 ({})", "{}, supra, at 5; id. at 6"),
)
ROLES = tuple(Role)


def _forms() -> Iterator[str]:
    """Yield every abbreviation and name of reporters, codes, journals, courts, case names and states."""
    for table in (REPORTERS, LAWS, JOURNALS):
        for key, entries in table.items():
            yield key
            for entry in entries:
                yield entry["name"]
                yield from (*entry.get("editions", ()), *entry.get("variations", ()))
    for court in courts:
        yield from (court["name"], court.get("citation_string", ""), *court.get("examples", ()))
    yield from (*CASE_NAME_ABBREVIATIONS, *STATE_ABBREVIATIONS)
    yield from (word for words in CASE_NAME_ABBREVIATIONS.values() for word in words)


def _written(form: str) -> tuple[str, ...]:
    """Return a form with and without periods and spaces, and in other letters."""
    bare = form.replace(".", "")
    return (form, bare, form.replace(" ", ""), bare.replace(" ", ""), form.replace(". ", "."), form.upper())


def test_no_abbreviation_that_is_known_stops_the_reading_of_citations() -> None:
    written = dict.fromkeys(item for form in sorted(set(_forms())) for item in _written(form))
    assert len(written) > 20_000
    for at, form in enumerate(list(written)[:: sample(10, 1)]):
        text = SHAPES[at % len(SHAPES)].replace("{}", form)
        citations.find(text)
        citations.of_document([text, "Id. at 5."], [ROLES[at % len(ROLES)], Role.BODY])


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("F.R.Civ.P. 30(d)(3)", "Fed. R. Civ. P. 30(d)(3)"),
        ("FRCivP 12(b)(6)", "Fed. R. Civ. P. 12(b)(6)"),
        ("F. R. Crim. P. Rule 11", "Fed. R. Crim. P. 11"),
        ("F.R.Cr.P. 16", "Fed. R. Crim. P. 16"),
        ("F.R.Evid. 403", "Fed. R. Evid. 403"),
        ("F.R.App.P. 28", "Fed. R. App. P. 28"),
        ("F.R.Bankr.P. 7001", "Fed. R. Bankr. P. 7001"),
    ],
)
def test_a_federal_rule_is_recognised_by_any_abbreviation_of_its_book(written: str, canonical: str) -> None:
    (result,) = citations.find(f"See {written}.")
    assert result.canonical == canonical


@pytest.mark.parametrize("seed", range(4))
def test_no_slip_in_a_text_stops_a_query_a_passage_a_draft_or_a_list(seed: int) -> None:
    for at, text in enumerate(mutated_texts(seed, sample(80, 800))):
        _read_as_everything(text, ROLES[at % len(ROLES)])


def _read_as_everything(text: str, role: Role) -> None:
    """Give a text to every entry point that looks for citations. Errors for people are answers."""
    row = f'authority,status,since\\n"{text}",overruled,{text[:9]}\\n'
    in_place, _ = citations.of_document([text, "Id. at 5."], [role, Role.BODY])
    readings: tuple[Callable[[], object], ...] = (
        lambda: citations.find(text),
        lambda: treatments.statements(text, in_place),
        lambda: quotations.quotations(text, in_place),
        lambda: find_faults([text], [in_place], date(2026, 1, 5), [role]),
        lambda: parse(text[:200], citations.find),
        lambda: parse_authority(text[:200]),
        lambda: provisions.read(text[:200]),
        lambda: good_law_csv.read(row.encode(errors="replace"), _named),
    )
    for reading in readings:
        try:
            reading()
        except BriefBankError as error:
            assert error.title


def _named(cell: str) -> TypedAuthority:
    named = parse_authority(cell)
    if named is None:
        raise EntryRefused
    return named


if __name__ == "__main__":
    for number, changed in enumerate(mutated_texts(20_26, int(sys.argv[1]))):
        _read_as_everything(changed, ROLES[number % len(ROLES)])
    sys.stdout.write("No text stopped the reading of its citations.\n")
