"""Sentences on what a check of a draft could not cover."""

from __future__ import annotations

from collections.abc import Sequence

from briefbank.domain.authority_reports import DraftCoverage
from briefbank.domain.document_names import full_title
from briefbank.domain.documents import Document
from briefbank.drafts.argument_search import MOST_SECTIONS
from briefbank.drafts.reading import ReadDraft

_SHOWN = 12


def of(
    draft: ReadDraft, itself: Sequence[Document], coverage: DraftCoverage, *, sections: int, cited: int
) -> list[str]:
    """Return the notes of one check, the most important first."""
    sentences = [
        _unread(draft),
        _unread_citations(coverage.unread_citations),
        _doubtful(draft),
        _itself(itself),
        _nothing_argued(draft) if not sections else "",
        _left_out(coverage.sections_left_out),
        _uncompared(coverage.quotations_left_out),
        "" if cited else "The draft cites no authority that BriefBank knows by its form.",
    ]
    return [sentence for sentence in sentences if sentence]


def _unread(draft: ReadDraft) -> str:
    if not draft.unread:
        return ""
    one = len(draft.unread) == 1
    gone = "has no text that could be read and was" if one else "have no text that could be read and were"
    return f"{_pages(draft.unread)} {gone} not checked. {draft.trouble}".rstrip()


def _unread_citations(passages: int) -> str:
    if not passages:
        return ""
    where = "1 passage" if passages == 1 else f"{passages} passages"
    return f"BriefBank made a mistake: citations of {where} could not be read and were not compared."


def _doubtful(draft: ReadDraft) -> str:
    doubtful = [page.index for page in draft.reading.pages if page.doubtful]
    if not doubtful:
        return ""
    return f"{_pages(doubtful)} could not be read with certainty. Differences found there may be misreadings."


def _pages(numbers: Sequence[int]) -> str:
    named = ", ".join(str(number + 1) for number in numbers[:_SHOWN])
    more = " and others" if len(numbers) > _SHOWN else ""
    return f"Page{'' if len(numbers) == 1 else 's'} {named}{more} of the file"


def _itself(documents: Sequence[Document]) -> str:
    if not documents:
        return ""
    names = "; ".join(f"“{full_title(document)}”" for document in documents[:3])
    more = f" and {len(documents) - 3} more" if len(documents) > 3 else ""
    return f"The library has this draft, or a version of it: {names}{more}. What stands there was left out."


def _nothing_argued(draft: ReadDraft) -> str:
    if draft.pasted:
        return "The pasted text has no words to compare."
    return "No part that argues was found in the draft, so it was not compared with what your office argued."


def _left_out(sections: int) -> str:
    if sections < 1:
        return ""
    was = "1 shorter section was" if sections == 1 else f"{sections} shorter sections were"
    return f"The draft is long: {was} not compared. The {MOST_SECTIONS} longest were."


def _uncompared(quotations: int) -> str:
    if not quotations:
        return ""
    return f"{quotations} more quotations were not compared. Check the draft in parts to compare all."
