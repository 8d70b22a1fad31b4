"""Finds claims that are more certain than their source.

Three things are overconfident: emphatic words that the source does not have; a statement of fact where the
source only argues, alleges, asks or supposes; and a statement of settled law taken from a question presented
or a point heading, which are one-sided by nature. A claim's words count as only reported where most of them
stand in the source's reports, and not in what the source states itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from briefbank.domain.claims import ClaimFault, ClaimFinding
from briefbank.summary.checks.argued_claims import is_argued, is_view
from briefbank.summary.checks.plain import ONE_SIDED, WORD, PlainClaim, stems
from briefbank.summary.checks.reported_speech import (
    enabled,
    find_unattributed_stems,
    hedged,
    is_possible,
    recommended,
    reported,
    stated,
    unframed,
)
from briefbank.text.stemming import stem

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
            r"|no one|no (?:other )?(?:court|case|evidence)|unprecedented"
            r"|(?:did|was|were|had|could)(?:n't| not)"
            r"(?! (?:always|all|every|often|usually|necessarily|fully|only|yet)\b)"
            r"|failed to|refused to|declined to|neglected to",
        ),
        (
            "(?:certain|sure|bound|destined|guaranteed) to",
            r"certain\w*|sure|bound|destined|guarant\w*|inevitabl\w+|will|must|unavoidabl\w+",
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
"""Words that make a sentence more certain, each with the words by which a source says as much."""
_TERMS_OF_ART = re.compile(
    r"\b(?:plain error|plain (?:language|meaning|text|view|feel|reading)|clear(?: and convincing"
    r"|ly erroneous| error)|last will"
    r"|(?:to|must|cannot|not|burden of) prov(?:e|ing))\b",
    re.IGNORECASE,
)
"""Terms of art in which such words do not express certainty."""
_WILL_DECIDE = re.compile(
    r"\b(?:court|judge|jury|panel|justices|division)\b[^.;]{0,20}\bwill\b", re.IGNORECASE
)
_DECIDES = re.compile(
    r"\b(?:held|holds|holding|found|finds|ruled|rules|concluded|concludes|determined|decided|affirmed"
    r"|reversed)\b",
    re.IGNORECASE,
)
_CONCEDES = re.compile(
    r"\b(?:conced\w+|concession\w*|admit(?:s|ted)?|admission\w*|acknowledg\w+|agree[sd]?"
    r"|accept(?:s|ed)?|stipulat\w+)\b",
    re.IGNORECASE,
)
_NOT_DISPUTED = re.compile(
    r"(?:\b(?:not|never|no(?:r| longer)?|without)|n't) (?:\w+ ){0,2}(?:disput|den(?:y|ied|ies)|contest"
    r"|challeng)\w*"
    r"|\b(?:undisputed|uncontested|unchallenged)\b",
    re.IGNORECASE,
)
"""Words for not disputing something, which is not the same as conceding it."""
_REPORT_SHARE = 0.6
"""The share of a claim's words that must stand only in reports for the claim to be a report. It is over half,
with room for a subject that the source names outside the report."""
_REACH, _NEAR = 30, 60
"""The number of characters after an emphatic word within which the word stands that it stresses, and the
number of characters around that word in the source within which an equally strong word must stand."""
_SKIPPED_WORDS = frozenset(str.split("only ever never also always even still likely soon again fact"))
_PREDICTIVE = ("will", "must")
_LEAST_WORDS, _LEAST_SHARE = 2, 0.5
"""The number of words, and the share of a claim's words, that must come from the source; fewer say too little
about their origin."""


def find(compared: PlainClaim) -> Iterator[ClaimFinding]:
    """Yield what a claim says with more certainty than its source."""
    yield from _emphasis(compared)
    if _is_one_sided(compared):
        if not is_argued(compared.claim, compared.sources):
            words = "It states as settled what the source puts as a question or as an argument."
            yield ClaimFinding(
                ClaimFault.OVERCONFIDENT, words, "Begin with “The brief argues that” or “Whether”."
            )
    elif _is_report(compared):
        words = "It states as a fact what somebody says, argues or supposes in the source."
        yield ClaimFinding(ClaimFault.OVERCONFIDENT, words, "Say who says, argues or supposes it.")


def _emphasis(compared: PlainClaim) -> Iterator[ClaimFinding]:
    rest = _TERMS_OF_ART.sub(" ", compared.claim)
    said = " ".join(compared.sources)
    for emphatic, same in _EMPHATIC:
        for match in emphatic.finditer(rest):
            if not same.search(said) or _is_misplaced(rest, match, same, said):
                words = f"The word “{match.group().lower()}” is stronger than anything in the source."
                yield ClaimFinding(ClaimFault.OVERCONFIDENT, words, f"Leave out “{match.group().lower()}”.")
                break
    if (conceded := _CONCEDES.search(rest)) and not _CONCEDES.search(said) and _NOT_DISPUTED.search(said):
        words = f"The word “{conceded.group().lower()}” says more than that something is not disputed."
        yield ClaimFinding(ClaimFault.OVERCONFIDENT, words, "Say that it is not disputed.")
    if _WILL_DECIDE.search(rest) and not re.search(r"\bwill\b", said):
        words = "It foretells what a court will decide, which the source does not."
        yield ClaimFinding(ClaimFault.OVERCONFIDENT, words, "Say only what was asked or decided.")


def _is_misplaced(claim: str, match: re.Match[str], same: re.Pattern[str], said: str) -> bool:
    """Tell whether the source has the word after an emphatic one, without anything as strong next to it."""
    words = (word for word in WORD.finditer(claim, match.end()) if stems(word.group()))
    behind = next((word for word in words if word.group().lower() not in _SKIPPED_WORDS), None)
    if (
        not behind
        or behind.start() - match.end() > _REACH
        or claim[match.start() : behind.end()].lower() in said.lower()
    ):
        return False
    wanted = stem(behind.group())
    if match.group().lower() in _PREDICTIVE and wanted in enabled(said):
        return True
    places = [word for word in WORD.finditer(said) if stem(word.group()) == wanted]
    return bool(places) and not any(same.search(_context_of(said, place)) for place in places)


def _context_of(text: str, word: re.Match[str]) -> str:
    """Return the text next to a word within its clause."""
    before = re.split(r"[,;:]", text[max(0, word.start() - _NEAR) : word.start()])[-1]
    return before + word.group() + re.split(r"[,;:]", text[word.end() : word.end() + _NEAR])[0]


def _is_one_sided(compared: PlainClaim) -> bool:
    return bool(compared.kinds) and all(kind in ONE_SIDED for kind in compared.kinds)


def _is_report(compared: PlainClaim) -> bool:
    """Tell whether the source only reports what a claim states itself."""
    if _is_unhedged(compared):
        return True
    if is_view(compared.claim, compared.sources) and not _invents_decision(compared):
        return False
    unattributed = set(find_unattributed_stems(compared.claim, compared.sources))
    if any(each in unattributed for source in compared.sources for each in recommended(source)):
        return True
    only, other = _reports(compared)
    matched = unattributed & (only | other)
    return len(matched) >= max(_LEAST_WORDS, _LEAST_SHARE * len(unattributed)) and len(
        unattributed & (only - other)
    ) >= _REPORT_SHARE * len(matched)


def _is_unhedged(compared: PlainClaim) -> bool:
    """Tell whether a claim omits that its source calls something only possible or likely; the words "the
    brief says" do not make it more certain."""
    core, argued = unframed(compared.claim)
    alone = set(find_unattributed_stems(core))
    hedges = (each for source in compared.sources for each in hedged(source, reported_too=not argued))
    if any(each in alone for each in hedges):
        return True
    if is_possible(core):
        return False
    unattributed = set(stems(core))
    return any(
        each in unattributed
        for source in compared.sources
        for each in (*hedged(source, reported_too=False), *enabled(source))
    )


def _invents_decision(compared: PlainClaim) -> bool:
    """Tell whether the claim says that a court decided something, and no source does."""
    decides = _DECIDES.search(compared.claim)
    return bool(decides) and not any(_DECIDES.search(source) for source in compared.sources)


def _reports(compared: PlainClaim) -> tuple[set[str], set[str]]:
    """Return the stems of all that the sources only report, and of what they state themselves."""
    only: set[str] = set()
    other: set[str] = set()
    for source, kind in zip(compared.sources, compared.kinds, strict=True):
        if kind in ONE_SIDED:
            only.update(stems(source))
        else:
            only.update(reported(source))
            other.update(stated(source))
    return only, other
