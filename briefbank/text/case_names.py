"""Case names in titles and as citations have them, and the names of states and sovereigns.

"State v. Doe, Reply Brief" names the case "State v. Doe" and the document "Reply Brief". In citations persons
have their surnames alone (The Bluebook, rule 10.2.1(g)). A name is cut only where it is a person's: it has a
common given name or an initial, or it is the name of whom a State prosecutes. In doubt it stays whole,
because half a company's name is no name.
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
    """Return the name of the case and the document's own name; either may be empty, but not both. A title
    that begins with the kind of document is the document's own name as a whole."""
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
        academy administration agency air airlines alliance america american and apartments army assembly
        assistance associates association attorney authority auto bail bakery bank bar board bonds borough
        bros brothers builders bureau business cab capital care casino casualty center central chapter
        chemical church citizens city civil clerk clinic club co coalition college commission commissioner
        committee communications company condominium conference congress construction contractors cooperative
        corp corporation correctional corrections council county court credit department development diocese
        director district division east electric employees energy enterprises entertainment environmental
        equipment estate exchange express facility farm farms federal federation finance financial firm first
        food foods for foundation fund gas general global government governor group health hills holding
        holdings home homes hospital hospitality hotel housing inc indemnity independent indian industries
        institute insurance interest international investment investments island jail journal labor
        laboratories land law league legislature life lines llc llp local logistics lp ltd management manor
        manufacturing marine market marketing markets mayor media medical memorial mills mortgage motor motors
        municipal museum mutual nation national network new news newspapers north nursing of office oil parish
        park parole partners partnership party paving penitentiary petroleum pharmacy planned plumbing police
        port post power practice press prison products program project properties property protection public
        publishing radio railroad railway realty records recovery red regents regional rehabilitation republic
        research resources restaurant retirement river roofing sales savings school schools seamen secretary
        securities security senate service services sheriff shipping shop shops society solutions sons south
        southern state states steel store stores studios superintendent supply surgical system systems
        technologies technology telephone television the theatre times title tobacco tours town township
        trading transit transport transportation tribe trucking trust trustees union united university
        utilities valley village warden water west western workers works world
        """
    )
)
"""Words that names of institutions have, without full stops and in small letters."""
_GIVEN_NAMES = frozenset(
    str.split(
        """
        aaron abigail abraham adam adrian ahmed alan albert alejandro alex alexander alexandra alexis alfred
        ali alice alicia allen allison alma alvin amanda amber amy ana andre andrea andrew angel angela angelo
        anita ann anna anne annie anthony antonio april arlene arnold arthur ashley barbara barry beatrice
        benjamin bernard bernice bertha beth betty beverly billy bobby bonnie brad bradley brandon brenda
        brent brett brian brittany bruce bryan byron calvin carl carla carlos carmen carol caroline carolyn
        carrie catherine cecil chad charlene charles charlotte cheryl chester chris christian christina
        christine christopher cindy claire clara clarence claude clayton clifford clyde cody connie corey cory
        craig crystal curtis cynthia dale damon dan dana daniel danielle danny darlene darrell darren darryl
        david dawn dean deborah debra denise dennis derek derrick diana diane diego dolores dominic don donald
        donna dora doris dorothy douglas duane dustin dwayne dwight earl eddie edgar edith edna eduardo edward
        edwin eileen elaine eleanor elena elijah elizabeth ella ellen elmer elsie emily emma enrique eric
        erica erik erin ernest esther ethan ethel eugene eva evelyn felicia felix fernando florence frances
        francis francisco frank franklin fred frederick gabriel gail gary gene geoffrey george gerald
        geraldine gilbert gina gladys glen glenda glenn gloria gordon grace greg gregory guy hannah harold
        harriet harry harvey hassan hazel heather hector heidi helen henry herbert herman holly howard hugh
        ian ibrahim ida irene irma isaac isabel ivan jack jackie jacob jacqueline jaime jake james jamie jan
        jane janet janice jared jasmine jason javier jay jean jeanette jeanne jeff jeffery jeffrey jennifer
        jenny jeremiah jeremy jerome jerry jesse jessica jesus jill jim jimmy joan joann joanne joe joel
        johanna john johnny jon jonathan jordan jorge jose joseph joshua joy joyce juan juana juanita judith
        judy julia julian julie julio june justin karen karl kate katherine kathleen kathryn kathy katie keith
        kelly ken kenneth kevin kim kimberly kirk kristen kristin kurt kyle larry latoya laura lauren laurie
        lawrence lee lena leo leon leonard leroy leslie lester lewis lillian linda lisa lloyd lois lonnie
        lorenzo loretta lori lorraine louis louise lucas lucille lucy luis luke luz lydia lynn mabel manuel
        marc marcia marco marcus margaret maria marian marie marilyn mario marion marjorie mark marlene marsha
        martha martin marvin mary mathew matthew maureen maurice max megan melanie melinda melissa melvin
        michael michele michelle miguel mike mildred milton mitchell mohamed mohammed monica morris muhammad
        myrtle nancy naomi natalie natasha nathan nathaniel neil nicholas nicole nina noah nora norma norman
        olga oliver omar oscar otis pamela patricia patrick paul paula pauline pedro peggy penny perry peter
        philip phillip phyllis rachel rafael ralph ramon randall randy raul ray raymond rebecca regina
        reginald renee rhonda ricardo richard rick ricky rita robert roberta roberto robin rodney roger roland
        roman ron ronald ronnie rosa rose rosemary ross roy ruben ruby russell ruth ryan sabrina sally
        salvatore sam samantha samuel sandra santiago sara sarah scott sean sergio seth shane shannon sharon
        shaun shawn sheila shelly sherry shirley sidney sonia sophia stacey stacy stanley stephanie stephen
        steve steven stewart sue susan suzanne sylvia tamara tammy tanya tara ted teresa terrance terrence
        terri terry thelma theodore theresa thomas tiffany tim timothy tina todd tom tommy toni tony tonya
        tracey tracy travis troy tyler tyrone valerie vanessa vera vernon veronica vicki victor victoria
        vincent viola violet virginia vivian wallace walter wanda warren wayne wendy wesley willard william
        willie wilma xavier yolanda yvonne zachary
        """
    )
)
"""The given names that are most frequent in the United States."""


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
    personal = plain[0] in _GIVEN_NAMES or any(map(_INITIAL.fullmatch, words[:-1]))
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
