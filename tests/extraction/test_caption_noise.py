"""Tests of captions in any layout with any noise: docket and date are right or empty."""

from __future__ import annotations

from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from briefbank.domain.documents import Caption, Party
from briefbank.extraction.document import read
from tests.extraction.page_factory import PlacedLine, centred, flowing, page_of

PROSE = "The court admitted the statement over objection and the jury heard it twice before it retired."
SURNAMES = ("GARCIA", "O'NEIL", "SMITH-JONES", "McDONALD", "VAN DYKE", "ROE", "ST. PIERRE", "LEE")
MISREAD = {"1": "l", "0": "O", "5": "S", "8": "B"}

surnames = st.sampled_from(SURNAMES)
numbers = st.builds(
    "A-{:04d}-{:02d}{}".format, st.integers(1, 9999), st.integers(0, 26), st.sampled_from(["", "T4"])
)
TODAY = date(2026, 12, 31)
days = st.dates(date(1990, 1, 1), TODAY)
forms = st.sampled_from(["%B %-d, %Y", "%m/%d/%Y", "%b. %-d, %Y", "%-d %B %Y"])


def new_jersey(name: str, docket: str, stamp: str, bar: str) -> list[PlacedLine]:
    head = ["SUPERIOR COURT OF NEW JERSEY", "APPELLATE DIVISION", f"DOCKET NO. {docket}"]
    rows = ["STATE OF NEW JERSEY,", "   Plaintiff-Respondent,", "      v.", f"JOHN {name},"]
    rows += ["   Defendant-Appellant."]
    right = f" {bar} Indictment No. 17-05-1334-I" if bar else ""
    return [
        *([PlacedLine(stamp, 100, 14)] if stamp else []),
        *(centred(line, 72 + 16 * n) for n, line in enumerate(head)),
        *(PlacedLine(row.strip() + right, 72, 150 + 16 * n) for n, row in enumerate(rows)),
        centred("BRIEF ON BEHALF OF DEFENDANT-APPELLANT", 300),
    ]


def caption_of(first: list[PlacedLine]) -> Caption:
    body = [centred("ARGUMENT", 72, bold=True), *flowing(PROSE, 100)]
    pages = [page_of(first), page_of(body, 1)]
    return read(pages, file_name="x.pdf", converted=False, today=TODAY).caption


@given(surnames, numbers, days, forms, st.sampled_from(["", ")", ":", "|"]))
def test_a_clean_caption_is_read_whole(name: str, docket: str, day: date, form: str, bar: str) -> None:
    caption = caption_of(new_jersey(name, docket, f"FILED, Clerk of the Court, {day.strftime(form)}", bar))
    assert (caption.docket, caption.filed, caption.side) == (docket, day, "Appellant")
    assert [party.role for party in caption.parties] == ["Plaintiff-Respondent", "Defendant-Appellant"]
    assert caption.parties[1].name.casefold() == f"john {name}".casefold()


@given(surnames, numbers, days, st.data())
def test_misread_digits_leave_the_docket_and_the_date_empty_or_right(
    name: str, docket: str, day: date, data: st.DataObject
) -> None:
    def misread(text: str) -> str:
        places = data.draw(st.sets(st.integers(0, len(text) - 1), max_size=3))
        return "".join(MISREAD.get(c, c) if n in places else c for n, c in enumerate(text))

    stamp = f"FILED, Clerk of the Court, {misread(day.strftime('%m/%d/%Y'))}"
    caption = caption_of(new_jersey(name, misread(docket), stamp, "|"))
    assert caption.docket in (docket, "")
    assert caption.filed in (day, None)


@given(st.lists(st.text(max_size=60), max_size=40))
def test_no_text_makes_it_fail(lines: list[str]) -> None:
    caption = caption_of([PlacedLine(line, 72, 40 + 14 * n) for n, line in enumerate(lines)])
    assert all(isinstance(party, Party) for party in caption.parties)
