"""Finds what a text cites and names each authority in one form, whatever way it is written.

The finders each look for one kind in a text with single spaces; the earliest and longest of what overlaps
stays, and every range is mapped back to the text as it was. ``of_document`` also finds what only the document
around it explains: short forms, "id.", record cites.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from briefbank.authority import details
from briefbank.authority.borders import across
from briefbank.authority.cases import find_cases
from briefbank.authority.constitutions import find_constitutions
from briefbank.authority.leaning import find_leaning
from briefbank.authority.mention import AUTHORITY_SORTS, Finder, Mention
from briefbank.authority.numbered import find_numbered
from briefbank.authority.record import find_dockets, find_record
from briefbank.authority.resolving import resolve
from briefbank.authority.sections import find_sections
from briefbank.authority.spacing import single_spaced
from briefbank.models import Citation, Role

_NAMED: tuple[Finder, ...] = (find_numbered, find_constitutions, find_sections, find_cases)
_ALL: tuple[Finder, ...] = (*_NAMED, find_dockets, find_record, find_leaning)
_SAYS_NOTHING_ALONE = frozenset(("rule", "statute"))
"""Sorts whose short forms ("Rule 8", "section 5 of the Act") are citations only where the document says of
what."""


_OWN_NUMBERS = frozenset((Role.CAPTION, Role.SERVICE, Role.SIGNATURE, Role.CONTENTS))
"""Where a docket number is the document's own."""


def find(text: str) -> tuple[Citation, ...]:
    """The authorities that a text names in full, in order, without overlaps.

    For a query or one passage alone: no short forms, dockets or record cites. Any thread; never raises;
    linear time.
    """
    plain, back = single_spaced(text)
    found = [m for m in _apart(_found(plain, _NAMED)) if m.form == "full" and m.sort in AUTHORITY_SORTS]
    return _citations(plain, back, found)


def of_document(texts: Sequence[str], roles: Sequence[Role] = ()) -> list[tuple[Citation, ...]]:
    """The citations of a document's passages, given in its order, with their roles where they are known.

    One tuple for each text. Short forms carry the canonical form of what they mean; a citation that reaches
    over the end of a text belongs to that text. The document's own numbers in its caption are not cited. Any
    thread; never raises; linear time.
    """
    spaced = [single_spaced(text) for text in texts]
    plain = [text for text, _ in spaced]
    parts = list(roles) or [Role.BODY] * len(texts)
    streams = [_stream(role) for role in parts]
    found = [list(_everything(text)) for text in plain]
    for at, mention in across(plain, streams, _everything):
        found[at] = [*(each for each in found[at] if each.end <= mention.start), mention]
    found = [_in_role(mentions, role) for mentions, role in zip(found, parts, strict=True)]
    resolve(plain, found, streams)
    for text, (joined, back), mentions, role in zip(texts, spaced, found, parts, strict=True):
        if role is Role.AUTHORITIES:
            _leave_headings(text, joined, back, mentions)
    return [
        _citations(text, back, [m for m in mentions if m.canonical or m.sort not in _SAYS_NOTHING_ALONE])
        for (text, back), mentions in zip(spaced, found, strict=True)
    ]


def _in_role(found: Iterable[Mention], role: Role) -> list[Mention]:
    """Without what is no citation in that part of a document."""
    return [m for m in found if m.sort not in ("docket", "record") or role not in _OWN_NUMBERS]


def _leave_headings(text: str, joined: str, back: Callable[[int], int], found: Iterable[Mention]) -> None:
    """In a table a code's name is often the heading over its sections, and no part of the first."""
    for mention in found:
        sign = joined.find("§", mention.start, mention.end) if mention.prefix else -1
        if sign > 0 and text[back(sign) - 1 : back(sign)] == "\n":
            mention.start = sign


def _stream(role: Role) -> str:
    """Passages of one stream are read one after the other; notes and tables are not read with the text."""
    if role in (Role.FOOTNOTE, Role.CONTENTS, Role.AUTHORITIES):
        return role.value
    return "text"


def _everything(text: str) -> Iterator[Mention]:
    return _apart(_found(text, _ALL))


def _found(text: str, finders: Iterable[Finder]) -> Iterator[Mention]:
    for finder in finders:
        yield from finder(text)


def _apart(found: Iterable[Mention]) -> Iterator[Mention]:
    """The earliest and, of those, the longest; whatever overlaps it goes."""
    end = 0
    for mention in sorted(found, key=lambda m: (m.start, -m.end)):
        if mention.start >= end and mention.end > mention.start:
            yield mention
            end = mention.end


def _citations(text: str, back: Callable[[int], int], found: Sequence[Mention]) -> tuple[Citation, ...]:
    """The mentions with what stands around them, at their places in the text as it was."""
    made: list[Citation] = []
    floor = 0
    for mention in found:
        pin, end = details.pin(text, mention)
        made.append(
            Citation(
                back(mention.start),
                back(mention.end - 1) + 1,
                mention.canonical,
                mention.sort,
                mention.form,
                pin,
                details.signal(text, mention.start, floor),
                details.parenthetical(text, end) if mention.sort != "record" else "",
                mention.certain,
            )
        )
        floor = mention.end
    return tuple(made)
