"""The words that the window puts around authorities: where they stand, how they are cited, when in force."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from briefbank.law import Authority, GoodLawEntry, LawAsOf, Provision, RelationKind, Standing, Window
from briefbank.law_reports import AuthorityCount, AuthorityPage, ImportReport, Proposal
from briefbank.models import Document, SearchAnswer
from ui import words
from ui.tongue import tr

STANDING_WORDS = {
    Standing.GOOD: tr("Good law"),
    Standing.QUESTIONED: tr("Questioned"),
    Standing.LIMITED: tr("Limited"),
    Standing.OVERRULED: tr("Overruled"),
    Standing.SUPERSEDED: tr("Superseded"),
    Standing.AMENDED: tr("Amended"),
}

DEEDS = {
    RelationKind.CITES: tr("{one} cites {other}"),
    RelationKind.INTERPRETS: tr("{one} interprets {other}"),
    RelationKind.IMPLEMENTS: tr("{one} implements {other}"),
    RelationKind.AMENDS: tr("{one} amends {other}"),
    RelationKind.OVERRULES: tr("{one} overrules {other}"),
    RelationKind.SUPERSEDES: tr("{one} supersedes {other}"),
    RelationKind.LIMITS: tr("{one} limits {other}"),
    RelationKind.QUESTIONS: tr("{one} questions {other}"),
}
"""What one authority does to another, as a sentence of both."""

NOT_LISTED = tr("Not on your office’s list")

SAID = 160
"""Letters of what a version removed, or added, that are said."""
ALSO_SHOWN = 4
"""Other forms of a citation that are named; the rest are counted."""


def cited(count: AuthorityCount) -> str:
    """'Cited in 12 documents, last on 3 March 2021'; what nobody cites says so."""
    if not count.documents:
        return tr("Not cited in this library")
    many = words.count(count.documents, tr("document"), tr("documents"))
    if not count.last_cited:
        return tr("Cited in {documents}").format(documents=many)
    return tr("Cited in {documents}, last on {day}").format(documents=many, day=words.day(count.last_cited))


def counts(page: AuthorityPage) -> str:
    """How much an authority is cited, as a sentence."""
    if not page.passages:
        return tr("No document of the library cites it.")
    times = words.counted(page.mentions, tr("once"), tr("{number} times"))
    documents = words.count(page.documents_total, tr("document"), tr("documents"))
    newest = next((each.document.filed for each in page.documents if each.document.filed), None)
    passages = words.count(page.passages, tr("passage"), tr("passages"))
    said = (
        tr("Cited {times}, in {passages} of {documents}, last on {day}.")
        if newest
        else tr("Cited {times}, in {passages} of {documents}.")
    )
    return said.format(times=times, passages=passages, documents=documents, day=words.day(newest))


def also(page: AuthorityPage) -> str:
    """The other forms in which an authority is cited; empty without any."""
    if not page.also:
        return ""
    named, more = page.also[:ALSO_SHOWN], len(page.also) - ALSO_SHOWN
    forms = "; ".join(named)
    if more <= 0:
        return tr("Also cited as {forms}").format(forms=forms)
    return words.counted(
        more,
        tr("Also cited as {forms} and in {number} more form"),
        tr("Also cited as {forms} and in {number} more forms"),
        forms=forms,
    )


def authority_name(authority: Authority) -> str:
    """What stands first: the case's name, or else the citation."""
    return authority.name if authority.name and authority.sort == "case" else authority.canonical


def authority_detail(authority: Authority) -> str:
    """What stands below: the citation of a case, the catchline of a provision."""
    return authority.canonical if authority_name(authority) != authority.canonical else authority.name


def stands(entry: GoodLawEntry) -> str:
    """'Overruled by State v. Ates, 217 N.J. 253, since 3 March 2014'."""
    standing = _by(entry.standing, entry.by)
    if entry.since is None:
        return standing
    return tr("{standing}, since {day}").format(standing=standing, day=words.day(entry.since))


def proposed(proposal: Proposal) -> str:
    """What a sentence of the library seems to say of an authority."""
    return tr("{standing}?").format(standing=_by(proposal.standing, proposal.by))


def _by(standing: Standing, by: str) -> str:
    said = STANDING_WORDS[standing]
    return tr("{standing} by {by}").format(standing=said, by=by) if by else said


def entered(entry: GoodLawEntry) -> str:
    """Who entered a line of the list, and when."""
    moment = words.moment(entry.entered_at)
    if not entry.entered_by:
        return tr("Entered on {moment}").format(moment=moment)
    return tr("Entered by {by} on {moment}").format(by=entry.entered_by, moment=moment)


def window(value: Window) -> str:
    """'In force from 1 July 2013 to 30 June 2016'."""
    if value.first and value.last:
        return tr("In force from {day} to {day_2}").format(
            day=words.day(value.first), day_2=words.day(value.last)
        )
    if value.first:
        return tr("In force since {day}").format(day=words.day(value.first))
    if value.last:
        return tr("In force until {day}").format(day=words.day(value.last))
    return tr("When it was in force is not known")


WINDOW_SOURCES = {
    "person": tr("as a person said"),
    "text": tr("as the text says"),
    "date": tr("by the date of the document"),
    "next": tr("until the next version begins"),
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
        return (
            tr("{count} without a date").format(count=words.count(undated, tr("passage"), tr("passages")))
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
    passages = words.count(sum(count for _, count in counted), tr("passage"), tr("passages"))
    said = (
        tr("{span}: {passages}, most in {year} ({many:,}).") if first != last else tr("{span}: {passages}.")
    ).format(span=span, passages=passages, year=most, many=many)
    if not undated:
        return said
    one, more = tr("{number} more passage without a date."), tr("{number} more passages without a date.")
    return f"{said} {words.counted(undated, one, more)}"


def imported(report: ImportReport) -> str:
    """What an import of the list did."""
    parts = [tr("{count} added").format(count=words.count(report.added, tr("line"), tr("lines")))]
    parts += [tr("{changed:,} changed").format(changed=report.changed)] if report.changed else []
    parts += [tr("{unchanged:,} as before").format(unchanged=report.unchanged)] if report.unchanged else []
    return tr("The file was taken in: {join}.").format(join=", ".join(parts))


def proposals(number: int) -> str:
    """The tab of what waits for a person, with how much does."""
    return tr("Proposals ({number:,})").format(number=number) if number else tr("Proposals")


def counts_from(day: date) -> str:
    """What a typed date comes to in a form."""
    return tr("Counts from {day}.").format(day=words.day(day))


def first_alert(alerts: Sequence[str]) -> list[str]:
    """What is said of several alerts while there is little room: the first, and how many more there are."""
    more = len(alerts) - 1
    return [*alerts[:1], tr("and {more:,} more").format(more=more)] if more > 0 else list(alerts)


def period(first: date, last: date) -> str:
    """Days as they are said: '3 March 2015', '2015', '1 May 2014 to 3 March 2015'."""
    if first == last:
        return words.day(first)
    if (first, last) == (date(first.year, 1, 1), date(first.year, 12, 31)):
        return str(first.year)
    return tr("{day} to {day_2}").format(day=words.day(first), day_2=words.day(last))


def outside(answer: SearchAnswer) -> str:
    """The line that opens to what was set apart: 'Not the law on 3 March 2015: 4 passages'."""
    first, last = answer.law_from, answer.law_to
    if first is None or last is None:
        when = tr("today")
    elif first == last:
        when = tr("on {day}").format(day=words.day(first))
    else:
        named = period(first, last)
        when = (
            tr("in {named}").format(named=named)
            if named.isdigit()
            else tr("from {named}").format(named=named)
        )
    return tr("Not the law {when}: {count}").format(
        when=when, count=words.count(answer.outside_total, tr("passage"), tr("passages"))
    )


def law_as_of(day: date) -> str:
    """What a search was asked as of."""
    return tr("law as of {day}").format(day=words.day(day))


def law_of(law: LawAsOf) -> str:
    """The law that a document argues, and how much of it changed since; empty without a date."""
    if law.day is None:
        return ""
    changed = {change.authority.id: change.authority for change in law.changes}
    as_of = tr("Law as of {day}.").format(day=words.day(law.day))
    if not changed:
        return tr("{as_of} No change to what it cites is known.").format(as_of=as_of)
    cases = any(each.sort == "case" for each in changed.values())
    one, many = (
        (tr("{number} authority it cites was changed."), tr("{number} authorities it cites were changed."))
        if cases
        else (
            tr("{number} provision it cites was changed."),
            tr("{number} provisions it cites were changed."),
        )
    )
    since = words.counted(len(changed), one, many)
    return tr("{as_of} Since then: {since}").format(as_of=as_of, since=since)


def how_different(places: int) -> str:
    """How much two versions differ."""
    if not places:
        return tr("The words of both versions are the same.")
    return tr("{count}: [struck through in brackets] was removed, underlined was added").format(
        count=words.count(places, tr("change"), tr("changes"))
    )


def difference(removed: str, added: str) -> str:
    """One place at which two versions differ, in words: of long ones the beginnings."""
    removed, added = (words.beginning(text, SAID) for text in (removed, added))
    parts = (
        tr("removed “{removed}”").format(removed=removed) if removed else "",
        tr("added “{added}”").format(added=added) if added else "",
    )
    return "; ".join(part for part in parts if part)
