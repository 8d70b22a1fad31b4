"""Texts of values in the window's language: dates, pages, counts, times, titles, authorities."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime

from briefbank.domain.authorities import Authority, CitationKind, Extent, LawAsOf, Standing, Window
from briefbank.domain.caption_fields import Kind
from briefbank.domain.documents import Distinction, Document, Facts, NamePart
from briefbank.domain.office import OfficeRole
from briefbank.domain.searches import Hit
from briefbank.errors import BriefBankError
from briefbank.text.dates import MONTHS, typed_days
from ui.i18n import translate
from ui.i18n.translate import tr

DOT = "  ·  "

KIND_WORDS = {
    Kind.BRIEF: tr("Brief"),
    Kind.OPINION: tr("Opinion"),
    Kind.STATUTE: tr("Statute"),
    Kind.RULE: tr("Rule"),
    Kind.DIRECTIVE: tr("Directive"),
    Kind.MEMO: tr("Memo"),
    Kind.MAIL: tr("Mail"),
    Kind.OTHER: tr("Other document"),
}


ROLE_WORDS = {
    OfficeRole.READER: tr("reader"),
    OfficeRole.CONTRIBUTOR: tr("contributor"),
    OfficeRole.EDITOR: tr("editor"),
    OfficeRole.RECORDS_OFFICER: tr("records officer"),
    OfficeRole.ADMINISTRATOR: tr("administrator"),
    OfficeRole.AUDITOR: tr("auditor"),
}


SAMPLE_LABEL = tr("Sample: made up")


NEXT_TIME = tr("This takes effect when BriefBank is opened the next time.")


def not_kept(error: BriefBankError) -> str:
    """Return the words for a choice that could not be kept in the settings."""
    return tr("The choice could not be kept. {remedy}").format(remedy=error.remedy)


def day(value: date | None) -> str:
    """Return text such as 'March 3, 2015', or that there is none."""
    return translate.day(value) if value else tr("no date found")


def count(number: int, one: str, many: str) -> str:
    """Return text such as '1 page' or '1,200 pages'."""
    return f"{translate.number(number)} {one if number == 1 else many}"


def passages(number: int) -> str:
    return count(number, tr("passage"), tr("passages"))


def documents(number: int) -> str:
    return count(number, tr("document"), tr("documents"))


def pages(number: int) -> str:
    return count(number, tr("page"), tr("pages"))


def files(number: int) -> str:
    return count(number, tr("file"), tr("files"))


def counted(number: int, one: str, many: str, **values: object) -> str:
    """Return the sentence for one, or for many. Both have a place {number}, and others for ``values``."""
    return (one if number == 1 else many).format(number=translate.number(number), **values)


def size(bytes_: int) -> str:
    """Return text such as '412 MB' or '1.3 GB', in thousands, as file managers count."""
    if bytes_ < 1000:
        return count(bytes_, tr("byte"), tr("bytes"))
    value, units = bytes_ / 1000, ["kB", "MB", "GB", "TB"]
    while round(value) >= 1000 and len(units) > 1:
        value /= 1000
        units.pop(0)
    places = 1 if value < 10 and units[0] in ("GB", "TB") else 0
    return f"{translate.decimal(value, places)} {units[0]}"


def moment(value: datetime | None) -> str:
    """Return text such as 'March 3, 2015, 14:05' by this computer's clock; 'never' for None."""
    if value is None:
        return tr("never")
    here = value.astimezone()
    return f"{day(here.date())}, {here:%H:%M}"


def page(label: str, index: int) -> str:
    """Return the printed page when there is one, else the place in the file."""
    if label:
        return tr("page {label}").format(label=label)
    return tr("file page {number}").format(number=index + 1)


def page_of(label: str, index: int, total: int) -> str:
    """Return text such as 'page 12 (file page 15 of 60)'."""
    page = tr("file page {number} of {total}").format(number=index + 1, total=total)
    return tr("page {label} ({place})").format(label=label, place=page) if label else page


def location(kind: Kind, label: str, index: int) -> str:
    """Return text such as 'Brief, page 12'."""
    return f"{KIND_WORDS[kind]}, {page(label, index)}"


def beginning(text: str, most: int = 48) -> str:
    """Return the first words of a text, cut between words, with an ellipsis where it goes on."""
    text = " ".join(text.split())
    if len(text) <= most:
        return text
    return text[: max(text.rfind(" ", 0, most), most // 2)].rstrip(" ,;:.") + "…"


AROUND = 30  # The number of characters of a query shown before and after the part that a message points at


def piece_range(text: str, position: int) -> tuple[int, int]:
    """Return the range of the word or operator at a position of a query; a bracket or a quotation mark stands
    alone."""
    start = end = min(position, len(text))
    while start > 0 and start < len(text) and not _divides(text[start]) and not _divides(text[start - 1]):
        start -= 1
    while end < len(text) and not _divides(text[end]):
        end += 1
    return start, max(end, min(start + 1, len(text)))


def _divides(character: str) -> bool:
    return character.isspace() or character in '()[]"“”'


def piece(text: str, position: int) -> tuple[str, str, str]:
    """Return what stands before, at and after a position of a query that a message points at."""
    start, end = piece_range(text, position)
    before, after = text[max(0, start - AROUND) : start], text[end : end + AROUND]
    cut = "…" if start > AROUND else "", "…" if end + AROUND < len(text) else ""
    return cut[0] + before, text[start:end], after + cut[1]


def heading(path: Sequence[str]) -> str:
    return "  ›  ".join(part.strip() for part in path if part.strip())


def title(document: Document, longest: int = 0) -> str:
    """Return a document's title with what distinguishes it from others with that title.

    ``longest``: the characters of a title that others have too; 0 for all. What distinguishes it stays.
    """
    return distinct(document.title or document.file_name, document.distinctions, longest)


def distinct(title: str, distinctions: Facts, longest: int = 0) -> str:
    """Return a title with what distinguishes it, as in 'State v. Doe  ·  Reply Brief of Appellant'."""
    words: list[str] = []
    for fact in distinctions:
        if fact.part is NamePart.SIDE:
            words[-1] = tr("{paper} of {side}").format(paper=words[-1], side=fact.value)
        else:
            words.append(_distinction(fact))
    return DOT.join((beginning(title, longest) if longest and words else title, *words))


def _distinction(fact: Distinction) -> str:
    match fact.part:
        case NamePart.KIND:
            return KIND_WORDS[Kind(fact.value)]
        case NamePart.FILED:
            return translate.day(date.fromisoformat(fact.value))
        case NamePart.PAGES:
            return pages(int(fact.value))
        case NamePart.NUMBER:
            return tr("document {number}").format(number=fact.value)
        case NamePart.FOLDER:
            return folder(fact.value)
    return fact.value


def folder(name: str) -> str:
    """Return a folder as people read it, as in 'Appeals › 2010'."""
    return name.replace("/", " › ")


def version(title: str, filed: date | None, named: str) -> str:
    """Return the entry of a document's version in a menu; ``named`` is 'Draft 2' or the like, or empty."""
    when = day(filed)
    return "  ·  ".join(part for part in (f"{when[0].upper()}{when[1:]}", named, title) if part)


def facts(hit: Hit) -> str:
    """Return the line under a result's title: date, page and kind."""
    where = page(hit.passage.page_label, hit.passage.first_page)
    when = day(hit.document.filed)
    return "  ·  ".join((when[0].upper() + when[1:], where, KIND_WORDS[hit.document.kind]))


def library_size(number: int, passage_number: int) -> str:
    if not number:
        return tr("The library is empty")
    return f"{documents(number)}, {passages(passage_number)}"


def typed_range(text: str) -> tuple[date, date] | None:
    """Return the first and last day of what was typed: '2015', '3/2015', 'March 3, 2015', '3 de marzo de
    2015'; None when it is no date."""
    months = [translate.month(number) for number in range(1, len(MONTHS) + 1)]
    words = " ".join(word for word in text.split() if word.lower() != "de")
    return typed_days(words) or typed_days(words, months)


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


def authority_name(authority: Authority) -> str:
    """Return the first line: the case's name, or else the citation."""
    return authority.name if authority.name and authority.kind is CitationKind.CASE else authority.canonical


def authority_detail(authority: Authority) -> str:
    """Return the second line: the citation of a case, the catchline of a provision."""
    return authority.canonical if authority_name(authority) != authority.canonical else authority.name


def in_force(value: Window) -> str:
    """Return text such as 'In force from July 1, 2013 to June 30, 2016'."""
    if value.first and value.last:
        return tr("In force from {day} to {day_2}").format(day=day(value.first), day_2=day(value.last))
    if value.first:
        return tr("In force since {day}").format(day=day(value.first))
    if value.last:
        return tr("In force until {day}").format(day=day(value.last))
    return tr("When it was in force is not known")


def proposals(number: int) -> str:
    """Return the label of the tab of proposals, which wait to be confirmed, with their number."""
    return tr("To confirm ({number:,})").format(number=number) if number else tr("To confirm")


def law_of(law: LawAsOf) -> str:
    """Return the law that a document argues, and how much of it changed since; empty without a date."""
    if law.day is None:
        return ""
    changed = {change.authority.id for change in law.changes}
    as_of = tr("Law as of {day}.").format(day=day(law.day))
    if not changed:
        return tr("{as_of} No change to what it cites is known.").format(as_of=as_of)
    one, many = (
        tr("{number} authority it cites was changed."),
        tr("{number} authorities it cites were changed."),
    )
    since = counted(len(changed), one, many)
    return tr("{as_of} Since then: {since}").format(as_of=as_of, since=since)
