"""Texts of values: dates, pages, stages, counts and times, in the window's language."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime

from briefbank.domain.caption_fields import Kind
from briefbank.domain.documents import Distinction, Document, Facts, NamePart, Version
from briefbank.domain.ingest import FileProgress, FileStatus, PassedOver, Stage
from briefbank.domain.office import OfficeRole
from briefbank.domain.searches import Factor, FactorName, Hit, Order
from ui.i18n import translate
from ui.i18n.translate import tr, translate_core
from ui.kit.directions import isolated

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

STAGE_WORDS = {
    Stage.WAITING: tr("Waiting"),
    Stage.COPYING: tr("Copying into the library"),
    Stage.READING: tr("Reading"),
    Stage.OCR: tr("Recognising scanned pages"),
    Stage.CUTTING: tr("Finding its parts"),
    Stage.INDEXING: tr("Making it searchable"),
    Stage.DONE: tr("Finished"),
}

STATUS_WORDS = {
    FileStatus.ADDED: tr("Added"),
    FileStatus.ADDED_WITH_GAPS: tr("Added with gaps"),
    FileStatus.ALREADY_HERE: tr("Already here"),
    FileStatus.REFUSED: tr("Refused"),
    FileStatus.WAITING: tr("Waiting"),
}

ROLE_WORDS = {
    OfficeRole.READER: tr("reader"),
    OfficeRole.CONTRIBUTOR: tr("contributor"),
    OfficeRole.EDITOR: tr("editor"),
    OfficeRole.RECORDS_OFFICER: tr("records officer"),
    OfficeRole.ADMINISTRATOR: tr("administrator"),
    OfficeRole.AUDITOR: tr("auditor"),
}

ADDED = (FileStatus.ADDED, FileStatus.ADDED_WITH_GAPS)

ORDER_WORDS = {Order.NEWEST: tr("newest first"), Order.BEST: tr("best match first")}

SAMPLE_LABEL = tr("Sample: made up")


def day(value: date | None) -> str:
    """Return text such as 'March 3, 2015', or that there is none."""
    return translate.day(value) if value else tr("no date found")


def passed_over(skipped: PassedOver) -> str:
    """Return a sentence on what was dropped and is no document; empty where there was nothing."""
    parts = []
    if skipped.left_behind:
        one = tr("1 file of the system or of a program")
        parts.append(counted(skipped.left_behind, one, tr("{number} files of the system or of programs")))
    if skipped.links:
        one = tr("1 link that leads out of the folder")
        parts.append(counted(skipped.links, one, tr("{number} links that lead out of the folder")))
    if skipped.pictures:
        one = tr("1 picture too small for a page")
        parts.append(counted(skipped.pictures, one, tr("{number} pictures too small for a page")))
    if skipped.left_out:
        parts.append(counted(skipped.left_out, tr("1 file left out"), tr("{number} files left out")))
    if skipped.by_pattern:
        one = tr("1 file that a pattern leaves out")
        parts.append(counted(skipped.by_pattern, one, tr("{number} files that patterns leave out")))
    return tr("Passed over: {what}.").format(what=", ".join(parts)) if parts else ""


def count(number: int, one: str, many: str) -> str:
    """Return text such as '1 page' or '1,200 pages'."""
    return f"{translate.number(number)} {one if number == 1 else many}"


def counted(number: int, one: str, many: str, **values: object) -> str:
    """Return the sentence for one, or for many. Both have a place {number}, and others for ``values``."""
    return (one if number == 1 else many).format(number=translate.number(number), **values)


def files_wait(number: int) -> str:
    return counted(number, tr("{number} file waits"), tr("{number} files wait"))


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


def origin(document: Document) -> str:
    """Return court and docket in one line; empty when neither was found."""
    return "  ·  ".join(isolated(part) for part in (document.court, document.docket) if part)


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
            return count(int(fact.value), tr("page"), tr("pages"))
        case NamePart.NUMBER:
            return tr("document {number}").format(number=fact.value)
        case NamePart.FOLDER:
            return folder(fact.value)
    return fact.value


def folder(name: str) -> str:
    """Return a folder as people read it, as in 'Appeals › 2010'."""
    return name.replace("/", " › ")


def found_at(document: Document) -> str:
    """Return where a document's file was found, as in 'Appeals › 2010 › brief.wpd'."""
    return " › ".join(part for part in (folder(document.folder), document.file_name) if part)


def version(title: str, filed: date | None, named: str) -> str:
    """Return the entry of a document's version in a menu; ``named`` is 'Draft 2' or the like, or empty."""
    when = day(filed)
    return "  ·  ".join(part for part in (f"{when[0].upper()}{when[1:]}", named, title) if part)


def also_in(versions: Sequence[Version]) -> str:
    """Return the link below a result whose passage stands in other versions too; empty without any."""
    if not versions:
        return ""
    if len(versions) == 1:
        only = versions[0]
        named = only.version if only.version and only.filed is None else day(only.filed)
        return tr("Also in another version: {day}").format(day=named)
    return tr("Also in {number} other versions").format(number=len(versions))


def same_text(copies: Sequence[Version]) -> str:
    """Return the link below a result whose text stands in other documents too; empty without any."""
    if not copies:
        return ""
    return tr("and {number} more with the same text").format(number=translate.number(len(copies)))


def facts(hit: Hit) -> str:
    """Return the line under a result's title: date, page and kind."""
    where = page(hit.passage.page_label, hit.passage.first_page)
    when = day(hit.document.filed)
    return "  ·  ".join((when[0].upper() + when[1:], where, KIND_WORDS[hit.document.kind]))


def result_count(shown: int, total: int, order: Order, *, at_least: bool = False) -> str:
    """Return the number above the results; ``at_least`` tells that there are more than ``total``."""
    if not total:
        return tr("No passages found")
    many = count(total, tr("passage"), tr("passages"))
    if at_least:
        many = tr("more than {passages}").format(passages=many)
    if shown < total:
        many = tr("{shown} of {passages}").format(shown=translate.number(shown), passages=many)
    return f"{many[0].upper()}{many[1:]}, {ORDER_WORDS[order]}"


def like(text: str, where: str) -> str:
    """Return the origin of a search: 'More like “The stop should have ended…” (Brief, page 12)'."""
    return tr("More like “{text}” ({where})").format(text=beginning(text), where=where)


def why(hit: Hit) -> str:
    """Return the reasons as one sentence; each begins small unless it begins with a name or a number."""
    said = [translate_core(reason) for reason in hit.reasons if reason]
    reasons = "; ".join(r[0].lower() + r[1:] if r[1:2].islower() else r for r in said)
    return tr("Why it is here: {reasons}").format(reasons=reasons) if said else ""


def factor_value(factor: Factor) -> str:
    """Return '+0.42' for what was added to a score, '× 1.10' for what it was multiplied by."""
    if factor.name in (FactorName.RECENCY, FactorName.AUTHORITY):
        return f"× {translate.decimal(factor.value, 2)}"
    return f"{'−' if factor.value < 0 else '+'}{translate.decimal(abs(factor.value), 2)}"


def factors(hit: Hit) -> str:
    """Return the factors of a result, a line for each."""
    return "\n".join(f"{factor_value(factor)}  {translate_core(factor.text)}" for factor in hit.factors)


def time_left(seconds: float | None) -> str:
    """Return a rough text on purpose: an estimate to the second would jump about."""
    if seconds is None or seconds < 0:
        return ""
    if seconds < 10:
        return tr("a few seconds left")
    if seconds < 60:
        return tr("about {number} seconds left").format(number=round(seconds / 10) * 10)
    if seconds < 3600:
        minutes = round(seconds / 60)
        return counted(minutes, tr("about {number} minute left"), tr("about {number} minutes left"))
    return counted(round(seconds / 3600), tr("about {number} hour left"), tr("about {number} hours left"))


def progress(event: FileProgress) -> str:
    """Return what is being done with a file."""
    if event.stage is Stage.OCR and not event.done:
        if not event.total:
            return tr("Scanned pages to recognise")
        one, many = tr("{number} scanned page to recognise"), tr("{number} scanned pages to recognise")
        return counted(event.total, one, many)
    words = STAGE_WORDS[event.stage]
    if event.total > 1 and event.stage in (Stage.READING, Stage.OCR):
        page = min(event.done + 1, event.total)
        words = tr("{stage}, page {page} of {total}").format(stage=words, page=page, total=event.total)
    left = time_left(event.seconds_left)
    return f"{words}  ·  {left}" if left else words


def library_size(documents: int, passages: int) -> str:
    if not documents:
        return tr("The library is empty")
    known = count(documents, tr("document"), tr("documents"))
    return f"{known}, {count(passages, tr('passage'), tr('passages'))}"
