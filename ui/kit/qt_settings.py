"""Keeps Qt from recording where files were chosen.

Qt's own file dialog records folders for all programs of the user, in a file of the home folder that is not
BriefBank's, and a folder may bear a client's name.

The dialogs of Windows, macOS, GNOME and KDE are those systems' own, and so is what they record; the guide
says so. The window state that BriefBank itself keeps is in its data folder and is not affected by this.
"""

from __future__ import annotations

import os

from PySide6.QtCore import QSettings


def discard_qt_settings() -> None:
    """Redirect Qt's user settings to nowhere. Call this before the first dialog. Windows and macOS keep such
    settings elsewhere, where Qt writes none."""
    QSettings.setPath(QSettings.Format.NativeFormat, QSettings.Scope.UserScope, os.devnull)
