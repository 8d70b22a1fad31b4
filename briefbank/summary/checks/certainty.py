"""Whether a claim is surer than its source.

Three things are overconfident: words of emphasis that the source does not have; as a fact what the source
only argues, alleges, asks or supposes; and as settled what stands in a question presented or a point heading,
which are one side's by their nature. Whether words are only reported is told by where most of them stand: in
the source's reports, or in what it says by itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from briefbank.claims import Fault, Finding, SourceKind
from briefbank.summary.checks.frames import by_itself, hedged, is_argument, is_framed, reported, stated
from briefbank.summary.checks.plain import Compared, stems

_EMPHATIC = tuple(
    (re.compile(rf"\b(?:{said})\b", re.IGNORECASE), re.compile(rf"\b(?:{same})\b", re.IGNORECASE))
    for said, same in (
        (
            "clearly|plainly|obvious(?:ly)?|evidently|manifestly|patently",
            r"clear(?:ly)?|plain(?:ly)?|obvious(?:ly)?|evident(?:ly)?|manifest(?:ly)?|patent(?:ly)?"
            r"|unmistakabl\w+",
        ),
        (
            "undoubtedly|certainly|unquestionabl[ey]|indisputabl[ey]|undeniabl[ey]|irrefutabl[ey]|no doubt"
            "|without (?:a )?(?:doubt|question)|beyond (?:any )?(?:doubt|question|dispute)|definitely"
            "|definitively|conclusively|incontrovertibl[ey]",
            r"undoubtedly|certain(?:ly|ty)?|unquestion\w*|indisput\w*|undisputed\w*|undeniabl[ey]"
            r"|irrefutabl[ey]"
            r"|doubt|beyond|question|definit\w*|conclusive(?:ly)?|incontrovertibl[ey]",
        ),
        (
            "absolutely|completely|entirely|totally|utterly|wholly|always|invariably|inevitabl[ey]"
            "|in every case",
            r"absolute(?:ly)?|complete(?:ly)?|entire(?:ly|ty)?|total(?:ly)?|utter(?:ly)?|whol(?:e|ly)|always"
            r"|invariabl[ey]|inevitabl[ey]|every|all|any|at all times|necessarily|full(?:y)?"
            r"|without exception"
            r"|each|no|none|nothing|only|consistently",
        ),
        (
            "never",
            r"never|at no (?:time|point)|not once|ever|none|no longer|(?:has|have|had) not|(?:has|have"
            r"|had)n't"
            r"|no one|no (?:other )?(?:court|case|evidence)|unprecedented",
        ),
        ("prove[sdn]?|proving", r"pro(?:ve[sdn]?|ving|of)|establish\w*|demonstrat\w*|conclusive(?:ly)?"),
        ("guarantee[sd]?|ensures?|ensured", r"guarant\w*|ensur\w*|assur\w*|secur\w*"),
        (
            "overwhelming(?:ly)?|flagrant(?:ly)?|egregious(?:ly)?|blatant(?:ly)?",
            r"overwhelm\w*|flagrant\w*|egregious\w*|blatant\w*",
        ),
        (
            "the only|the sole|solely|exclusively",
            r"only|sole(?:ly)?|single|exclusiv\w*|no other|alone|merely|nothing (?:but|more|else)|just"
            r"|unless",
        ),
        (
            "must",
            r"must|shall|requir\w*|oblig\w*|mandat\w*|ha[sd] to|have to|need\w*|is to|are to|necess\w*|bound"
            r"|compel\w*|demand\w*|may not|cannot|duty|essential|should|ought|imperative|entitled|only"
            r"|depends"
            r"|crucial|critical|vital|prerequisite|burden|call\w* for",
        ),
        (
            "will",
            r"will|shall|would|going to|is to|are to|inevitabl[ey]|future|expect\w*|bound to|certain to"
            r"|threat\w*"
            r"|likely|lead\w*|result\w*|risk\w*|promis\w*|intend\w*|plan\w*|continu\w*|about to"
            r"|prospect\w*|if|can"
            r"|forthcoming",
        ),
    )
)
"""Words that make a sentence surer, each with the words by which a source says as much."""
_FIXED = re.compile(
    r"\b(?:plain error|plain (?:language|meaning|text|view|feel|reading)|clear(?: and convincing"
    r"|ly erroneous| error)|last will)\b",
    re.IGNORECASE,
)
"""Terms in which such words say nothing of how sure the writer is."""
_WILL_DECIDE = re.compile(
    r"\b(?:court|judge|jury|panel|justices|division)\b[^.;]{0,20}\bwill\b", re.IGNORECASE
)
_DECIDES = re.compile(
    r"\b(?:held|holds|holding|found|finds|ruled|rules|concluded|concludes|determined|decided|affirmed"
    r"|reversed)\b",
    re.IGNORECASE,
)
_ONE_SIDED = (SourceKind.QUESTION, SourceKind.POINT)
_MOSTLY = 0.6
"""Share of a claim's words that must stand only in reports for the claim to be a report; over half, with room
for a subject that the source names outside of the report."""
_LEAST, _HALF = 2, 0.5
"""Words, and share of a claim's words, that must come from the source; fewer say too little of where it comes
from."""


def find(compared: Compared) -> Iterator[Finding]:
    """What a claim says more surely than its source does."""
    yield from _emphasis(compared)
    if _is_one_sided(compared):
        if not is_argument(compared.claim):
            words = "It states as settled what the source puts as a question or as an argument."
            yield Finding(Fault.OVERCONFIDENT, words, "Begin with “The brief argues that” or “Whether”.")
    elif _is_report(compared):
        words = "It states as a fact what somebody says, argues or supposes in the source."
        yield Finding(Fault.OVERCONFIDENT, words, "Say who says, argues or supposes it.")


def _emphasis(compared: Compared) -> Iterator[Finding]:
    rest = _FIXED.sub(" ", compared.claim)
    said = " ".join(compared.sources)
    for emphatic, same in _EMPHATIC:
        match = emphatic.search(rest)
        if match and not same.search(said):
            words = f"The word “{match.group().lower()}” is stronger than anything in the source."
            yield Finding(Fault.OVERCONFIDENT, words, f"Leave out “{match.group().lower()}”.")
    if _WILL_DECIDE.search(rest) and not re.search(r"\bwill\b", said):
        words = "It foretells what a court will decide, which the source does not."
        yield Finding(Fault.OVERCONFIDENT, words, "Say only what was asked or decided.")


def _is_one_sided(compared: Compared) -> bool:
    return bool(compared.kinds) and all(kind in _ONE_SIDED for kind in compared.kinds)


def _is_report(compared: Compared) -> bool:
    """Whether what a claim says by itself is what the source only reports."""
    if is_framed(compared.claim) and not _decides_alone(compared):
        return False
    told = set(by_itself(compared.claim))
    if any(each in told for source in compared.sources for each in hedged(source)):
        return True
    only, other = _reports(compared)
    matched = told & (only | other)
    return len(matched) >= max(_LEAST, _HALF * len(told)) and len(told & (only - other)) >= _MOSTLY * len(
        matched
    )


def _decides_alone(compared: Compared) -> bool:
    """The claim has a court decide, and no source does."""
    decides = _DECIDES.search(compared.claim)
    return bool(decides) and not any(_DECIDES.search(source) for source in compared.sources)


def _reports(compared: Compared) -> tuple[set[str], set[str]]:
    """The stems of all that the sources only report, and of what they say by themselves."""
    only: set[str] = set()
    other: set[str] = set()
    for source, kind in zip(compared.sources, compared.kinds, strict=True):
        if kind in _ONE_SIDED:
            only.update(stems(source))
        else:
            only.update(reported(source))
            other.update(stated(source))
    return only, other
