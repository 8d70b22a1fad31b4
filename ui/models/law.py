"""Rows about the law around a document: what cites the same, what changed since, which versions there are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from briefbank.law import Authority, Change, Provision
from briefbank.law_reports import Difference, SameAuthorities
from briefbank.models import Document
from ui import law_words, words
from ui.models.authorities import Spot
from ui.models.rows import Row
from ui.tongue import told, tr

NAMED = 6
"""Shared authorities that are named; the others are counted."""

LONGEST = 80
"""Letters of each of them."""


@dataclass(frozen=True, slots=True)
class Versions:
    """All that the dialog of versions shows."""

    authority: Authority
    versions: tuple[Provision, ...]
    """The newest window first."""
    documents: dict[int, Document]
    """That hold them, by id."""
    problems: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Compared:
    """The words of a version, beside those of another one or (``before`` 0) of none."""

    before: int
    after: int
    differences: tuple[Difference, ...]


def same_row(same: SameAuthorities) -> Row:
    """A document that cites what another one cites."""
    named = "; ".join(words.beginning(str(each), LONGEST) for each in same.shared[:NAMED])
    more = len(same.shared) - NAMED
    document = same.document
    return Row(
        words.title(document),
        tr("{named}; and {more:,} more").format(named=named, more=more) if more > 0 else named,
        detail="  ·  ".join((words.KIND_WORDS[document.kind], words.day(document.filed))),
        side=tr("{count} shared").format(
            count=words.count(len(same.shared), tr("authority"), tr("authorities"))
        ),
        target=Spot(same.passage_id, cites=tuple(each.canonical for each in same.shared[:1])),
    )


def change_row(change: Change) -> Row:
    """Something that happened to an authority that a document cites."""
    name, detail = law_words.authority_name(change.authority), law_words.authority_detail(change.authority)
    return Row(name, told(change.text), detail=detail, target=change)


def changes(differences: Sequence[Difference]) -> list[tuple[str, str]]:
    """The places at which two versions differ, in order: what was removed there, and what was added."""
    places: list[tuple[str, str]] = []
    fresh = True
    for each in differences:
        if each.change == "same":
            fresh = True
            continue
        removed, added = ("", "") if fresh else places.pop()
        text = " ".join(each.text.split())
        if each.change == "removed":
            removed = f"{removed} {text}".strip()
        else:
            added = f"{added} {text}".strip()
        places.append((removed, added))
        fresh = False
    return places
