"""Checks that every citation of a claim, and all that looks like one, stands in its source.

Two citations are the same when they name the same authority. Then the case name, the page, the court and the
year that the claim gives must be the source's too. Rules, sections and articles cited by number alone are
checked with the numbers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from briefbank.domain.citations import Citation, CitationKind
from briefbank.domain.claims import ClaimFault, ClaimFinding
from briefbank.summary.checks.abbreviations import begin_names
from briefbank.summary.checks.citation_parts import NOT_NAMES, find_case_parties, name_before, ranges, tail
from briefbank.summary.checks.name_words import OFFICES
from briefbank.summary.checks.plain import PlainClaim, in_capitals, masked, title_case_heading

_LOOKS_CITED = re.compile(r"\b\d{1,4} (?:[A-Z][\w.']*\.? ?){1,5}(?:[23]d|[2-9]th)?\.? ?(?:at )?\d{1,5}\b")
_SHORT_FORM = re.compile(r"\b(?:Ibid|Id|Supra|supra|Infra|infra|Op\. cit)\b\.?")
_ABBREVIATION = re.compile(
    r"\b(?:[A-Z]{1,2}\.){2,}(?:[A-Z][a-z]{0,5}\.?)?|\b(?:F|A|So|P|Cal|N\.E|N\.W|S\.E|S\.W)\.[234]d\b"
)
_PLACES = {"us": "united states", "nj": "new jersey", "ny": "new york", "dc": "district of columbia"}
_MONTH_OR_TITLE = frozenset(("am", "pm", "jr", "sr", "ms", "dr", "eg", "ie"))
_CASE_NAMED = re.compile(
    r"\b(?:[Uu]nder|[Cc]iting|[Cc]ites|[Dd]istinguish(?:es|ing)|[Oo]verrul(?:es|ing)|[Ff]ollowing"
    r"|[Ss]ee) ([A-Z][\w'-]+)(?=[ ,.;])"
    r"|\b([A-Z][\w-]+)(?='s)?(?:'s)? (?:rule|warnings?|hearing|test|doctrine|stop|violation|factors"
    r"|inquiry|claim|material|rights|frisk|standard)\b"
)
_REPAIR = "Cite nothing that the source does not cite, and cite it as the source does; or leave it out."
_NO_CASE = (
    NOT_NAMES
    | OFFICES
    | frozenset(
        str.split(
            "due equal fourth fifth sixth first second third court supreme appellate federal evidence a "
            "an this that "
            "amendment amendments clause act his her their its our all point count rule section article "
            "title such any no each police criminal"
        )
    )
)


def find(compared: PlainClaim) -> Iterator[ClaimFinding]:
    """Yield citations, case names and short forms that are not the source's."""
    for citation in compared.claim_citations:
        yield from _citation(citation, compared)
    rest = masked(compared.claim, [(s, t) for s, _, t in ranges(compared.claim, compared.claim_citations)])
    yield from _citation_like(rest, compared.sources)
    yield from _names(compared)


def _citation(citation: Citation, compared: PlainClaim) -> Iterator[ClaimFinding]:
    """Yield what is wrong with one full citation."""
    written = compared.claim[citation.start : citation.end]
    pairs = list(zip(compared.sources, compared.source_citations, strict=True))
    same = [(text, o) for text, cited in pairs for o in cited if o.canonical == citation.canonical]
    if not same and _in_heading(citation, compared):
        return
    if not same and not _is_broader_provision(citation, compared.source_citations):
        yield ClaimFinding(
            ClaimFault.CITATION, f"The citation {written} does not stand in the source.", _REPAIR
        )
        return
    if not citation.certain and not any(written in text for text in compared.sources):
        yield ClaimFinding(
            ClaimFault.CITATION, f"The citation {written} is not written as in the source.", _REPAIR
        )
    if same and citation.kind is not CitationKind.CONSTITUTION and not _digits(written) <= _digits_of(same):
        yield ClaimFinding(
            ClaimFault.CITATION, f"The citation {written} is not written as in the source.", _REPAIR
        )
    known = frozenset().union(*(tail(text, other) for text, other in same))
    for word in sorted(tail(compared.claim, citation) - known):
        if same or word.isdigit():
            words = f"The citation {written} has “{word}” with it, which does not stand in the source."
            yield ClaimFinding(ClaimFault.CITATION, words, _REPAIR)
    yield from _name_mismatch(citation, compared.claim, same, written)


def _in_heading(citation: Citation, compared: PlainClaim) -> bool:
    """Tell whether a heading in capitals has the very citation, with its name, pages and year. The citation
    finder finds none in capitals."""
    end = next(end for _, _, end in ranges(compared.claim, [citation]))
    written = re.escape(compared.claim[citation.start : end])
    very_words = re.compile(rf"(?<![\w.]){written}(?![\w(-])", re.IGNORECASE)
    named = name_before(compared.claim, citation)
    return any(
        in_capitals(source)
        and very_words.search(source)
        and all(re.search(rf"\b{re.escape(word)}", source, re.IGNORECASE) for word in named)
        for source in compared.sources
    )


def _digits(written: str) -> set[str]:
    return set(re.findall(r"\d+", written))


def _digits_of(same: Sequence[tuple[str, Citation]]) -> set[str]:
    """Return the numbers of citations as written; the canonical form may have parsed some of them wrongly."""
    return {number for text, other in same for number in _digits(text[other.start : other.end])}


def _is_broader_provision(citation: Citation, cited: Sequence[Sequence[Citation]]) -> bool:
    """Tell whether the claim cites the whole of a provision of which the source cites a part."""
    wholes = (f"{citation.canonical}(", f"{citation.canonical},", f"{citation.canonical} ")
    return citation.kind is not CitationKind.CASE and any(
        o.canonical.startswith(wholes) for each in cited for o in each
    )


def _name_mismatch(
    citation: Citation, claim: str, same: Sequence[tuple[str, Citation]], written: str
) -> Iterator[ClaimFinding]:
    """Yield a finding where claim and source both name the case, but differently."""
    name = name_before(claim, citation)
    known = {word for text, other in same for word in name_before(text, other)}
    if known and any(word not in known for word in name):
        yield ClaimFinding(
            ClaimFault.CITATION, f"The source gives {written} to a case of another name.", _REPAIR
        )


def _citation_like(rest: str, sources: Sequence[str]) -> Iterator[ClaimFinding]:
    """Yield words that have the form of a citation but were not recognised as one."""
    joined = [_normalized(source) for source in sources]
    for match in _LOOKS_CITED.finditer(rest):
        if not any(_normalized(match.group()) in source for source in joined):
            yield _not_in_source(match.group().strip())
    for match in _SHORT_FORM.finditer(rest):
        if not any(re.search(rf"\b{re.escape(match.group())}", source) for source in sources):
            yield _not_in_source(match.group())
    for match in _ABBREVIATION.finditer(rest):
        if not _abbreviates(match.group(), sources, joined):
            yield _not_in_source(match.group())


def _not_in_source(written: str) -> ClaimFinding:
    return ClaimFinding(ClaimFault.CITATION, f"“{written}” does not stand in the source.", _REPAIR)


def _normalized(text: str) -> str:
    """Return the text in lower case without white space and full stops, which vary between reporters."""
    return re.sub(r"[\s.]", "", text).casefold()


def _abbreviates(written: str, sources: Sequence[str], joined: Sequence[str]) -> bool:
    """Tell whether letters with full stops, or the words that they abbreviate, stand in the source."""
    letters = _normalized(written)
    if letters in _MONTH_OR_TITLE or any(letters in source for source in joined):
        return True
    long = _PLACES.get(letters, "\0")
    return any(long in source.casefold() or begin_names(letters, source) for source in sources)


def _names(compared: PlainClaim) -> Iterator[ClaimFinding]:
    """Yield cases that are named without a citation and not by the source."""
    known = [side for source in compared.sources for side in find_case_parties(title_case_heading(source))]
    for first, second in find_case_parties(compared.claim):
        if not any(first[-1] in one and second[0] in other for one, other in known):
            yield _not_in_source(f"{first[-1].title()} v. {second[0].title()}")
    words = {
        w.casefold().removesuffix("'s")
        for source in compared.sources
        for w in re.findall(r"\b[A-Z][\w'-]+", source)
    }
    for match in _CASE_NAMED.finditer(compared.claim):
        name = (match[1] or match[2]).removesuffix("'s")
        if name.casefold() not in words and name.casefold() not in _NO_CASE:
            yield _not_in_source(name)
