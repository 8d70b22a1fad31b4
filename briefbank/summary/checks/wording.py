"""Checks of a claim's wording by word lists: certainty, limits, denials and opposites.

*Certainty.* Overconfident are emphatic words that the source does not have; a statement of fact where the
source only argues, alleges or supposes; and a statement of settled law taken from a question presented or a
heading. A limit ("only", "in part", "perhaps") counts where the claim uses the word that it limits.

*Negation.* A "not" that was dropped or added, granted for denied. No parser is used. A word counts as denied
where a negation stands at most five words before it in its clause. Only a word that all mentions in the
source contradict counts, so that most paraphrases pass; how many errors of meaning are caught all the same is
printed by ``python -m tests.evaluate claims``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from briefbank.domain.summaries import ClaimFault, ClaimFinding, SourceKind
from briefbank.summary.checks.plain_form import FUNCTION_WORDS, ComparedClaim, Lexicon, lexicon, stems
from briefbank.text.language import stem


def _word_pairs(*pairs: tuple[str, str]) -> tuple[tuple[re.Pattern[str], re.Pattern[str]], ...]:
    return tuple(
        (re.compile(rf"\b(?:{one})\b", re.IGNORECASE), re.compile(rf"\b(?:{other})\b", re.IGNORECASE))
        for one, other in pairs
    )


_EMPHATIC = _word_pairs(
    (
        "clearly|plainly|obvious(?:ly)?|manifestly|patently",
        r"clear\w*|plain\w*|obvious\w*|evident\w*|manifest\w*|patent\w*|unmistak\w*",
    ),
    (
        "undoubtedly|certainly|unquestionabl[ey]|indisputabl[ey]|undeniabl[ey]|no doubt"
        "|without (?:a )?(?:doubt|question)"
        "|beyond (?:any )?(?:doubt|question|dispute)|definitely|conclusively|incontrovertibl[ey]",
        r"undoubt\w*|certain\w*|unquestion\w*|indisput\w*|undisput\w*|undeniab\w*|doubt|beyond"
        r"|definit\w*|conclusive\w*|incontrov\w*",
    ),
    (
        "absolutely|completely|entirely|totally|utterly|wholly|always|invariably|inevitabl[ey]|in every case",
        r"absolute\w*|complete\w*|entire\w*|total\w*|utter\w*|whol\w+|always|invariab\w*|inevitab\w*"
        r"|every|all|any|necessarily|full\w*|without"
        r"|each|no|none|nothing|only|consistently|never",
    ),
    (
        "never",
        r"never|not|no|none|ever|unprecedented|nothing|without|fail\w*|refus\w*|declin\w*|neglect\w*"
        r"|\w+n't|cannot",
    ),
    (
        "(?:certain|sure|bound|destined|guaranteed) to",
        r"certain\w*|sure|bound|destined|guarant\w*|inevitab\w+|will|must",
    ),
    ("prove[sdn]?|proving", r"pro(?:ve[sdn]?|ving|of)|establish\w*|demonstrat\w*|conclusive\w*|show\w*"),
    ("guarantee[sd]?|ensure[sd]?", r"guarant\w*|ensur\w*|assur\w*|secur\w*"),
    (
        "overwhelming(?:ly)?|flagrant(?:ly)?|egregious(?:ly)?|blatant(?:ly)?",
        r"overwhelm\w*|flagrant\w*|egregious\w*|blatant\w*",
    ),
    (
        "the only|the sole|solely|exclusively",
        r"only|sole\w*|single|exclusiv\w*|no other|alone|merely|nothing|just|unless",
    ),
    (
        "every|all(?! the\\b)|nearly all|everyone|nobody|unanimous\\w*",
        r"every\w*|all|each|any\w*|no|none|nobody|unanim\w*|both|entire\w*|whole",
    ),
)
"""Words that make a sentence more certain, each with the words by which a source says as much."""
_TERMS_OF_ART = re.compile(
    r"\b(?:plain error|plain (?:language|meaning|text|view|feel|reading)|clear(?: and convincing"
    r"|ly erroneous| error)"
    r"|(?:to|must|cannot|not|burden of) prov(?:e|ing)|at all|after all|all (?:of )?(?:these|this|that"
    r"|those|other))\b",
    re.IGNORECASE,
)
_ARGUED = re.compile(
    r"\b(?:argu\w+|conten\w+|alleg\w+|assert\w+|claim\w*|maintain\w*|submit\w*|insist\w*|urg\w+|posit\w*"
    r"|deny|denies|denied"
    r"|whether|suggest\w*|believ\w+|suppos\w+|assum\w+|according|complain\w*|suspect\w*|thought"
    r"|predict\w*|propos\w+|accus\w+)\b"
    r"|\b(?:say|says|said|testif\w+|report\w*|respond\w*|repl\w+|recall\w*|stat(?:es|ed) that)\b",
    re.IGNORECASE,
)
"""Words by which somebody only says something."""
_FRAMED = re.compile(
    rf"{_ARGUED.pattern}|\b(?:whether|ask(?:s|ed|ing)?|questions?|questioned|issues?|brief|amic\w+"
    rf"|should|ought|seeks?|sought"
    r"|challeng\w+|contest\w*|attack\w*|object(?:s|ed|ing|ions?)|appeals?|appealed|oppos\w+|faults?"
    r"|criticiz\w+|views?|viewed"
    r"|position|points?|theory|account|acknowledg\w+|admit\w*|conced\w+|describ\w+|explain\w*"
    r"|express(?:es|ed|ing)|fear(?:s|ed)"
    r"|not(?:es?|ed)|observ\w+|offer\w*|recogniz\w+|stress\w*|sees?|saw|calls?|called|treats?|treated"
    r"|warn\w*|if|would|petitions?"
    r"|defends?|defended|rel(?:y|ies|ied)|supports|refus\w+|declin\w+|reads?|blam\w+|consider\w*|thinks?"
    r"|disput\w+"
    r"|turn\w* on|depend\w*|tells?|told|instruct\w*|attribut\w+|threat\w*|promis\w*|lists?|listed"
    r"|mention\w*|hint\w*|insinuat\w*"
    r"|impl(?:y|ies|ied)|lie[sd]?|lying|misled|deceiv\w*|portray\w+|characteriz\w+|undisputed"
    r"|uncontested|recall\w*|recollect\w*"
    r"|memory|vow\w*|add(?:s|ed) that|agree[sd]?|accept(?:s|ed)|regard\w*|potential\w*|possib\w+|may"
    r"|might|could|perhaps|probably"
    r"|likely|appear\w*|seem\w*|request\w*|emphasi\w+|rais\w+|concern(?:s|ed)|cites?|cited|traces?"
    r"|blames?)\b|\?",
    re.IGNORECASE,
)
"""Words by which a claim shows that it reports somebody's view, a question or a doubt."""
_NOT_ARGUED = re.compile(rf"(?!{_ARGUED.pattern}).+", re.IGNORECASE | re.DOTALL)
"""Any word but one of saying or arguing."""
_PAPERS = re.compile(
    r"questions?|issues?|brief|amic\w+|appeals?|points?|petitions?|claims?|account|position", re.IGNORECASE
)
_REPORT_ENDS = re.compile(
    r"[;]|\. |,? (?:but|and|while|although|though|yet|whereas) (?:(?:the|he|she|it"
    r"|they) )?(?:\w+ )?(?:found|held|ruled|concluded"
    r"|denied|granted|rejected|affirmed|reversed|admitted|excluded|suppressed|agreed|disagreed|convicted"
    r"|determined)\b",
    re.IGNORECASE,
)
"""The end of what somebody says, as far as signs and verbs of deciding show it."""
_HEDGE = re.compile(
    r"\b(?:may|might|could|should|ought to|perhaps|possibly|probably|likely|arguably|apparently|potentially"
    r"|presumably|seemingly|allegedly|purportedly|reportedly|supposedly|usually|ordinarily|generally|partly"
    r"|(?:seem|appear)(?:s|ed)? to|suggests? that)\b(?! not\b)((?: [\w']+){1,4})",
    re.IGNORECASE,
)
"""Words that make a statement less than certain, and the next four words."""
_HEDGED = re.compile(
    r"\b(?:may|might|could|can|would|should|ought|must|only|requir\w*|need\w*|usual\w*|ordinar\w*"
    r"|general\w*|part\w*|some|call\w* for|perhaps|possib\w*|probab\w*|likel\w*|arguab\w*|appar\w*"
    r"|potential\w*|presum\w*|seem\w*"
    r"|appear\w*|allege\w*|purport\w*|report\w*|suppos\w*|suggest\w*|risk\w*|threat\w*|danger\w*"
    r"|chance\w*|if|able|ability|allow\w*|permit\w*"
    r"|authori\w+|power|opportunit\w+|discretion\w*|option\w*|believ\w*|suspect\w*|thought|doubt\w*"
    r"|capab\w+|sometimes|free to|let)\b",
    re.IGNORECASE,
)
_LIMITS = _word_pairs(
    (r"(\w+),? (?:only )?in part(?! (?:because|due|by|on|from|through|for|of|as)\b)", r"part\w*|some|only"),
    (r"(\w+(?: \w+){0,2}),? without prejudice", r"prejudice"),
    (
        r"(?:tentatively|temporarily|preliminarily|conditionally|provisionally) (\w+)",
        r"tentativ\w*|temporar\w*|preliminar\w*|condition\w*|provision\w*",
    ),
    (
        r"(\w+(?: \w+){0,5}) only (?:when|where|if|after|because|to|for)",
        r"only|unless|must|need\w*|requir\w*|without|if|when|where|necessary|limit\w*|before|until"
        r"|makes?|call\w* for|depend\w*",
    ),
    (
        r"(\w+(?: \w+){0,5}),? unless",
        r"unless|if|except\w*|without|until|only|absent|must|need\w*|requir\w*|before|usual\w*|general\w*",
    ),
    (r"dissent\w*()", r"dissent\w*|disagree\w*"),
    (r"unpublished()", r"unpublished"),
    (r"dict(?:a|um)()", r"dict(?:a|um)|passing"),
    (r"arguendo()|for the sake of argument()", r"assum\w*|arguendo|if|argument"),
)
"""Limits of the word in the group (or of the whole sentence), and the words by which a claim keeps them."""
_ONE_SIDED = (SourceKind.QUESTION, SourceKind.POINT)
_REPORT_SHARE = 0.6
"""The share of the claim's words that must stand behind a word of saying for the claim to be a report."""
_LIMITED_SHARE = 0.5
"""The share of the claim's words that must come from a sentence for that sentence's limits to count."""


def find_certainty(compared: ComparedClaim) -> Iterator[ClaimFinding]:
    """Yield what a claim says with more certainty than its source, and the limits that it leaves out."""
    if compared.is_verbatim:
        return
    rest = _TERMS_OF_ART.sub(" ", compared.claim)
    for emphatic, same in _EMPHATIC:
        if (match := emphatic.search(rest)) and not same.search(compared.source):
            words = f"The word “{match.group().lower()}” is stronger than anything in the source."
            yield ClaimFinding(ClaimFault.OVERCONFIDENT, words, f"Leave out “{match.group().lower()}”.")
    one_sided = bool(compared.kinds) and all(kind in _ONE_SIDED for kind in compared.kinds)
    if one_sided and not _is_framed(compared, _NOT_ARGUED):
        words = "It states as settled what the source puts as a question or as an argument."
        repair = "Begin with “The brief argues that” or “Whether”."
        yield ClaimFinding(ClaimFault.OVERCONFIDENT, words, repair)
    elif not _is_framed(compared, _PAPERS) and _is_report(compared):
        words = "It states as a fact what somebody says, argues or supposes in the source."
        yield ClaimFinding(ClaimFault.OVERCONFIDENT, words, "Say who says, argues or supposes it.")
    yield from _find_limits(compared)


def _is_framed(compared: ComparedClaim, content: re.Pattern[str]) -> bool:
    """Return whether the claim shows that somebody only says or asks it.

    A word of reporting that matches ``content`` does not show it where the source has the word, too.
    """
    own = {stem(word) for word in re.findall(r"\w+", compared.source)}
    words = (match.group() for match in _FRAMED.finditer(compared.claim))
    return any(not content.fullmatch(word) or stem(word) not in own for word in words)


def _is_report(compared: ComparedClaim) -> bool:
    """Return whether most of what the claim takes from its source stands behind a word of saying."""
    said = set(stems(compared.claim))
    reported: set[str] = set()
    stated: set[str] = set()
    for source in compared.sources:
        match = _ARGUED.search(source)
        end = _REPORT_ENDS.search(source, match.end()) if match else None
        stop = end.start() if end else len(source)
        reported.update(stems(source[match.end() : stop] if match else ""))
        stated.update(stems(source[: match.start()] + " " + source[stop:] if match else source))
    shared = said & (reported | stated)
    return len(shared) >= 2 and len(shared & (reported - stated)) >= _REPORT_SHARE * len(shared)


def _find_limits(compared: ComparedClaim) -> Iterator[ClaimFinding]:
    said = set(stems(compared.claim))
    for source in compared.sources:
        if len(said & set(stems(source))) < _LIMITED_SHARE * len(said):
            continue
        for limit, kept in _LIMITS:
            match = limit.search(source)
            if match is None or kept.search(compared.claim):
                continue
            limited = next(filter(None, match.groups()), "")
            if not limited or said & set(stems(limited)):
                yield _limit(match.group())
        hedge = _HEDGE.search(source)
        if (
            hedge
            and not _HEDGED.search(compared.claim)
            and not _FRAMED.search(compared.claim)
            and said.intersection(stems(hedge[1])[:1])
        ):
            words = f"The source says only “{hedge.group()}”."
            yield ClaimFinding(ClaimFault.OVERCONFIDENT, words, f"Say “{hedge.group()}”, as the source does.")


def _limit(written: str) -> ClaimFinding:
    words = f"The source limits this (“{written}”), and the claim leaves the limit out."
    return ClaimFinding(ClaimFault.CAVEAT, words, f"Say that the source limits this: “{written}”.")


_WORD_OR_SIGN = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*|[,;:.?!()]|\"")
_NOT = frozenset(str.split("not never no neither nor without cannot none nothing nobody"))
_DENYING = re.compile(
    r"\b(?:un(?!der|it|ion|iv|iq|less|til)|non-?|in(?=suff|adeq|valid|admiss|applic|cap|competen"
    r"|consist)|im(?=proper|permiss|possib)|dis(?=agree|favor|miss|put|approv|allow|claim))\w+"
    r"|\b\w+less\b|\b(?:only|except|unless|until|too|bar(?:red|s)?|forbid\w*|prohibit\w*|prevent\w*"
    r"|preclu\w+|exclu\w+"
    r"|suppress\w*|reject\w*|revers\w*|vacat\w*|overrul\w*|wrong\w*|err(?:ed|or|s)?|doubt\w*|contrary"
    r"|unlike|against"
    r"|miss(?:ed|ing)|omit\w*|oppos\w+|few|expired?|ceas\w+|problematic|whether|acquit\w*"
    r"|hardly|scarcely|barely|seldom|rarely|little|rather|instead|lack\w*|unable|absen\w+|fail\w*"
    r"|refus\w+|declin\w+|den(?:y|ies|ied|ial)"
    r"|acquit\w*|cost|loss|lost|withheld|withhold\w*|free (?:of|from)|before|must|need\w*|requir\w*|if)\b",
    re.IGNORECASE,
)
"""Other words by which a text may deny something; where one stands, a missing "not" says nothing."""
_UNSURE = re.compile(
    r"\b(?:not|never|no|without|cannot|only|if|unless|whether|challeng\w+|question\w*|claims?|issue\w*"
    r"|rather|less)\b|n't\b",
    re.IGNORECASE,
)
"""Words beside which "lawful" and "unlawful" may say the same."""
_REACH = 5
_LEAST_SHARED = 2
"""The number of other words that claim and source must share for an opposite to be about the same thing."""
_REPAIR_NEGATION = "Say exactly what the numbered sentences say, with the same “not” and the same outcome."


@dataclass(frozen=True, slots=True)
class _Word:
    stem: str
    written: str
    denied: bool
    clause: int


def find_negation(compared: ComparedClaim) -> Iterator[ClaimFinding]:
    """Yield at most one contradiction between a claim and its source."""
    if compared.is_verbatim:
        return
    words = _read_words(compared.claim)
    source = [
        word for number, text in enumerate(compared.sources) for word in _read_words(text, 1000 * number)
    ]
    lists = lexicon()
    opposite = _opposite(words, source, lists, compared.claim, compared.source)
    if opposite:
        said, other = opposite
        yield _negation_finding(f"It says “{said}” where the source says “{other}”.")
    elif (denied := next((word.written for word in words if word.denied), "")) and not _denies(
        compared.source
    ):
        yield _negation_finding(f"It denies “{denied}”, and its source denies nothing.")
    elif (word := _denied_alone(source, words)) and not _denies(compared.claim):
        yield _negation_finding(f"It leaves out that its source denies “{word}”.")


def _read_words(text: str, first_clause: int = 0) -> list[_Word]:
    words: list[_Word] = []
    clause, negation = first_clause, -_REACH - 1
    for position, match in enumerate(_WORD_OR_SIGN.finditer(text)):
        token = match.group().lower()
        if not token[0].isalpha():
            clause, negation = clause + 1, -_REACH - 1
        elif token in _NOT or token.endswith("n't"):
            negation = position
        elif token not in FUNCTION_WORDS:
            words.append(_Word(stem(token), match.group(), position - negation <= _REACH, clause))
    return words


def _opposite(
    words: Sequence[_Word], source: Sequence[_Word], lists: Lexicon, claim: str, said: str
) -> tuple[str, str] | None:
    """Return a word of the claim and its opposite in the source, where the source nowhere says the word."""
    known = {word.stem for word in source}
    shared = {word.stem for word in words} & known
    if len(shared) < _LEAST_SHARED:
        return None
    for word in words:
        if word.denied or any(lists.same((word.stem,), (stem_,)) for stem_ in known):
            continue
        contrary = [other for other in source if lists.opposite((word.stem,), (other.stem,))]
        near = [other for other in contrary if _shares(word, words, other, source)]
        # "lawful" and "unlawful" may say the same beside a word of doubt
        prefixed = near and (word.stem.endswith(near[0].stem) or near[0].stem.endswith(word.stem))
        if prefixed and (_UNSURE.search(claim) or _UNSURE.search(said)):
            continue
        if near and not any(other.denied for other in near):
            return word.written, near[0].written
    return None


def _shares(word: _Word, words: Sequence[_Word], other: _Word, source: Sequence[_Word]) -> bool:
    """Return whether the clauses of two words have another word in common."""
    one = {near_word.stem for near_word in words if near_word.clause == word.clause} - {word.stem}
    return bool(one & {near_word.stem for near_word in source if near_word.clause == other.clause})


def _denied_alone(words: Sequence[_Word], others: Sequence[_Word]) -> str | None:
    """Return a word that ``words`` deny and ``others`` say without a denial, each time that they have it."""
    for position, word in enumerate(words):
        if not word.denied or (
            position and words[position - 1].denied and words[position - 1].clause == word.clause
        ):
            continue  # only the first word behind a negation is surely denied
        same = [other for other in others if other.stem == word.stem]
        contradicted = same and not any(other.denied for other in same)
        if contradicted and any(_shares(word, words, other, others) for other in same):
            return word.written
    return None


def _denies(text: str) -> bool:
    """Return whether a text denies anything at all, in whatever way."""
    tokens = (match.group().lower() for match in _WORD_OR_SIGN.finditer(text))
    return bool(_DENYING.search(text)) or any(token in _NOT or token.endswith("n't") for token in tokens)


def _negation_finding(words: str) -> ClaimFinding:
    return ClaimFinding(ClaimFault.UNSUPPORTED, words, _REPAIR_NEGATION)
