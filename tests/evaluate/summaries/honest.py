"""Honest sentences about a brief, made of its own sentences by rules that preserve their truth.

Each rule is narrow: where it might make bad English, or leave out what limits a statement, it makes nothing.
So a check that withholds one of these sentences raises a false alarm.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import pairwise

from briefbank.domain.pages import HIDDEN_MARK
from briefbank.domain.summaries import Claim, SourceKind, SourceSentence, SummaryPart
from briefbank.summary.checks.plain_form import FindCitations
from tests.evaluate.summaries import tables
from tests.evaluate.summaries.ranges import QUOTED, balanced, cited, free, phrase, upper_first
from tests.evaluate.summaries.values import BriefMaterial, HonestRule, WrittenStatement

FEWEST, MOST = 6, 40  # The fewest and the most words of a sentence for a summary
_JOINED_MOST = 16  # The most words of each of two sentences that are joined
_QUOTED_MOST = 24

_STAR_PAGE = re.compile(r"\s*\[\*\d+\]|(?<=[.,;”\"]) n\d{1,3}(?=\s|$)")
"""Page numbers and footnote numbers that databases insert into the text of briefs."""
_MARKER = re.compile(r"^(?:point\s+\w+|[ivxlc]+|[a-z]|\d{1,2})[.):]\s*", re.IGNORECASE)
_NO_SENTENCE = re.compile(
    r"^(?:[Ss]ee\b|Id\.|Ibid|App\.|Cf\.|Accord\b|But see|[IVX]+\. |\W|[a-z\d])|\* \*|\.\.\.|…"
    r"|\b[Ii]d\. at|\b(?:infra|supra)\b"
)
_TWO_SENTENCES = re.compile(
    r"[a-z]{3,}[.”\"] (?:However|The|This|That|These|In|It|A|An|But|And|He|She|They)\b"
)
_WHOLE = re.compile(r"""[.?]["”]?(?: \([^()]*\))?$|["”]$""")
"""The end of a whole sentence; a cite to the record may follow."""
_CONTINUES = re.compile(
    r"^(?:and|but|yet|so|nor|or|for|instead|however|rather|of course|indeed|then|also)\b", re.IGNORECASE
)
"""Words that continue the sentence before and cannot follow other words."""
_LOWER_CASE_SHARE = 0.55  # The least share of lower-case words in prose; citations have few
_STARTS_SMALL = re.compile(r"^[a-z]")
_FINITE = re.compile(
    r"\b(?:is|are|was|were|has|have|had|should|must|may|can|cannot|could|would|will|did|does|do|erred|failed|denied"
    r"|violate[sd]?|require[sd]?|deprived|abused|prohibits?|permits?|supports?|serves?|promotes?|provides?)\b"
)
_HEAD = re.compile(r"^(?:the|this|there|defendant|plaintiff|petitioner|because|a|an|no|his|her|its)\b", re.I)
_TRAILING = re.compile(
    r", (?:which|who|whose|and (?:the|it|they|he|she|this|their|his|her)) [^,;:()]+(?=\.$)"
)
_ASIDE = re.compile(r" \([^()\d]{6,}\)|--[^-]+--(?=[a-z])")
_EMPHASIS = re.compile(
    r"(?<!not)(?<!nor)(?<!never) (?:plainly|clearly|squarely|certainly|undoubtedly|obviously|manifestly|fully"
    r"|specifically|expressly|explicitly|simultaneously|indeed|therefore|thus)(?= [a-z])"
)
_CLAUSE_LAST = re.compile(
    r"^([^,;:]+?) (because|when|after|before|while|since) ((?:the|it|they|he|she|this) [^,;:]+)\.$"
)
_NO_CLAUSE = re.compile(
    r"\b(?:that|whether|if|not|and|especially|even|only|just|except|years?|days?|hours?|minutes?)\b"
)
_LIMIT = re.compile(
    r"\b(?:unless|except|only|if|but|however|not|no|never|although|though|without|until|may|might|partly|part)\b"
)
_OPENING = re.compile(
    r"^(?:Indeed|Moreover|Furthermore|Finally|Thus|Accordingly|Therefore|In fact|In addition|Additionally"
    r"|Similarly|In short|First|Second|Third), (?=\w)"
)
_PERSON = re.compile(
    r"\b([Dd]efendant|[Pp]laintiff|[Pp]etitioner|[Rr]espondent|[Aa]ppellant|[Vv]ictim),?"
    r" ((?:[A-Z][a-z]+ |[A-Z]\. )?[A-Z][a-z]{2,})(?!['’])(,?)(?= (?!of\b)[a-z])"
)
_PASSIVE = re.compile(
    rf"^(The (?:[a-z]+ ){{1,2}})({'|'.join(tables.PASSIVE_VERBS)})"
    r" ((?:the|his|her|a) [a-z]+(?: [a-z]+){0,4})\.$"
)
_NO_OBJECT = re.compile(r"\b(?:and|that|which|who|is|was|were|when|because|after|before)\b|(?:[^s]s)$")
_WHETHER = re.compile(r"^(?:\W*)Whether ([^?]+?)[?.]$")
_DID = re.compile(
    rf"^Did ((?:the|a|this|defendant|plaintiff)(?: [A-Za-z’']+){{0,5}}?)"
    rf" ({'|'.join(tables.PAST)})\b([^?;]*)\?$",
    re.IGNORECASE,
)
_SYNONYMS = [(phrase(words), other) for words, other in tables.SYNONYMS.items()]
_FRAMES = ("According to the brief, {}", "The brief says that {}", "The brief states that {}")

Rule = Callable[[str, SourceSentence, BriefMaterial, FindCitations], Iterator[str]]


def statements(brief: BriefMaterial, find: FindCitations) -> list[WrittenStatement]:
    """Return all honest sentences about a brief, each text once, in the order of its sources."""
    by_text: dict[str, WrittenStatement] = {}
    for source in brief.material.sentences:
        for way, text in _from_source(source, brief, find):
            if _fits(text):
                by_text.setdefault(text, WrittenStatement(Claim(text, (source.number,), _part(source)), way))
    for statement in _joined(brief, find):
        by_text.setdefault(statement.claim.text, statement)
    return list(by_text.values())


def plain(source: SourceSentence) -> str:
    """Return the sentence without page numbers and database marks; empty when no summary would use it."""
    text = " ".join(_STAR_PAGE.sub("", source.text).split())
    if source.kind is SourceKind.POINT:
        return _MARKER.sub("", text)
    usable = balanced(text) and HIDDEN_MARK not in text and _is_prose(text)
    return text if usable and _WHOLE.search(text) else ""


def _is_prose(text: str) -> bool:
    """Tell whether a text is a sentence, and no citation or list of words that was cut as one."""
    words = [word for word in text.split() if word[0].isalpha()]
    small = sum(word[0].islower() for word in words)
    odd = _NO_SENTENCE.search(text) or _TWO_SENTENCES.search(text)
    return not odd and small >= _LOWER_CASE_SHARE * max(1, len(words))


def _from_source(
    source: SourceSentence, brief: BriefMaterial, find: FindCitations
) -> Iterator[tuple[HonestRule, str]]:
    text = plain(source)
    if not text:
        return
    for way, rule in _RULES[source.kind].items():
        for sentence in rule(text, source, brief, find):
            yield way, sentence


def _fits(text: str) -> bool:
    return FEWEST <= len(text.split()) <= MOST and balanced(text) and not _STARTS_SMALL.match(text)


def _part(source: SourceSentence) -> SummaryPart:
    return SummaryPart.ISSUE if source.kind in (SourceKind.QUESTION, SourceKind.POINT) else SummaryPart.FACTS


# --- rules: text of a source to honest sentences about it ----------------------------------------


def _verbatim(text: str, source: SourceSentence, brief: BriefMaterial, find: FindCitations) -> Iterator[str]:
    yield text


def _without_citations(
    text: str, source: SourceSentence, brief: BriefMaterial, find: FindCitations
) -> Iterator[str]:
    """Remove record cites, which are parentheses with a number, and citations with the comma before them."""
    out = re.sub(r"\s*\([^()]*\d[^()]*\)", "", text) if not cited(text, find) else text
    for start, end in reversed(cited(text, find)):
        if not text[:start].endswith(", ") or text[end : end + 1] not in (",", "."):
            return
        out = out[: start - 2] + out[end + (text[end] == "," and text[start - 2] != ",") :]
    if out != text and not re.search(r",[,.]|\s[,.]|\(\)|\.\.", out) and not cited(out, find):
        yield out


def _shortened(text: str, source: SourceSentence, brief: BriefMaterial, find: FindCitations) -> Iterator[str]:
    for match in free(_TRAILING, text, find):
        if not _LIMIT.search(match[0]):
            yield text[: match.start()] + "."


def _without_opening(
    text: str, source: SourceSentence, brief: BriefMaterial, find: FindCitations
) -> Iterator[str]:
    if result := _OPENING.match(text):
        yield upper_first(text[result.end() :])


def _without_aside(
    text: str, source: SourceSentence, brief: BriefMaterial, find: FindCitations
) -> Iterator[str]:
    """Remove an aside in brackets or between dashes, where it limits nothing."""
    for match in free(_ASIDE, text, find):
        if not _LIMIT.search(match[0]):
            space = "" if match[0].startswith(" ") else " "
            yield text[: match.start()] + space + text[match.end() :]


def _without_emphasis(
    text: str, source: SourceSentence, brief: BriefMaterial, find: FindCitations
) -> Iterator[str]:
    for match in free(_EMPHASIS, text, find):
        yield text[: match.start()] + text[match.end() :]


def _reordered(text: str, source: SourceSentence, brief: BriefMaterial, find: FindCitations) -> Iterator[str]:
    """Put the reason or the time first, if the clause can belong to nothing else."""
    match = _CLAUSE_LAST.match(text)
    if (
        match
        and _FINITE.search(match[1])
        and not _NO_CLAUSE.search(match[1])
        and not QUOTED.search(text)
        and not cited(text, find)
    ):
        inner = brief.vocabulary.lower_first(match[1])
        if inner and not _CONTINUES.match(inner):
            yield f"{upper_first(match[2])} {match[3]}, {inner}."


def _changed_twice(
    text: str, source: SourceSentence, brief: BriefMaterial, find: FindCitations
) -> Iterator[str]:
    """Apply two changes one after another."""
    for first, one in _CHANGES.items():
        for changed in one(text, source, brief, find):
            for second, other in (*_CHANGES.items(), (HonestRule.FRAMED, _framed)):
                if second is not first:
                    yield from other(changed, source, brief, find)


def _synonym(text: str, source: SourceSentence, brief: BriefMaterial, find: FindCitations) -> Iterator[str]:
    """Replace one phrase at a time, everywhere in the text."""
    for pattern, other in _SYNONYMS:
        places = list(free(pattern, text, find))
        if places:
            out = text
            for match in reversed(places):
                out = out[: match.start()] + other + out[match.end() :]
            yield out


def _role(text: str, source: SourceSentence, brief: BriefMaterial, find: FindCitations) -> Iterator[str]:
    """Replace a name by its role: “Defendant John Smith” is the defendant."""
    for match in free(_PERSON, text, find):
        before = text[: match.start()]
        article = "" if before.lower().endswith("the ") else "The " if not before else "the "
        yield before + article + match[1].lower() + text[match.end() :]


def _passive(text: str, source: SourceSentence, brief: BriefMaterial, find: FindCitations) -> Iterator[str]:
    match = _PASSIVE.match(text)
    if match and not _NO_OBJECT.search(match[3]):
        yield f"{upper_first(match[3])} was {match[2]} by {match[1].strip().lower()}."


def _framed(text: str, source: SourceSentence, brief: BriefMaterial, find: FindCitations) -> Iterator[str]:
    inner = brief.vocabulary.lower_first(text)
    if inner and not _CONTINUES.match(inner) and not QUOTED.search(text) and text.endswith("."):
        yield _FRAMES[source.number % len(_FRAMES)].format(inner)


def _argued(text: str, source: SourceSentence, brief: BriefMaterial, find: FindCitations) -> Iterator[str]:
    """Turn a point heading, or a sentence that says what should be, into what the brief argues."""
    if source.kind is SourceKind.POINT:
        inner = brief.vocabulary.running(text.rstrip(". "))
        if inner and _HEAD.match(inner) and _FINITE.search(inner) and not inner.lower().startswith("because"):
            yield f"The brief argues that {inner}."
    elif re.search(r"\b(?:should|must)\b", text) and not QUOTED.search(text):
        inner = brief.vocabulary.lower_first(text)
        if inner and not _CONTINUES.match(inner):
            yield f"The brief argues that {inner}"


def _asked(text: str, source: SourceSentence, brief: BriefMaterial, find: FindCitations) -> Iterator[str]:
    if result := _WHETHER.match(text):
        yield f"The question is whether {result[1]}."
    elif result := _DID.match(text):
        subject = brief.vocabulary.lower_first(upper_first(result[1]))
        if subject:
            yield f"The question is whether {subject} {tables.PAST[result[2].lower()]}{result[3]}."


def _quoted(text: str, source: SourceSentence, brief: BriefMaterial, find: FindCitations) -> Iterator[str]:
    if (
        text.endswith(".")
        and len(text.split()) <= _QUOTED_MOST
        and not re.search(r"[“”\"‘]", text)
        and not cited(text, find)
    ):
        yield f"In the words of the brief, “{text}”"


def _joined(brief: BriefMaterial, find: FindCitations) -> Iterator[WrittenStatement]:
    """Join sentences that are adjacent in the document too, so that "he" keeps its meaning."""
    for first, second in pairwise(brief.material.sentences):
        if _neighbours(first, second):
            one, other = plain(first), plain(second)
            inner = brief.vocabulary.lower_first(other) if one.endswith(".") and other.endswith(".") else None
            short = max(len(one.split()), len(other.split())) <= _JOINED_MOST
            if (
                inner
                and short
                and not _CONTINUES.match(other)
                and not _OPENING.match(other)
                and not cited(one, find)
            ):
                text = f"{one[:-1]}, and {inner}"
                yield WrittenStatement(
                    Claim(text, (first.number, second.number), SummaryPart.FACTS), HonestRule.JOINED
                )


def _neighbours(first: SourceSentence, second: SourceSentence) -> bool:
    prose = (SourceKind.FACT, SourceKind.OTHER)
    distance = second.start - first.end
    return (
        first.kind in prose
        and first.passage_id == second.passage_id
        and 0 <= distance <= 2
        and second.end > 0
    )


_CHANGES: dict[HonestRule, Rule] = {
    HonestRule.WITHOUT_CITATIONS: _without_citations,
    HonestRule.SHORTENED: _shortened,
    HonestRule.WITHOUT_OPENING: _without_opening,
    HonestRule.WITHOUT_ASIDE: _without_aside,
    HonestRule.WITHOUT_EMPHASIS: _without_emphasis,
    HonestRule.REORDERED: _reordered,
    HonestRule.SYNONYM: _synonym,
    HonestRule.ROLE: _role,
    HonestRule.PASSIVE: _passive,
}
_PROSE_RULES: dict[HonestRule, Rule] = {
    HonestRule.VERBATIM: _verbatim,
    **_CHANGES,
    HonestRule.FRAMED: _framed,
    HonestRule.ARGUED: _argued,
    HonestRule.QUOTED: _quoted,
    HonestRule.TWICE: _changed_twice,
}
_RULES: dict[SourceKind, dict[HonestRule, Rule]] = {
    SourceKind.QUESTION: {HonestRule.ASKED: _asked},
    SourceKind.POINT: {HonestRule.ARGUED: _argued},
    SourceKind.FACT: _PROSE_RULES,
    SourceKind.OTHER: _PROSE_RULES,
}
"""The rules by kind of sentence. Questions and points are never stated as facts, because that would not be
honest."""
