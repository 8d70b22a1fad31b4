"""The patterns of the text between a verb of treatment and a citation; ``treatment_rules`` uses them.

A citation is one sign (``treatment_text.SIGN``). Patterns that look back are given a window of bounded
length, and patterns that look ahead are of bounded length themselves. Each therefore takes linear time.
"""

from __future__ import annotations

import re

from briefbank.citations.treatment_text import SIGN

NEAR = 200
"""The number of characters before a verb that are searched for its subject."""
CLAUSE = 60
"""The number of characters before a subject in which a clause of request or doubt may begin."""
_UNIT = rf"(?P<unit>{SIGN})"
_ADVERB = (
    r"(?:(?:[a-z]{3,14}ly|later|also|now|then|thus|again|first|since|further|itself|ha[sd]|have|sub silentio"
    r"|in effect|in turn|in part) ){0,4}"
)
_BE = rf"(?:(?:ha[sd]|have|having) {_ADVERB}been|was|were|is|are|being|stands|stood) {_ADVERB}"
BE_OR_HAS = rf"(?:{_BE}|(?:ha[sd]|have) {_ADVERB}been )"
_ARE = rf"(?:have {_ADVERB}been|were|are) {_ADVERB}"
_JOINED = r"(?:(?:as|and|but|or|aff[’']d(?: in part)?,?|affirmed(?: in part)?,?|reh[’']g denied,) ){0,3}"
_YEAR = r"(?:1[789]|20)\d\d"
_OTHER_GROUNDS = (
    r"(?:on (?:an? )?(?:other|another|different|unrelated|separate) (?:grounds?|points?|issues?)"
    r"|in other respects)"
)
_MANNER = (
    r"(?:,? (?:in (?:relevant |pertinent )?part|in (?:its|their) entirety|on rehearing|en banc|per curiam"
    rf"|on one (?:ground|point|issue)|{_OTHER_GROUNDS}"
    r"|sub nom\.?|by implication|and (?:re-?enacted|replaced|remanded)"
    rf"|(?:to the extent|insofar as) [^;,{SIGN}]{{1,100}}"
    rf"|as to [^;,{SIGN}]{{1,80}}?(?=,? (?:by|in) |, {SIGN})"
    rf"|(?:effective )?(?:in )?(?:[A-Z][a-z]{{2,8}} (?:\d{{1,2}}, )?)?{_YEAR})){{0,3}}"
)
_DETERMINER = (
    r"(?:the|this|that|these|those|our|its|their|his|both|part|parts|portions?|so much|prior|former|earlier"
    r"|previous|all|any|cases|decisions|precedents?|such|a|an|contrary)"
)
_NOUN = (
    r"(?:holdings?|decisions?|rules?|rulings?|opinions?|parts?|portions?|language|results?|reasoning|rationale"
    r"|analysis|doctrine|standards?|tests?|statutes?|sections?|provisions?|requirements?|interpretation|dicta"
    r"|dictum|approach|principles?|announced|articulated|established|stated|set|forth|out|laid|down|adopted"
    r"|enunciated|expressed|reached|contained|found|of|in|from|by|cases?|precedents?|such|as|like|the|its|our"
    r"|this|that|former|prior|federal|state|\w{3,12}[’']s)"
)
_LEAD = rf"(?:{_DETERMINER} (?:{_NOUN} ){{0,8}})?"
"""Words allowed between an active verb and its object."""
_SOURCE_LEAD = (
    r"(?:(?:the|our|its|this|that|a|an|in|of|case|decision|opinion|court|statute|rule|amendment|legislature"
    r"|[A-Z][\w.&’'-]*),? ){0,12}"
)

OBJECT = re.compile(rf" (?:in part |{_OTHER_GROUNDS} ){{0,2}}{_LEAD}(?={SIGN})")
OBJECT_OF_PAST = re.compile(rf" (?:in part )?{_LEAD}(?={SIGN})")
"""The object of a past form, of which "on other grounds ■" may be the history."""
MORE = re.compile(
    rf"(?:,? and |,? or |,? as well as ){_LEAD}(?={SIGN})"
    rf"|, {_LEAD}(?={SIGN}[^;]{{0,200}}? (?:and|or) {_LEAD}{SIGN})"
)
"""Words that join one object to the next."""
BY = re.compile(
    rf"(?P<manner>{_MANNER})(?P<by>,? (?:by|in|per)(?= )|,)?(?: (?:statute|rule|regulation)\b)?"
    rf"(?:{_MANNER},? {_SOURCE_LEAD}(?P<source>{SIGN}))?"
)
"""Words after a passive verb; this pattern matches anything."""
ENDS = re.compile(rf"{_MANNER}(?:[,;:.\]”\"]|\s?$| (?:by|in|per|as) | {SIGN}|decided)")
"""The text allowed after a participle that follows a comma and has no object."""
ENDS_SOON = re.compile(rf"{_MANNER} (?:by|in|per) ")
"""The text allowed after a participle that follows no comma."""

DIRECT = re.compile(rf"{_UNIT}(?P<between>[,;]? ?{_JOINED}{_ADVERB})$")
WHICH = re.compile(rf"{_UNIT},? (?:which|that) {_ADVERB}$")
PASSIVES = (
    re.compile(rf"(?P<first>{SIGN})(?:,? and |, ){_UNIT},? {_ARE}$"),
    re.compile(rf"{_UNIT},? (?:which |that )?{_BE}$"),
)
FAR_PASSIVES = (
    re.compile(rf"{_UNIT},? and [^;{SIGN}]{{1,80}}? {_ARE}$"),
    re.compile(
        rf"{_UNIT}(?![^{SIGN}]* v\. )[^{SIGN}]*,? an? "
        rf"(?:holding|decision|case|rule|view) (?:that|which) {_BE}$"
    ),
)
"""Passives farther from the citation, for verbs that are rarely used of anything but law."""
HOLDING_OF = re.compile(rf"(?:[A-Z][a-z]+, )?(?:The|That|Those|the|that) {_NOUN} (?:{_NOUN} ){{0,5}}{_UNIT}")
SUBJECT = re.compile(rf"(?P<word>[\w’']+)[”\"’]*,? {_BE}$")
NO_HOLDING = frozenset(
    str.split(
        "objection objections motion motions demurrer exception exceptions point assignment plea challenge "
        "contention claim argument error request conviction sentence verdict that which it and"
    )
)
NO_SUBJECT_OF_BE = re.compile(
    r"\b(?:(?:under|by|per|with|from|to|on|upon|for|at|citing|[Ss]ee|[Cc]f\.|unlike|despite)"
    r"|(?:convictions?|sentences?|verdict|judgments?|orders?|motions?|objections?|claims?|appeals?)"
    r" (?:\w+ )?(?:in|of|under))(?: (?:the|an?))? $"
)
"""Words before a citation after which "■ was reversed" is about something other than the citation."""
NO_LAW = re.compile(
    r"\b(?:compact|agreement|contract|treaty|complaint|petition|indictment|accusation)s?"
    rf"(?:,? ?|\b[^;,{SIGN}]{{1,60}})$",
    re.IGNORECASE,
)
"""Words before a citation, or in its name, after which "■ was amended" is about something that is no law."""
OPENING = re.compile(rf"^[\"“‘' ]*{_JOINED}{_ADVERB}$")
IN_CASE = re.compile(rf"\b[Ii]n (?:{_DETERMINER} )?{_UNIT},? [^;{SIGN}]{{1,100}}$")
WE = re.compile(rf"\b[Ww]e {_ADVERB}$")
BEFORE_DOING = re.compile(
    rf"(?:^[\"“‘' ]*|[,;—–-] ?|\b(?:and|by|case|decision|opinion|Court|See|see) |{SIGN} ){_ADVERB}$"
)
NO_SUBJECT = re.compile(
    r"(?i:^|\b(?:the|an?|under|in|of|newly|as|by|this|its|with|to|for|or|former|is|are|was|were|be|been))$"
)
"""Words before a past form that make it an adjective or a passive."""
NOT_MEANT = re.compile(
    r"\b(?:not?|none|nothing|never|nor|neither|without|cannot|unless|if|whether|should|would|could|may|might|can|must|shall"
    r"|will|ask\w*|urg(?:es?|ed|ing)|request\w*|seeks?|seeking|sought|invit\w+|propos\w+|declin\w+|refus\w+"
    r"|attempt\w*|argu(?:es?|ed|ing)|conten[dt]\w*|claim(?:s|ed|ing)?|suggest\w*|assert\w*|until|wish\w*"
    r"|to be|ought|\w+n[’']t)\b[^;:]*$",
    re.IGNORECASE,
)
"""Words in the clause before a verb that negate it, or make it a wish or an argument."""
IN_PART = re.compile(r"\b(?:in (?:relevant |pertinent )?part|partial\w+|partly|to the extent|insofar as)\b")
IN_PART_BEHIND = re.compile(r",? (?:in part\b(?! (?:because|since|due))|to the extent\b|insofar as\b)")
ON_OTHER_GROUNDS = re.compile(rf"\b{_OTHER_GROUNDS}\b")
ON_OTHER_GROUNDS_BEHIND = re.compile(rf",? (?:in part )?{_OTHER_GROUNDS}\b")
PART_OF = re.compile(rf"\b(?:parts?|portions?|so much) of [^;,{SIGN}]{{0,40}}$")
TO_FACTS = re.compile(r" (?:strictly )?(?:to|on) (?:its|their|the) (?:\w+ )?facts")
DATED = re.compile(rf"[^;{SIGN}]{{0,40}}?\b{_YEAR}\b")
ADVERBS = re.compile(rf"(?:^|(?<=[\W]))(?!ha[sd] |have ){_ADVERB}$")
SAME_CASE = re.compile(
    r"[,;]? ?(?:and )?(?:cert\.?|certiorari|review|reh[’']g|rehearing|appeal|petition|writ|transfer|leave"
    rf"|aff[’']d|affirmed|rev[’']d|reversed|vacated|modified)\b[^;{SIGN}]{{0,80}}[, ]"
)
"""Words that make the second citation a later decision in the same case, unless it is named."""

UNDER = re.compile(
    r"\b(?P<words>(?:promulgated|adopted|issued|enacted|established|prescribed) (?:pursuant to|to implement"
    r"|in accordance with|under(?: (?:the )?authority of)?|by authority of)) "
    rf"(?:(?:{_DETERMINER}|{_NOUN}|[A-Z][\w.’'-]*),? ){{0,8}}(?={SIGN})"
)
RULES = re.compile(
    r"\b(?:[Rr]egulations?|[Rr]ules?|[Gg]uidelines?"
    rf"|[Dd]irectives?|[Oo]rdinances?|[Ss]tandards?),? {_ADVERB}$"
)
"""Things that are promulgated under a statute, unlike a judgment that is entered under one."""
AMENDMENT = re.compile(
    rf"\b(?:prior to|before|until|since|by|following|after) (?:the|its|an) (?:{_YEAR} )?"
    rf"(?P<what>amendments? (?:to|of)|repeal of) {_LEAD}(?={SIGN})"
)
