"""Validation of entries for the office's list: authorities parsed, fields cleaned, contradictions refused."""

from __future__ import annotations

import getpass
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime

from briefbank.catalogue.store import Catalogue
from briefbank.citations.citations import find
from briefbank.citations.good_law_csv import LONGEST, one_line, some_lines
from briefbank.citations.typed_authority import TypedAuthority, parse_authority
from briefbank.citator.alerts import describe_entry, label
from briefbank.citator.good_law_list import GoodLawList, linked
from briefbank.domain.annotations import Annotation, AnnotationGaps
from briefbank.domain.authorities import Authority, GoodLawEntry
from briefbank.domain.citations import CitationKind
from briefbank.errors import EntryRefused
from briefbank.index.field_matching import citation_key, plain_words

NAMED_AT_MOST = 20
"""The most cases of the same name that are distinguished."""
_VERSUS = frozenset(("v", "vs"))
_MOST_SHOWN = 80
"""The most characters of the input that a message repeats."""


def understood(catalogue: Catalogue, listed: GoodLawList, text: str) -> TypedAuthority:
    """Return the authority that a person typed, with its case name if known. Raises EntryRefused."""
    return with_names(catalogue, listed, [recognised(catalogue, text)])[0]


def recognised(catalogue: Catalogue, text: str) -> TypedAuthority:
    """Return the authority that a person typed. Raises EntryRefused.

    The text is a citation, possibly one that only the library knows, or the whole name of a single case in
    the library.
    """
    typed = one_line(text)
    if len(typed) > LONGEST:
        raise too_long("authority")
    found = parse_authority(typed) or _by_key(catalogue, typed) or _by_name(catalogue, typed)
    if found is None:
        shown = f"{typed[:_MOST_SHOWN]}…" if len(typed) > _MOST_SHOWN else typed
        raise EntryRefused(f"There is no citation in “{shown}”." if shown else "No authority was named.")
    return found


def with_names(
    catalogue: Catalogue, listed: GoodLawList, several: Sequence[TypedAuthority]
) -> list[TypedAuthority]:
    """Return the same authorities, with the names that the library knows for cases typed without one.

    The number of catalogue queries does not depend on the number of authorities.
    """
    nameless = [each for each in several if each.kind is CitationKind.CASE and not each.name]
    known = _authorities_of_each(catalogue, listed, nameless)
    called = {each: next((case.name for case in cases if case.name), "") for each, cases in known.items()}
    return [replace(each, name=called[each]) if each in called else each for each in several]


def authorities_of(catalogue: Catalogue, listed: GoodLawList, named: TypedAuthority) -> list[Authority]:
    """Return what the library knows under any of an authority's names, the one by its own name first.

    A subsection stands for its whole provision. There are several results if only the list says that they are
    one case.
    """
    return _authorities_of_each(catalogue, listed, [named])[named]


def _authorities_of_each(
    catalogue: Catalogue, listed: GoodLawList, several: Iterable[TypedAuthority]
) -> dict[TypedAuthority, list[Authority]]:
    names = listed.whole_names(several)
    ids = catalogue.authorities.ids_of({name for each in names.values() for name in each})
    known = catalogue.authorities.by_ids(set(ids.values()))
    return {
        each: [known[id_] for id_ in dict.fromkeys(ids[name] for name in own if name in ids) if id_ in known]
        for each, own in names.items()
    }


def entered_of(entry: GoodLawEntry) -> TypedAuthority:
    """Return the authority of a line as it was typed."""
    return TypedAuthority(entry.canonical, kind_of(entry.canonical), entry.name, entry.also)


def words_of_name(name: str) -> list[str]:
    """Return the words that a case is searched by: 'state' and 'carty' for "State v. Carty"."""
    return [word for word in plain_words(name) if word not in _VERSUS]


def _by_key(catalogue: Catalogue, typed: str) -> TypedAuthority | None:
    """Look an authority up by its citation key: '170 NJ 632' finds '170 N.J. 632'."""
    key = citation_key(typed)
    ids = catalogue.authorities.ids_by_key([key]).get(key, []) if key else []
    known = catalogue.authorities.by_ids(ids) if len(ids) == 1 else {}
    for each in known.values():
        if each.kind is CitationKind.CASE or citation_key(each.canonical) == key:
            return TypedAuthority(
                each.canonical, each.kind, each.name if each.kind is CitationKind.CASE else ""
            )
    return None


def _by_name(catalogue: Catalogue, typed: str) -> TypedAuthority | None:
    """Return the only case of that name. Raises EntryRefused if there are several."""
    words = words_of_name(typed)
    found = catalogue.authorities.by_ids(catalogue.authorities.named(words, NAMED_AT_MOST)).values()
    same = [each for each in found if each.kind is CitationKind.CASE and words_of_name(each.name) == words]
    if len(same) > 1:
        several = "; ".join(sorted(map(str, same)))
        raise EntryRefused(
            f"Your library knows more than one case of that name: {several}.",
            "Type the citation of the one that you mean.",
        )
    return TypedAuthority(same[0].canonical, same[0].kind, same[0].name) if same else None


# --- one line ------------------------------------------------------------------------------------


def cleaned(entry: GoodLawEntry) -> GoodLawEntry:
    """Return a line that can be stored and written to a file: fields of one line each, and a note of several.

    The computer's user stands in for an empty ``entered_by``. Raises EntryRefused for fields that are too
    long.
    """
    made = replace(
        entry,
        name=one_line(entry.name),
        by=one_line(entry.by),
        note=some_lines(entry.note),
        entered_by=one_line(entry.entered_by) or this_person(),
    )
    for field, value in (("by", made.by), ("note", made.note), ("entered by", made.entered_by)):
        if len(value) > LONGEST:
            raise too_long(field)
    return made


def too_long(field: str) -> EntryRefused:
    return EntryRefused(f"What is typed for “{field}” is too long.", f"Use at most {LONGEST:,} characters.")


def this_person() -> str:
    """Return the login name of the person at the computer."""
    try:
        return one_line(getpass.getuser())[:LONGEST] or "not known"
    except (ImportError, KeyError, OSError):  # no such name in this environment
        return "not known"


def now() -> datetime:
    """Return the current time to the second, the precision that people read and files store."""
    return datetime.now(UTC).replace(microsecond=0)


def kind_of(canonical: str) -> CitationKind:
    """Return the kind of an authority by its name; OTHER for a name that is no citation by itself, or that
    cannot be read."""
    found = AnnotationGaps().attempt(Annotation.CITATIONS, (), find, canonical)
    return next((each.kind for each in found), CitationKind.OTHER)


def refuse_contradiction(entry: GoodLawEntry, names: Sequence[str], others: Sequence[GoodLawEntry]) -> None:
    """Refuse a line that contradicts another: one thing has one standing at a time.

    ``names`` are all names of the line's authority. Raises EntryRefused, which names the other line.
    """
    own = frozenset(linked(names, others))
    for other in others:
        if other.id != entry.id and other.since == entry.since and not own.isdisjoint(other.forms):
            raise EntryRefused(
                f"Line {other.id} of the list says already of {label(other)}: {describe_entry(other)}.",
                "Take one of the two off the list, or give them different days since when they hold."
                if entry.id
                else "Change that line, or give another day since when the new one holds.",
                detail="contradiction",
            )
