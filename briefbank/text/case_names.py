"""Case names in titles and as citations have them, and the names of states and sovereigns.

"State v. Doe, Reply Brief" names the case "State v. Doe" and the document "Reply Brief". In citations persons
have their surnames alone (The Bluebook, rule 10.2.1(g)). A name is cut only where it is a person's: it has an
initial, or it is the name of whom a State prosecutes. In doubt it stays whole, because half a company's name
is no name.
"""

from __future__ import annotations

import re

_CASE_NAME = re.compile(
    r"(?:.+?\s(?:v|vs)\.?\s.+|(?:In re|In the (?:Matter|Interest|Interests|Estate) of|Matter of|Ex parte"
    r"|(?:State|People) ex rel\.)\s.+)",
    re.IGNORECASE,
)
"""The forms of a case name: adversaries, and procedural phrases (Bluebook rule 10.2.1(b))."""
_DOCUMENT_KINDS = (
    r"Brief|Reply|Petition|Memorandum|Memo|Opinion|Directive|Motion|Application|Letter|Appendix"
    r"|Response|Answer"
)
_DOCUMENT_NAME = re.compile(
    rf",\s+(?P<name>(?:[\w.’'-]+\s+){{0,4}}(?:{_DOCUMENT_KINDS})\b.*)\Z", re.IGNORECASE
)
_STARTS_WITH_KIND = re.compile(rf"(?:{_DOCUMENT_KINDS})\b", re.IGNORECASE)


def parted(title: str) -> tuple[str, str]:
    """Return the name of the case and the document's own name; either may be empty, but not both.

    A title that begins with the kind of document names no case and is the document's own name as a whole.
    """
    if _STARTS_WITH_KIND.match(title) or not _CASE_NAME.fullmatch(title):
        return "", title
    own = _DOCUMENT_NAME.search(title)
    return (title[: own.start()], own["name"]) if own else (title, "")


def names_itself(title: str) -> bool:
    """Tell whether a title begins with the kind of document: 'Reply Brief of Appellant'."""
    return bool(_STARTS_WITH_KIND.match(title))


_VERSUS = re.compile(r"\s+(?:v|vs)\.?\s+", re.IGNORECASE)
_LEAD = re.compile(r"(?P<lead>(?:In re|Ex parte|(?:In the )?Matter of)\s+)(?P<name>.+)", re.IGNORECASE)
_SOVEREIGNS = tuple(
    (re.compile(pattern, re.IGNORECASE), short)
    for pattern, short in (
        (r"^(?:the )?state of [a-z .]+$", "State"),
        (r"^(?:the )?people of (?:the )?(?:state|territory) of [a-z .]+$|^the people$", "People"),
        (r"^(?:the )?commonwealth of [a-z .]+$", "Commonwealth"),
        (r"^(?:the )?united states of america$", "United States"),
    )
)
SOVEREIGNS = frozenset((*(short for _, short in _SOVEREIGNS), "The People"))
"""Sovereigns as citations have them: no other word of a party's name stands before one."""
_PROSECUTORS = SOVEREIGNS - {"United States"} | {"The State"}
_SUFFIX = re.compile(r",?\s+(?:Jr|Sr|II|III|IV|Esq|M\.D|Ph\.D)\.?$")
_INITIAL = re.compile(r"[A-Z]\.")
_INITIALS = re.compile(r"(?:[A-Z]\.?)+")
_NAME_WORD = re.compile(r"[^\W\d_](?:[^\W\d_]|[’'.-])*")
_PARTICLES = frozenset(str.split("de del della der la las los van von du da di dos st."))
_MOST_WORDS = 5
_STATES_TEXT = """
    alabama = Ala.; alaska = Alaska; arizona = Ariz.; arkansas = Ark.; california = Cal.;
    colorado = Colo.; connecticut = Conn.; delaware = Del.; district of columbia = D.C.;
    florida = Fla.; georgia = Ga.; hawaii = Haw.; idaho = Idaho; illinois = Ill.; indiana = Ind.;
    iowa = Iowa; kansas = Kan.; kentucky = Ky.; louisiana = La.; maine = Me.; maryland = Md.;
    massachusetts = Mass.; michigan = Mich.; minnesota = Minn.; mississippi = Miss.; missouri = Mo.;
    montana = Mont.; nebraska = Neb.; nevada = Nev.; new hampshire = N.H.; new jersey = N.J.;
    new mexico = N.M.; new york = N.Y.; north carolina = N.C.; north dakota = N.D.; ohio = Ohio;
    oklahoma = Okla.; oregon = Or.; pennsylvania = Pa.; puerto rico = P.R.; rhode island = R.I.;
    south carolina = S.C.; south dakota = S.D.; tennessee = Tenn.; texas = Tex.; utah = Utah;
    vermont = Vt.; virginia = Va.; washington = Wash.; west virginia = W. Va.; wisconsin = Wis.;
    wyoming = Wyo.
"""
STATES = dict(pair.strip().split(" = ") for pair in _STATES_TEXT.split(";"))
"""The Bluebook's abbreviations of states by their names in small letters (table T10.1)."""
_NO_PERSON = frozenset(
    str.split(
        """
        agency associates association auto bail bank bonds brothers builders bureau business casino center
        church city club college commission committee communications company condominium construction
        contractors corp corporation corrections county court credit department district electric energy
        enterprises estate express federal financial foods foundation group healthcare holdings home homes
        hospital hotel inc indemnity industries institute insurance international investment investments jail
        journal laboratories league llc llp lp ltd management manufacturing market media medical mortgage
        motor motors mutual news newspapers nursing office oil park partners partnership party pharmacy police
        press prison properties public publishing railroad realty restaurant sales school schools securities
        service services sheriff shop society solutions state steel store stores supply system systems
        technologies telephone times tobacco town township trading transport transportation trucking trust
        union university utilities village works world
        """
    )
)
"""Words that names of institutions have, without full stops and in small letters."""


def with_surnames(case: str) -> str:
    """Return a case's name in which persons have their surnames alone; linear time."""
    sides = _VERSUS.split(case)
    if len(sides) == 2:
        charged = any(side in _PROSECUTORS for side in sides)
        return " v. ".join(_cited_party(side, charged=charged) for side in sides)
    if lead := _LEAD.fullmatch(case):
        return lead["lead"] + _cited_party(lead["name"], charged=False)
    return case


def _cited_party(party: str, *, charged: bool) -> str:
    """Return a person's surname; any other party as it is. ``charged``: a State is the other party."""
    words = _SUFFIX.sub("", party).split()
    if not 2 <= len(words) <= _MOST_WORDS or not all(map(_NAME_WORD.fullmatch, words)):
        return party
    plain = [word.lower().replace(".", "") for word in words]
    personal = any(map(_INITIAL.fullmatch, words[:-1]))
    # Initials stand for a person whose name is withheld, or for an institution.
    withheld = _INITIALS.fullmatch(words[-1]) or any(
        _INITIALS.fullmatch(word) and not _INITIAL.fullmatch(word) for word in words
    )
    if not (charged or personal) or withheld or not _NO_PERSON.isdisjoint(plain):
        return party
    at = len(words) - 1
    while at > 1 and words[at - 1].lower() in _PARTICLES:
        at -= 1
    return " ".join(words[at:])


def sovereign(name: str) -> str:
    """Return 'State' for 'State of New Jersey', as case names are cited; other names unchanged."""
    return next((short for pattern, short in _SOVEREIGNS if pattern.match(name)), name)
