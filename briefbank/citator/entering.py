"""What may stand on the office's list: authorities understood, fields put right, contradictions refused."""

from __future__ import annotations

import getpass
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime

from briefbank.authority.citations import find
from briefbank.authority.entered import Entered, entered
from briefbank.authority.list_file import LONGEST, one_line, some_lines
from briefbank.catalogue.store import Catalogue
from briefbank.citator.alerts import label, what_it_says
from briefbank.citator.listed import Listed, linked
from briefbank.errors import EntryRefused
from briefbank.index.named import citation_key, plain_words
from briefbank.law import Authority, GoodLawEntry

NAMED_AT_MOST = 20
"""Cases of the same name that are told apart."""
_VERSUS = frozenset(("v", "vs"))
_SHOWN = 80
"""Characters of what was typed that a message repeats."""


def understood(catalogue: Catalogue, listed: Listed, text: str) -> Entered:
    """The authority that a person typed, with a case's name where the library knows it. Raises
    EntryRefused."""
    return with_names(catalogue, listed, [recognised(catalogue, text)])[0]


def recognised(catalogue: Catalogue, text: str) -> Entered:
    """The authority that a person typed: a citation, in the library's spelling where ours knows none, or the
    whole name of one case of the library. Raises EntryRefused."""
    typed = one_line(text)
    if len(typed) > LONGEST:
        raise too_long("authority")
    found = entered(typed) or _by_key(catalogue, typed) or _by_name(catalogue, typed)
    if found is None:
        shown = f"{typed[:_SHOWN]}…" if len(typed) > _SHOWN else typed
        raise EntryRefused(f"There is no citation in “{shown}”." if shown else "No authority was named.")
    return found


def with_names(catalogue: Catalogue, listed: Listed, several: Sequence[Entered]) -> list[Entered]:
    """The same authorities, cases that were typed without a name with the one that the library knows.

    The catalogue is asked the same few times, however many there are.
    """
    nameless = [each for each in several if each.sort == "case" and not each.name]
    known = _authorities_of_each(catalogue, listed, nameless)
    called = {each: next((case.name for case in cases if case.name), "") for each, cases in known.items()}
    return [replace(each, name=called[each]) if each in called else each for each in several]


def authorities_of(catalogue: Catalogue, listed: Listed, named: Entered) -> list[Authority]:
    """What the library knows under any of its names, by its own name first; of a subsection the whole
    provision. More than one where only the list says that they are one case."""
    return _authorities_of_each(catalogue, listed, [named])[named]


def _authorities_of_each(
    catalogue: Catalogue, listed: Listed, several: Iterable[Entered]
) -> dict[Entered, list[Authority]]:
    names = listed.whole_names(several)
    ids = catalogue.authorities.ids_of({name for each in names.values() for name in each})
    known = catalogue.authorities.by_ids(set(ids.values()))
    return {
        each: [known[id_] for id_ in dict.fromkeys(ids[name] for name in own if name in ids) if id_ in known]
        for each, own in names.items()
    }


def entered_of(entry: GoodLawEntry) -> Entered:
    """The authority of a line, as it was typed."""
    return Entered(entry.canonical, sort_of(entry.canonical), entry.name, entry.also)


def words_of_name(name: str) -> list[str]:
    """The words by which a case is looked for: of "State v. Carty" 'state' and 'carty'."""
    return [word for word in plain_words(name) if word not in _VERSUS]


def _by_key(catalogue: Catalogue, typed: str) -> Entered | None:
    """'170 NJ 632', where the library has '170 N.J. 632'."""
    key = citation_key(typed)
    ids = catalogue.authorities.ids_by_key([key]).get(key, []) if key else []
    known = catalogue.authorities.by_ids(ids) if len(ids) == 1 else {}
    for each in known.values():
        if each.sort == "case" or citation_key(each.canonical) == key:
            return Entered(each.canonical, each.sort, each.name if each.sort == "case" else "")
    return None


def _by_name(catalogue: Catalogue, typed: str) -> Entered | None:
    """The one case of that name. Raises EntryRefused where there are several."""
    words = words_of_name(typed)
    found = catalogue.authorities.by_ids(catalogue.authorities.named(words, NAMED_AT_MOST)).values()
    same = [each for each in found if each.sort == "case" and words_of_name(each.name) == words]
    if len(same) > 1:
        several = "; ".join(sorted(map(str, same)))
        raise EntryRefused(
            f"Your library knows more than one case of that name: {several}.",
            "Type the citation of the one that you mean.",
        )
    return Entered(same[0].canonical, same[0].sort, same[0].name) if same else None


# --- one line ------------------------------------------------------------------------------------


def cleaned(entry: GoodLawEntry) -> GoodLawEntry:
    """As it can be kept and written to a file: one line each, the note its lines; never without somebody who
    entered it. Raises EntryRefused for what is too long."""
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
    """The name under which the computer knows whoever works at it."""
    try:
        return one_line(getpass.getuser())[:LONGEST] or "not known"
    except (ImportError, KeyError, OSError):  # no such name in this environment
        return "not known"


def now() -> datetime:
    """To the second, which is what people read and files carry."""
    return datetime.now(UTC).replace(microsecond=0)


def sort_of(canonical: str) -> str:
    """As ``Citation.sort``; empty for a name that is no citation by itself."""
    return next((each.sort for each in find(canonical)), "")


def refuse_contradiction(entry: GoodLawEntry, names: Sequence[str], others: Sequence[GoodLawEntry]) -> None:
    """One thing has one standing at a time. ``names``: all of its own. Raises EntryRefused, which names the
    other line."""
    own = frozenset(linked(names, others))
    for other in others:
        if other.id != entry.id and other.since == entry.since and not own.isdisjoint(other.forms):
            raise EntryRefused(
                f"Line {other.id} of the list says already of {label(other)}: {what_it_says(other)}.",
                "Take one of the two off the list, or give them different days since when they hold."
                if entry.id
                else "Change that line, or give another day since when the new one holds.",
                detail="contradiction",
            )
