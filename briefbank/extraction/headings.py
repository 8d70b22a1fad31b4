"""The standard titles of parts of briefs, opinions and motions, and the role of each part.

"STATEMENT OF FACTS", "Counterstatement of the Case" and "FACTUAL BACKGROUND" all open the facts. Titles are
recognised by their words alone; :mod:`briefbank.extraction.heading_detection` decides whether a line is
typeset as a heading.
"""

from __future__ import annotations

import re

from briefbank.domain.passages import Role
from briefbank.extraction.blocks import MARKER, without_note_call

_ROLES: tuple[tuple[re.Pattern[str], Role], ...] = tuple(
    (re.compile(pattern), role)
    for pattern, role in (
        (
            r"(?:(?:table of )?contents(?: pages?)?|index"
            r"|(?:appendix )?table of contents(?: of appendix)?(?: volume \w+)?"
            r"|index (?:to|of) (?:the )?(?:appendix|appendices|exhibits)|(?:table|list) of (?:appendix"
            r"|appendices|exhibits"
            r"|attachments|orders?|rulings?|judgments?)\b.*|contents continued"
            r"|table of contents continued|topical index)",
            Role.CONTENTS,
        ),
        (
            r"(?:cases )?(?:table|index|list) of (?:cases|citations|authorities)\b.{0,60}"
            r"|authorities(?: cited)?|cases cited"
            r"|table of (?:statutes|rules)\b.{0,60}|citations",
            Role.AUTHORITIES,
        ),
        (
            r"(?:the )?(?:legal )?(?:questions?|issues?|points?)(?: (?:of law"
            r"|and [a-z]+ ?[a-z]*))? (?:presented|involved|raised|on appeal|for review)\b.{0,60}"
            r"|(?:concise )?(?:counter ?)?statement of (?:the )?(?:legal )?(?:issues?|questions?)\b.{0,60}"
            r"|issues?"
            r"|questions?|assignments? of errors?\b.{0,40}",
            Role.QUESTIONS,
        ),
        (
            r"(?:certificat(?:e|ion)|proof|affidavit|declaration|affirmation|acknowledge?ment) (?:of|by"
            r"|in lieu of) .{0,20}?\b"
            r"(?:service|mailing|filing|compliance|word ?count|counsel|transmission|delivery|type)\b.{0,80}"
            r"|service list|proof of service\b.*|distribution list|verification",
            Role.SERVICE,
        ),
        (r"signatures?(?: page| block)?", Role.SIGNATURE),
        (
            r"(?:joint |supplemental |petitioner s |appellant s |defendant s )?"
            r"append(?:ix|ices)(?: [a-z0-9]{1,3})?|appendix (?:volume|part) \w+|appendix to .{0,80}"
            r"|(?:exhibit|attachment|annex|tab) [a-z0-9]{1,3}"
            r"|(?:statutory )?addendum(?: [a-z0-9]{1,3})?",
            Role.APPENDIX,
        ),
        (
            r"(?!.*\bfact)(?:concise |preliminary )?(?:counter ?)?(?:statement of |brief |relevant )?"
            r"(?:the )?procedural (?:history|background|posture)\b.{0,60}",
            Role.PROCEDURE,
        ),
        (
            r"(?:concise |brief )?(?:counter ?)?(?:statement|summary|history) of (?:the )?case\b.{0,60}"
            r"|.{0,50}\b(?:facts|factual)\b.{0,40}"
            r"|.{0,40}\bstatement of (?:the )?matters? involved\b.{0,40}"
            r"|(?:relevant |general )?background(?: of .{0,40})?|counter ?statement of .{0,40}",
            Role.FACTS,
        ),
        (
            r"(?:(?:preliminary|introductory) statement|introduction(?: and .{0,60})?)",
            Role.PRELIMINARY,
        ),
    )
)
_BODY_TITLES = re.compile(
    r"(?:legal |the )?arguments?|summary of (?:the )?arguments?|conclusion"
    r"|(?:statement of )?(?:the )?(?:appellate |federal |subject[ -]matter )?jurisdiction"
    r"|jurisdictional statement"
    r"|(?:standards?|scope) (?:and scope )?of (?:appellate )?review|reasons (?:for|why) .{0,80}"
    r"|interests? of .{0,80}|identity (?:and|of) .{0,60}|(?:opinions?|decisions?|orders?|rulings?"
    r"|proceedings) below"
    r"|parties to the proceedings?\b.{0,80}|corporate disclosure statement|(?:certificate"
    r"|statement) of interest(?:ed)?\b.{0,40}|list of (?:all )?proceedings|related (?:cases|proceedings)"
    r"|prayer(?: for relief)?"
    r"|discussion|analysis|relief (?:requested|sought)|memorandum of (?:law|points and authorities)"
    r"|(?:pertinent|relevant|applicable) .{0,80}"
    r"|(?:constitutional|statutory)\b.{0,60}provisions?\b.{0,40}|statement regarding oral argument"
    r"|request for oral argument|oral argument statement|glossary|findings of fact\b.{0,40}"
    r"|reply|dissent|order|opinion|memorandum(?: opinion)?|judgment|nature of the (?:case|action"
    r"|proceedings?)\b.{0,40}"
)
_BEFORE_POINTS = re.compile(
    r"(?:statement of )?(?:the )?(?:appellate |subject[ -]matter )?jurisdiction|jurisdictional statement"
    r"|(?:standards?|scope) (?:and scope )?of (?:appellate )?review"
)
_NOT_WORDS = re.compile(r"[^a-z0-9\- ]+")


def known_title(title: str) -> tuple[Role | None, bool]:
    """Return the role that a known title gives (None: the body), and whether the title is known."""
    words = _words(title)
    if not words or len(words) > 160:
        return None, False
    for pattern, role in _ROLES:
        if pattern.fullmatch(words):
            return role, True
    return None, bool(_BODY_TITLES.fullmatch(words))


def _words(title: str) -> str:
    text = without_note_call(title.strip()).lower().replace("(s)", "s")
    return " ".join(_NOT_WORDS.sub(" ", text).split())


def precedes_points(title: str) -> bool:
    """Tell whether the part under this known title comes before a brief's points, and does not contain
    them."""
    marker = MARKER.match(title)
    words = title[marker.end() :] if marker else title
    before = known_title(words)[0] in (Role.FACTS, Role.PROCEDURE, Role.PRELIMINARY)
    return before or bool(_BEFORE_POINTS.fullmatch(_words(words)))
