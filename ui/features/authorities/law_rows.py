"""Rows on the law around a document: documents with the same citations, changes since, and versions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from briefbank.domain.authorities import Authority, Change, Provision
from briefbank.domain.authority_reports import Difference, SameAuthorities
from briefbank.domain.documents import Document
from briefbank.text.messages import Message
from ui.i18n.translate import tr, translate_core
from ui.shared import law_texts, wording
from ui.shared.authority_rows import PassageTarget
from ui.shared.row_model import Row

NAMED = 6  # The number of shared authorities that are named; the others are counted

LONGEST = 80  # The most letters of each name


@dataclass(frozen=True, slots=True)
class Versions:
    """The contents of the dialog of versions."""

    authority: Authority
    versions: tuple[Provision, ...]  # The versions, the newest window first
    documents: dict[int, Document]  # The documents that hold them, by id
    problems: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class Compared:
    """The words of a version, compared with those of another one or (``before`` 0) of none."""

    before: int
    after: int
    differences: tuple[Difference, ...]


def same_row(same: SameAuthorities) -> Row:
    """Return the row of a document that cites what another one cites."""
    named = "; ".join(wording.beginning(str(authority), LONGEST) for authority in same.shared[:NAMED])
    more = len(same.shared) - NAMED
    document = same.document
    return Row(
        wording.title(document),
        tr("{named}; and {more:,} more").format(named=named, more=more) if more > 0 else named,
        detail="  ·  ".join((wording.KIND_WORDS[document.kind], wording.day(document.filed))),
        side=tr("{count} shared").format(
            count=wording.count(len(same.shared), tr("authority"), tr("authorities"))
        ),
        target=PassageTarget(
            same.passage_id, cites=tuple(authority.canonical for authority in same.shared[:1])
        ),
    )


def change_row(change: Change) -> Row:
    """Return the row of something that happened to an authority that a document cites."""
    name, detail = law_texts.authority_name(change.authority), law_texts.authority_detail(change.authority)
    return Row(name, translate_core(change.text), detail=detail, target=change)


def changes(differences: Sequence[Difference]) -> list[tuple[str, str]]:
    """Return the places at which two versions differ, in order: what was removed there, and what was
    added."""
    places: list[tuple[str, str]] = []
    fresh = True
    for difference in differences:
        if difference.change == "same":
            fresh = True
            continue
        removed, added = ("", "") if fresh else places.pop()
        text = " ".join(difference.text.split())
        if difference.change == "removed":
            removed = f"{removed} {text}".strip()
        else:
            added = f"{added} {text}".strip()
        places.append((removed, added))
        fresh = False
    return places
