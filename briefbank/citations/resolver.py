"""The authorities that short forms refer to: "170 N.J. at 640", "id.", "Carty, supra", "§ 30260".

A single reader goes through the mentions in the order of the text and remembers what was cited (Bluebook
rules 4.1 and 10.9; California Style Manual 1:1-2). Notes are read apart from the text: "id." in a note never
refers to a citation in the text, nor the other way round. A mention that cannot be resolved keeps an empty
canonical form.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from briefbank.citations.codes import in_state
from briefbank.citations.mentions import NAMED_KINDS, OTHER, Mention
from briefbank.citations.statutes import alike, of_code, section_alone
from briefbank.domain.authorities import CitationForm, CitationKind
from briefbank.domain.documents import Annotation, AnnotationGaps
from briefbank.domain.pages import Role

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
_WITHOUT_PAGES = frozenset(
    (CitationKind.STATUTE, CitationKind.CONSTITUTION, CitationKind.RULE, CitationKind.DIRECTIVE)
)
_IN_VOLUMES = frozenset(
    (CitationKind.CASE, CitationKind.JOURNAL, CitationKind.REGULATION, CitationKind.OTHER)
)
_SHORTEST_SOURCE = 6
_PAPERS = frozenset(
    str.split(
        "Ex Exs Exh Exhs Exhibit Exhibits Att Atts Attach Attachment Tab Add Addend Addendum App Appx "
        "Appendix Vol Volume Tr Trans Transcript Dep Depo Deposition Aff Affid Affidavit Decl Declaration "
        "Test Br Brief Compl Complaint Indict Indictment Mot Motion Mem Memo Memorandum Opp Opposition Pet "
        "Petition Resp Response Reply Ans Answer Stip Stipulation Stmt Statement Rpt Report Doc Dkt ECF PSR "
        "PSI SOF Rec Record R A T Cert Certification"
    )
)
"""Papers of a case's record, which are cited by letter or number: "Ex. A", "Tab 5"."""
_NUMBERED = frozenset(
    str.split(
        "January February March April May June July August September October November December Jan Feb Mar "
        "Apr Jun Jul Aug Sept Sep Oct Nov Dec Act Amendment Apartment Apt Article Chapter Class Count "
        "Counts District Doe Grade Highway Interstate Juror Level Number Officer Part Phase Precinct "
        "Proposition Room Route Rule Rules Section Sections Tier Title Unit Ward Witness"
    )
)
"""Words whose number at the end of a sentence is no page of a source."""
_DATE = r"\((?:[^()]{0,60}[ ,])?(?:1[6-9]|20)\d\d\)"
_SITE = r"https?:|www\.|\.(?:com|org|gov|edu|net)\b"
_TOKEN = r"(?:[A-Z][\w.’'&-]{0,14}|\d[\w.:/–-]{0,14}|[¶§#]+\d+)"
_ABBREVIATED = (
    r"\((?=[^()]{0,80}\d)(?=[^()]{0,80}[A-Z])"
    rf"(?:(?:{_TOKEN}|[a-z]{{1,4}}\.?|¶+|§+|&)[,;]? ){{0,12}}{_TOKEN}\)"
)
_NO_TIME = r"(?! ?(?:[ap]\.?m\b|[AP]\.?M\b|o[’']clock|%|percent|miles|years))"
_AT_PAGE = (
    rf", at (?:pp?\. ?|¶+ ?)?[A-Z]?\d++{_NO_TIME}"
    r"|\([^()]{1,80} at \d{1,5}(?:[–-]\d{1,5})?\)|[Vv]ol\. ?\d"
)
_LOCATOR = r"(?:at (?:pp?\. ?|¶+ ?)?|p(?:p?\.|ages?) ?|¶+ ?|[Vv]ol\. ?)"
_NAME_AND_PAGE = (
    r"(?P<word>[A-Z](?<!\w.)[\w.’'&-]*+)"
    rf"(?:\)|,? (?:{_LOCATOR}[A-Z]?\d++{_NO_TIME}"
    r"|(?P<page>(?:No\. ?|# ?|\*)?\d{1,5}(?:[:–-]\d{1,5}){0,3}|[A-Z]{1,2})"
    r"(?P<after>[.;:),\]]| \([a-z\d]| at \d)))"
)
_SIGNALLED = r"[Ss]ee(?: also| generally|,? e\.g\.,?)? [A-Z]"
_SOURCE = re.compile(rf"{_DATE}(?! ?\d)|{_SITE}|{_ABBREVIATED}|{_AT_PAGE}|{_SIGNALLED}|{_NAME_AND_PAGE}")
"""What another source has: a date, a web address, a signal, abbreviations in parentheses, a name and a page.

In California's style a volume follows the date.
"""
_OWN_END = re.compile(
    r"[)\]]?(?:, supra)?(?:,? (?:at )?\*?\d[\d*–-]*+(?:,? ?&? ?nn?\. ?\d+(?:[–-]\d+)?)?){0,9}"
    r"(?: ?\([^()]{1,120}\)){0,3}"
)
_OWN_DATE = re.compile(rf"[^;]{{0,120}}?(?P<date>{_DATE})")
_SENTENCE_END = re.compile(r"[a-z\d)\]][.?!][”\"]? [A-Z]")
_CANDIDATES = 40
_LONGEST_CASE = 1_000
"""The most pages of a case."""
_SMALLEST_CODIFIED = 1_000
"""The smallest section of a state's code that a named act is taken to be cited by."""
_CLEAR_MAJORITY = 3
"""The ratio by which the main code outnumbers the next one; bare sections belong to the main code."""


_Code = tuple[str, CitationKind]
"""The prefix of a code's sections, and their kind."""


def resolve(
    texts: Sequence[str], mentions: Sequence[Sequence[Mention]], streams: Sequence[str], gaps: AnnotationGaps
) -> None:
    """Give every short form of a document its authority's canonical form and kind, in place.

    ``texts`` and ``mentions`` are the passages with single spaces and their mentions in order; ``streams``
    distinguish the running text from the notes. A passage that could not be read is empty: no "id." refers to
    what stands before it. Linear in the number of mentions.
    """
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
        codes = [
            code
            for code in self._cited
            if code[0].startswith(f"{title} ") and code[1] is CitationKind.STATUTE
        ]
        return codes[0] if len(codes) == 1 else None


def _size(number: str) -> float:
    """Return a section's number as a quantity; -1 for one with letters."""
    whole = number.partition("-")[0]
    return float(whole) if whole.replace(".", "", 1).isdecimal() else -1.0


class _Resolver:
    """A reader of one document's mentions that remembers what was cited so far.

    ``ids`` says whether the document has any "id."; without one, other sources do not matter.
    """

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
        """Complete a section with the code of its sentence or table, or else with the main code.

        A section that is said to be of something else takes neither, but for a state's act: "Coastal Act §
        30251" is a section of the code. Acts of Congress have sections of their own, and those of other acts
        have small numbers.
        """
        if mention.source:
            return
        before, section = self.section.get(stream, ("", None))
        code = self.codes.in_main(mention.key)
        if (
            section
            and not mention.prefix
            and (stream == Role.AUTHORITIES or _one_sentence(before, section, text, mention))
        ):
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
    return any(_is_source(match) for match in _SOURCE.finditer(text, start, end))


def _is_source(match: re.Match[str]) -> bool:
    """Tell whether a name and what follows are a source and its page."""
    if not match.group("word"):
        return True
    page, name = match.group("page"), match.group("word").rstrip(".")
    if match.group().endswith(")") and not page:
        return name in _PAPERS
    if page is None:
        return True
    if page.isalpha() or match.group("after") in (",", ":", "]"):
        return name in _PAPERS
    return name not in _NUMBERED


def _unreported(mention: Mention) -> bool:
    return mention.kind is CitationKind.CASE and (
        " WL " in mention.canonical or " LEXIS " in mention.canonical
    )


def _one_sentence(before: str, first: Mention, text: str, second: Mention) -> bool:
    near = before is text and second.start - first.end < _LONGEST_SENTENCE
    return near and not _SENTENCE_END.search(text, first.end, second.start)


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
