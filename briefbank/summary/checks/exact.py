"""Checks that what a claim takes over exactly stands in its source: quotations, citations, numbers and names.

*Quotations.* What stands between quotation marks must stand word for word in the source. Letters in brackets
may change a capital, words in brackets may say who is meant, and an ellipsis may leave words out, but no
negation (Bluebook rules 5.2 and 5.3). Punctuation and capitals do not count.

*Citations.* Two citations are the same when they name the same authority, page and year, or are written alike
but for spaces and full stops. A claim may cite the whole of a provision of which the source cites a part.

*Figures.* Every number, date and time must stand in the source, of the same unit. A number may be written in
figures or words ("five-year", "5 years"), a date less exactly ("March 2015").

*Names.* A name is a word with a capital that is no role, office or month. The first word of a sentence is
one where a name follows it, or what only a person or a case does. Two names that are adjacent in the claim
must be so in the source, so that no person is made of two. Letters of other scripts are compared, too:
"Cаrter" with a Cyrillic letter is another word to every check and the same to every reader.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise

from briefbank.domain.authorities import CitationKind
from briefbank.domain.summaries import ClaimFault, ClaimFinding
from briefbank.summary.checks.plain_form import FUNCTION_WORDS, ComparedClaim, is_in_capitals
from briefbank.text.dates import month_number, number_words, roman_value, written_dates

_QUOTED_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)*|[§%$¶&]|\.\d")
_SINGLE = re.compile(r"(?<![\w.,!?%])'(?=[\w\[(\"$§.])(?!\d0s\b)(.+?)(?<=[\w.,!?\])\"…%])'(?!\w)")
_OMITTED = re.compile(r"(?:\. ?){3,4}|…|\*( ?\*){2}")
_BRACKETS = re.compile(r"\[([^\[\]]*)\]")
_BRACKETED_LETTERS = re.compile(r"\[(\w)\](?=\w)|(?<=\w)\[(\w{1,4})\]")
_NOTE = re.compile(r"(?<=[.,;:?!\"']) n\d{1,3}(?= |$)")  # The number of a footnote, as printouts give it
_LINE_END = re.compile(r"(?<=[^\W\d_])- (?=[^\W\d_])")
_NEGATIONS = frozenset(
    str.split("not no never none nor neither without cannot unless except only hardly fails failed denied")
)
_INSERTIONS = frozenset(
    str.split(
        "the a an sic he she it they him them his its their defendant plaintiff petitioner respondent "
        "appellant appellee state government court judge jury police officer officers citation citations "
        "omitted emphasis added alteration original internal quotation marks"
    )
)
"""Words in brackets that only say who is meant, or that something was left out."""
_REPAIR_QUOTATION = "Use no quotation marks; say it in your own words."


def find_quotations(compared: ComparedClaim) -> Iterator[ClaimFinding]:
    """Yield quotations that do not stand in the source, and quotation marks without a counterpart."""
    if compared.claim.count('"') % 2 and not compared.is_verbatim:
        words = "A quotation mark has no counterpart, so that it cannot be told what is quoted."
        yield ClaimFinding(ClaimFault.MISQUOTATION, words, _REPAIR_QUOTATION)
    quoted = compared.claim.split('"')[1::2] + [match[1] for match in _SINGLE.finditer(compared.claim)]
    readings: list[list[str]] = []
    for source in compared.sources:
        # as it is, and without letters in brackets, notes and hyphens at line ends
        plainer = _LINE_END.sub("", _NOTE.sub("", _BRACKETED_LETTERS.sub(r"\1\2", source)))
        readings += [_quoted_words(source), _quoted_words(plainer)]
    for text in quoted:
        if any(_in_order([_quoted_words(text)], reading) for reading in readings):
            continue
        # the runs of words between omissions and brackets; names in brackets are checked with all others
        cut = _OMITTED.sub("\0", _BRACKETS.sub("\0", _BRACKETED_LETTERS.sub(r"\1\2", text)))
        pieces = [_quoted_words(piece) for piece in cut.split("\0")]
        inner = [word for match in _BRACKETS.finditer(text) for word in match[1].split()]
        fair = all(len(w) == 1 or w[0].isupper() or w.strip(".,").casefold() in _INSERTIONS for w in inner)
        if not fair or not any(_in_order(pieces, reading) for reading in readings):
            words = "Words in quotation marks do not stand so in the source."
            yield ClaimFinding(ClaimFault.MISQUOTATION, words, _REPAIR_QUOTATION)


def _quoted_words(text: str) -> list[str]:
    return [match.group().casefold() for match in _QUOTED_WORD.finditer(text)]


def _in_order(pieces: Sequence[list[str]], reading: Sequence[str]) -> bool:
    """Return whether the pieces follow each other in a text, with no negation between them."""

    def follows(end: int, start: int) -> bool:
        return end <= start and not any(
            word in _NEGATIONS or word.endswith("n't") for word in reading[end:start]
        )

    ends: list[int] | None = None
    for piece in filter(None, pieces):
        ends = [
            start + len(piece)
            for start in range(len(reading) - len(piece) + 1)
            if reading[start] == piece[0]
            and list(reading[start : start + len(piece)]) == piece
            and (ends is None or any(follows(end, start) for end in ends))
        ]
        if not ends:
            return False
    return True


_LOOKS_CITED = re.compile(
    r"\b\d{1,4} (?:[A-Z][\w.']*\.? ?){1,5}(?:[23]d|[2-9]th)?\.? ?(?:at )?\d{1,5}\b"
    r"|\b(?:Ibid|Id|Supra|supra|Infra|infra|Op\. cit)\b\.?"
)
"""A form of citation, recognised as one or not."""
_CASE_NAME = re.compile(
    r"([A-Z][\w'&.-]+),? (?:v\.?|vs\.?) ([A-Z][\w'&.-]+)|\b(?:In re|Ex parte) ([A-Z][\w'&.-]+)"
)
_TAIL = re.compile(r"(?:,? ?(?:at )?(?:pp?\. ?)?\d+(?:-\d+)?)*(?: ?\([^()]{1,60}\))?")
"""The pages, court and year behind a citation."""
_REPAIR_CITATION = (
    "Cite nothing that the source does not cite, and cite it as the source does; or leave it out."
)


def find_citations(compared: ComparedClaim) -> Iterator[ClaimFinding]:
    """Yield citations and case names that are not the source's."""
    source = _squeezed(compared.source)
    source_numbers = set(re.findall(r"\d+", compared.source))
    known = {citation.canonical for cited in compared.source_citations for citation in cited}
    for citation in compared.claim_citations:
        written = compared.claim[citation.start : citation.end]
        tail = _TAIL.match(compared.claim, citation.end)
        numbers = set(re.findall(r"\d+", written + (tail.group() if tail else "")))
        # the sources may cite a part of the provision
        wholes = tuple(citation.canonical + mark for mark in "(, ")
        in_part = citation.kind is not CitationKind.CASE and any(name.startswith(wholes) for name in known)
        is_cited = _squeezed(written) in source or citation.canonical in known or in_part
        if not is_cited or not numbers <= source_numbers:
            yield _citation_finding(written)
    for match in _LOOKS_CITED.finditer(compared.claim):
        start, end = match.span()
        overlaps = any(start < cited.end and cited.start < end for cited in compared.claim_citations)
        if not overlaps and _squeezed(match.group()) not in source:
            yield _citation_finding(match.group().strip())
    pairs = [_parties(match) for match in _CASE_NAME.finditer(compared.source)]
    for match in _CASE_NAME.finditer(compared.claim):
        if not any(_parties(match) <= pair for pair in pairs) and _squeezed(match.group()) not in source:
            yield _citation_finding(match.group())


def _citation_finding(written: str) -> ClaimFinding:
    return ClaimFinding(ClaimFault.CITATION, f"“{written}” does not stand in the source.", _REPAIR_CITATION)


def _squeezed(text: str) -> str:
    """Return a text in lower case without spaces and full stops, which vary between reporters."""
    return re.sub(r"[\s.,]", "", text).casefold()


def _parties(match: re.Match[str]) -> set[str]:
    return {name.casefold().removesuffix("'s").strip(".,") for name in match.groups() if name}


_UNITS = {
    form: forms.split()[0]
    for forms in str.split(
        "year years yr yrs, month months, week weeks, day days, hour hours hr hrs, minute minutes min mins, "
        "dollar dollars $, cent cents, percent percentage %, foot feet ft, inch inches, mile miles, yard "
        "yards, block blocks, pound pounds lb lbs, ounce ounces oz, gram grams g, kilogram kilograms kg "
        "kilos, mph, decade decades, century centuries, a.m am, p.m pm",
        ", ",
    )
    for form in forms.split()
}
"""Units of time, money and measure, by their spellings."""
_SCALES = {"hundred": 100, "thousand": 1_000, "million": 1_000_000, "billion": 1_000_000_000}
_LABELS = {
    form: forms.split()[0]
    for forms in str.split(
        "count counts, point points, section sections §, rule rules, article articles, exhibit exhibits, "
        "page pages p pp, degree degrees, amendment amendments",
        ", ",
    )
    for form in forms.split()
}
"""What a number may name, before it or (an ordinal) behind it."""
_LENGTHS = {
    unit: (Fraction(size), common)
    for unit, size, common in map(
        str.split,
        (
            *("minute 1/60 hours", "hour 1 hours", "day 24 hours", "week 168 hours"),
            *("month 1 months", "year 12 months", "decade 120 months", "century 1200 months"),
            *("percent 1/100 parts", "part 1 parts"),
        ),
    )
}
"""The size of a unit in a common one: two days are 48 hours, half is 50 percent."""
_FIGURE = re.compile(
    r"\d{1,2}:\d\d|\d+(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?(?:st|nd|rd|th)?\b|\d+|[ap]\.m\b"
    r"|[^\W\d_]+(?:'[^\W\d_]+)*|[$%§]",
    re.IGNORECASE,
)
_TWO = re.compile(r"\b(?:both|twice|pair|couple|second|another|either|neither|doubl\w+)\b", re.IGNORECASE)
"""Words that count to two."""
_ROMAN_AFTER = re.compile(r"\b(Points?|Counts?|Parts?|Articles?|Titles?|Exhibits?|Chapters?) ([IVXL]+)\b")
_DECADE = re.compile(r"(?<=\b\d{3}0)'?s\b")
_ADVERBS = frozenset(("first", "second", "third"))
"""Ordinals that often count nothing: "First, the stop was unlawful"."""
_REACH = 2
"""The words behind a number within which its unit stands: "five to ten years", "five more years"."""
_LONGEST = 30  # The most digits of a number with a value; a longer one is compared as it is written
_Quantity = tuple[str, str]  # A value and its unit; an empty unit stands for any


def find_figures(compared: ComparedClaim) -> Iterator[ClaimFinding]:
    """Yield the numbers, dates and times that the source does not have."""
    claim = _DECADE.sub("", compared.uncited_claim)
    source = _DECADE.sub("", compared.source)
    known_dates = [day for text in compared.sources for day in written_dates(_DECADE.sub("", text))]
    years = {day.year for day in known_dates if day.year}
    yearless = {(day.month, day.day) for day in known_dates if not day.year}
    rest = claim
    for day in written_dates(claim):
        # a day without a year may take the only year
        completed = years == {day.year} and (day.month, day.day) in yearless
        if not completed and not any(day.within(other) for other in known_dates):
            yield _missing("date", claim[day.start : day.end].strip(" ."))
        rest = rest[: day.start] + " " * (day.end - day.start) + rest[day.end :]
    known = {quantity for number, _ in _numbers(source) for quantity in _alike(number)}
    values = {value for value, _ in known}
    if _TWO.search(source):
        known.add(("2", ""))
    for (value, unit), written in _numbers(rest):
        may_count_nothing = not unit and (value == "1" or written.lower() in _ADVERBS)
        if (value in values and not unit) or may_count_nothing:
            continue
        if known.isdisjoint(_alike((value, unit))) and (value, "") not in known:
            yield _missing("number", written)


def _alike(number: _Quantity) -> Iterator[_Quantity]:
    """Yield a quantity, and the same in a common unit."""
    value, unit = number
    yield number
    if unit in _LENGTHS and len(value) < _LONGEST:
        size, common = _LENGTHS[unit]
        yield str(Fraction(value) * size), common


def _numbers(text: str) -> Iterator[tuple[_Quantity, str]]:
    tokens = [match.group() for match in _FIGURE.finditer(text)]
    small = [token.lower().removesuffix("'s") for token in tokens]
    at = 0
    while at < len(tokens):
        value, used = "", 1
        if ":" in tokens[at]:
            value = tokens[at].lstrip("0")
        elif tokens[at][0].isdigit():
            written = re.sub(r"[a-z]+$", "", small[at])
            value = str(Fraction(written.replace(",", ""))) if len(written) < _LONGEST else written
            if len(written) < _LONGEST and small[at + 1 : at + 2] and small[at + 1] in _SCALES:
                value, used = str(Fraction(value) * _SCALES[small[at + 1]]), 2
        elif (number := number_words(small[at : at + 8])) is not None:
            value, used = str(number[0]), number[1]
        if value:
            yield (value, _unit(small, at, at + used)), " ".join(tokens[at : at + used])
        at += used
    for match in _ROMAN_AFTER.finditer(text):
        yield (str(roman_value(match[2])), _LABELS.get(match[1].lower(), "")), match.group()


def _unit(small: Sequence[str], at: int, after: int) -> str:
    """Return the label or unit of the number in the words from ``at`` to ``after``; "" without one."""
    before = small[at - 1] if at else ""
    if before == "$":
        return "dollar"
    if before in _LABELS:
        return _LABELS[before]
    if small[at] in ("half", "halves", "quarter", "quarters"):
        return "part"
    words = small[after : after + _REACH]
    return next(
        (_UNITS.get(word) or _LABELS[word] for word in words if word in _UNITS or word in _LABELS), ""
    )


def _missing(what: str, written: str) -> ClaimFinding:
    words = f"The {what} {written} does not stand in the source."
    return ClaimFinding(ClaimFault.UNSUPPORTED, words, f"Take the {what} from the source or leave it out.")


_NAME_WORD = re.compile(r"[^\W\d_]+(?:['.-][^\W\d_]+)*\.?")
_ODD = re.compile(r"[^\x20-\x7e\u00a1-\u024f\u2010-\u2027\u2030-\u205e\u20a0-\u20bf…§¶†‡•]")
"""Any character but Latin letters, their accents, and printed marks."""
_OFFICES = frozenset(
    str.split(
        "defendant defendants plaintiff plaintiffs petitioner petitioners respondent respondents appellant "
        "appellants appellee appellees movant claimant complainant amicus amici curiae brief briefs state "
        "states court courts trial judge judges jury juror jurors justice justices prosecution prosecutor "
        "prosecutors government counsel attorney attorneys defense police officer officers detective "
        "detectives witness witnesses victim victims party parties constitution constitutional statute "
        "statutes legislature congress motion order orders appeal appeals petition indictment complaint "
        "conviction sentence verdict judgment evidence count counts point points section sections rule "
        "rules article exhibit exhibits question questions issue issues part hearing suppression probation "
        "parole mr mrs ms dr miss sgt det capt ptl hon university college school board commission committee "
        "agency department county city town township village company act amendment amendments clause code "
        "division circuit panel president governor senator secretary mayor framers church hospital "
        "association district office bureau authority administration nation law supreme appellate federal "
        "directive sergeant trooper lieutenant captain officer agent deputy sheriff doctor professor "
        "english us united america american monday tuesday wednesday thursday friday saturday sunday"
    )
)
"""Capitalised words that name a role, an office or an institution in general."""
_PERSONAL = re.compile(
    r"'s\b|,? (?:v\.|was|is|had|has|did|does|said|told|testified|argues|argued|never|held|himself"
    r"|herself|[a-z]+ed) "
)
"""What follows a person's or a case's name at the head of a sentence."""
_MIDDLE_NAMES = 2  # The number of words that may stand between two parts of a name
_REPAIR_NAME = "Use only names that stand in the source, written as there; or name the role instead."


def find_names(compared: ComparedClaim) -> Iterator[ClaimFinding]:
    """Yield names that the source does not have, and words with letters of other scripts."""
    known_words = set(compared.source.split())
    for word in compared.claim.split():
        if (odd := _ODD.search(word)) and word not in known_words:
            name = unicodedata.name(odd.group(), "without a name").lower()
            said = f"A sign does not stand in the source: {name}."
            yield ClaimFinding(ClaimFault.UNSUPPORTED, said, _REPAIR_NAME)
    text = f"{compared.source} {compared.title}"
    words = [_bare(match.group()) for match in _NAME_WORD.finditer(text)]
    known = {*words, *(part for word in words for part in word.split("-")), *_initials(words)}
    names: list[tuple[int, int, str]] = []
    for start, end, word in _candidates(compared.uncited_claim):
        name = _bare(word)
        parts = {name, *name.split("-")}
        abbreviated = word.endswith(".") and any(w.startswith(name[:4]) for w in known)
        if (
            name in known
            or parts <= known
            or name.removesuffix("s") in known
            or f"{name}s" in known
            or abbreviated
            or _is_spelled(name, words)
        ):
            names.append((start, end, name))
        else:
            said = f"The name {word} does not stand in the source."
            yield ClaimFinding(ClaimFault.UNSUPPORTED, said, _REPAIR_NAME)
    for (_, end, first), (start, _, last) in pairwise(names):
        if compared.claim[end:start] == " " and not _are_adjacent(first, last, words):
            written = f"The name {first.title()} {last.title()} does not stand in the source."
            yield ClaimFinding(ClaimFault.UNSUPPORTED, written, _REPAIR_NAME)


def _candidates(claim: str) -> Iterator[tuple[int, int, str]]:
    """Yield the range and the wording of each word that can only be a name."""
    if is_in_capitals(claim):
        return
    for match in _NAME_WORD.finditer(claim):
        word = match.group()
        name = _bare(word)
        if not word[0].isupper() or len(name) == 1 or name in FUNCTION_WORDS or name in _OFFICES:
            continue
        if month_number(name) and name not in ("may", "mar", "jan"):
            continue
        opens = not match.start() or claim[: match.start()].rstrip(' "(')[-1:] in tuple(".?!:")
        follows_title = re.search(r"\b(?:Mr|Mrs|Ms|Dr)\. $", claim[: match.start()])
        after = claim[match.end() :]
        before_name = re.match(r" [A-Z][a-z]+", after) and _bare(after.split()[0]) not in _OFFICES
        if opens and not follows_title and not before_name and not _PERSONAL.match(after):
            continue
        if opens and name.endswith("s") and not word.endswith("'s"):
            continue  # a plural at the head of a sentence: "Searches were made"
        yield match.start(), match.end(), word.removesuffix("'s")


def _bare(word: str) -> str:
    return word.casefold().removesuffix("'s").rstrip(".'")


def _initials(words: list[str]) -> Iterator[str]:
    """Yield the initials of each run of two to five words: "fbi", "n.j"."""
    for length in range(2, 6):
        for at in range(len(words) - length + 1):
            letters = [word[:1] for word in words[at : at + length]]
            yield "".join(letters)
            yield ".".join(letters)


def _is_spelled(name: str, words: list[str]) -> bool:
    """Tell whether the source abbreviates a name: Massachusetts by "Mass", part of New Jersey by "n.j"."""
    short = [word for word in words if 3 <= len(word) < len(name)]
    letters = {part for word in words if "." in word for part in word.split(".") if len(part) == 1}
    return (
        any(name.startswith(word) for word in short if len(word) * 2 <= len(name) + 2) or name[:1] in letters
    )


def _are_adjacent(first: str, last: str, words: list[str]) -> bool:
    if first not in words or last not in words:
        return True
    positions = [at for at, word in enumerate(words) if word == first]
    return any(last in words[at + 1 : at + 2 + _MIDDLE_NAMES] for at in positions)
