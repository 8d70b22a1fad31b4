"""The words of the record of what was done: what it can be narrowed to, its rows, and whether it is whole."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from briefbank import acts
from briefbank.acts import Act, Entry
from ui import tongue, words
from ui.models.rows import Row
from ui.tongue import told, tr

TITLE = tr("What was done")
INTRO = tr(
    "What was done with this library. Documents stand here by their number; no text, title, name, search or "
    "file name is written down."
)
LOOKING = tr("Looking whether the record is whole …")
WHOLE = tr("The record is whole: every entry is as it was written.")
GROUPS: tuple[tuple[str, frozenset[Act]], ...] = (
    (tr("Everything"), frozenset()),
    (tr("Documents added, corrected and removed"), acts.OF_DOCUMENTS),
    (tr("Exports"), acts.CARRIED_OUT),
    (tr("Summaries opened"), acts.READ),
    (tr("The list of what still holds"), acts.OF_GOOD_LAW),
    (tr("Settings"), acts.OF_SETTINGS),
    (tr("Care, backups and self-tests"), acts.OF_CARE),
    (tr("The record itself"), acts.OF_RECORD),
)
NOTHING = tr("The record tells of nothing of this sort.")
ALL = tr("Choose “Everything” to see the rest.")
NOT_WHOLE_ADVICE = tr("Tell whoever looks after this computer, and keep a copy of the library as it is.")
SHORT = 3
"""Problems that are named; the command line names more."""


def rows(entries: Sequence[Entry]) -> list[Row]:
    """Day by day, by this computer's clock, in the order given; a row with the day before each."""
    made: list[Row] = []
    for day, of_day in groupby(entries, key=lambda entry: entry.at.astimezone().date()):
        made.append(Row(title=tongue.day(day)))
        made += [Row(text=told(each.text), side=f"{each.at.astimezone():%H:%M}") for each in of_day]
    return made


def extent(shown: int, more: bool) -> str:
    """How many entries the list shows."""
    if more:
        return tr("The newest {number:,} entries").format(number=shown)
    return words.count(shown, tr("entry"), tr("entries"))


def not_whole(problems: Sequence[str]) -> str:
    """What is wrong with the record, and what to do."""
    named = [told(problem) for problem in problems[:SHORT]]
    if len(problems) > SHORT:
        named.append(tr("And {number:,} more.").format(number=len(problems) - SHORT))
    return " ".join([tr("The record is not whole."), *named, NOT_WHOLE_ADVICE])
