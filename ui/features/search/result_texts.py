"""What a search found, in words: how many results, what each is and why it is there, and the law searched."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Any, NamedTuple

from briefbank.domain.caption_fields import Kind
from briefbank.domain.documents import Document, Version
from briefbank.domain.searches import (
    FacetKind,
    Factor,
    FactorName,
    Filters,
    Hit,
    Order,
    SearchAnswer,
    SearchRequest,
    Tier,
    Verdict,
)
from ui.i18n import translate
from ui.i18n.translate import tr, translate_core
from ui.kit.text import excerpt, isolated
from ui.shared import wording

KIND_CHOICES = {
    Kind.BRIEF: tr("Briefs"),
    Kind.OPINION: tr("Opinions"),
    Kind.STATUTE: tr("Statutes"),
    Kind.RULE: tr("Rules"),
    Kind.DIRECTIVE: tr("Directives"),
    Kind.MEMO: tr("Memos"),
    Kind.MAIL: tr("Mails"),
    Kind.OTHER: tr("Other documents"),
}

ORDER_WORDS = {Order.NEWEST: tr("newest first"), Order.BEST: tr("best match first")}
BETWEEN = "  ·  "
NEW = tr("New since you last looked")
SPOKEN = 260  # The characters of a passage read aloud with its row: a person goes from row to row by ear
VERDICT_WORDS = {Verdict.UP: tr("marked as helpful"), Verdict.DOWN: tr("marked as not helpful")}


def origin(document: Document) -> str:
    """Return court and docket in one line; empty when neither was found."""
    return "  ·  ".join(isolated(part) for part in (document.court, document.docket) if part)


def also_in(versions: Sequence[Version]) -> str:
    """Return the link below a result whose passage stands in other versions too; empty without any."""
    if not versions:
        return ""
    if len(versions) == 1:
        only = versions[0]
        named = only.version if only.version and only.filed is None else wording.day(only.filed)
        return tr("Also in another version: {day}").format(day=named)
    return tr("Also in {number} other versions").format(number=len(versions))


def same_text(copies: Sequence[Version]) -> str:
    """Return the link below a result whose text stands in other documents too; empty without any."""
    if not copies:
        return ""
    return tr("and {number} more with the same text").format(number=translate.number(len(copies)))


def result_count(total: int, order: Order, *, at_least: bool = False) -> str:
    """Return the number above the results; ``at_least`` tells that there are more than ``total``."""
    if not total:
        return tr("No passages found")
    many = wording.passages(total)
    if at_least:
        many = tr("more than {passages}").format(passages=many)
    ordered = f", {ORDER_WORDS[order]}" if total > 1 or at_least else ""
    return f"{many[0].upper()}{many[1:]}{ordered}"


def like(text: str, where: str) -> str:
    """Return the origin of a search: 'More like “The stop should have ended…” (Brief, page 12)'."""
    return tr("More like “{text}” ({where})").format(text=wording.beginning(text), where=where)


def why(hit: Hit) -> str:
    """Return the reasons as one sentence; each begins small unless it begins with a name or a number."""
    texts = [translate_core(reason) for reason in hit.reasons if reason]
    reasons = "; ".join(r[0].lower() + r[1:] if r[1:2].islower() else r for r in texts)
    return tr("Why it is here: {reasons}").format(reasons=reasons) if texts else ""


def factor_value(factor: Factor) -> str:
    """Return '+0.42' for what was added to a score, '× 1.10' for what it was multiplied by."""
    if factor.name in (FactorName.RECENCY, FactorName.AUTHORITY):
        return f"× {translate.decimal(factor.value, 2)}"
    return f"{'−' if factor.value < 0 else '+'}{translate.decimal(abs(factor.value), 2)}"


def outside(answer: SearchAnswer) -> str:
    """Return the link to passages that were set apart, such as 'Not the law on March 3, 2015: 4 passages'."""
    first, last = answer.law_from, answer.law_to
    if first is None or last is None:
        when = tr("today")
    elif first == last:
        when = tr("on {day}").format(day=wording.day(first))
    else:
        named = _date_range(first, last)
        when = (
            tr("in {named}").format(named=named)
            if named.isdigit()
            else tr("from {named}").format(named=named)
        )
    return tr("Not the law {when}: {count}").format(when=when, count=wording.passages(answer.outside_total))


def place_of(hit: Hit) -> str:
    """Return the first line of a card beneath the first one of its brief: page and kind."""
    where = wording.page(hit.passage.page_label, hit.passage.first_page)
    return BETWEEN.join((where[0].upper() + where[1:], wording.KIND_WORDS[hit.document.kind]))


def doubt(hit: Hit) -> str:
    """Return the warning that the passage was read from a scan with little certainty; empty when it was
    not."""
    if hit.doubt is None:
        return ""
    percent = int(100 * hit.doubt)
    return tr("Read from a scan with little certainty ({percent} %)").format(percent=percent)


def row_sentence(hit: Hit) -> str:
    """Return a result as one spoken sentence: what it is, what speaks against it, and how it begins."""
    text = hit.passage.text.replace("\n", " ")
    parts = [tr("Result {rank}").format(rank=hit.rank), wording.title(hit.document)]
    parts += [wording.facts(hit).replace(BETWEEN, ", "), wording.SAMPLE_LABEL if hit.document.sample else ""]
    parts.append(tr("Less close") if hit.tier is Tier.LESS_CLOSE else "")
    parts += [*map(translate_core, hit.alerts), doubt(hit), excerpt(text, hit.marks, SPOKEN)[0]]
    parts += [also_in(hit.versions), same_text(hit.copies)]
    parts.append(VERDICT_WORDS[hit.verdict] if hit.verdict else "")
    return "; ".join(part for part in parts if part) + "."


class Facet(NamedTuple):
    """A facet by which results are narrowed."""

    title: str
    lead: str  # The words before a value
    field: str  # The field of Filters
    convert: Callable[[str], object] = str  # Returns what that field holds


FACETS = {
    FacetKind.KIND: Facet(tr("Kind"), tr("kind"), "kinds", Kind),
    FacetKind.COURT: Facet(tr("Court"), tr("court"), "courts"),
    FacetKind.AUTHOR: Facet(tr("Written by"), tr("written by"), "authors"),
    FacetKind.FOLDER: Facet(tr("Folder"), tr("in the folder"), "folders"),
    FacetKind.AUTHORITY: Facet(tr("Authority cited"), tr("cites"), "authorities", int),
}
NamedFilter = tuple[str, str, Filters, date | None]
"""The name of a filter, its value, and what is left without it: the filters and the day of the law."""


def facet_value(kind: FacetKind, value: str, names: Mapping[str, str]) -> str:
    """Return a value in words; ``names``: those of authorities."""
    if kind is FacetKind.KIND:
        return KIND_CHOICES[Kind(value)]
    if kind is FacetKind.FOLDER:
        return wording.folder(value)
    return names.get(value, tr("an authority")) if kind is FacetKind.AUTHORITY else value


def named_filters(filters: Filters, day: date | None, names: Mapping[str, str]) -> list[NamedFilter]:
    """Return each filter that is set. ``names``: those of authorities, by value."""
    named: list[NamedFilter] = []
    if filters.filed_from or filters.filed_to:
        without = replace(filters, filed_from=None, filed_to=None)
        named.append((tr("filed"), _date_range(filters.filed_from, filters.filed_to), without, day))
    for kind, facet in FACETS.items():
        values: frozenset[Any] = getattr(filters, facet.field)
        for value in sorted(values):
            left: dict[str, Any] = {facet.field: values - {value}}
            named.append((facet.lead, facet_value(kind, str(value), names), replace(filters, **left), day))
    if day is not None:
        named.append(("", tr("law as of {day}").format(day=wording.day(day)), filters, None))
    return named


def narrowed(request: SearchRequest) -> str:
    """Return what a search is narrowed to beside its words: 'filed 2015 to 2019  ·  kind Briefs  ·  …'."""
    named = named_filters(request.filters, request.as_of, {})
    parts = [" ".join(filter(None, (name, value))) for name, value, _without, _day in named]
    return BETWEEN.join([*parts, ORDER_WORDS[Order.BEST]] if request.order is Order.BEST else parts)


def _date_range(first: date | None, last: date | None) -> str:
    """Return '2015 to 2019' for whole years, otherwise a range of days."""
    begins = first is None or (first.month, first.day) == (1, 1)
    ends = last is None or (last.month, last.day) == (12, 31)
    written: Callable[[date], str] = (lambda day: str(day.year)) if begins and ends else wording.day
    start, end = written(first) if first else "", written(last) if last else ""
    if start and end:
        return start if start == end else tr("{first} to {last}").format(first=start, last=end)
    return tr("since {day}").format(day=start) if start else tr("until {day}").format(day=end)
