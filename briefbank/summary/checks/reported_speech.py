"""Reported speech: the words that someone only says, argues, asks or supposes, and the words that show it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from briefbank.summary.checks.plain import FUNCTION_WORDS, stems
from briefbank.text.stemming import stem

SAYING = (
    "argu(?:es?|ed|ing)|arguments? that|conten(?:ds?|ded|ding)|contentions? that|alleg(?:es?|ed|edly"
    "|ing|ations?)"
    "|assert(?:s|ed|ing)?|assertions? that|claim(?:s|ed|ing)? (?:that|to)|maintain(?:s|ed|ing)? that"
    "|submit(?:s|ted|ting)? that|insist(?:s|ed|ing)?|urg(?:es?|ed|ing)|posit(?:s|ed)?|den(?:ies|ied"
    "|ying) that"
    "|suggest(?:s|ed|ing)?(?![^.,;]{0,60} to (?:him|her|them)\\b)|testif(?:y|ies|ied|ying)"
    "|stat(?:es|ed|ing) that|(?<!judge )(?<!court )told"
    "|sa(?:id|ys)|saying"
    "|report(?:s|ed|ing)? that|reportedly|complain(?:s|ed|ing)? that|respond(?:s|ed|ing) that"
    "|predict(?:s|ed|ing)?"
    "|warn(?:s|ed|ing)? that|(?:recall|remember)(?:s|ed|ing)? that|recount(?:s|ed)|(?:theory"
    "|position|version|account|view|opinion|belief|point|argument|claim|contention)"
    "(?: (?:on|of|in|for) \\w+(?: \\w+)?)? (?:is|was) that"
    "|take(?:s)? the position|in (?:its|his|her|their|the \\w+'s?|\\w+'s) view|according to"
    "|(?:propos|recommend|demand|request)(?:es|s|ed|ing) that"
)
ASKING = (
    "whether|ask(?:s|ed|ing)?|question(?:s|ed|ing)? whether|issues? (?:is|are)? ?whether|issues? presented"
    "|disput(?:es?|ed|ing)|turns on|(?:is|are|was|were) at issue"
)
_SUPPOSING = (
    "seem(?:s|ed|ing|ingly)?|appear(?:s|ed)? to"
    "|apparently|conceivably|arguabl[ye]|purported(?:ly)?|suppos(?:ed|edly|ing|es?)|assum(?:es?|ed|ing)"
    "|believ(?:es?|ed|ing)"
    "|suspect(?:s|ed|ing) (?:that|of|him|her|them)|thought|presum(?:es?|ed|ably|ing)"
)
_MAYBE = "may|might|could|perhaps|possibly|probably|likely"
_REPORTING = (
    "thinks?|accept(?:s|ed)"
    "|acknowledg\\w+|add(?:s|ed) that|admit(?:s|ted)|agree[sd]?|can|claim(?:s|ed)|conced\\w+"
    "|consider(?:s|ed)|describ\\w+|emphasi\\w+|explain\\w*|express\\w+|fear\\w*|maintain(?:s|ed)"
    "|not(?:es?|ed|ing)"
    "|object(?:s|ed)|observ(?:es?|ed)|offer(?:s|ed)|point(?:s|ed) (?:out|to)|propos(?:es|ed)"
    "|question(?:s|ed)|rais\\w+|recall\\w*|recollect\\w*|memory|recogniz\\w+"
    "|recount\\w*|regard\\w*|report(?:s|ed)|request(?:s|ed)|respond\\w*|seeks?|sought|see[sn]?"
    "|stress\\w*|submit\\w*|tells?"
    "|threat\\w*|promis\\w*|vow\\w*|list(?:s|ed)|mention\\w*|hint\\w*|insinuat\\w*|impl(?:y|ies"
    "|ied)|lied|lies|lying|misled|deceiv\\w*|attribut\\w+|blam\\w+|accus\\w+|call(?:s"
    "|ed)|suspected|portray\\w+|characteriz\\w+|instruct\\w+"
    "|refus\\w+|declin\\w+|undisputed|uncontested|unchallenged|treat(?:s|ed)|view(?:s|ed)|warn\\w*|would|potential\\w*|possib\\w+|if|challeng(?:es|ed)|criticiz\\w+"
    "|(?:theory|position|version|testimony|arguments?|allegations?|contentions?|account) (?:of|that|is|was)"
)
"""Further words by which a claim shows that it reports somebody's view."""
_BETWEEN = r"(?: (?:even|also|well|be|been|have|has|a|an|the|will|would|to|not))* (\w+)"
_LIKELY = (
    "perhaps|possibly|arguably|likely|probably|apparently|potentially|presumably|seemingly|conceivably"
    "|(?:seem|appear)(?:s|ed)? to"
)
_ONLY_LIKELY = re.compile(rf"\b(?:{_LIKELY}){_BETWEEN}", re.IGNORECASE)
_HEDGE = re.compile(
    rf"\b(?:{_LIKELY}|allegedly|purportedly|reportedly|supposedly|should|ought to){_BETWEEN}", re.IGNORECASE
)
_REPORTED_HEDGE = re.compile(
    rf"\b(?:{_LIKELY}|allegedly|purportedly|reportedly|supposedly){_BETWEEN}", re.IGNORECASE
)
_MODAL = re.compile(
    r"\b(?:may|might|could)(?! not\b)(?: (?:well|also|even|again|be|been|have|then|still|never|ever"
    r"|only|able|to))* ([a-z]\w+)"
)
_POSSIBLE = re.compile(
    r"\b(?:may|might|could|can|would|possib\w*|potential\w*|risk\w*|threat\w*|danger\w*|chances?"
    r"|likel\w+|perhaps"
    r"|if|allow\w*|permit\w*|able|ability|free to|authori\w+|lets?|enabl\w*|capab\w+|power|opportunit\w+"
    r"|discretion\w*|option\w*|lawful\w*|sometimes|probab\w+|presum\w+|appar\w+|seem\w*|appear\w*|believ\w*"
    r"|suspect\w*|thought|suppos\w*|need\w*|requir\w*|only|without|suggest\w*|arguabl[ey]"
    r"|conceivabl[ey]|tentativ\w+)\b",
    re.IGNORECASE,
)
_SAID_BY_BRIEF = re.compile(
    r"^(?:The |Its |This )?(?:amic(?:us|i) )?(?:curiae )?(?:brief|amic(?:us|i))(?: \w+)? (?:also "
    r"|further |then )?"
    r"(?:(?P<says>says?|states?|notes?|points? out|observes?|explains?|adds?|reports?)"
    r"|argu\w+|conten\w+|claim\w*|maintain\w*|assert\w*|submit\w*|alleg\w+|urg\w+|insist\w*) that "
    r"|^(?P<told>According to the brief|In the words of the brief|The brief says|As the brief (?:says"
    r"|states)), ",
    re.IGNORECASE,
)
_BY_BRIEF_LAST = re.compile(
    r", (?:the brief|amic(?:us|i)) (?:says?|states?|notes?|reports?|observes?)\.?$", re.IGNORECASE
)
_HEARSAY = re.compile(rf"\b(?:{SAYING}|{ASKING}|{_SUPPOSING})\b", re.IGNORECASE)
_SCOPE_ENDS = re.compile(
    r"[;]|, (?:but|and|while|although|though|yet|whereas) |\. |\b(?:the )?(?:judge|jury|court)[a-z' ]{0,20} "
    r"(?:held|found|ruled|concluded|determined|denied|granted|rejected|agreed|disagreed|convicted"
    r"|affirmed|reversed)\b| (?:but|and) (?:found|held|ruled|concluded|denied|granted|rejected|affirmed"
    r"|reversed|admitted|excluded|suppressed)\b",
    re.IGNORECASE,
)
_ACT_OPENERS = re.compile(r"ask(?:s|ed|ing)?|thought|believ(?:es?|ed|ing)|told", re.IGNORECASE)
_ACT_ENDS = re.compile(
    rf"{_SCOPE_ENDS.pattern}| (?:before|after|when|while) | and (?:then )?\w+ed (?:the|an?|his|her"
    rf"|him|it|them|to)\b",
    re.IGNORECASE,
)
"""The ends of reports of an act; what somebody did next is no longer reported: "thought that he smelled smoke
and searched the car"."""
_ANY_REPORT = re.compile(rf"{_HEARSAY.pattern}|\b(?:{_MAYBE}|{_REPORTING})\b", re.IGNORECASE)
_NOT_SAID = re.compile(
    r"\b(?:not|never|n't|without) (?:ask(?:ed|ing)?|tell(?:ing)?|told|testif(?:y|ied|ying))$", re.IGNORECASE
)
"""Negated words of asking and saying, which report nothing."""
_PASSIVE = re.compile(r"\b(?:is|are|was|were|been|as) $")
_CLOSING_ATTRIBUTION = re.compile(
    r", (?:according to|in (?:its|his|her|their) view|as alleged)$", re.IGNORECASE
)
"""A closing attribution: all that stands before it in the sentence is only reported."""
_OPENING_ATTRIBUTION = re.compile(
    r"^(?:Allegedly|Purportedly|Apparently|According to [^,]{1,60},|In [\w' ]{1,40} view,)", re.IGNORECASE
)


def reported(text: str) -> list[str]:
    """Return the stems of what a text only reports: from a word of saying, asking or supposing to the end of
    its clause; the whole of a question."""
    if text.rstrip().endswith("?"):
        return stems(text)
    return [each for scope in scopes(text) for each in stems(text[scope.start : scope.end])]


def stated(text: str, pattern: re.Pattern[str] = _HEARSAY, passed: frozenset[str] = frozenset()) -> list[str]:
    """Return the stems of what a text states itself; the counterpart of :func:`reported`. ``passed`` are
    stems of words that report nothing here, unless they match ``_HEARSAY``."""
    if text.rstrip().endswith("?"):
        return []
    said, at = "", 0
    for scope in scopes(text, pattern, passed):
        said += text[at : scope.start] + " "
        at = max(at, scope.end)
    return stems(said + text[at:])


def find_unattributed_stems(claim: str, sources: Sequence[str] = ()) -> list[str]:
    """Return the stems of what a claim states without any sign that somebody holds it; signs are wider here
    than in :func:`stated`.

    A word that stands within what the ``sources`` report is no such sign, but part of the report, unless it
    is one of saying, asking or supposing.
    """
    own = frozenset(each for source in sources for each in reported(source))
    words = (match.group() for match in _ANY_REPORT.finditer(claim))
    signs = {each for word in words for each in stems(word) if each not in own or _HEARSAY.fullmatch(word)}
    return [each for each in stated(claim, _ANY_REPORT, own) if each not in signs]


@dataclass(frozen=True, slots=True)
class Scope:
    """A half-open range of reported text, and the word that opens it."""

    opener: str
    start: int
    end: int


def scopes(
    text: str, pattern: re.Pattern[str] = _HEARSAY, passed: frozenset[str] = frozenset()
) -> list[Scope]:
    """Return the disjoint scopes of reported text, in order.

    "The stop was unlawful, the defendant argued" has its word of saying last, and reports what stands before
    it.
    """
    found: list[Scope] = []
    for match in pattern.finditer(text):
        floor = found[-1].end if found else 0
        if match.start() < floor or _NOT_SAID.search(text[floor : match.end()]):
            continue
        if stem(match.group().split()[0]) in passed and not _HEARSAY.fullmatch(match.group()):
            continue
        ends = _ACT_ENDS if _ACT_OPENERS.fullmatch(match.group()) else _SCOPE_ENDS
        stop = ends.search(text, match.end())
        end = stop.start() if stop else len(text)
        leads = _closes_report(text, floor, match, end) or _OPENING_ATTRIBUTION.match(
            text[floor:].lstrip(" ,;")
        )
        found.append(Scope(match.group(), floor if leads else match.end(), end))
    return found


def _closes_report(text: str, floor: int, match: re.Match[str], end: int) -> bool:
    """Tell whether a word of saying follows all that it reports: ", the officer said", "is suspected"."""
    before = text[floor : match.start()]
    if end == len(text) and _CLOSING_ATTRIBUTION.search(text[: match.end()]):
        return True
    return not stems(text[match.end() : end]) and ("," in before or _PASSIVE.search(before) is not None)


def unframed(claim: str) -> tuple[str, bool]:
    """Return a claim without words such as "the brief says that", and whether these call it an argument."""
    match = _SAID_BY_BRIEF.search(claim)
    if match:
        return claim[match.end() :], not (match["says"] or match["told"])
    return _BY_BRIEF_LAST.sub("", claim), False


def hedged(text: str, reported_too: bool = True) -> list[str]:
    """Return the stems of words directly after "perhaps", "likely" and the like that stand nowhere else in a
    text. ``reported_too`` includes words after "allegedly" and "reportedly"."""
    return _only_after(_REPORTED_HEDGE if reported_too else _ONLY_LIKELY, text)


def recommended(text: str) -> list[str]:
    """Return the stems of :func:`hedged`, and those after "should" and "ought to"."""
    return _only_after(_HEDGE, text)


def enabled(text: str) -> list[str]:
    """Return the stems of verbs directly after "may", "might" and "could" that stand nowhere else in a
    text."""
    return _only_after(_MODAL, text)


def is_possible(text: str) -> bool:
    """Tell whether a text calls anything only possible, or says that somebody is free to do it."""
    return _POSSIBLE.search(text) is not None


def _only_after(pattern: re.Pattern[str], text: str) -> list[str]:
    found = [stem(match[1]) for match in pattern.finditer(text) if match[1].lower() not in FUNCTION_WORDS]
    elsewhere = set(stems(pattern.sub(" ", text)))
    return [each for each in found if each not in elsewhere]
