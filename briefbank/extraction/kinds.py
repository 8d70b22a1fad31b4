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
            r"\b(?-i:B)(?i:rief) (?:and appendix )?(?:of|on behalf|for|in (?:support|opposition)|amic)"
            r"|\b(?:reply|opening|answering|supplemental|letter|respondents?[’']?s?|petitioners?[’']?s?"
            r"|appellants?[’']?s?|appellees?[’']?s?|amic(?:us|i)(?: curiae)?|trial|joint|merits)"
            r" (?-i:B)(?i:rief)\b"
            r"|^\W*(?-i:A)(?i:mic(?:us|i) curiae)\b"
            r"|^\W*(?:statement of )?(?:the )?(?:identity and )?interests? of (?:the )?"
            r"(?-i:A)(?i:mic(?:us|i))\b"
            r"|^\W*alegato\b|^\W*(?:escrito|recurso) de (?:apelación|certiorari|revisión)\b"
            r"|^\W*petición de (?:certiorari|revisión)\b|^\W*memorando de derecho\b"
            r"|^(?:\W*)brief\W*$|\bpetition for (?:an? )?(?:writ|certification|review|rehearing"
            r"|certiorari|allowance)|\bmemorandum of (?:law|points)"
            r"|\b(?-i:M)(?i:emorandum) (?:of law )?in (?:support|opposition)\b"
            r"|\b(?-i:O(?i:pposition)|R(?i:eply)|R(?i:esponse)) (?:in (?:support|opposition)|to)\b"
            r"|\bsuggestions in\b"
            r"|\bstatement in lieu of brief\b",
        ),
        (
            Kind.OPINION,
            r"^\W*(?:memorandum )?(?:opinion|decision)\b(?: and order)?\W*(?:\d\W*)?$|^opinion (?:of|by)\b"
            r"|^\W*(?:the )?opinion of the court"
            r"|^\W*(?:sentencia|resolución|opinión(?: del tribunal)?)\W*$"
            r"|\bnot (?:for|to be) (?:publication|published)\b|\bapproved for publication\b"
            r"|^\W*(?:before|present):?(?: |\n).{0,80}\n?.{0,80}\b(?:judges|justices|j\.|jj\.)"
            r"|^\W*(?:\w+ ){0,6}order\W*(?:\d\W*)?$"
            r"|^\W*(?:\[?proposed\]? )?(?:final )?judgment\b.{0,60}$|\bminute order\b"
            r"|^\W*so ordered\b|\b(?-i:SO ORDERED)\b|^\W*it is (?:hereby )?ordered\b"
            r"|\bit is (?:hereby |so )?(?-i:ORDERED)\b|^slip opinion|^syllabus\W*$"
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
_FIRST_CHARACTERS = 2_000
"""The characters of the text after the caption in which such a line may stand."""
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
    letter = next((n + 1 for n, line in enumerate(front) if _LETTER.match(line[:80])), None)
    text = "\n".join(front[:letter])[:6000]
    joined = " ".join(front[:letter])[:6000]
    without_counsel = [_ON_THE_BRIEF.sub(" ", words) for words in (text, joined)]
    title = _TITLE.search(without_counsel[0])
    is_brief = title is not None and title.group("brief") is not None
    if not (is_brief or letter or memo_head) and _COURT_SPEAKS.search(
        f"{text}\n{opening[:_FIRST_CHARACTERS]}"
    ):
        return _entry(Kind.OPINION, "caption", 0.85)
    if letter and (_LETTER_BRIEF.search(" ".join(front)[:6000]) or _IN_LIEU.search(opening[:3000])):
        return _entry(Kind.BRIEF, "caption", 0.85)
    if _MOTION.search(text) and not argues and not _WITH_BRIEF.search(joined):
        return _entry(Kind.OTHER, "caption", 0.6)
    for kind, pattern in _RULES:
        if memo_head and kind is not Kind.DIRECTIVE:
            return _entry(Kind.MEMO, "caption", 0.9)
        if kind is Kind.BRIEF and (is_brief or any(map(pattern.search, without_counsel))):
            return _entry(kind, "caption", 0.85)
        if kind is not Kind.BRIEF and pattern.search(text):
            return _entry(kind, "caption", 0.85)
    if argues:
        return _entry(Kind.BRIEF, "caption", 0.7)
    if _OPINION_OPENS.search(opening[:3000]):
        return _entry(Kind.OPINION, "caption", 0.7)
    if _BRIEF_SPEAKS.search(opening[:3000]):
        return _entry(Kind.BRIEF, "caption", 0.6)
    if letter:
        return _entry(Kind.OTHER, "caption", 0.6)
    if code:
        return _entry(Kind.RULE if _RULE_HEAD.search(text) else Kind.STATUTE, "caption", 0.7)
    return named or UNKNOWN


def _entry(kind: Kind, source: str, confidence: float) -> CaptionEntry:
    return CaptionEntry(CaptionField.KIND, kind.value, source, confidence)


UNKNOWN = _entry(Kind.OTHER, "", 0.0)
"""The entry of a document without evidence of its kind."""
