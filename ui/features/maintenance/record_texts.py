"""The texts of the audit log's dialog: the groups of entries, their rows, and whether the log is whole."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from briefbank.domain.maintenance import AuditEntry, AuditEvent
from briefbank.text.messages import Message
from ui.i18n import translate
from ui.i18n.translate import tr, translate_core
from ui.kit.directions import isolated
from ui.shared import wording
from ui.shared.row_model import Row

TITLE = tr("What was done")
INTRO = tr(
    "What was done with this library. Documents stand here by their number; no text, title, name, search or "
    "file name is written down."
)
OFFICE_INTRO = tr(
    "What was done with the office’s library: by whom, at which computer, and in which matter, by its docket "
    "number. Documents stand here by their number; no text, title, search or file name is written down."
)
LOOKING = tr("Looking whether the record is whole …")
WHOLE = tr("The record is whole: every entry is as it was written.")
OPENED = frozenset({AuditEvent.OPENED, AuditEvent.SENT})
GROUPS: tuple[tuple[str, frozenset[AuditEvent]], ...] = (
    (tr("Everything"), frozenset()),
    (
        tr("Documents added, corrected and removed"),
        frozenset(
            {
                AuditEvent.ADDED,
                AuditEvent.READ_AGAIN,
                AuditEvent.REFUSED,
                AuditEvent.REMOVED,
                AuditEvent.CORRECTED,
                AuditEvent.UNCORRECTED,
            }
        ),
    ),
    (tr("Exports"), frozenset({AuditEvent.EXPORTED, AuditEvent.TAKEN_ALONG})),
    (tr("Summaries opened"), frozenset({AuditEvent.SUMMARY})),
    (tr("The list of what still holds"), frozenset({AuditEvent.GOOD_LAW})),
    (tr("Settings"), frozenset({AuditEvent.SETTING})),
    (
        tr("Care, backups and self-tests"),
        frozenset(
            {
                AuditEvent.BACKED_UP,
                AuditEvent.RESTORED,
                AuditEvent.REBUILT,
                AuditEvent.MENDED,
                AuditEvent.SELF_TEST,
            }
        ),
    ),
    (
        tr("The record itself"),
        frozenset(
            {
                AuditEvent.BEGUN,
                AuditEvent.VERSION,
                AuditEvent.CATALOGUE,
                AuditEvent.GAP,
                AuditEvent.TORN,
                AuditEvent.BROKEN,
                AuditEvent.UNKNOWN,
            }
        ),
    ),
)
OFFICE_GROUPS = (
    (tr("Documents opened and sent"), OPENED),
    (
        tr("Persons: signed in, refused, kept from a matter"),
        frozenset({AuditEvent.SIGNED_IN, AuditEvent.DENIED, AuditEvent.WALL}),
    ),
)
NOTHING = tr("The record tells of nothing of this sort.")
ALL = tr("Choose “Everything” to see the rest.")
NOT_WHOLE_ADVICE = tr("Tell whoever looks after this computer, and keep a copy of the library as it is.")
SHORT = 3  # The number of problems that are named; the command line names more


def rows(entries: Sequence[AuditEntry]) -> list[Row]:
    """Return rows in the order given, with a row for each day, by this computer's clock, before its
    entries."""
    made: list[Row] = []
    for day, of_day in groupby(entries, key=lambda entry: entry.at.astimezone().date()):
        made.append(Row(title=translate.day(day)))
        made += [Row(text=_described(entry), side=f"{entry.at.astimezone():%H:%M}") for entry in of_day]
    return made


def extent(shown: int, more: bool) -> str:
    """Return how many entries the list shows."""
    if more:
        return tr("The newest {number:,} entries").format(number=shown)
    return wording.count(shown, tr("entry"), tr("entries"))


def not_whole(problems: Sequence[Message]) -> str:
    """Return what is wrong with the log, and what to do."""
    named = [translate_core(problem) for problem in problems[:SHORT]]
    if len(problems) > SHORT:
        named.append(tr("And {number:,} more.").format(number=len(problems) - SHORT))
    return " ".join([tr("The record is not whole."), *named, NOT_WHOLE_ADVICE])


def _described(entry: AuditEntry) -> str:
    said = translate_core(entry.text)
    return f"{said} {isolated(entry.who)}" if entry.who else said
