"""Which words of a text are only said, argued, asked or supposed by someone, and which words show that."""

from __future__ import annotations

import re

from briefbank.summary.checks.plain import stem, stems

_SAYING = (
    "argu(?:es?|ed|ing)|arguments? that|conten(?:ds?|ded|ding)|contentions? that|alleg(?:es?|ed|edly"
    "|ing|ations?)"
    "|assert(?:s|ed|ing)?|assertions? that|claim(?:s|ed|ing)? (?:that|to)|maintain(?:s|ed|ing)? that"
    "|submit(?:s|ted|ting)? that|insist(?:s|ed|ing)?|urg(?:es?|ed|ing)|posit(?:s|ed)?|den(?:ies|ied"
    "|ying) that"
    "|suggest(?:s|ed|ing)?|testif(?:y|ies|ied|ying)|stat(?:es|ed|ing) that|told|sa(?:id|ys)|saying"
    "|report(?:s|ed|ing)? that|reportedly|complain(?:s|ed|ing)? that|respond(?:s|ed|ing) that"
    "|predict(?:s|ed|ing)?"
    "|warn(?:s|ed|ing)? that|take(?:s)? the position|in (?:its|his|her|their) view|according to"
    "|propos(?:es|ed) that"
)
_ASKING = (
    "whether|ask(?:s|ed|ing)?|question(?:s|ed|ing)? whether|issues? (?:is|are)? ?whether|issues? presented"
    "|disput(?:es?|ed|ing)|turns on|at issue"
)
_SUPPOSING = (
    "may|might|could|perhaps|possibly|probably|likely|seem(?:s|ed|ing|ingly)?|appear(?:s|ed) to"
    "|apparently|arguabl[ye]|purported(?:ly)?|suppos(?:ed|edly|ing|es?)|assum(?:es?|ed|ing)"
    "|believ(?:es?|ed|ing)"
    "|suspect(?:s|ed|ing) (?:that|of|him|her|them)|thought|presum(?:es?|ed|ably|ing)"
)
_TELLING = (
    "accept(?:s|ed)|acknowledg\\w+|add(?:s|ed) that|admit(?:s|ted)|agree[sd]?|can|claim(?:s|ed)|conced\\w+"
    "|consider(?:s|ed)|describ\\w+|emphasi\\w+|explain\\w*|express\\w+|fear\\w*|maintain(?:s|ed)"
    "|not(?:es?|ed|ing)"
    "|object(?:s|ed)|observ(?:es?|ed)|offer(?:s|ed)|point(?:s|ed) (?:out|to)|propos(?:es|ed)"
    "|question(?:s|ed)|rais\\w+|recall\\w*|recogniz\\w+"
    "|recount\\w*|regard\\w*|report(?:s|ed)|request(?:s|ed)|respond\\w*|seeks?|sought|see[sn]?"
    "|stress\\w*|submit\\w*|tells?"
    "|treat(?:s|ed)|view(?:s|ed)|warn\\w*|would|potential\\w*|possib\\w+|if|challeng(?:es|ed)|criticiz\\w+"
    "|(?:theory|position|version|testimony|arguments?|allegations?|contentions?|account) (?:of|that|is)"
)
"""Besides, words by which a claim shows that it tells what somebody holds."""
_HEDGE = re.compile(
    r"\b(?:perhaps|possibly|allegedly|arguably|likely|probably|apparently|purportedly|reportedly|supposedly"
    r"|potentially|presumably|seemingly|should|ought to)"
    r"(?: (?:even|also|be|been|have|has|a|an|the|will|would|to|not))* (\w+)",
    re.IGNORECASE,
)
_BRIEF = "brief|amic(?:us|i)|petition|appeal(?:s|ed|ing)?|point|section"
_HEARSAY = re.compile(rf"\b(?:{_SAYING}|{_ASKING}|{_SUPPOSING})\b", re.IGNORECASE)
_FRAMED = re.compile(rf"\b(?:{_BRIEF}|whether|should|ought|must)\b|\?", re.IGNORECASE)
_ARGUED = re.compile(rf"\b(?:{_SAYING}|{_ASKING}|{_BRIEF}|if|may|might|would)\b|\?", re.IGNORECASE)
_SCOPE_ENDS = re.compile(
    r"[;]|, (?:but|and|while|although|though|yet|whereas) |\. |\b(?:the )?(?:judge|jury|court)[a-z' ]{0,20} "
    r"(?:held|found|ruled|concluded|determined|denied|granted|rejected|agreed|disagreed|convicted"
    r"|affirmed|reversed)\b",
    re.IGNORECASE,
)
_TOLD = re.compile(rf"{_HEARSAY.pattern}|\b(?:{_TELLING})\b", re.IGNORECASE)
_LEAD = re.compile(
    r"^(?:Allegedly|Purportedly|Apparently|According to [^,]{1,60},|In [\w' ]{1,40} view,)", re.IGNORECASE
)


def is_framed(text: str) -> bool:
    """Whether a text as a whole is somebody's view: what a brief says, what should be, a question."""
    return _FRAMED.search(text) is not None


def is_argument(text: str) -> bool:
    """Whether a text is worded as a question or as somebody's argument."""
    return _ARGUED.search(text) is not None


def reported(text: str) -> list[str]:
    """The stems of what a text only reports: from a word of saying, asking or supposing on, to the end of its
    clause; the whole of a question."""
    if text.rstrip().endswith("?"):
        return stems(text)
    return [each for start, end in _scopes(text) for each in stems(text[start:end])]


def stated(text: str, pattern: re.Pattern[str] = _HEARSAY) -> list[str]:
    """The stems of what a text says by itself; the counterpart of :func:`reported`."""
    if text.rstrip().endswith("?"):
        return []
    said, at = "", 0
    for start, end in _scopes(text, pattern):
        said += text[at:start] + " "
        at = max(at, end)
    return stems(said + text[at:])


def by_itself(claim: str) -> list[str]:
    """The stems of what a claim says without any sign that somebody holds it; wider than :func:`stated`."""
    return stated(claim, _TOLD)


def _scopes(text: str, pattern: re.Pattern[str] = _HEARSAY) -> list[tuple[int, int]]:
    """Where what is only reported stands, in order and apart.

    "The stop was unlawful, the defendant argued" has its word of saying last, and reports what is before it.
    """
    found: list[tuple[int, int]] = []
    for match in pattern.finditer(text):
        floor = found[-1][1] if found else 0
        if match.start() < floor:
            continue
        stop = _SCOPE_ENDS.search(text, match.end())
        end = stop.start() if stop else len(text)
        leads = not stems(text[match.end() : end]) or _LEAD.match(text[floor:].lstrip(" ,;"))
        found.append((floor if leads else match.end(), end))
    return found


def hedged(text: str) -> list[str]:
    """The stems of the words right behind "perhaps", "allegedly" and the like, and nowhere else in a text."""
    found = [stem(match[1]) for match in _HEDGE.finditer(text)]
    elsewhere = stems(_HEDGE.sub(" ", text))
    return [each for each in found if each not in elsewhere]
