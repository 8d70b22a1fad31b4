"""Finds conditions of the source that a claim leaves out.

A condition limits the clause to which it belongs. A claim that uses this clause must give the condition, in
its own words or others: some words of the condition, or a word that signals one, beside those that the rest
of the source has anyway.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from briefbank.summary.checks.plain import stems
from briefbank.text.stemming import stem

_CONDITION = re.compile(
    r"\b(?:only (?:if|when|where|after|for|by|on|with|upon|through)|if and only if|unless"
    r"|in the absence of|on (?:the )?condition that"
    r"|provided that|(?:so|as) long as|insofar as|to the extent(?: that)?|in the event (?:that|of)"
    r"|assuming(?: that)?"
    r"|except(?: that| when| where| for| if| as| in| to| by| with)?|with the exception of"
    r"|(?<!even )(?<!as )(?<!what )if(?! any\b| not\b| anything\b| ever\b| at all\b| necessary\b"
    r"| possible\b| only\b))\b"
    r"|(?<!is )(?<!was )(?<!are )(?<!were )(?<!be )(?<!been )\babsent (?!from\b|in\b|for\b)"
    r"|(?:^|, )(?:subject to|provided)(?= the\b| an?\b| there\b| it\b| he\b| she\b| they\b| any\b"
    r"| such\b| no\b)"
    r"|(?:^|(?<=[.;:] ))(?:When|Where)\b",
    re.IGNORECASE,
)
_WHETHER = re.compile(
    r"(?<!\bbe )(?<!\bbeen )(?<!\bis )(?<!\bare )(?<!\bwas )\b(?:ask|inquir|know|determin|wonder|see"
    r"|decid|consider|question|learn|find out|check|doubt)\w* $",
    re.IGNORECASE,
)
"""The words before "if" that make it mean "whether"."""
_PAST_VERB = re.compile(r"\b(?:was|were|had|did|[a-z]{3,}ed)\b")
"""Past forms that make a clause with "when" tell of one time and not of a condition."""
_SIGNALS = re.compile(
    r"\b(?:only|if|unless|except\w*|provided|so long as|as long as|extent|subject to|assum\w*|absen\w+|until"
    r"|pending|when\w*|where|without|whether|depend\w*|condition\w*|once|before|after|limit\w*|even|insofar"
    r"|in the event|other than|apart from|but|suppos\w*|in case|lack\w*|requir\w+|need\w*|must"
    r"|necessar\w+|essential|by \w+ing|those who|any)\b",
    re.IGNORECASE,
)
"""The words by which a claim signals a condition."""
_IF_SIGNALS = re.compile(rf"{_SIGNALS.pattern}|\b(?:would|could|may|might)\b", re.IGNORECASE)
"""The words by which a claim signals a condition that the source gives with a mere "if"."""
_NEGATED = re.compile(
    r"\b(?:not|no|cannot|never|un(?!less\b|til\b|der|i)[a-z]{4,}|invalid\w*|inadmissib\w*|illegal\w*"
    r"|improper\w*"
    r"|impermissib\w*)\b|n't\b",
    re.IGNORECASE,
)
"""Negations that may express the condition the other way round, if the source has none: "only if", "not
without"."""
_CLAUSE_ENDS = re.compile(r"[,;:]| and (?=the |it |he |she |they )|[.?!](?= [A-Z])|$")
_MAIN_ENDS = re.compile(r"[;:]|(?<=[a-z]{3})[.?!](?= [A-Z])")
_OPENS_CLAUSE = re.compile(
    r"(?:^|\b(?:that|and|but|because|so|although|while|yet)|[;:]|[a-z]{3}[.?!])[ ,]*$", re.IGNORECASE
)
"""The text before a condition that opens its clause: "The court held that, if ..."."""
_NEAREST = re.compile(r", |[()]|--|\b(?:and|but|that|which|who|because|while|although)\b")
_USED_SHARE, _USED_SHARE_NEAREST, _LEAST = 0.5, 0.7, 3
"""The share of the limited clause's words that a claim must have to use it; a greater share of its nearest
part; and the fewest words that suffice if they are that first share of the claim's own words."""
_REACH = 600
"""The number of characters on either side of a condition that are searched for the clause that it limits."""
_GIVEN_SHARE, _GIVEN_SHARE_STRICT = 0.3, 0.5
"""The share of a condition's own words that a claim must have to give it. "Only if" and "unless" ask for
more, since their words without them may as easily say the opposite."""
_OPEN_CONDITIONS = frozenset(
    ("if", "assuming", "assuming that", "when", "where", "to the extent", "to the extent that", "insofar as")
)
"""The openers of conditions that may or may not be met; the other openers exclude."""


def left_out(claim: str, sources: Sequence[str], told: set[str]) -> Iterator[str]:
    """Yield for each source the opening word of the first condition that a claim leaves out. ``told`` are the
    claim's stems."""
    others = [(source, set(stems(source))) for source in sources]
    for source in sources:
        rest = [known for other, known in others if other is not source]
        yield from _left_out_of_one(claim, source, told, rest)


def _left_out_of_one(claim: str, source: str, told: set[str], others: Sequence[set[str]]) -> Iterator[str]:
    if _NEGATED.search(claim) and not _NEGATED.search(source):
        return
    for match in _CONDITION.finditer(source):
        end = _CLAUSE_ENDS.search(source, match.end())
        stop = end.start() if end else len(source)
        inside, main = source[match.end() : stop], _limited_clause(source, match.start(), stop)
        if not inside.strip() or not _limits(match, source, inside):
            continue
        if not _is_used(told, main, match.start()) or _is_kept(claim, told, match, inside, main):
            continue
        if not any(share(known, stems(main)) >= _USED_SHARE_NEAREST for known in others):
            yield match.group().strip(" ,").lower()
            return


def _limits(match: re.Match[str], source: str, inside: str) -> bool:
    """Tell whether a word that can open a condition does so here."""
    word = match.group().lower()
    if word in ("when", "where"):
        return not _PAST_VERB.search(inside) and "," in source[match.end() : match.end() + _REACH]
    return word != "if" or not _WHETHER.search(source[max(0, match.start() - 20) : match.start()])


def _limited_clause(source: str, start: int, stop: int) -> str:
    """Return the clause that a condition limits: the one after it where it opens the sentence, else the one
    before."""
    before = source[max(0, start - _REACH) : start]
    if _OPENS_CLAUSE.search(before):
        after = source[stop : stop + _REACH].lstrip(" ,")
        end = _MAIN_ENDS.search(after)
        return after[: end.start()] if end else after
    ends = [match.end() for match in _MAIN_ENDS.finditer(before)]
    return re.split(r", (?:and|but) ", before[ends[-1] if ends else 0 :])[-1].rstrip(" ,")


def _is_used(told: set[str], main: str, start: int) -> bool:
    words = stems(main)
    if not words:
        return False
    parts = [part for each in _NEAREST.split(main) if len(part := stems(each)) > 1]
    nearest = parts[-1] if parts and start else []
    same = len(told & set(words))
    return (
        share(told, words) >= _USED_SHARE
        or (len(nearest) > 2 and share(told, nearest) >= _USED_SHARE_NEAREST)
        or (same >= _LEAST and same >= _USED_SHARE * len(told))
    )


def _is_kept(claim: str, told: set[str], match: re.Match[str], inside: str, main: str) -> bool:
    own = [each for each in stems(inside) if each not in set(stems(main))]
    supposed = match.group().lower() in _OPEN_CONDITIONS
    if own and share(told, own) >= (_GIVEN_SHARE if supposed else _GIVEN_SHARE_STRICT):
        return True
    keeps = _IF_SIGNALS if supposed else _SIGNALS
    said, known = (Counter(stem(each) for each in keeps.findall(text)) for text in (claim, main))
    return bool(said - known)


def share(told: set[str], words: Sequence[str]) -> float:
    """Return the share of these words that a text with the stems ``told`` has."""
    known = set(words)
    return len(told & known) / len(known) if known else 0.0
