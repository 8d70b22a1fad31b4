"""The places of citations and quotations in a draft."""

from __future__ import annotations

from itertools import pairwise

from briefbank.domain.authority_reports import DraftPlace
from briefbank.domain.citations import Citation
from briefbank.domain.passages import Passage
from briefbank.drafts.reading import ReadDraft
from briefbank.text.sentences import sentence_ends

_LONGEST = 600
"""The most characters of a sentence that is shown."""
_AROUND = 150


def place_of(draft: ReadDraft, passage: Passage, start: int, end: int) -> DraftPlace:
    """Return a range of a passage as a place, with the range as its text."""
    text = " ".join(passage.text[start:end].split())
    if draft.pasted:
        return DraftPlace(0, "", text)
    page = next((span.page for span in reversed(passage.spans) if span.at <= start), passage.first_page)
    labels = {each.index: each.label for each in draft.reading.pages}
    return DraftPlace(page, labels.get(page, ""), text)


def sentence_place(draft: ReadDraft, passage: Passage, citation: Citation) -> DraftPlace:
    """Return the place of a citation with its sentence as the text."""
    start, end = _sentence(passage.text, citation)
    place = place_of(draft, passage, citation.start, citation.end)
    return DraftPlace(place.page, place.label, " ".join(passage.text[start:end].split()))


def _sentence(text: str, citation: Citation) -> tuple[int, int]:
    ends = [0, *sentence_ends(text), len(text)]
    for start, end in pairwise(ends):
        if start <= citation.start < end:
            if end - start <= _LONGEST:
                return start, max(end, citation.end)
            break
    return max(0, citation.start - _AROUND), min(len(text), citation.end + _AROUND)
