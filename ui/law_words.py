"""The words that the window puts around authorities: where they stand, how they are cited, when in force."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from briefbank.law import Authority, GoodLawEntry, LawAsOf, Provision, RelationKind, Standing, Window
from briefbank.law_reports import AuthorityCount, AuthorityPage, ImportReport, Proposal
from briefbank.models import Document, SearchAnswer
from ui import words

STANDING_WORDS = {
    Standing.GOOD: "Good law",
    Standing.QUESTIONED: "Questioned",
    Standing.LIMITED: "Limited",
    Standing.OVERRULED: "Overruled",
    Standing.SUPERSEDED: "Superseded",
    Standing.AMENDED: "Amended",
}

DEEDS = {
    RelationKind.CITES: "cites",
    RelationKind.INTERPRETS: "interprets",
    RelationKind.IMPLEMENTS: "implements",
    RelationKind.AMENDS: "amends",
    RelationKind.OVERRULES: "overrules",
    RelationKind.SUPERSEDES: "supersedes",
    RelationKind.LIMITS: "limits",
    RelationKind.QUESTIONS: "questions",
}
"""What one authority does to another, as a verb."""

NOT_LISTED = "Not on your office’s list"

SAID = 160
"""Letters of what a version removed, or added, that are said."""
ALSO_SHOWN = 4
"""Other forms of a citation that are named; the rest are counted."""


def cited(count: AuthorityCount) -> str:
    """'Cited in 12 documents, last on 3 March 2021'; what nobody cites says so."""
    if not count.documents:
        return "Not cited in this library"
    last = f", last on {words.day(count.last_cited)}" if count.last_cited else ""
    return f"Cited in {words.count(count.documents, 'document')}{last}"


def counts(page: AuthorityPage) -> str:
    """How much an authority is cited, as a sentence."""
    if not page.passages:
        return "No document of the library cites it."
    times = "once" if page.mentions == 1 else f"{page.mentions:,} times"
    documents = words.count(page.documents_total, "document")
    newest = next((each.document.filed for each in page.documents if each.document.filed), None)
    last = f", last on {words.day(newest)}" if newest else ""
    return f"Cited {times}, in {words.count(page.passages, 'passage')} of {documents}{last}."


def also(page: AuthorityPage) -> str:
    """The other forms in which an authority is cited; empty without any."""
    if not page.also:
        return ""
    named, more = page.also[:ALSO_SHOWN], len(page.also) - ALSO_SHOWN
    rest = f" and in {words.count(more, 'more form')}" if more > 0 else ""
    return f"Also cited as {'; '.join(named)}{rest}"


def authority_name(authority: Authority) -> str:
    """What stands first: the case's name, or else the citation."""
    return authority.name if authority.name and authority.sort == "case" else authority.canonical


def authority_detail(authority: Authority) -> str:
    """What stands below: the citation of a case, the catchline of a provision."""
    return authority.canonical if authority_name(authority) != authority.canonical else authority.name


def stands(entry: GoodLawEntry) -> str:
    """'Overruled by State v. Ates, 217 N.J. 253, since 3 March 2014'."""
    by = f" by {entry.by}" if entry.by else ""
    since = f", since {words.day(entry.since)}" if entry.since else ""
    return f"{STANDING_WORDS[entry.standing]}{by}{since}"


def proposed(proposal: Proposal) -> str:
    """What a sentence of the library seems to say of an authority."""
    by = f" by {proposal.by}" if proposal.by else ""
    return f"{STANDING_WORDS[proposal.standing]}{by}?"


def entered(entry: GoodLawEntry) -> str:
    """Who entered a line of the list, and when."""
    by = f" by {entry.entered_by}" if entry.entered_by else ""
    return f"Entered{by} on {words.moment(entry.entered_at)}"


def window(value: Window) -> str:
    """'In force from 1 July 2013 to 30 June 2016'."""
    if value.first and value.last:
        return f"In force from {words.day(value.first)} to {words.day(value.last)}"
    if value.first:
        return f"In force since {words.day(value.first)}"
    if value.last:
        return f"In force until {words.day(value.last)}"
    return "When it was in force is not known"


WINDOW_SOURCES = {
    "person": "as a person said",
    "text": "as the text says",
    "date": "by the date of the document",
    "next": "until the next version begins",
}
"""Where a window comes from, by ``Provision.source``."""


def version(provision: Provision) -> str:
    """What stands below the window of a version."""
    parts = (*provision.path[-1:], provision.catchline, WINDOW_SOURCES.get(provision.source, ""))
    return "  ·  ".join(part for part in parts if part)


def document(value: Document) -> str:
    """A document in one line below something: its title and date."""
    return f"{words.title(value)}  ·  {words.day(value.filed)}"


def years(counted: Sequence[tuple[int, int]], undated: int) -> str:
    """What the chart shows, in words: from when to when, and the year with most."""
    if not counted:
        return f"{words.count(undated, 'passage')} without a date" if undated else ""
    first, last = counted[0][0], counted[-1][0]
    most, many = max(counted, key=lambda pair: (pair[1], pair[0]))
    span = f"In {first}" if first == last else f"From {first} to {last}"
    text = f"{span}: {words.count(sum(count for _, count in counted), 'passage')}"
    text += f", most in {most} ({many:,})." if first != last else "."
    if undated:
        text += f" {words.count(undated, 'more passage')} without a date."
    return text


def imported(report: ImportReport) -> str:
    """What an import of the list did."""
    parts = [f"{words.count(report.added, 'line')} added"]
    parts += [f"{report.changed:,} changed"] if report.changed else []
    parts += [f"{report.unchanged:,} as before"] if report.unchanged else []
    return f"The file was taken in: {', '.join(parts)}."


def proposals(number: int) -> str:
    """The tab of what waits for a person, with how much does."""
    return f"Proposals ({number:,})" if number else "Proposals"


def counts_from(day: date) -> str:
    """What a typed date comes to in a form."""
    return f"Counts from {words.day(day)}."


def first_alert(alerts: Sequence[str]) -> list[str]:
    """What is said of several alerts while there is little room: the first, and how many more there are."""
    more = len(alerts) - 1
    return [*alerts[:1], f"and {more:,} more"] if more > 0 else list(alerts)


def period(first: date, last: date) -> str:
    """Days as they are said: '3 March 2015', '2015', '1 May 2014 to 3 March 2015'."""
    if first == last:
        return words.day(first)
    if (first, last) == (date(first.year, 1, 1), date(first.year, 12, 31)):
        return str(first.year)
    return f"{words.day(first)} to {words.day(last)}"


def outside(answer: SearchAnswer) -> str:
    """The line that opens to what was set apart: 'Not the law on 3 March 2015: 4 passages'."""
    first, last = answer.law_from, answer.law_to
    if first is None or last is None:
        when = "today"
    elif first == last:
        when = f"on {words.day(first)}"
    else:
        named = period(first, last)
        when = f"in {named}" if named.isdigit() else f"from {named}"
    return f"Not the law {when}: {words.count(answer.outside_total, 'passage')}"


def law_as_of(day: date) -> str:
    """What a search was asked as of."""
    return f"law as of {words.day(day)}"


def law_of(law: LawAsOf) -> str:
    """The law that a document argues, and how much of it changed since; empty without a date."""
    if law.day is None:
        return ""
    changed = {change.authority.id: change.authority for change in law.changes}
    as_of = f"Law as of {words.day(law.day)}."
    if not changed:
        return f"{as_of} The library knows of no change since in what it cites."
    cases = any(each.sort == "case" for each in changed.values())
    one, many = ("authority", "authorities") if cases else ("provision", "provisions")
    was = "was" if len(changed) == 1 else "were"
    return f"{as_of} Since then: {words.count(len(changed), one, many)} it cites {was} changed."


def how_different(places: int) -> str:
    """How much two versions differ."""
    if not places:
        return "The words of both versions are the same."
    return f"{words.count(places, 'change')}: [struck through in brackets] was removed, underlined was added"


def difference(removed: str, added: str) -> str:
    """One place at which two versions differ, in words: of long ones the beginnings."""
    removed, added = (words.beginning(text, SAID) for text in (removed, added))
    parts = (f"removed “{removed}”" if removed else "", f"added “{added}”" if added else "")
    return "; ".join(part for part in parts if part)
