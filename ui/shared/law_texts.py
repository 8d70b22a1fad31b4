"""Texts on authorities: their standings, how they are cited, when they are in force."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from briefbank.domain.authorities import (
    Authority,
    CitationKind,
    Extent,
    GoodLawEntry,
    LawAsOf,
    Provision,
    RelationKind,
    Standing,
    Window,
)
from briefbank.domain.authority_reports import AuthorityCount, AuthorityPage, ImportReport, Proposal
from briefbank.domain.documents import Document
from briefbank.domain.searches import SearchAnswer
from ui.i18n import translate
from ui.i18n.translate import tr
from ui.shared import wording

WITH_EXTENT = {
    Extent.WHOLE: "{treatment}",
    Extent.IN_PART: tr("{treatment} in part"),
    Extent.ON_OTHER_GROUNDS: tr("{treatment} on other grounds"),
}
WHOLE_STANDING_WORDS = {
    Standing.OVERRULED: tr("Overruled"),
    Standing.REVERSED: tr("Reversed"),
    Standing.VACATED: tr("Vacated"),
    Standing.ABROGATED: tr("Abrogated"),
    Standing.INVALIDATED: tr("Invalidated"),
    Standing.REPEALED: tr("Repealed"),
    Standing.SUPERSEDED: tr("Superseded"),
    Standing.DISAPPROVED: tr("Disapproved"),
    Standing.AMENDED: tr("Amended"),
    Standing.MODIFIED: tr("Modified"),
    Standing.LIMITED: tr("Limited"),
    Standing.QUESTIONED: tr("Questioned"),
    Standing.GOOD: tr("Good law"),
}
STANDING_WORDS = {
    value: WITH_EXTENT[value.extent].format(treatment=WHOLE_STANDING_WORDS[value.whole]) for value in Standing
}
_DEEDS = {
    RelationKind.CITES: tr("{one} cites {other}"),
    RelationKind.INTERPRETS: tr("{one} interprets {other}"),
    RelationKind.IMPLEMENTS: tr("{one} implements {other}"),
    RelationKind.AMENDS: tr("{one} amends {other}"),
    RelationKind.MODIFIES: tr("{one} modifies {other}"),
    RelationKind.OVERRULES: tr("{one} overrules {other}"),
    RelationKind.REVERSES: tr("{one} reverses {other}"),
    RelationKind.VACATES: tr("{one} vacates {other}"),
    RelationKind.ABROGATES: tr("{one} abrogates {other}"),
    RelationKind.INVALIDATES: tr("{one} invalidates {other}"),
    RelationKind.REPEALS: tr("{one} repeals {other}"),
    RelationKind.SUPERSEDES: tr("{one} supersedes {other}"),
    RelationKind.DISAPPROVES: tr("{one} disapproves {other}"),
    RelationKind.LIMITS: tr("{one} limits {other}"),
    RelationKind.QUESTIONS: tr("{one} questions {other}"),
}

NOT_LISTED = tr("Not on your office’s list")

SAID = 160  # The most letters of removed, or added, text that are shown
ALSO_SHOWN = 4  # The number of other forms of a citation that are named; the rest are counted


def cited(count: AuthorityCount) -> str:
    """Return text such as 'Cited in 12 documents, last on March 3, 2021', or that it is not cited."""
    if not count.documents:
        return tr("Not cited in this library")
    many = wording.count(count.documents, tr("document"), tr("documents"))
    if not count.last_cited:
        return tr("Cited in {documents}").format(documents=many)
    return tr("Cited in {documents}, last on {day}").format(documents=many, day=wording.day(count.last_cited))


def counts(page: AuthorityPage) -> str:
    """Return how much an authority is cited, as a sentence."""
    if not page.passages:
        return tr("No document of the library cites it.")
    times = wording.counted(page.mentions, tr("once"), tr("{number} times"))
    documents = wording.count(page.documents_total, tr("document"), tr("documents"))
    newest = next((citing.document.filed for citing in page.documents if citing.document.filed), None)
    passages = wording.count(page.passages, tr("passage"), tr("passages"))
    said = (
        tr("Cited {times}, in {passages} of {documents}, last on {day}.")
        if newest
        else tr("Cited {times}, in {passages} of {documents}.")
    )
    return said.format(times=times, passages=passages, documents=documents, day=wording.day(newest))


def also(page: AuthorityPage) -> str:
    """Return the other forms in which an authority is cited; empty without any."""
    if not page.also:
        return ""
    named, more = page.also[:ALSO_SHOWN], len(page.also) - ALSO_SHOWN
    forms = "; ".join(named)
    if more <= 0:
        return tr("Also cited as {forms}").format(forms=forms)
    return wording.counted(
        more,
        tr("Also cited as {forms} and in {number} more form"),
        tr("Also cited as {forms} and in {number} more forms"),
        forms=forms,
    )


def authority_name(authority: Authority) -> str:
    """Return the first line: the case's name, or else the citation."""
    return authority.name if authority.name and authority.kind is CitationKind.CASE else authority.canonical


def authority_detail(authority: Authority) -> str:
    """Return the second line: the citation of a case, the catchline of a provision."""
    return authority.canonical if authority_name(authority) != authority.canonical else authority.name


def deed(kind: RelationKind, one: object, other: object) -> str:
    """Return a sentence on what one authority does to another."""
    done = _DEEDS[kind.whole].format(one=one, other=other)
    return WITH_EXTENT[kind.extent].format(treatment=done)


def stands(entry: GoodLawEntry) -> str:
    """Return text such as 'Overruled by State v. Ates, 217 N.J. 253, since March 3, 2014'."""
    text = _by(entry.standing, entry.by)
    if entry.since is None:
        return text
    return tr("{standing}, since {day}").format(standing=text, day=wording.day(entry.since))


def proposed(proposal: Proposal) -> str:
    """Return what a sentence of the library seems to say of an authority."""
    return tr("{standing}?").format(standing=_by(proposal.standing, proposal.by))


def _by(standing: Standing, by: str) -> str:
    said = STANDING_WORDS[standing]
    return tr("{standing} by {by}").format(standing=said, by=by) if by else said


def entered(entry: GoodLawEntry) -> str:
    """Return who entered a line of the list, and when."""
    moment = wording.moment(entry.entered_at)
    if not entry.entered_by:
        return tr("Entered on {moment}").format(moment=moment)
    return tr("Entered by {by} on {moment}").format(by=entry.entered_by, moment=moment)


def window(value: Window) -> str:
    """Return text such as 'In force from July 1, 2013 to June 30, 2016'."""
    if value.first and value.last:
        return tr("In force from {day} to {day_2}").format(
            day=wording.day(value.first), day_2=wording.day(value.last)
        )
    if value.first:
        return tr("In force since {day}").format(day=wording.day(value.first))
    if value.last:
        return tr("In force until {day}").format(day=wording.day(value.last))
    return tr("When it was in force is not known")


WINDOW_SOURCES = {
    "person": tr("as a person said"),
    "text": tr("as the text says"),
    "date": tr("by the date of the document"),
    "next": tr("until the next version begins"),
}
"""Texts on the source of a window, by ``Provision.source``."""


def version(provision: Provision) -> str:
    """Return the line below the window of a version."""
    parts = (*provision.path[-1:], provision.catchline, WINDOW_SOURCES.get(provision.source, ""))
    return "  ·  ".join(part for part in parts if part)


def document(value: Document) -> str:
    """Return the title and date of a document in one line."""
    return f"{wording.title(value)}  ·  {wording.day(value.filed)}"


def years(counted: Sequence[tuple[int, int]], undated: int) -> str:
    """Describe the chart in words: from when to when, and the year with most."""
    if not counted:
        return (
            tr("{count} without a date").format(count=wording.count(undated, tr("passage"), tr("passages")))
            if undated
            else ""
        )
    first, last = counted[0][0], counted[-1][0]
    most, many = max(counted, key=lambda pair: (pair[1], pair[0]))
    span = (
        tr("In {first}").format(first=first)
        if first == last
        else tr("From {first} to {last}").format(first=first, last=last)
    )
    passages = wording.count(sum(count for _, count in counted), tr("passage"), tr("passages"))
    said = (
        tr("{span}: {passages}, most in {year} ({many:,}).") if first != last else tr("{span}: {passages}.")
    ).format(span=span, passages=passages, year=most, many=many)
    if not undated:
        return said
    one, more = tr("{number} more passage without a date."), tr("{number} more passages without a date.")
    return f"{said} {wording.counted(undated, one, more)}"


def imported(report: ImportReport) -> str:
    """Return the outcome of an import of the list."""
    parts = [tr("{count} added").format(count=wording.count(report.added, tr("line"), tr("lines")))]
    parts += [tr("{changed:,} changed").format(changed=report.changed)] if report.changed else []
    parts += [tr("{unchanged:,} as before").format(unchanged=report.unchanged)] if report.unchanged else []
    said = tr("The file was taken in: {join}.").format(join=", ".join(parts))
    if not report.unread:
        return said
    rows = ", ".join(map(translate.number, report.unread))
    left_out = tr("BriefBank made a mistake: these rows could not be read and were left out: {rows}.")
    return f"{said} {left_out.format(rows=rows)}"


def proposals(number: int) -> str:
    """Return the label of the tab of proposals, with their number."""
    return tr("Proposals ({number:,})").format(number=number) if number else tr("Proposals")


def counts_from(day: date) -> str:
    """Return how a date typed in a form is understood."""
    return tr("Counts from {day}.").format(day=wording.day(day))


def first_alert(alerts: Sequence[str]) -> list[str]:
    """Return the first of several alerts and the number of the others, for where there is little room."""
    more = len(alerts) - 1
    return [*alerts[:1], tr("and {more:,} more").format(more=more)] if more > 0 else list(alerts)


def period(first: date, last: date) -> str:
    """Return text such as 'March 3, 2015', '2015' or 'May 1, 2014 to March 3, 2015'."""
    if first == last:
        return wording.day(first)
    if (first, last) == (date(first.year, 1, 1), date(first.year, 12, 31)):
        return str(first.year)
    return tr("{day} to {day_2}").format(day=wording.day(first), day_2=wording.day(last))


def outside(answer: SearchAnswer) -> str:
    """Return the link to passages that were set apart, such as 'Not the law on March 3, 2015: 4 passages'."""
    first, last = answer.law_from, answer.law_to
    if first is None or last is None:
        when = tr("today")
    elif first == last:
        when = tr("on {day}").format(day=wording.day(first))
    else:
        named = period(first, last)
        when = (
            tr("in {named}").format(named=named)
            if named.isdigit()
            else tr("from {named}").format(named=named)
        )
    return tr("Not the law {when}: {count}").format(
        when=when, count=wording.count(answer.outside_total, tr("passage"), tr("passages"))
    )


def law_as_of(day: date) -> str:
    """Return the day as of which the law was searched."""
    return tr("law as of {day}").format(day=wording.day(day))


def law_of(law: LawAsOf) -> str:
    """Return the law that a document argues, and how much of it changed since; empty without a date."""
    if law.day is None:
        return ""
    changed = {change.authority.id: change.authority for change in law.changes}
    as_of = tr("Law as of {day}.").format(day=wording.day(law.day))
    if not changed:
        return tr("{as_of} No change to what it cites is known.").format(as_of=as_of)
    cases = any(authority.kind is CitationKind.CASE for authority in changed.values())
    one, many = (
        (tr("{number} authority it cites was changed."), tr("{number} authorities it cites were changed."))
        if cases
        else (
            tr("{number} provision it cites was changed."),
            tr("{number} provisions it cites were changed."),
        )
    )
    since = wording.counted(len(changed), one, many)
    return tr("{as_of} Since then: {since}").format(as_of=as_of, since=since)


def how_different(places: int) -> str:
    """Return how much two versions differ."""
    if not places:
        return tr("The words of both versions are the same.")
    return tr("{count}: [struck through in brackets] was removed, underlined was added").format(
        count=wording.count(places, tr("change"), tr("changes"))
    )


def difference(removed: str, added: str) -> str:
    """Describe one place at which two versions differ; long texts are cut to their beginnings."""
    removed, added = (wording.beginning(text, SAID) for text in (removed, added))
    parts = (
        tr("removed “{removed}”").format(removed=removed) if removed else "",
        tr("added “{added}”").format(added=added) if added else "",
    )
    return "; ".join(part for part in parts if part)
