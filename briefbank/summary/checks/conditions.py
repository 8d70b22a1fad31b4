"""Whether a claim has what its source says only on a condition, and leaves the condition out.

A condition limits the clause that it stands with. A claim that uses this clause must give the condition, in
its own words or others: some of what the condition is made of, or a word that says that there is one, besides
those that the rest of the source has anyway.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from briefbank.summary.checks.plain import stem, stems

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
"""Before "if" they make it mean "whether"."""
_OF_TIME = re.compile(r"\b(?:was|were|had|did|[a-z]{3,}ed)\b")
"""In a clause with "when" they tell of one time, not of a condition."""
_KEPT = re.compile(
    r"\b(?:only|if|unless|except\w*|provided|so long as|as long as|extent|subject to|assum\w*|absen\w+|until"
    r"|pending|when\w*|where|without|whether|depend\w*|condition\w*|once|before|after|limit\w*|even|insofar"
    r"|in the event|other than|apart from|but|suppos\w*|in case|lack\w*|requir\w+|need\w*|must"
    r"|necessar\w+|essential|by \w+ing|those who|any)\b",
    re.IGNORECASE,
)
"""Words by which a claim says that there is a condition."""
_SUPPOSED = re.compile(rf"{_KEPT.pattern}|\b(?:would|could|may|might)\b", re.IGNORECASE)
"""Those by which it says so much of a mere "if"."""
_OTHER_WAY = re.compile(
    r"\b(?:not|no|cannot|never|un(?!less\b|til\b|der|i)[a-z]{4,}|invalid\w*|inadmissib\w*|illegal\w*"
    r"|improper\w*"
    r"|impermissib\w*)\b|n't\b",
    re.IGNORECASE,
)
"""Where the source has none, they may say the condition the other way round: "only if", "not without"."""
_CLAUSE_ENDS = re.compile(r"[,;:]| and (?=the |it |he |she |they )|[.?!](?= [A-Z])|$")
_MAIN_ENDS = re.compile(r"[;:]|(?<=[a-z]{3})[.?!](?= [A-Z])")
_GOES_ON = re.compile(
    r"(?:^|\b(?:that|and|but|because|so|although|while|yet)|[;:]|[a-z]{3}[.?!])[ ,]*$", re.IGNORECASE
)
"""What stands before a condition that opens its clause: "The court held that, if ..."."""
_NEAREST = re.compile(r", |[()]|--|\b(?:and|but|that|which|who|because|while|although)\b")
_USES, _USES_NEAREST, _LEAST = 0.5, 0.7, 3
"""Share of the limited clause's words that a claim must have to be using it; of its nearest part, more. Or
that share of the claim's own words, and so many, are the clause's."""
_FAR = 600
"""Characters on either side of a condition in which the clause stands that it limits."""
_GIVES, _GIVES_STRICT = 0.3, 0.5
"""Share of a condition's own words from which on a claim gives the condition; "only if" and "unless" ask for
more, since their words without them say the opposite as easily."""
_SUPPOSES = frozenset(
    ("if", "assuming", "assuming that", "when", "where", "to the extent", "to the extent that", "insofar as")
)
"""Openers of conditions that may come true or not; the others exclude."""


def left_out(claim: str, sources: Sequence[str], told: set[str]) -> Iterator[str]:
    """Of each source, the opening word of the first condition that a claim leaves out. ``told``: its
    stems."""
    others = [(source, set(stems(source))) for source in sources]
    for source in sources:
        rest = [known for other, known in others if other is not source]
        yield from _of_one(claim, source, told, rest)


def _of_one(claim: str, source: str, told: set[str], others: Sequence[set[str]]) -> Iterator[str]:
    if _OTHER_WAY.search(claim) and not _OTHER_WAY.search(source):
        return
    for match in _CONDITION.finditer(source):
        end = _CLAUSE_ENDS.search(source, match.end())
        stop = end.start() if end else len(source)
        inside, main = source[match.end() : stop], _main(source, match.start(), stop)
        if not inside.strip() or not _limits(match, source, inside):
            continue
        if not _is_used(told, main, match.start()) or _is_kept(claim, told, match, inside, main):
            continue
        if not any(share(known, stems(main)) >= _USES_NEAREST for known in others):
            yield match.group().strip(" ,").lower()
            return


def _limits(match: re.Match[str], source: str, inside: str) -> bool:
    """Whether a word that opens conditions does so here."""
    word = match.group().lower()
    if word in ("when", "where"):
        return not _OF_TIME.search(inside) and "," in source[match.end() : match.end() + _FAR]
    return word != "if" or not _WHETHER.search(source[max(0, match.start() - 20) : match.start()])


def _main(source: str, start: int, stop: int) -> str:
    """The clause that a condition limits: the one after it where it opens the sentence, else that before."""
    before = source[max(0, start - _FAR) : start]
    if _GOES_ON.search(before):
        after = source[stop : stop + _FAR].lstrip(" ,")
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
        share(told, words) >= _USES
        or (len(nearest) > 2 and share(told, nearest) >= _USES_NEAREST)
        or (same >= _LEAST and same >= _USES * len(told))
    )


def _is_kept(claim: str, told: set[str], match: re.Match[str], inside: str, main: str) -> bool:
    own = [each for each in stems(inside) if each not in set(stems(main))]
    supposed = match.group().lower() in _SUPPOSES
    if own and share(told, own) >= (_GIVES if supposed else _GIVES_STRICT):
        return True
    keeps = _SUPPOSED if supposed else _KEPT
    said, known = (Counter(stem(each) for each in keeps.findall(text)) for text in (claim, main))
    return bool(said - known)


def share(told: set[str], words: Sequence[str]) -> float:
    """Of these words, the share that a text of such stems has."""
    known = set(words)
    return len(told & known) / len(known) if known else 0.0
