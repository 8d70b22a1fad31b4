"""Made-up briefs for the tests of the adversarial set."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from random import Random

from briefbank.citations import citations
from briefbank.domain.summaries import Claim, SourceKind, SourceSentence, SummaryPart, SummarySource
from tests.evaluate.summaries.edit_input import Change, EditInput
from tests.evaluate.summaries.values import BriefMaterial, HonestRule, WrittenStatement
from tests.evaluate.summaries.vocabulary import DocumentVocabulary

find = lru_cache(10_000)(citations.find)  # The application's own finder; each text is looked at many times

FILLER = (
    "the officers searched the car and the court denied the motion to suppress because the trial court erred"
    " in denying it. defendant consented. His lawyer, Mr. Alvarez, objected. They met Alvarez there."
)
"""Running text, so that the vocabulary knows how such words are written."""

FACTS = (
    "Officer {name} stopped the car at {street} Street and found {count} bags of powder under the seat.",
    "The trial court denied the motion to suppress after a hearing that took {count} days.",
    "The defendant did not consent to the search of the trunk.",
    "The witness testified that the man in the red coat may have been the shooter.",
    "On March {day}, {year}, the grand jury indicted the defendant on {count} counts of robbery.",
    "The judge said that it was “plainly beyond anything the warrant allowed” and stopped the hearing.",
    "The evidence may be admitted only if the State proves that it was lawful.",
    "The court relied on State v. {name}, {volume} N.J. 632 (2002), when it let the statement in.",
    "The statement was made before the warnings were read to the man in the cell.",
    "The second lineup was held in the basement of the station house on a cold morning.",
    "Indeed, the officers drove the witness to the station in order to show her the photographs.",
    "The jury asked the judge to read the testimony of {name} again before it reached a verdict.",
    "The defendant told the officer that he had never been inside the house.",
)
ISSUE = (
    (SourceKind.QUESTION, "Did the trial court err in denying the motion to suppress?"),
    (SourceKind.QUESTION, "Whether the officers had reason to stop the car."),
    (SourceKind.POINT, "POINT I. THE TRIAL COURT ERRED IN DENYING THE MOTION TO SUPPRESS."),
)


def material(sentences: Iterable[tuple[SourceKind, str]], document_id: int = 1) -> SummarySource:
    """The sentences one after the other in one passage, apart by a space."""
    numbered, at = [], 0
    for number, (kind, text) in enumerate(sentences, start=1):
        numbered.append(SourceSentence(number, text, kind, 0, 1, at, at + len(text)))
        at += len(text) + 1
    return SummarySource(document_id, "State v. Doe", tuple(numbered))


def brief(*facts: str, kind: SourceKind = SourceKind.FACT, document_id: int = 1) -> BriefMaterial:
    """A brief of these sentences alone."""
    return BriefMaterial(
        material([(kind, text) for text in facts], document_id), DocumentVocabulary.of([FILLER, *facts])
    )


def briefs(count: int) -> list[BriefMaterial]:
    """Briefs that tell alike stories with names, numbers and dates of their own."""
    materials = []
    for number in range(1, count + 1):
        chance = Random(number)
        filled = {
            "name": ("Carty", "Lozada", "Hempele", "Novak", "Bellamy")[number % 5],
            "street": ("Bergen", "Orchard", "Chestnut")[number % 3],
            "count": ("two", "three", "14", "27")[number % 4],
            "day": str(chance.randint(1, 27)),
            "year": str(1995 + number % 20),
            "volume": str(chance.randint(100, 240)),
        }
        sentences = [*ISSUE, *((SourceKind.FACT, fact.format(**filled)) for fact in FACTS)]
        materials.append(
            BriefMaterial(
                material(sentences, number), DocumentVocabulary.of([FILLER, *(text for _, text in sentences)])
            )
        )
    return materials


def edited(
    change: Change, text: str, *, source: str = "", way: HonestRule = HonestRule.VERBATIM
) -> list[str]:
    """Return the results of editing one sentence, whose source is ``source`` (empty: the sentence itself)."""
    brief_material = brief(source or text)
    statement = WrittenStatement(Claim(text, (1,), SummaryPart.FACTS), way)
    return list(change(EditInput(statement, brief_material, find, Random(1))))
