"""Extracts all that BriefBank keeps of a document from the pages of its file, in one call.

The steps are pure functions on values: clean the pages, lay out paragraphs and footnotes, find the sections,
cut passages, read the caption. No function here opens a file, and no text makes one fail. A mistake of ours
in the headings or in the caption is a gap in that alone (``domain.documents``).

Each field of the caption comes with its source, page and confidence. A field must be confirmed by the rest of
the document; in doubt it stays empty, because a wrong title is worse than none.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from briefbank.domain.caption_fields import LAW, CaptionField, Kind
from briefbank.domain.documents import Annotation, AnnotationGaps, Caption, CaptionEntry, Reading
from briefbank.domain.pages import HIDDEN_MARK, Page, PageSource, RawPage, Role
from briefbank.extraction import file_naming
from briefbank.extraction.caption_finders import FINDERS, Front
from briefbank.extraction.caption_finders.filed import filing_entry
from briefbank.extraction.caption_names import (
    CaseName,
    CaseWords,
    case_names,
    court,
    in_title_case,
    parties,
    without_stamps,
)
from briefbank.extraction.clean import CleanPage, clean
from briefbank.extraction.passages import Segmenter, by_words, divide_sections
from briefbank.extraction.sections import Structure, is_prose, structure_of
from briefbank.extraction.text import Line, join_lines, storable
from briefbank.text import page_numbers
from briefbank.text.case_names import sovereign
from briefbank.text.dates import first_date

_MEMO_FIELD = re.compile(
    r"\W{0,3}(?P<name>to|from|date|dated|re|subject|subj|cc|bcc|through|via|file)\s*:\s*(?P<value>.*)",
    re.IGNORECASE,
)
_MEMO_SYNONYMS = {"dated": "date", "subject": "re", "subj": "re"}
_MEMO_LINES, _MEMO_CONTINUATION_LINES = 25, 3
_LONGEST_TITLE = 200


@dataclass(frozen=True, slots=True)
class MemoHead:
    """The title and date in the head of a memo; empty and None where they are missing."""

    title: str
    date: date | None


def memo_head(lines: Sequence[Line], today: date) -> MemoHead | None:
    """Return the head of an office memorandum, which has no caption, among the first page's lines in reading
    order, or None. It counts only where both TO and FROM stand near the top, so that the "RE:" of a letter or
    a list of addressees on a motion is not taken for a memo."""
    fields: dict[str, str] = {}
    head = list(lines[:_MEMO_LINES])
    for index, line in enumerate(head):
        match = _MEMO_FIELD.fullmatch(line.text[:400])
        if not match:
            continue
        parts = [match["value"]] if match["value"] else []
        previous = line
        for later in head[index + 1 : index + 1 + _MEMO_CONTINUATION_LINES]:
            # More words of a field stand to the right of its name; on a page without geometry, below it.
            near = abs(later.middle - previous.middle) < 1.6 * max(previous.height, later.height, 1.0)
            beside = (near and later.box.x0 > line.box.x0 + 15) or (
                not parts and later.box.x1 <= later.box.x0
            )
            if later.page != line.page or not beside or _MEMO_FIELD.fullmatch(later.text[:400]):
                break
            parts.append(later.text)
            previous = later
        name = match["name"].lower()
        fields.setdefault(_MEMO_SYNONYMS.get(name, name), " ".join(parts))
    if not {"to", "from"} <= fields.keys():
        return None
    title = " ".join(fields.get("re", "").split()).strip(" .,;:-–—_*|")
    if len(title) > _LONGEST_TITLE:
        title = title[:_LONGEST_TITLE].rsplit(" ", 1)[0] + "…"
    return MemoHead(title, first_date(fields.get("date", ""), today))


_RULES = {
    kind: re.compile(pattern, re.IGNORECASE | re.MULTILINE)
    for kind, pattern in {
        Kind.DIRECTIVE: (
            r"^.{0,60}\b(?:law enforcement )?directive (?:no\.?|number|#)?\s*\d{4}-\d+"
            r"|^administrative directive|^directive\b"
        ),
        Kind.BRIEF: (
            r"\b(?-i:B)(?i:rief) (?:and appendix )?(?:of|on behalf|for|in (?:support|opposition)|amic)"
            r"|\b(?:reply|opening|answering|supplemental|letter|respondents?[’']?s?|petitioners?[’']?s?"
            r"|appellants?[’']?s?|appellees?[’']?s?|amic(?:us|i)(?: curiae)?|trial|joint"
            r"|merits) (?-i:B)(?i:rief)\b|^\W*(?-i:A)(?i:mic(?:us|i) curiae)\b"
            r"|^\W*(?:statement of )?(?:the )?(?:identity and )?interests? of (?:the )?(?-i:A)(?i:mic(?:us"
            r"|i))\b|^\W*alegato\b|^\W*(?:escrito|recurso) de (?:apelación|certiorari|revisión)\b"
            r"|^\W*petición de (?:certiorari|revisión)\b|^\W*memorando de derecho\b|^(?:\W*)brief\W*$"
            r"|\bpetition for (?:an? )?(?:writ|certification|review|rehearing|certiorari|allowance)"
            r"|\bmemorandum of (?:law|points)|\b(?-i:M)(?i:emorandum) (?:of law )?in (?:support|opposition)\b"
            r"|\b(?-i:O(?i:pposition)|R(?i:eply)|R(?i:esponse)) (?:in (?:support|opposition)|to)\b"
            r"|\bsuggestions in\b|\bstatement in lieu of brief\b"
        ),
        Kind.OPINION: (
            r"^\W*(?:memorandum )?(?:opinion|decision)\b(?: and order)?\W*(?:\d\W*)?$|^opinion (?:of|by)\b"
            r"|^\W*(?:the )?opinion of the court|^\W*(?:sentencia|resolución|opinión(?: del tribunal)?)\W*$"
            r"|\bnot (?:for|to be) (?:publication|published)\b|\bapproved for publication\b|^\W*(?:before"
            r"|present):?(?: |\n).{0,80}\n?.{0,80}\b(?:judges|justices|j\.|jj\.)"
            r"|^\W*(?:\w+ ){0,6}order\W*(?:\d\W*)?$|^\W*(?:\[?proposed\]? )?(?:final )?judgment\b.{0,60}$"
            r"|\bminute order\b|^\W*so ordered\b|\b(?-i:SO ORDERED)\b|^\W*it is (?:hereby )?ordered\b"
            r"|\bit is (?:hereby |so )?(?-i:ORDERED)\b|^slip opinion|^syllabus\W*$"
            r"|^heard in the (?:supreme court|court of appeals)\b"
        ),
        Kind.STATUTE: (
            r"^(?:\W*)(?:n\.j\.s\.a\.|§+)\s*\d\S*[.:;\s-]|^\W*an act\b|^p\.l\.\s?\d{4}|^(?:title"
            r"|chapter) \d+[a-z]?[.:\-–— ]+\w|^\W*be it enacted"
        ),
        Kind.RULE: (
            r"^\W*rule \d+[:.]\d|^\W*r\. \d+:\d+|\brules of (?:court|evidence|(?:criminal|civil"
            r"|appellate) procedure)\W*$|^\W*(?:n\.j\.r\.e\.|fed\. r\.)\s*\d+"
        ),
        Kind.MEMO: (
            r"^\W*(?:\w+ ){0,3}memorandum\W*$|^\W*memorandum to:? |^\W*memo\b"
            r"|^\W*to:.{0,200}\n(?:.{0,200}\n){0,4}\W*from:"
        ),
    }.items()
}
_LETTER = re.compile(r"\W*(?:re\s*:|dear\b|your honors?\b)", re.IGNORECASE)
_IN_LIEU = re.compile(
    r"\baccept this (?:letter|submission)\b.{0,90}\bbrief\b|\blieu of .{0,30}\bbrief\b",
    re.IGNORECASE | re.DOTALL,
)
_LETTER_BRIEF = re.compile(rf"\bletter[- ]?briefs?\b|{_IN_LIEU.pattern}", re.IGNORECASE | re.DOTALL)
_MOTION = re.compile(
    r"^\W*(?:\w+[’']?s? ){0,4}?(?:notice of |alternative |emergency |unopposed )?"
    r"(?-i:M)(?i:otion)s? (?:to|for|in|of)\b",
    re.IGNORECASE | re.MULTILINE,
)
_WITH_BRIEF = re.compile(
    r"\bmemorandum\b|\bbriefs? (?:of|on behalf|for|in (?:support|opposition)|amic)"
    r"|\b(?:reply|response|opposition) (?:to|in)\b",
    re.IGNORECASE,
)
"""Words that make a motion's paper a brief, or show that it answers one."""
_RULE_HEAD = re.compile(
    r"^\W*(?:rule|r\.|n\. ?j\. ?r\. ?e\.|f\. ?r\. ?e\.) ?\d", re.IGNORECASE | re.MULTILINE
)
_ON_THE_BRIEF = re.compile(
    r"\bon (?:the |supplemental )?briefs?\b|\b(?:filed|submitted)\b.{0,40}\bbriefs?\b"
    r"|\bbriefs?\b.{0,60}\bfiled by\b",
    re.IGNORECASE,
)
"""Words by which an opinion names those who wrote briefs."""
_TITLE = re.compile(
    r"^(?:(?P<opinion>\W*(?i:(?:memorandum )?opinion(?: and order)?\W*$|opinion by\b))"
    r"|(?P<brief>(?!.*\b(?i:order|leave|motion|schedule|extension|due|certificate)\b)"
    r"\W*(?:[A-Z][\w.’'/-]*,? |(?:of|the|for|and|on|to|in|behalf|by) ){0,8}(?:BRIEF|Brief)\b))",
    re.MULTILINE,
)
"""A line by which a paper calls itself an opinion or a brief."""
_SURNAME = r"(?:[A-Z][\w.'’-]{0,30} ){0,3}[\w.'’-]{0,30}[A-Z]{2}[\w.'’-]{0,30}(?:,? (?:JR|Jr|III|II)\.?)?"
_RANK = r"(?:(?i:senior|chief|presiding|associate|vice|united states|acting) ){0,3}"
_COURT_SPEAKS = re.compile(
    rf"^\W*(?!HON\b){_SURNAME}, (?:{_RANK}(?:(?i:circuit|district|magistrate|bankruptcy) )?(?i:judge|justice)"
    r"(?:, \w+ing\b.{0,40})?\s*[.:—–-]"
    r"|(?:[CPVA]\.? ?){0,2}J\.(?: ?A\. ?D\.)?(?:, \w+ing\b.{0,40})?(?:\s*[:—–-]|\s|$))"
    r"|^\W*(?i:per curiam)(?i: opinion)?\s*[.:—–-]*\s*(?:$|[A-Z])|^\W*(?i:by the court)\W*$"
    r"|^\W*(?i:opinion by)\b"
    rf"|^\W*(?:(?:(?i:mr\. ))?{_RANK}(?i:justice|judge) [\w.,'’ -]{{2,50}}"
    r"|[\w.'’ -]{2,40}, (?:C\. ?)?J\.,?)"
    r" (?i:(?:delivered|announced|wrote) the (?:opinion|judgment)\b(?! of the court in (?!which\b)))",
    re.MULTILINE,
)
"""The line with which a court begins its opinion: its author, or "per curiam"."""
_FIRST_CHARACTERS = 2_000  # The characters of the text after the caption in which such a line may stand
_OPINION_OPENS = re.compile(
    r"\bIT IS (?:HEREBY |SO )?ORDERED\b|^\W*It is (?:hereby )?(?:so )?(?:ordered|ORDERED)\b"
    r"|^\W*(?i:(?:the )?opinion of the court)\W*$",
    re.MULTILINE,
)
_BRIEF_SPEAKS = re.compile(
    r"\bthis (?:amic(?:us|i) (?:curiae )?|joint |letter |reply )?brief\b"
    r"|\bamic(?:us|i)(?: curiae)? (?:respectfully|submits?|urges? (?:this|the) court)\b"
    r"|\b(?:this|the) (?-i:Court) should (?:reverse|affirm|vacate|hold|grant|deny|dismiss|reject)\b",
    re.IGNORECASE,
)
"""Words by which the text of a brief without its cover speaks of itself and of those who file it."""


def kind_of(
    front: Sequence[str],
    opening: str,
    named: CaptionEntry | None,
    *,
    argues: bool,
    memo_head: bool = False,
    code: bool = False,
) -> CaptionEntry:
    """Return the kind and its source; OTHER, with no source, where there is no evidence.

    ``front`` is the first page's lines, ``opening`` the start of the text after the caption, ``named`` the
    kind by the file's name, which counts where the text says nothing. ``argues`` says that the document has
    the parts of a brief: an argument, and contents, questions or facts before it. ``memo_head`` says that it
    begins with TO and FROM, as a memo and some directives do. ``code`` says that it begins with the number
    and name of a section.
    """

    def entry(kind: Kind, confidence: float) -> CaptionEntry:
        return CaptionEntry(CaptionField.KIND, kind.value, "caption", confidence)

    letter = next((n + 1 for n, line in enumerate(front) if _LETTER.match(line[:80])), None)
    text, joined = (separator.join(front[:letter])[:6000] for separator in "\n ")
    without_counsel = [_ON_THE_BRIEF.sub(" ", words) for words in (text, joined)]
    title = _TITLE.search(without_counsel[0])
    is_brief = title is not None and title["brief"] is not None
    beginning = f"{text}\n{opening[:_FIRST_CHARACTERS]}"
    opening = opening[:3000]
    if not (is_brief or letter or memo_head) and _COURT_SPEAKS.search(beginning):
        return entry(Kind.OPINION, 0.85)
    if letter and (_LETTER_BRIEF.search(" ".join(front)[:6000]) or _IN_LIEU.search(opening)):
        return entry(Kind.BRIEF, 0.85)
    if _MOTION.search(text) and not argues and not _WITH_BRIEF.search(joined):
        return entry(Kind.OTHER, 0.6)
    for kind, pattern in _RULES.items():
        if memo_head and kind is not Kind.DIRECTIVE:
            return entry(Kind.MEMO, 0.9)
        if kind is Kind.BRIEF and (is_brief or any(map(pattern.search, without_counsel))):
            return entry(kind, 0.85)
        if kind is not Kind.BRIEF and pattern.search(text):
            return entry(kind, 0.85)
    if argues:
        return entry(Kind.BRIEF, 0.7)
    if _OPINION_OPENS.search(opening):
        return entry(Kind.OPINION, 0.7)
    if _BRIEF_SPEAKS.search(opening):
        return entry(Kind.BRIEF, 0.6)
    if letter:
        return entry(Kind.OTHER, 0.6)
    if code:
        return entry(Kind.RULE if _RULE_HEAD.search(text) else Kind.STATUTE, 0.7)
    return named or UNKNOWN


UNKNOWN = CaptionEntry(CaptionField.KIND, Kind.OTHER.value, "", 0.0)
"""The entry of a document without evidence of its kind."""
_PAGES, _LINES, _MAX_LINE_CHARS = 3, 180, 400
_OCR_CONFIDENCE = 0.8  # The factor by which text recognition lowers the confidence
_FIELD_ORDER = {field: at for at, field in enumerate(CaptionField)}
_FOR_CLIENTS = frozenset({Kind.BRIEF, Kind.MEMO, Kind.OTHER})
"""Kinds that an office writes for a client, in versions."""


def read_caption(front: Front, kind: CaptionEntry, memo: MemoHead | None, *, recognised: bool) -> Caption:
    """Return the caption of a document. ``recognised``: the first page is a scan. Linear time."""
    pages, words, today = front.pages, front.words, front.today
    near = [line for line in front.lines if line.page < pages[0].index + _PAGES] if pages else []
    lines = without_stamps(
        [
            line if len(line.text) <= _MAX_LINE_CHARS else replace(line, text=line.text[:_MAX_LINE_CHARS])
            for line in near[:_LINES]
        ]
    )
    front = replace(front, lines=lines)
    cases, title = _title(front)
    own_court = court(front.first, lines, words)
    known = parties([block for case in cases for block in case.blocks], words)
    entries = [kind, title, own_court]
    if known and title:
        sure = title.confidence if all(party.role for party in known) else title.confidence - 0.3
        value = "; ".join(map(str, known))
        entries.append(CaptionEntry(CaptionField.PARTIES, value, "caption", sure, title.page))
    front = replace(
        front, has_title=title is not None, court=own_court.value if own_court else "", parties=known
    )
    entries += [find(front) for find in FINDERS]
    by_field = {entry.field: entry for entry in entries if entry is not None}
    day = by_field.get(CaptionField.FILED)
    if memo and memo.title:
        by_field[CaptionField.TITLE] = CaptionEntry(CaptionField.TITLE, memo.title, "caption", 0.9, 0)
    if memo and memo.date and not (day and day.source == "stamp"):
        day = by_field[CaptionField.FILED] = filing_entry(memo.date, "caption", 0.9, 0, today)
    factor = _OCR_CONFIDENCE if recognised else 1.0
    ordered = [by_field[field] for field in CaptionField if field in by_field]
    rated = [replace(entry, confidence=round(entry.confidence * factor, 3)) for entry in ordered]
    values = {field: by_field[field].value if field in by_field else "" for field in CaptionField}
    return Caption(
        title=values[CaptionField.TITLE],
        court=values[CaptionField.COURT],
        docket=values[CaptionField.DOCKET],
        filed=date.fromisoformat(day.value) if day and day.value else None,
        filed_source=day.source if day else "",
        parties=known if values[CaptionField.PARTIES] else (),
        side=values[CaptionField.SIDE],
        office=values[CaptionField.OFFICE],
        judge=values[CaptionField.JUDGE],
        entries=tuple(rated),
    )


def with_named_fields(caption: Caption, kind: Kind, named: Sequence[CaptionEntry]) -> Caption:
    """Return a caption with the fields that only the file's name and folders say (``file_naming``). A client
    whom the caption does not mention, and a year beside a day of filing, contradict or repeat it. Opinions
    and laws have no client and no version."""
    known = {entry.field for entry in caption.entries}
    names = " ".join((caption.title, *(party.name for party in caption.parties))).casefold()

    def fits(entry: CaptionEntry) -> bool:
        match entry.field:
            case CaptionField.CLIENT:
                surname = re.split(r",| (?=Jr|Sr)", entry.value)[0].casefold()
                return kind in _FOR_CLIENTS and (not names.strip() or surname in names)
            case CaptionField.VERSION:
                return kind in _FOR_CLIENTS
            case CaptionField.PAPER:
                return kind is Kind.BRIEF
            case CaptionField.YEAR:
                return caption.filed is None
            case _:
                return kind not in LAW

    added = [entry for entry in named if entry.field not in known and fits(entry)]
    value = {entry.field: entry.value for entry in added}
    entries = sorted((*caption.entries, *added), key=lambda entry: _FIELD_ORDER[entry.field])
    return replace(
        caption,
        title=caption.title or value.get(CaptionField.TITLE, ""),
        docket=caption.docket or value.get(CaptionField.DOCKET, ""),
        entries=tuple(entries),
    )


def _title(front: Front) -> tuple[list[CaseName], CaptionEntry | None]:
    """Return the cases of the caption, several where they are consolidated, and the title made of the first.
    A case that no running text confirms counts where it is the only one named, or where all its parties have
    roles, and never on a page that hides an older caption."""
    words, overprinted = front.words, front.overprinted

    def is_confirmed(side: str) -> bool:
        """Tell whether the running text has a word of a side, or the side is a sovereign."""
        long = re.findall(r"(?i)\b(?!the\b|and\b|for\b)[a-z’']{3,}", side.partition("\t")[2] or side)
        return not long or sovereign(side) != side or any(map(words.knows, long))

    candidates = case_names(front.first, front.lines[len(front.first) :], overprinted=overprinted)
    confirmed = [case for case in candidates if all(map(is_confirmed, case.sides))]
    complete = [case for case in candidates if case.is_complete and not overprinted]
    alone = candidates if len({case.sides for case in candidates}) == 1 and not overprinted else []
    likely = confirmed or complete or alone
    if not likely:
        return [], None
    case, sure = likely[0], 0.9 if confirmed else 0.6
    if len(case.sides) == 1:
        lead, _, name = case.sides[0].partition("\t")
        title = f"{lead} {in_title_case(name, words)}"
    else:
        title = " v. ".join(in_title_case(sovereign(side), words) for side in case.sides)
    entry = CaptionEntry(CaptionField.TITLE, title, "caption", sure, case.page)
    return [case, *(other for other in complete if other.page == case.page)], entry


_FRONT_SECTIONS = 4
_PROSE_WORDS = 6
"""The number of words below which a line can be a heading, although most of them are in lower case."""


def read(
    pages: Sequence[RawPage],
    *,
    file_name: str,
    converted: bool,
    folder: str = "",
    segmenter: Segmenter = by_words,
    today: date | None = None,
) -> Reading:
    """Return the reading of a document. Citations are left empty.

    ``pages`` are all pages in order, including gaps. ``converted`` says that BriefBank made the pages from a
    Word or text file, so that their page numbers are not the document's own. ``folder`` is the folder of the
    file, as in ``Document.folder``. ``segmenter`` says where long sections may be cut. No date of filing lies
    after ``today``, by default the day of this computer. Deterministic, any thread, linear in the length of
    the text; never raises because of the text.
    """
    gaps, today = AnnotationGaps(), today or date.today()
    cleaned = clean(pages)
    if converted:
        for page in cleaned:
            page.label, page.bates = "", []
    structure = structure_of(cleaned, gaps)
    labels = {page.index: page_numbers.joined([page.label, *page.bates]) for page in cleaned}
    printed = [labels.get(index, "") for index in range(max(labels, default=-1) + 1)]
    passages = divide_sections(structure.sections, printed, structure.words, segmenter)
    empty = Kind.OTHER, Caption(entries=(UNKNOWN,))
    recognised = any(page.source is PageSource.OCR for page in pages[:1])
    kind, caption = gaps.attempt(
        Annotation.CAPTION, empty, _kind_and_caption, cleaned, structure, file_name, folder, today, recognised
    )
    kept = []
    for source in pages:
        raw = "" if source.source is PageSource.GAP else storable(source.raw)
        hidden = sum(raw.count(HIDDEN_MARK, start, end) for start, end in source.hidden)
        label = labels[source.index]
        kept.append(Page(source.index, label, raw, source.source, source.gap_reason, hidden=hidden))
    return Reading(kind, caption, tuple(kept), passages, gaps.all())


def _kind_and_caption(
    pages: Sequence[CleanPage],
    structure: Structure,
    file_name: str,
    folder: str,
    today: date,
    recognised: bool,
) -> tuple[Kind, Caption]:
    sections, words = structure.sections, structure.words
    # The lines of the caption, or of the first page where the document has none.
    front = list(pages[0].lines[:60]) if pages else []
    if sections and sections[0].role is Role.CAPTION:
        front = [line for block in sections[0].blocks for line in block.lines]
    opening = [
        block.text
        for section in sections[:4]
        if section.role is not Role.CAPTION
        for block in [*section.heads, *section.blocks[:6]]
    ]
    head = memo_head(pages[0].lines, today) if pages else None
    titles = (title for section in sections for title in section.path)
    entry = kind_of(
        [line.text for line in front],
        "\n".join(opening[:12]),
        file_naming.named_kind(file_name, folder),
        argues=any(section.role in (Role.CONTENTS, Role.QUESTIONS, Role.FACTS) for section in sections)
        and any(re.search(r"\bargument\b|^point ", title, re.I) for title in titles),
        memo_head=head is not None,
        code=structure.code,
    )
    kind = Kind(entry.value)
    of_front = {id(line) for line in front}
    # Running text names other courts and cases.
    paragraphs = [b for section in sections[:_FRONT_SECTIONS] for b in section.blocks if is_prose(b)]
    prose = {id(line) for b in paragraphs for line in itertools.dropwhile(_is_title, b.lines)}
    service = [
        "\n".join(join_lines(b.lines, words).text for b in [*section.heads, *section.blocks])
        for section in sections
        if section.role in (Role.SIGNATURE, Role.SERVICE)
    ]
    lines = [line for line in front if id(line) not in prose]
    case_words = CaseWords(line.text for page in pages for line in page.lines if id(line) not in of_front)
    caption_front = Front(lines, case_words, pages, service, kind, file_name, today)
    memo = head if kind in (Kind.MEMO, Kind.DIRECTIVE) else None
    caption = read_caption(caption_front, entry, memo, recognised=recognised)
    named = file_naming.named_fields(file_name, folder, today)
    return kind, with_named_fields(caption, kind, named)


def _is_title(line: Line) -> bool:
    """Tell whether a line at the beginning of a paragraph could belong to a caption above it."""
    words = line.text[:400].split()
    return len(words) < _PROSE_WORDS or sum(word[0].islower() for word in words) < 0.5 * len(words)
