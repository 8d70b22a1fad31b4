"""Results made up for exports."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import Any

from briefbank.domain.searches import Hit, SearchAnswer, SearchRequest, Tier
from tests.search.fakes import document, passage

TEXT = "The officer had no reason to stop the car."


def hit(number: int, text: str = TEXT, title: str = "State v. Doe", **values: Any) -> Hit:
    """A result with its own document; ``values``: further fields of the Hit."""
    known = document(number, date(2015, 3, 3), title, docket="A-1-14", court="Supreme Court of New Jersey")
    result = passage(number, text, number, ("POINT I", "THE STOP"), "12", 14)
    citation = f"Brief at 12, {title}, No. A-1-14 (N.J. filed Mar. 3, 2015)"
    return Hit(
        number, result, known, 0.5, values.pop("marks", ()), (), values.pop("alerts", ()), citation, **values
    )


class RecordedSearch:
    """Answers searches out of many results, as the library does, and records the requests."""

    def __init__(self, hits: Sequence[Hit]) -> None:
        self.hits, self.requests = tuple(hits), list[SearchRequest]()

    def __call__(self, request: SearchRequest) -> SearchAnswer:
        self.requests.append(request)
        shown = self.hits[request.start : request.start + request.limit]
        less_close = sum(hit.tier is Tier.LESS_CLOSE for hit in self.hits)
        close = len(self.hits) - less_close
        advice = "" if shown else "Nothing."
        return SearchAnswer("Passages about: stop", 1.0, close, shown, advice, less_close=less_close)


def many(number: int) -> list[Hit]:
    first = hit(1)
    return [
        replace(first, rank=n, passage=replace(first.passage, id=n), document=replace(first.document, id=n))
        for n in range(1, number + 1)
    ]
