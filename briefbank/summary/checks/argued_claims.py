"""Tells whether a claim as a whole is worded as somebody's argument or question, and not as fact.

A word of arguing or asking frames a claim only where it governs it: where most of what the claim takes from
its source stands after it. The same word in the middle ("what the officer told the victim", "the petition was
filed late") belongs to the content, above all where the source has it there, too.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from briefbank.summary.checks.plain import stems
from briefbank.summary.checks.reported_speech import ASKING, SAYING, Scope, reported, scopes
from briefbank.text.stemming import stem

_CHALLENGING = (
    "challeng(?:e|es|ed|ing)|contest(?:s|ed|ing)?|attack(?:s|ed|ing)?|object(?:s|ed|ing)? to|appeals(?! "
    "court)|seeks?|sought|oppos(?:es?|ed|ing)|complain(?:s|ed|ing)?|fault(?:s|ed|ing)?|criticiz\\w+"
    "|(?:argument|claim|contention|challenge|position|point|theory|question|issue) (?:is|was) "
    "(?:that|about|to)"
    "|calls? for|defend(?:s|ed|ing)"
)
_GOVERNS = re.compile(rf"\b(?:{SAYING}|{ASKING}|{_CHALLENGING})\b", re.IGNORECASE)
_SUBJECT = (
    r"brief|amic(?:us|i)|petition|appeal|points?(?: [ivx\d]+)?|section|heading|arguments?|questions?|issues?"
    r"|case|motion|dispute|contentions?|claims?"
)
_WHOSE = (
    r"the|this|that|its|an?|one|both|two|another|each|first|second|third|main|next|other|legal|central|key|only"
    r"|sole|\w+'s?"
)
_AFTER_SUBJECT = (
    r"(?:of|on|for|in|by|from|before)(?: the| this| a)?(?: \w+(?:'s)?)?|also|then|first|further|mainly"
    r"|presented|raised|here"
)
_BRIEF_VERBS = (
    r"address\w*|concern\w*|deal\w*|discuss\w*|rais\w*|present\w*|involv\w*|turn\w*|focus\w*|explor\w*"
    r"|consider\w*|examin\w*|support\w*|press\w*|explain\w*|describ\w*|set\w* out|point\w*|rel(?:y|ies|ied)"
    r"|look\w*|treat\w*|take\w*|say\w*|stat\w*|not(?:es?|ed|ing)|maintain\w*|claim\w*|offer\w*|want\w*"
    r"|request\w*|see\w*|speak\w*|tell\w*|warn\w*|stress\w*|emphasi\w*|centers?|challeng\w*|attack\w*|contest\w*|argu\w*"
    r"|question\w*|(?:is|are) (?:that|whether|how|why|about|the|if|one of)"
)
_OF_BRIEF = re.compile(
    rf"^(?:[\w' ]{{1,30}}, )?(?:(?:{_WHOSE}) ){{0,3}}(?P<subject>{_SUBJECT})"
    rf"(?: (?:{_AFTER_SUBJECT})){{0,3}} (?P<verb>{_BRIEF_VERBS})\b",
    re.IGNORECASE,
)
"""The brief, or a part of it, as the subject of a claim about what it says."""
_QUESTION = re.compile(
    rf"^(?:(?:at|in) (?:issue|question|dispute)|(?:the )?(?P<subject>{_SUBJECT}))\b", re.IGNORECASE
)
_ADVISED = re.compile(r"\b(?:should|ought|(?:is|are|was|were) called for)\b", re.IGNORECASE)
_POSSIBLE = re.compile(r"\b(?:may|might|could)(?= (?:well )?have\b)", re.IGNORECASE)
_DISPUTED = re.compile(
    r"\b(?:is|are|was|were) (?:also |now |further )?(?P<by>challenged|contested|disputed|attacked|questioned"
    r"|claimed|alleged|asserted|argued|said|opposed|objected)\b"
    r"|^(?:an?|the|one)? ?(?P<so>claimed|alleged|asserted|supposed|purported)\b",
    re.IGNORECASE,
)
"""Something that somebody attacks or alleges: "The denial is challenged", "The claimed error is"."""
_FRAMING = re.compile(
    r"whether|argu|conten|claim|alleg|assert|insist|submit|urg|posit|issue|question", re.IGNORECASE
)
"""Words that frame a claim even if the heading or question has them itself."""


def is_argued(claim: str, sources: Sequence[str]) -> bool:
    """Tell whether a claim is worded as a question or as somebody's argument; ``sources`` are its texts."""
    if claim.rstrip().endswith("?") or _is_about_brief(claim, sources):
        return True
    if any(not _occurs(match.group(), sources) for match in _POSSIBLE.finditer(claim)):
        return True
    asks = _QUESTION.match(claim)
    if asks and not asks["subject"]:
        return True
    put = _DISPUTED.search(claim)
    if put and not _occurs(put["by"] or put["so"], sources):
        return True
    return _is_governed(claim, sources, {each for source in sources for each in stems(source)})


def is_view(claim: str, sources: Sequence[str]) -> bool:
    """Tell what :func:`is_argued` tells, for sources that report and state: what a brief says, what should
    be."""
    if claim.rstrip().endswith("?") or _ADVISED.search(claim) or _is_about_brief(claim, sources):
        return True
    return _is_governed(claim, sources, {each for source in sources for each in reported(source)})


def _is_about_brief(claim: str, sources: Sequence[str]) -> bool:
    match = _OF_BRIEF.match(claim)
    if match is None:
        return False
    return not (_occurs(match["subject"], sources) and _occurs(match["verb"].split()[0], sources))


def _is_governed(claim: str, sources: Sequence[str], own: set[str]) -> bool:
    """Tell whether most of what a claim shares with its source stands within a report or a question."""
    shared = own & set(stems(claim))
    for scope in scopes(claim, _GOVERNS):
        inside = shared & set(stems(claim[scope.start : scope.end]))
        around = f"{claim[: scope.start]} {claim[scope.end :]}".replace(scope.opener, " ")
        outside = (shared & set(stems(around))) - inside
        if len(inside) >= len(outside) and _frames_claim(claim, scope, sources, own):
            return True
    return False


def _frames_claim(claim: str, scope: Scope, sources: Sequence[str], own: set[str]) -> bool:
    """Tell whether a word that the source may have too frames the claim, and is not part of its content."""
    if not _occurs(max(scope.opener.split(), key=len), sources):
        return True
    before = claim[: claim.find(scope.opener)]
    if _QUESTION.match(before):
        return True
    return _FRAMING.match(scope.opener) is not None and len(own & set(stems(before))) <= 1


def _occurs(word: str, sources: Sequence[str]) -> bool:
    wanted = stem(word)
    return any(stem(each) == wanted for source in sources for each in re.findall(r"[^\W_]+", source))
