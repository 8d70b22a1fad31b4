"""The texts on what happens to a document that is removed, and where copies of it stay."""

from __future__ import annotations

from collections.abc import Sequence

from briefbank.domain.maintenance import KnownBackup
from ui.i18n.translate import tr
from ui.shared import wording

MOST = 4  # The number of backups that are named one by one; a longer dialog is not read


def meaning(backups: Sequence[KnownBackup]) -> str:
    """Return the text of the dialog. ``backups`` hold the document, the newest first."""
    gone = tr(
        "The library’s copy and its words are deleted from this disk. The file that you added stays where it "
        "is."
    )
    if not backups:
        stays = tr(
            "BriefBank knows of no backup that holds it. Copies of backups, and files that were exported, "
            "stay; delete them where you keep them."
        )
        return f"{gone}\n\n{stays}"
    heading = tr("These backups hold it, unless they were deleted since:")
    lines = [_named(backup) for backup in backups[:MOST]]
    if (more := len(backups) - MOST) > 0:
        lines.append(tr("and {count:,} more").format(count=more))
    advice = tr(
        "Back the library up into the same folder again and it is gone from there too, or delete the folder. "
        "Copies of backups, and files that were exported, stay as well; delete them where you keep them."
    )
    if any(backup.until for backup in backups):
        dated = tr("Where a day stands behind it, a backup is deleted by the first one after that day.")
        advice = f"{dated} {advice}"
    return "\n\n".join((gone, "\n".join((heading, *lines)), advice))


def _named(backup: KnownBackup) -> str:
    moment, folder = wording.moment(backup.made), backup.folder
    if backup.until is None:
        return tr("• {moment}, in {folder}").format(moment=moment, folder=folder)
    until = wording.day(backup.until.astimezone().date())
    return tr("• {moment}, in {folder}, until {day}").format(moment=moment, folder=folder, day=until)
