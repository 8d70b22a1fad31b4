"""Classifies the kind of a document from the words of its caption, else from its name."""

from __future__ import annotations

import re
from collections.abc import Sequence

from briefbank.domain.caption_fields import CaptionField
from briefbank.domain.documents import CaptionEntry
from briefbank.domain.kinds import Kind

_RULES: tuple[tuple[Kind, re.Pattern[str]], ...] = tuple(
    (kind, re.compile(pattern, re.IGNORECASE | re.MULTILINE))
    for kind, pattern in (
        (
            Kind.DIRECTIVE,
            r"^.{0,60}\b(?:law enforcement )?directive (?:no\.?|number|#)?\s*\d{4}-\d+"
            r"|^administrative directive|^directive\b",
        ),
        (
            Kind.BRIEF,
            r"\bbrief (?:and appendix )?(?:of|on behalf|for|in (?:support|opposition)|amic)|\b(?:reply"
            r"|opening|answering|supplemental|letter|respondents?[’']?s?|petitioners?[’']?s?"
            r"|appellants?[’']?s?|appellees?[’']?s?|amic(?:us|i)(?: curiae)?|trial|joint|merits) brief\b"
            r"|^(?:\W*)brief\W*$|\bpetition for (?:an? )?(?:writ|certification|review|rehearing"
            r"|certiorari|allowance)|\bmemorandum of (?:law|points)"
            r"|\b(?-i:M)(?i:emorandum) (?:of law )?in (?:support|opposition)\b"
            r"|\b(?-i:O(?i:pposition)|R(?i:eply)|R(?i:esponse)) (?:in (?:support|opposition)|to)\b"
            r"|\bsuggestions in\b"
            r"|\bstatement in lieu of brief\b",
        ),
        (
            Kind.OPINION,
            r"^\W*(?:memorandum )?(?:opinion|decision)\b(?: and order)?\W*(?:\d\W*)?$|\bper curiam\b"
            r"|\bdelivered the opinion\b|^opinion (?:of|by)\b|^\W*(?:the )?opinion of the court"
            r"|\bnot (?:for|to be) (?:publication|published)\b|\bapproved for publication\b"
            r"|^\W*before:? .{0,80}\b(?:judges|justices|j\.|jj\.)|^\W*(?:\w+ ){0,6}order\W*(?:\d\W*)?$"
            r"|^\W*(?:\[?proposed\]? )?(?:final )?judgment\b.{0,60}$|\bminute order\b|\bso ordered\b"
            r"|\bit is (?:hereby )?ordered\b|^slip opinion|^syllabus\W*$"
            r"|^heard in the (?:supreme court|court of appeals)\b",
        ),
        (
            Kind.STATUTE,
            r"^(?:\W*)(?:n\.j\.s\.a\.|§+)\s*\d\S*[.:;\s-]|^\W*an act\b|^p\.l\.\s?\d{4}|^(?:title"
            r"|chapter) \d+[a-z]?[.:\-–— ]+\w|^\W*be it enacted",
        ),
        (
            Kind.RULE,
            r"^\W*rule \d+[:.]\d|^\W*r\. \d+:\d+|\brules of (?:court|evidence|(?:criminal|civil"
            r"|appellate) procedure)\W*$|^\W*(?:n\.j\.r\.e\.|fed\. r\.)\s*\d+",
        ),
        (
            Kind.MEMO,
            r"^\W*(?:\w+ ){0,3}memorandum\W*$|^\W*memorandum to:? |^\W*memo\b"
            r"|^\W*to:.{0,200}\n(?:.{0,200}\n){0,4}\W*from:",
        ),
    )
)


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
_OPINION_OPENS = re.compile(
    r"\bper curiam\b|\bdelivered the opinion\b|\bopinion of the court\b"
    r"|\bit is (?:hereby )?(?:so )?ordered\b",
    re.IGNORECASE,
)


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
    letter = next((n + 1 for n, line in enumerate(front) if _LETTER.match(line[:80])), None)
    text = "\n".join(front[:letter])[:6000]
    joined = " ".join(front[:letter])[:6000]
    if letter and (_LETTER_BRIEF.search(" ".join(front)[:6000]) or _IN_LIEU.search(opening[:3000])):
        return _entry(Kind.BRIEF, "caption", 0.85)
    if _MOTION.search(text) and not argues and not _WITH_BRIEF.search(joined):
        return _entry(Kind.OTHER, "caption", 0.6)
    for kind, pattern in _RULES:
        if memo_head and kind is not Kind.DIRECTIVE:
            return _entry(Kind.MEMO, "caption", 0.9)
        if pattern.search(text) or (kind is Kind.BRIEF and pattern.search(joined)):
            return _entry(kind, "caption", 0.85)
    if argues:
        return _entry(Kind.BRIEF, "caption", 0.7)
    if _OPINION_OPENS.search(opening[:3000]):
        return _entry(Kind.OPINION, "caption", 0.7)
    if letter:
        return _entry(Kind.OTHER, "caption", 0.6)
    if code:
        return _entry(Kind.RULE if _RULE_HEAD.search(text) else Kind.STATUTE, "caption", 0.7)
    return named or UNKNOWN


def _entry(kind: Kind, source: str, confidence: float) -> CaptionEntry:
    return CaptionEntry(CaptionField.KIND, kind.value, source, confidence)


UNKNOWN = _entry(Kind.OTHER, "", 0.0)
"""The entry of a document without evidence of its kind."""
