"""Rows of the lists of remembered searches and briefs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice

from briefbank.domain.searches import Filters, Order, SearchRequest
from briefbank.domain.userdata import PastSearch, RecentDocument, SavedSearch
from ui.i18n.translate import tr
from ui.shared import wording
from ui.shared.row_model import Row

DOT = "  ·  "
LONGEST = 110  # The most characters of a search that a row shows; all of it is asked


@dataclass(frozen=True, slots=True)
class Remembered:
    """The contents of the begin page and of the list under the box."""

    saved: Sequence[SavedSearch] = ()
    asked: Sequence[PastSearch] = ()
    documents: Sequence[RecentDocument] = ()
    on: bool = True  # True when searches and opened briefs are remembered at all

    @property
    def is_empty(self) -> bool:
        return not (self.saved or self.asked or self.documents)


def is_same(one: object, other: object) -> bool:
    """Tell whether two targets are the same search or document, whatever has changed about it."""
    if isinstance(one, RecentDocument) and isinstance(other, RecentDocument):
        return one.document.id == other.document.id
    both_saved = isinstance(one, SavedSearch) and isinstance(other, SavedSearch)
    both_asked = isinstance(one, PastSearch) and isinstance(other, PastSearch)
    return (both_saved or both_asked) and getattr(one, "id", 0) == getattr(other, "id", 0)


def saved_row(saved: SavedSearch) -> Row:
    """Return a row with name and news, and below it the query, where the name does not say it."""
    query = wording.beginning(saved.request.text, LONGEST)
    about = narrowed(saved.request)
    detail = DOT.join(part for part in ("" if query == saved.name else query, about) if part)
    return Row(title=wording.beginning(saved.name, LONGEST), detail=detail, side=news(saved), target=saved)


def asked_row(past: PastSearch) -> Row:
    text = wording.beginning(past.request.text, LONGEST)
    return Row(text=text, detail=narrowed(past.request), side=when(past.searched_at), target=past)


def document_row(recent: RecentDocument) -> Row:
    document = recent.document
    filed = wording.day(document.filed) if document.filed else ""
    read = tr("read to file page {page:,} of {pages:,}").format(page=recent.page + 1, pages=document.pages)
    detail = DOT.join(part for part in (filed, document.docket, read) if part)
    title = wording.title(document, LONGEST)
    return Row(text=title, detail=detail, side=when(recent.opened_at), target=recent)


def news(saved: SavedSearch) -> str:
    """Return text such as '3 new', or an empty one."""
    return wording.counted(saved.news, tr("{number} new"), tr("{number} new")) if saved.news else ""


def since(moment: datetime) -> str:
    """Return the remark on a result that was not there when the search was last looked at."""
    return tr("New since {day}").format(day=wording.day(moment.astimezone().date()))


def when(moment: datetime) -> str:
    """Return '14:05' for today by this computer's clock, 'yesterday', else the day."""
    here, now = moment.astimezone(), datetime.now().astimezone()
    days = (now.date() - here.date()).days
    if days == 0:
        return f"{here:%H:%M}"
    return tr("yesterday") if days == 1 else wording.day(here.date())


def narrowed(request: SearchRequest) -> str:
    """Return what the search is narrowed to beside its words: 'Briefs · filed from January 1, 2015 · …'."""
    filters, parts = request.filters, []
    parts += sorted(wording.KIND_CHOICES[kind] for kind in filters.kinds)
    parts += [
        name
        for name in (
            filters.court,
            *sorted(filters.courts),
            *sorted(filters.authors),
            *sorted(filters.folders),
        )
        if name
    ]
    if filters.authorities:
        one, many = tr("citing {number} authority"), tr("citing {number} authorities")
        parts.append(wording.counted(len(filters.authorities), one, many))
    if filed := _filed(filters):
        parts.append(filed)
    if request.as_of:
        parts.append(tr("law as of {day}").format(day=wording.day(request.as_of)))
    if request.order is Order.BEST:
        parts.append(tr("best match first"))
    return DOT.join(parts)


def _filed(filters: Filters) -> str:
    first, last = filters.filed_from, filters.filed_to
    if first and last:
        return tr("filed {first} to {last}").format(first=wording.day(first), last=wording.day(last))
    if first:
        return tr("filed from {day}").format(day=wording.day(first))
    return tr("filed to {day}").format(day=wording.day(last)) if last else ""


def matching(remembered: Remembered, typed: str, most: int) -> list[Row]:
    """Return rows for the list under the box in which all typed words stand. Saved searches come first, then
    at most so many of those asked; one that was saved is not shown twice."""
    words = typed.casefold().split()
    saved = [search for search in remembered.saved if _holds(f"{search.name} {search.request.text}", words)]
    known = {search.request for search in saved}
    others = (past for past in remembered.asked if past.request not in known)
    searches = islice((past for past in others if _holds(past.request.text, words)), most)
    return [*map(_listed, saved), *map(asked_row, searches)]


def _listed(saved: SavedSearch) -> Row:
    """Return the row of a saved search, which says that it is saved, unlike searches that were only asked."""
    row = saved_row(saved)
    side = tr("Saved") if not row.side else tr("Saved{dot}{news}").format(dot=DOT, news=row.side)
    return Row(title=row.title, detail=row.detail, side=side, target=saved)


def _holds(text: str, words: Sequence[str]) -> bool:
    folded = text.casefold()
    return all(word in folded for word in words)


def asks_same(request: SearchRequest, saved: SearchRequest) -> bool:
    """Tell whether a search that was asked is the one that was saved, whatever its length and order."""
    mine, other = request.text.strip(), saved.text.strip()
    return (mine, request.filters, request.as_of) == (other, saved.filters, saved.as_of)


def new_results(number: int, moment: datetime) -> str:
    """Return the remark that new results of a saved search are marked."""
    one, many = tr("{number} result is new since {day}."), tr("{number} results are new since {day}.")
    return wording.counted(number, one, many, day=wording.day(moment.astimezone().date()))
