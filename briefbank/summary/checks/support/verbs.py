"""Recognition of verbs, and the function words around them: closed classes and word forms of English."""

from __future__ import annotations

from collections.abc import Sequence

from briefbank.summary.checks.support.person_kinds import person_of
from briefbank.text.stemming import stem

BE = frozenset(str.split("is are was were be been being am get got gets getting"))
_MODALS = frozenset(str.split("will would shall should can could may might must did does do cannot"))
_HAVE = frozenset(str.split("has have had having"))
HELPERS = BE | _MODALS | _HAVE | frozenset(str.split("to not never also then first later still even now all"))
DETERMINERS = frozenset(
    str.split("a an the this these those his her its their our my your no any each every some both another")
)
PREPOSITIONS = frozenset(
    str.split(
        "of in on at by for from with into upon over under about against between to within through than as "
        "during without among toward towards regarding concerning despite after before until behind beside "
        "outside inside near around per via"
    )
)
PRONOUNS = frozenset(
    str.split(
        "he she it they we i you him her them us me himself herself itself themselves who which that there "
        "this these those nothing anything something everything one ones others whom his hers theirs"
    )
) - {"this", "these", "those", "his", "her", "one"}
OBJECTS = frozenset(str.split("him her them us me you it"))
TITLES = frozenset({"mr", "mrs", "ms", "dr"})
RELATIVE = frozenset({"who", "which", "that"})
JOINING = frozenset({"and", "or", "but", "then"})
BOUNDS = (
    RELATIVE
    | JOINING
    | frozenset(
        str.split(
            "because since while although though whereas unless until before after when where if whether "
            "what so nor whom whose how why"
        )
    )
)
FINITE = (BE - {"get", "got", "gets", "getting", "being"}) | _MODALS | _HAVE
"""Forms that begin a predicate, whether a known verb follows or not."""
COUNTING = frozenset(
    str.split(
        "one two three four five six seven eight nine ten eleven twelve most many some several few all none "
        "both half each majority minority number handful any dozens hundreds thousands members"
    )
)
SIGNS = frozenset(',;:.?!()[]—–"“”')
_IRREGULAR = frozenset(
    str.split(
        "held found took taken gave given told said saw seen made went gone came knew known left led "
        "lost met paid ran sent shot sold spoke spoken stole stolen struck taught thought threw thrown "
        "won wrote written brought bought caught chose chosen drew drawn drove driven fell fled forbade "
        "forgot fought heard hid hit hurt kept let put read rose sought set bit beat built began begun "
        "broke broken upheld overthrew withdrew bound shown hidden forbidden overturned beaten withheld "
        "understood"
    )
)
_PAST_ONLY = frozenset(
    str.split(
        "took gave saw went came knew ran spoke stole threw wrote chose drew drove fell forbade forgot hid "
        "rose bit began broke overthrew withdrew"
    )
)
_ACTION_VERBS = frozenset(
    stem(word)
    for word in str.split(
        "argue contend maintain assert claim insist respond reply answer ask urge seek say state deny "
        "concede admit hold find rule conclude agree disagree reject accept grant affirm reverse "
        "dismiss stop search arrest shoot stab hit rob kill tell give identify chase question see hear "
        "strike beat follow warn threaten accuse call use allow permit require forbid ban bar bind favor "
        "oppose support advocate show know need make take reflect draw hire provide owe protect treat "
        "review defer impose waive suppress exclude drop lead cause cite rely challenge defend describe "
        "produce report order advise inform request recommend choose pick select want believe bear meet "
        "serve violate testify object enter leave drive carry own sell buy pay receive keep hide watch "
        "consent comply obey ignore refuse release detain seize frisk question interrogate discourage "
        "encourage deter help harm prevent create increase reduce raise lower improve undermine prove "
        "establish guarantee secure deprive deny lack contain include provide present address explain "
        "consider weigh treat punish sentence convict acquit prosecute charge indict appoint represent "
        "interview confront examine confess notify sign swear arm carry wear steal shoot fire blame fault "
        "quote misread misstate overlook disregard reveal disclose withhold destroy lose win spend earn "
        "teach learn train employ dismiss promise offer accept adopt enact repeal apply extend limit "
        "govern control attend visit escape flee attack injure wound kill save rescue sue settle compensate"
    )
)
"""Stems of verbs that also count in the present: what courts, parties and people in a case do."""
RECIPROCAL = frozenset(stem(word) for word in str.split("meet marry agree differ talk fight argue share"))
"""Stems of reciprocal verbs, which say the same of agent and patient."""
_NEVER_NOUNS = frozenset(
    stem(word)
    for word in str.split(
        "argue contend maintain assert insist urge concede agree disagree deny tell know believe oppose "
        "advocate require forbid prohibit allow impose violate protect provide include describe prove seek"
    )
)
_BEFORE_PRESENT = PREPOSITIONS | DETERMINERS | BE | frozenset({"'", "s", "and", "or"})
_BEFORE_GERUND = frozenset({"by", "while", "when", "without", "before", "after"})
_NO_PARTICIPLE = frozenset(str.split("need speed indeed exceed proceed succeed seed feed deed breed agreed"))
_ACTION_ENDINGS = ("al", "ion", "ment", "ing", "ance", "ence", "ure")
_ACTION_NOUNS = frozenset(
    str.split(
        "search arrest seizure search stop challenge request demand call report review release attack "
        "threat use claim order appeal shooting stabbing assault warning murder killing"
    )
)
_INTENT_NOUNS = frozenset(
    stem(word)
    for word in str.split(
        "failure refusal decision attempt effort right request motion offer threat promise plan intention "
        "willingness ability duty choice opportunity reluctance inability unwillingness"
    )
)
_NOT_ACTIONS = frozenset(str.split("during evening morning trial criminal building hearing thing nothing"))


def is_verb(tokens: Sequence[str], n: int) -> bool:
    """Tell whether the token is a verb; a possible noun is not."""
    word, at = tokens[n].lower(), n
    while at and (
        tokens[at - 1].lower().endswith("ly") or tokens[at - 1].lower() in ("not", "never", "also")
    ):
        at -= 1
    before = tokens[at - 1].lower() if at else ""
    if word.endswith("ly") or not word.isalpha() or (n and tokens[n][0].isupper()):
        return False
    if before in _MODALS or (before == "to" and (stem(word) in _ACTION_VERBS or not word.endswith("s"))):
        return before in _MODALS or stem(word) in _ACTION_VERBS
    if before in BE or before in _HAVE:
        return is_participle(word) or (word.endswith("ing") and before in BE)
    if word.endswith("ing"):
        return before in _BEFORE_GERUND or (before in PREPOSITIONS and stem(word) in _ACTION_VERBS)
    if before in _BEFORE_PRESENT and before not in JOINING:
        return False
    if is_participle(word) or word in _PAST_ONLY:
        return True
    return stem(word) in _ACTION_VERBS and _is_present(tokens, n, before)


def _is_present(tokens: Sequence[str], n: int, before: str) -> bool:
    following = tokens[n + 1].lower() if n + 1 < len(tokens) else ""
    if before == ",":
        return following in DETERMINERS and not tokens[n].lower().endswith("ing")
    if not before.isalpha():
        return False
    if stem(tokens[n].lower()) in _NEVER_NOUNS and not following.isdigit():
        return True
    plain = not tokens[n].lower().endswith(("ion", "ions", "ment", "ments", "er", "or", "al", "ing", "ants"))
    opens = following in DETERMINERS or following in OBJECTS or following in ("that", "whether", "to", "how")
    opens = opens or following in ("what", "which", "who", "if", "not") or following in PRONOUNS
    return plain and person_of((stem(tokens[n].lower()),)) is None and (opens or before in RELATIVE)


def is_participle(word: str) -> bool:
    """Tell whether a word is a past participle, which may stand after "was"."""
    regular = word.endswith("ed") and len(word) > 4 and word not in _NO_PARTICIPLE
    return regular or (word in _IRREGULAR and word not in _PAST_ONLY)


def is_undertaking(word: str) -> bool:
    """Tell whether a word is a noun of what somebody fails, tries, means or is free to do: failure, decision,
    right."""
    return stem(word) in _INTENT_NOUNS and word not in _IRREGULAR and not word.endswith(("ed", "ing"))


def is_deed(word: str) -> bool:
    """Tell whether a word is a noun of action: denial, suppression, search."""
    return word in _ACTION_NOUNS or (
        word.endswith(_ACTION_ENDINGS) and word not in _NOT_ACTIONS and len(word) > 5
    )
