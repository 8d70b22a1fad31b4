"""Finds the citations of a text and gives each authority one canonical form, however it is written.

Each finder looks for one kind of citation in a text with single spaces. Of overlapping mentions the earliest
stays, and the longest of those that begin together. Every range is mapped back to the original text.
``of_document`` also finds citations that span a border between passages, such as a page break above
footnotes, and those that only the rest of the document explains: short forms ("170 N.J. at 640", "Carty,
supra", "§ 30260"), "id." and record cites.

Short forms are resolved by one reader, which goes through the mentions in the order of the text and remembers
what was cited (Bluebook rules 4.1 and 10.9; California Style Manual 1:1-2). Notes are read apart from the
text: "id." in a note never refers to a citation in the text, nor the other way round. A mention that cannot
be resolved keeps an empty canonical form.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence

from briefbank.citations import cases
from briefbank.citations.case_names import case_name
from briefbank.citations.cases import find_cases, find_dockets, find_leaning, find_record
from briefbank.citations.codes import find_constitutions, in_state
from briefbank.citations.mentions import AUTHORITY_KINDS, NAMED_KINDS, OTHER, Finder, Mention, single_spaced
from briefbank.citations.statutes import alike, find_numbered, find_sections, of_code, section_alone
from briefbank.domain.authorities import Citation, CitationForm, CitationKind
from briefbank.domain.caption_fields import Kind
from briefbank.domain.documents import Annotation, AnnotationGaps, Document
from briefbank.domain.pages import Passage, Role

_NAMED: tuple[Finder, ...] = (find_numbered, find_constitutions, find_sections, find_cases)
_ALL: tuple[Finder, ...] = (*_NAMED, find_dockets, find_record, find_leaning)
_AMBIGUOUS_SHORT_FORMS = frozenset((CitationKind.RULE, CitationKind.STATUTE))
"""Kinds whose short forms ("Rule 8", "section 5 of the Act") count only if the book or act is known."""
_ROLES_WITH_OWN_NUMBERS = frozenset((Role.CAPTION, Role.SERVICE, Role.SIGNATURE, Role.CONTENTS))
"""Parts of a document in which a docket number is the document's own."""
_OWN_STREAMS = frozenset((Role.FOOTNOTE, Role.CONTENTS, Role.AUTHORITIES))
"""Parts that are read apart from the running text."""
_REACH = 90  # characters read on either side of a border between passages
_UNFINISHED = re.compile(r"(?:\d|§|,|\b[A-Z][\w’']{0,8}\.?(?:\d?d|th)?|\b[a-z]{1,4}\.|at|Const\.)$")
"""The end of a text that may break off within a citation."""
_HEAD_LENGTH = 1_500  # characters of a first page that are searched for a document's own citation
_ALLOWED_REST = re.compile(
    r"(?:\W|\b(?:1[6-9]|20)\d\d\b|\b(?:cite|cited|reported|as|at|in|also)\b|\b(?:App|Div|Super|Ct|Sup|N\.?J|Law"
    r"|Ch|Cir|\d{1,2}(?:st|d|nd|rd|th)|D\.C|Fed|Pa|Del|Supreme|Court)\b\.?){0,40}",
    re.IGNORECASE,
)
"""Text that the line with a document's own citation may also hold: "Cite as", court and date."""


def find(text: str) -> tuple[Citation, ...]:
    """Find the authorities that a text names in full, in order and without overlaps. Meant for a query or a
    passage: short forms, dockets and record cites are left out. Any thread; never raises; linear time."""
    plain, back = single_spaced(text)
    mentions = [
        mention
        for mention in _find_with(_NAMED, plain)
        if mention.form is CitationForm.FULL and mention.kind in AUTHORITY_KINDS
    ]
    return _citations(plain, back, mentions)


def of_document(
    texts: Sequence[str], roles: Sequence[Role] = (), gaps: AnnotationGaps | None = None
) -> list[tuple[Citation, ...]]:
    """Find the citations of a document's passages, which are given in order, with their roles if known.

    Returns one tuple for each text. Short forms carry the canonical form of the authority that they refer to.
    A citation that spans the end of a text belongs to that text. The document's own docket numbers, as in its
    caption, are left out. A text in which finding them fails has none, and is among ``gaps``. Any thread;
    linear time.
    """
    gaps = gaps or AnnotationGaps()
    spaced = [single_spaced(text) for text in texts]
    roles = list(roles) or [Role.BODY] * len(texts)
    streams = [role.value if role in _OWN_STREAMS else "text" for role in roles]

    def attempt(text: str) -> list[Mention] | None:
        return gaps.attempt(Annotation.CITATIONS, None, _find_with, _ALL, text)

    attempts = [attempt(text) for text, _ in spaced]
    readable = ["" if result is None else text for (text, _), result in zip(spaced, attempts, strict=True)]
    mentions = [result or [] for result in attempts]
    for at, spanning in _spanning_mentions(readable, streams, lambda text: attempt(text) or []):
        mentions[at] = [*(mention for mention in mentions[at] if mention.end <= spanning.start), spanning]
    for at, role in enumerate(roles):
        if role in _ROLES_WITH_OWN_NUMBERS:
            mentions[at] = [mention for mention in mentions[at] if mention.kind in AUTHORITY_KINDS]
    gaps.attempt(Annotation.CITATIONS, None, resolve, readable, mentions, streams, gaps)
    citations = []
    for text, (plain, back), own, role in zip(texts, spaced, mentions, roles, strict=True):
        if role is Role.AUTHORITIES:
            _cut_table_headings(text, plain, back, own)
        known = [m for m in own if m.canonical or m.kind not in _AMBIGUOUS_SHORT_FORMS]
        citations.append(gaps.attempt(Annotation.CITATIONS, (), _citations, plain, back, known))
    return citations


def own_citations(document: Document, passages: Sequence[Passage]) -> list[tuple[str, CitationKind]]:
    """Return an opinion's own citations as (canonical name, kind), or else its docket numbers. Opinions
    circulate with their citation on a line of its own or after the case's name ("Cite as 170 N.J. 632
    (2002)"). A slip opinion has only its docket number, by which Bluebook rule 10.8.1 has it cited. Empty for
    documents of other kinds. The first pair is the main one. Any thread; never raises; linear time."""
    if document.kind is not Kind.OPINION:
        return []
    reported = [citation.canonical for citation in find(document.title) if citation.kind is CitationKind.CASE]
    left = _HEAD_LENGTH
    for passage in passages:
        if passage.first_page or left <= 0:
            break
        for line in passage.text[:left].split("\n"):
            reported += _citations_alone_on(line, document.title)
        left -= len(passage.text)
    if reported:
        return [(canonical, CitationKind.CASE) for canonical in dict.fromkeys(reported)]
    numbers = " ".join(f"No. {number.strip()}" for number in document.docket.split(";") if number.strip())
    return [(m.canonical, CitationKind.DOCKET) for m in find_dockets(numbers) if m.canonical]


def _citations_alone_on(line: str, title: str) -> list[str]:
    """Return the citations of a line that holds nothing else but the case's name, court and date."""
    own = [citation for citation in find(line) if citation.kind is CitationKind.CASE]
    if not own:
        return []
    rest = line[: own[0].start]
    name = case_name(line, own[0].start)
    if name and re.findall(r"\w+", name.casefold()) == re.findall(r"\w+", title.casefold()):
        rest = ""
    ends = [*(citation.start for citation in own[1:]), len(line)]
    rest += " " + " ".join(line[citation.end : end] for citation, end in zip(own, ends, strict=True))
    return [citation.canonical for citation in own] if _ALLOWED_REST.fullmatch(rest) else []


def _spanning_mentions(
    texts: Sequence[str], streams: Sequence[str], find_mentions: Callable[[str], Iterable[Mention]]
) -> Iterator[tuple[int, Mention]]:
    """Find the citations that begin in a text and end in the next text of the same stream. Linear time.
    Yields the index of the first text and the mention, whose range ends with that text."""
    following: dict[str, int] = {}
    for at in range(len(texts) - 1, -1, -1):
        after = following.get(streams[at])
        following[streams[at]] = at
        if after is None or not _UNFINISHED.search(texts[at][-12:].rstrip()):
            continue
        text, head = texts[at].rstrip(), texts[after][:_REACH].lstrip()
        tail = text[-_REACH:]
        shift = len(text) - len(tail)
        for mention in find_mentions(f"{tail} {head}"):
            if mention.start < len(tail) < mention.end - 1 and (mention.start > 0 or not shift):
                mention.start, mention.end = mention.start + shift, len(text)
                yield at, mention


def _cut_table_headings(
    text: str, plain: str, back: Callable[[int], int], mentions: Iterable[Mention]
) -> None:
    """Cut a code's name off a mention where that name is a heading in a table of authorities: it stands over
    all the sections below it and is no part of the first one."""
    for mention in mentions:
        sign = plain.find("§", mention.start, mention.end) if mention.prefix else -1
        if sign > 0 and text[back(sign) - 1 : back(sign)] == "\n":
            mention.start = sign


def _find_with(finders: Iterable[Finder], text: str) -> list[Mention]:
    """Return the finders' mentions without overlaps: the earliest stays, and the longest of those that begin
    together. A section that only the document can name gives way to a provision whose number names it."""
    mentions = [mention for finder in finders for mention in finder(text) if mention.end > mention.start]
    kept: list[Mention] = []
    for mention in sorted(mentions, key=lambda mention: (mention.start, -mention.end)):
        if not kept or mention.start >= kept[-1].end:
            kept.append(mention)
            continue
        last = kept[-1]
        bare = last.kind is CitationKind.STATUTE and last.form is CitationForm.SHORT and not last.canonical
        if bare and mention.prefix and mention.canonical:
            kept[-1] = mention
    return kept


def _citations(text: str, back: Callable[[int], int], mentions: Sequence[Mention]) -> tuple[Citation, ...]:
    """Return the mentions as citations with pin and signal, at their original places."""
    citations: list[Citation] = []
    floor = 0
    for mention in mentions:
        start, end = back(mention.start), back(mention.end - 1) + 1
        pin, signal = cases.pin(text, mention), cases.signal(text, mention.start, floor)
        citations.append(
            Citation(start, end, mention.canonical, mention.kind, mention.form, pin, signal, mention.certain)
        )
        floor = mention.end
    return tuple(citations)


_NAME_BACK = 140
_NAME_WORD = re.compile(r"[A-Z][A-Za-z’'&-]{2,}")
_INDISTINCT_WORDS = frozenset(
    str.split(
        "State States United People Commonwealth The Inc Corp Company County City Board Department Dep't "
        "DistrictMatter See Also But Accord Compare Cf And For Court App Div Super Cir Supp Cal Rptr Ct Law "
        "Rev Dist EstateParte"
    )
)
"""Words of case names that do not tell one case from another."""
_QUOTES = re.compile(r"\((?:[a-z]{1,12},? ){0,3}(?:quoting|citing|quoted|cited|discussing)\b")
_BRACKET = re.compile(r"[()]")
_LONGEST_ASIDE = 1_500
_LONGEST_SENTENCE = 600
_IN_VOLUMES = NAMED_KINDS - {CitationKind.DOCKET} | {CitationKind.REGULATION}
_WITHOUT_PAGES = AUTHORITY_KINDS - _IN_VOLUMES
_SHORTEST_SOURCE = 6
_DATE = r"\((?:[^()]{0,60}[ ,])?(?:1[6-9]|20)\d\d\)"
_SITE = r"https?:|www\.|\.(?:com|org|gov|edu|net)\b"
_NO_TIME = r"(?! ?(?:[ap]\.?m\b|[AP]\.?M\b|o[’']clock|%|percent|miles|years))"
_AT_PAGE = (
    rf", at (?:pp?\. ?|¶+ ?)?[A-Z]?\d++{_NO_TIME}"
    r"|\([^()]{1,80} at \d{1,5}(?:[–-]\d{1,5})?\)|[Vv]ol\. ?\d"
)
_SIGNALLED = r"[Ss]ee(?: also| generally|,? e\.g\.,?)? [A-Z]"
_IN_PARENTHESES = r"\((?=[^()]{0,60}\d)(?=[^()]{0,60}[A-Z])(?:(?![a-z]{3})[^()]){2,60}\)"
_PAPER = (
    r"\b(?:Exh?s?|Exhibits?|Atts?|Attach(?:ment)?|Tab|Add(?:endum)?|Appx?|Appendix|Vol(?:ume)?|Hearing"
    r"|Tr(?:ans(?:cript)?)?|Dep(?:o(?:sition)?)?|Aff(?:id(?:avit)?)?|Decl(?:aration)?|Br(?:ief)?|Compl(?:aint)?"
    r"|Indict(?:ment)?|Mot(?:ion)?|Mem(?:o(?:randum)?)?|Opp(?:osition)?|Pet(?:ition)?|Resp(?:onse)?|Reply"
    r"|Ans(?:wer)?|Stip(?:ulation)?|Report|Rpt|Doc|Dkt|ECF|SOF|Rec(?:ord)?|Cert(?:ification)?|Charge"
    r"|Dictionary)\.?"
    r"(?: (?:of|for|to)(?: [A-Z][\w.]*){1,3})?"
    r"(?:\)|,? (?:at |p(?:p?\.|age) ?|¶+ ?)?"
    rf"(?:[A-Z]?-?\d+(?![\w/]){_NO_TIME}|[A-Z]{{1,2}}(?:-\d+)?[.;:),\]]))"
)
_SOURCE = re.compile(rf"{_DATE}(?! ?\d)|{_SITE}|{_AT_PAGE}|{_SIGNALLED}|{_IN_PARENTHESES}|{_PAPER}")
"""What another source has: a date, a web address, a signal, abbreviations in parentheses, a paper of a case's
record with its page or letter. In California's style a volume follows the date."""
_OWN_END = re.compile(
    r"[)\]]?(?:, supra)?(?:,? (?:at )?\*?\d[\d*–-]*+(?:,? ?&? ?nn?\. ?\d+(?:[–-]\d+)?)?){0,9}"
    r"(?: ?\([^()]{1,120}\)){0,3}"
)
_OWN_DATE = re.compile(rf"[^;]{{0,120}}?(?P<date>{_DATE})")
_SENTENCE_END = re.compile(r"[a-z\d)\]][.?!][”\"]? [A-Z]")
_CANDIDATES = 40
_LONGEST_CASE = 1_000  # the most pages of a case
_SMALLEST_CODIFIED = 1_000  # the smallest section of a state's code that a named act is taken to be cited by
_CLEAR_MAJORITY = 3
"""The ratio by which the main code outnumbers the next one; bare sections belong to the main code."""


_Code = tuple[str, CitationKind]  # the prefix of a code's sections, and their kind


def resolve(
    texts: Sequence[str], mentions: Sequence[Sequence[Mention]], streams: Sequence[str], gaps: AnnotationGaps
) -> None:
    """Give every short form of a document its authority's canonical form and kind, in place. ``texts`` and
    ``mentions`` are the passages with single spaces and their mentions in order; ``streams`` distinguish the
    running text from the notes. A passage that could not be read is empty: no "id." refers to what stands
    before it. Linear in the number of mentions."""
    every = [mention for own in mentions for mention in own]
    reader = _Resolver(_CitedCodes(every), ids=any(mention.form is CitationForm.ID for mention in every))
    for text, own, stream in zip(texts, mentions, streams, strict=True):
        if not gaps.attempt(Annotation.CITATIONS, False, reader.read, text, own, stream):
            reader.forget(stream)


class _CitedCodes:
    """The codes and rule books that a document names, by the section numbers cited with them."""

    def __init__(self, mentions: Iterable[Mention]) -> None:
        every = list(mentions)
        californian = sum("Cal. " in mention.canonical for mention in every) >= max(1, len(every) // 20)
        state = "Cal." if californian else ""
        self.by_number: dict[str, _Code] = {}
        self.rules: dict[str, str] = {}
        self.volumes: dict[str, list[Mention]] = defaultdict(list)
        """What the document cites in full anywhere, by volume and reporter."""
        counted: Counter[_Code] = Counter()
        for mention in every:
            if mention.prefix and mention.canonical:
                # a code that lacks its state is of the state whose courts the document cites
                prefix = in_state(mention.prefix, state)
                if prefix != mention.prefix and mention.key:
                    mention.prefix, mention.canonical = prefix, of_code(prefix, mention.key)
                counted[mention.prefix, mention.kind] += 1
                self.by_number.setdefault(section_alone(mention.key), (mention.prefix, mention.kind))
            elif mention.kind is CitationKind.RULE and mention.canonical:
                book, _, number = mention.canonical.rpartition(" ")
                self.rules.setdefault(section_alone(number), book)
            if mention.form is CitationForm.FULL and mention.kind in _IN_VOLUMES:
                self.volumes[mention.canonical.rpartition(" ")[0]].append(mention)
        self._cited = frozenset(counted)
        first, second = [*counted.most_common(2), (None, 0), (None, 0)][:2]
        self._main = first[0] if first[1] >= max(2, _CLEAR_MAJORITY * second[1]) else None
        """The one code that the document cites far more than any other, if there is one."""
        of_main = [number for number, code in self.by_number.items() if code == self._main]
        self._main_number = of_main[0] if of_main else ""
        sizes = [size for size in map(_size, of_main) if size > 0]
        self._span = (min(sizes), max(sizes)) if sizes else (0.0, 0.0)
        """The lowest and the highest section that the document cites of its main code."""

    def in_main(self, key: str) -> _Code | None:
        """Return the main code for a section within the range of those cited of it; otherwise None."""
        main, fits = self._main, self._span[0] <= _size(section_alone(key)) <= self._span[1]
        return main if main and fits and alike(self._main_number, key, main[0]) else None

    def of_title(self, title: str) -> _Code | None:
        """Return the only code of statutes that the document cites with this title; otherwise None."""
        titled = [code for code in self._cited if code[0].startswith(f"{title} ")]
        statutes = [code for code in titled if code[1] is CitationKind.STATUTE]
        return statutes[0] if len(statutes) == 1 else None


def _size(number: str) -> float:
    """Return a section's number as a quantity; -1 for one with letters."""
    whole = number.partition("-")[0]
    return float(whole) if whole.replace(".", "", 1).isdecimal() else -1.0


class _Resolver:
    """A reader of one document's mentions that remembers what was cited so far. ``ids`` says whether the
    document has any "id."; without one, other sources do not matter."""

    def __init__(self, codes: _CitedCodes, *, ids: bool) -> None:
        self.codes, self.ids = codes, ids
        self.volumes: dict[str, list[Mention]] = defaultdict(list)
        self.named: dict[str, list[tuple[Mention, frozenset[str]]]] = defaultdict(list)
        self.last: dict[str, Mention] = {}
        self.unreported: set[str] = set()
        self.paged: dict[str, Mention] = {}
        self.starred: dict[str, Mention] = {}
        self.section: dict[str, tuple[str, Mention]] = {}
        self.docket: Mention | None = None

    def read(self, text: str, mentions: Sequence[Mention], stream: str) -> bool:
        """Resolve the mentions of a text; return False for an empty one."""
        floor = aside_end = 0
        for mention in mentions:
            self._forget_after_other_source(text, floor, mention.start, stream)
            if quotes := _QUOTES.search(text, max(floor, mention.start - _NAME_BACK), mention.start):
                aside_end = _closing(text, quotes.start())
            self._settle(mention, stream)
            if _unreported(mention) and mention.form is CitationForm.FULL:
                if mention.canonical in self.unreported and text.startswith(", at *", mention.end):
                    mention.form = CitationForm.SHORT  # a repeated citation: "2023 WL 5, at *2"
                self.unreported.add(mention.canonical)
            is_id = mention.form is CitationForm.ID
            if not mention.canonical and mention.kind is CitationKind.STATUTE and not is_id:
                self._complete_section(text, mention, stream)
            self._remember(text, mention, floor, stream)
            if mention.start >= aside_end:
                self._refer_from_here(mention, stream)
            floor = mention.end
        self._forget_after_other_source(text, floor, len(text), stream)
        return bool(text)

    def forget(self, stream: str) -> None:
        """Forget what "id." and a section without its code refer to in a stream."""
        for remembered in (self.last, self.paged, self.starred, self.section):
            remembered.pop(stream, None)

    def _forget_after_other_source(self, text: str, start: int, end: int, stream: str) -> None:
        """Forget what "id." refers to after a source without a canonical form, such as a book."""
        if self.ids and end - start > _SHORTEST_SOURCE and _other_source(text, start, end):
            for remembered in (self.last, self.paged, self.starred):
                remembered.pop(stream, None)

    def _refer_from_here(self, mention: Mention, stream: str) -> None:
        """Let "id." refer to this mention from here on, or to nothing if this mention is unresolved."""
        if mention.prose:
            return
        if mention.canonical or mention.kind is CitationKind.RECORD:
            self.last[stream] = mention
            if mention.kind not in _WITHOUT_PAGES:
                self.paged[stream] = mention
            if _unreported(mention):
                self.starred[stream] = mention
        elif mention.form is not CitationForm.ID:
            self.last.pop(stream, None)
            self.paged.pop(stream, None)

    def _settle(self, mention: Mention, stream: str) -> None:
        """Give a mention its canonical form if what it refers to is known."""
        if mention.canonical or mention.kind is CitationKind.RECORD:
            return
        if mention.form is CitationForm.ID:
            last = self.last.get(stream)
            if mention.points_at.startswith("*"):
                last = self.starred.get(stream)
            elif mention.points_at and last is not None and last.kind in _WITHOUT_PAGES:
                last = self.paged.get(stream)
            self._adopt(mention, last)
        elif mention.form is CitationForm.SUPRA:
            if words := _words(mention.key):
                rarest = min(words, key=lambda word: len(self.named.get(word, ())))
                named = (meant for meant, names in reversed(self.named.get(rarest, [])) if words <= names)
                self._adopt(mention, next(named, None))
        elif mention.kind is CitationKind.RULE:
            book = self.codes.rules.get(section_alone(mention.key))
            mention.canonical = f"{book} {mention.key}" if book else ""
        elif mention.key in self.codes.volumes:
            # of the cases of that volume the last that begins on or before the page; earlier cited ones first
            earlier = self.volumes.get(mention.key)
            cited = earlier[-_CANDIDATES:] if earlier else self.codes.volumes[mention.key][:_CANDIDATES]
            fitting = [case for case in cited if 0 <= mention.page - _page(case) < _LONGEST_CASE]
            meant = max(fitting, key=_page) if fitting else cited[-1] if earlier else None
            mention.canonical = meant.canonical if meant else ""
        elif mention.kind is CitationKind.DOCKET:
            mention.canonical = self.docket.canonical if self.docket else ""
        elif mention.kind is CitationKind.STATUTE:
            section = section_alone(mention.key)
            if mention.source.isdecimal():
                code = self.codes.of_title(mention.source)
            elif mention.source == OTHER or (len(section) < 3 and not mention.prefix):
                code = None
            else:
                code = self.codes.by_number.get(section)
            if code:
                mention.prefix, mention.kind = code
                mention.canonical = of_code(code[0], mention.key)

    def _adopt(self, mention: Mention, meant: Mention | None) -> None:
        if meant is None:
            return
        mention.kind, mention.canonical, mention.prefix = meant.kind, meant.canonical, meant.prefix
        if mention.form is CitationForm.ID and mention.key and meant.prefix:
            fits = alike(meant.key, mention.key, meant.prefix)
            mention.canonical = of_code(meant.prefix, mention.key) if fits else ""

    def _complete_section(self, text: str, mention: Mention, stream: str) -> None:
        """Complete a section with the code of its sentence or table, or else the main code. A section said to
        be of something else takes neither, but for a state's act: "Coastal Act § 30251" is a section of the
        code. Acts of Congress have sections of their own, and those of other acts have small numbers."""
        if mention.source:
            return
        before, section = self.section.get(stream, ("", None))
        near = section and before is text and mention.start - section.end < _LONGEST_SENTENCE
        one_sentence = near and section and not _SENTENCE_END.search(text, section.end, mention.start)
        code = self.codes.in_main(mention.key)
        if section and not mention.prefix and (stream == Role.AUTHORITIES or one_sentence):
            if alike(section.key, mention.key, section.prefix):
                mention.prefix, mention.kind = section.prefix, section.kind
        elif code and (
            not mention.prefix
            or (" U.S.C. " not in code[0] and _size(section_alone(mention.key)) >= _SMALLEST_CODIFIED)
        ):
            mention.prefix, mention.kind = code
        if mention.prefix:
            mention.canonical = of_code(mention.prefix, mention.key)

    def _remember(self, text: str, mention: Mention, floor: int, stream: str) -> None:
        if mention.prefix and mention.canonical:
            self.section[stream] = (text, mention)
        if mention.form is not CitationForm.FULL or not mention.canonical:
            return
        if mention.kind in _IN_VOLUMES:
            self.volumes[mention.canonical.rpartition(" ")[0]].append(mention)
        if mention.kind is CitationKind.DOCKET:
            self.docket = mention
        if mention.kind in NAMED_KINDS:
            names = _words(text[max(floor, mention.start - _NAME_BACK) : mention.start])
            for word in names:
                self.named[word] = [*self.named[word], (mention, names)][-_CANDIDATES:]


def _other_source(text: str, start: int, end: int) -> bool:
    """Tell whether another source is cited in a range; pages and a date right at its start are no others."""
    if start:
        dated = _OWN_DATE.match(text, start, end)
        if dated and not _SENTENCE_END.search(text, start, dated.start("date")):
            start = dated.end()
        ending = _OWN_END.match(text, start, end)
        start = ending.end() if ending else start
    return _SOURCE.search(text, start, end) is not None


def _unreported(mention: Mention) -> bool:
    name = mention.canonical
    return mention.kind is CitationKind.CASE and (" WL " in name or " LEXIS " in name)


def _closing(text: str, opening: int) -> int:
    """Return where the parenthesis at ``opening`` closes."""
    depth = 0
    for match in _BRACKET.finditer(text, opening, opening + _LONGEST_ASIDE):
        depth += 1 if match.group() == "(" else -1
        if depth == 0:
            return match.end()
    return opening + _LONGEST_ASIDE


def _words(name: str) -> frozenset[str]:
    return frozenset(
        word.removesuffix("’s").removesuffix("'s").casefold()
        for word in _NAME_WORD.findall(name)
        if word.capitalize() not in _INDISTINCT_WORDS
    )


def _page(mention: Mention) -> int:
    """Return the page on which a citation's case begins; 0 if it has no number."""
    digits = mention.canonical.rpartition(" ")[2].replace(",", "")
    return int(digits) if digits.isdecimal() and len(digits) < 10 else 0
