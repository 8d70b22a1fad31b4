"""``briefbank search`` counts weaker matches, and lists them below the others with ``--weaker``."""

from __future__ import annotations

import json
from pathlib import Path

from briefbank.embedding.encoders import Encoder
from tests.command import run
from tests.made_library import library_of

TEXTS = (
    "Consent to search the car was given at night by the driver, who was alone on the road.",
    "The consent to search a car was voluntary, as the court of appeals had held before.",
    "A car may be searched for some hours while the consent of a judge is sought by counsel.",
    "Consent of the owner of the house to its search was not needed, since it stood empty.",
    "A car may be kept for some hours while a warrant to search it is prepared by counsel.",
    "The jury was told that it could convict on the testimony of an accomplice alone.",
    "A sentence within the range is presumed to be reasonable upon review by this Court.",
)


def test_weaker_matches_are_counted_and_listed_below_the_others_when_asked_for(
    tmp_path: Path, encoder: Encoder
) -> None:
    texts = {f"{number}.txt": text for number, text in enumerate(TEXTS)}
    with library_of(tmp_path, texts, encoder, meaning=True):
        query = ("search", "consent to search a car")
    plain, listed = (json.loads(run(tmp_path, *query, *more).output) for more in ((), ("--weaker",)))
    assert plain["weaker"] > 0 and not plain["weaker_listed"]
    assert listed["weaker_listed"] and listed["total"] == plain["total"] + plain["weaker"]
    flags = [hit["weaker"] for hit in listed["results"]]
    assert flags == [False] * plain["total"] + [True] * plain["weaker"]
    left_out = f"Weaker matches left out: {plain['weaker']}."
    assert left_out in run(tmp_path, *query, as_json=False).output
    assert left_out not in run(tmp_path, *query, "--weaker", as_json=False).output
