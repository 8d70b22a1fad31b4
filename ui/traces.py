"""Keeps Qt from writing down where files were chosen.

Its own file dialog notes folders for all programs of the user, in a file of the home folder that is not
BriefBank's, and a folder may bear a client's name.

The dialogs of Windows, macOS, GNOME and KDE are those systems' own, and what these note is theirs; the guide
says so. What BriefBank itself keeps of its windows is in its data folder and is not touched by this.
"""

from __future__ import annotations

import os

from PySide6.QtCore import QSettings


def leave_none() -> None:
    """Before the first dialog. Windows and macOS keep such settings elsewhere, where Qt writes none."""
    QSettings.setPath(QSettings.Format.NativeFormat, QSettings.Scope.UserScope, os.devnull)
