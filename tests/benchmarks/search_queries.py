"""Queries for timing a library's searches: plain language and operators."""

from __future__ import annotations

PLAIN = (
    "Find me briefs about inevitable discovery",
    "merger",
    "803(c)(27)",
    "Can a juvenile waive his Miranda rights without a parent present?",
    "prosecutor called the defendant a liar in summation",
    "is Terry v. Ohio still good law?",
    "the officer smelled marijuana and searched the trunk of the car without a warrant",
    "ineffective assistance of counsel failure to call an alibi witness",
    "expert testimony about battered woman syndrome",
    "restitution ability to pay",
    "show-up identification suggestive",
    "speedy trial delay of two years",
    "sentence excessive aggravating and mitigating factors",
    "hearsay excited utterance of a child",
    "jury instruction lesser included offence",
    "suppress blood alcohol test refused consent",
    "double jeopardy after mistrial",
    "probation revoked without hearing",
    "competency to stand trial evaluation denied",
    "plea withdrawn because court did not explain consequences",
    "chain of custody of the drugs was broken",
    "confrontation clause lab report analyst absent",
    "self defence retreat duty in own home",
    "search incident to arrest cell phone",
    "joinder of unrelated charges prejudice",
)
"""Questions as defenders type them."""

OPERATORS = (
    '"plain error" /p summation!',
    "suppress! /5 evidence",
    "(car OR automobile OR vehicle) /10 search!",
    "defendant AND confess! NOT miranda",
    '"motion to suppress" w/s den!',
    "court /p state",
    "due +1 process",
    '"probable cause" /s affidavit',
    "ineffective pre/3 counsel",
    "sentenc! /p (aggravat! OR mitigat!)",
    "jury /s instruct! /s reasonable",
    "wom?n /10 batter!",
    "search! /5 seiz! NOT warrant",
    'identif! AND "line up"',
    "statute OR rule OR regulation",
    "right /3 counsel /p waiv!",
    "evidence AND court AND defendant",
    "hearsay % (excited OR dying)",
    '"beyond a reasonable doubt"',
    "child! /p neglect! /p terminat! what must the state prove",
)
"""Narrow and wide ones; the last also has words that only rank."""
