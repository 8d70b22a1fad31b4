"""Asks the system whether the disk with a library is encrypted, and the disk it swaps memory to.

There are three answers: yes, no, and unknown. On Linux the kernel says which devices lie under a folder and
which of them are encrypted; macOS and Windows answer a question that needs no administrator. What cannot be
known from here, such as a disk of a virtual machine, which its host may encrypt, is not guessed.

Why BriefBank does not encrypt a library itself is said in the docstring of this package.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path, PureWindowsPath

from briefbank.domain.encryption import DiskEncryption, EncryptionState
from briefbank.maintenance.linux_disks import LinuxDisks
from briefbank.sandbox import programs

Ask = Callable[[Sequence[str]], str]
"""Runs a program of the system; returns its output, empty where it is missing or did not answer."""

WAIT_S = 10.0
_FILEVAULT = (
    (re.compile(r"(Encryption|Decryption) in progress"), EncryptionState.UNKNOWN),
    (re.compile(r"FileVault is On\b"), EncryptionState.YES),
    (re.compile(r"FileVault is Off\b"), EncryptionState.NO),
)
"""The output of ``fdesetup status``. While FileVault is being switched on, both of the first two match."""
_BITLOCKER = {1: EncryptionState.YES, 2: EncryptionState.NO, 5: EncryptionState.NO, 8: EncryptionState.NO}
"""Values of the property System.Volume.BitLockerProtection: on, off, suspended, waiting for activation. Under
the last two the key lies in the open beside the data. Other values mean a change in progress, or are not
known."""
_SHELL_PROPERTY = (
    "(New-Object -ComObject Shell.Application).NameSpace('{drive}:').Self"
    ".ExtendedProperty('System.Volume.BitLockerProtection')"
)


def encryption_of(folder: Path) -> DiskEncryption:
    """Return the encryption of the disk that ``folder`` is on. Never raises. Takes seconds on macOS and
    Windows, where a program is asked."""
    where = _resolved(folder)
    if sys.platform == "linux":
        return LinuxDisks(ask=ask).encryption_of(where)
    if sys.platform == "darwin":
        return of_macos(where, ask)
    return of_windows(str(where), ask)


def of_macos(folder: Path, ask: Ask) -> DiskEncryption:
    """Ask for FileVault, which covers the startup disk and its swap. Other volumes cannot be asked."""
    written = ask(["/usr/bin/fdesetup", "status"])
    state = next((state for pattern, state in _FILEVAULT if pattern.search(written)), EncryptionState.UNKNOWN)
    elsewhere = folder.parts[:2] == ("/", "Volumes")
    by = "FileVault" if state is EncryptionState.YES and not elsewhere else ""
    return DiskEncryption(EncryptionState.UNKNOWN if elsewhere else state, state, by)


def of_windows(folder: str, ask: Ask) -> DiskEncryption:
    """Ask for BitLocker, or device encryption, of the folder's drive. Swap is not asked for."""
    drive = PureWindowsPath(folder).drive
    if not re.fullmatch(r"[A-Za-z]:", drive):
        return DiskEncryption(EncryptionState.UNKNOWN, EncryptionState.UNKNOWN)
    question = _SHELL_PROPERTY.format(drive=drive[0].upper())
    written = ask(["powershell.exe", "-NoProfile", "-NonInteractive", "-Command", question]).strip()
    state = (
        _BITLOCKER.get(int(written), EncryptionState.UNKNOWN)
        if written.isdecimal()
        else EncryptionState.UNKNOWN
    )
    return DiskEncryption(state, EncryptionState.UNKNOWN, "BitLocker" if state is EncryptionState.YES else "")


def ask(command: Sequence[str]) -> str:
    """Run a program; see ``Ask``."""
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=WAIT_S, check=False, cwd=programs.FOLDER
        )
    except (OSError, subprocess.SubprocessError, UnicodeDecodeError):
        return ""
    return done.stdout if done.returncode == 0 else ""


def _resolved(folder: Path) -> Path:
    """Return the real path; for a folder that does not exist yet, that of its nearest existing parent."""
    try:
        whole = folder.resolve()
        return next(each for each in (whole, *whole.parents) if each.exists())
    except (OSError, RuntimeError, StopIteration):
        return folder
