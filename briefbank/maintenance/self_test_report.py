"""Writes the result of the self-test as a text for the ethics file: what was tried and how it ended.

It holds no name of a person, document, folder or computer.
"""

from __future__ import annotations

import platform
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from briefbank import __version__
from briefbank.domain.maintenance import CheckResult
from briefbank.sandbox import guard
from briefbank.text.dates import format_date

_WIDTH = 78
"""The length of a line in characters, which fits on a printed page."""
_NETWORK = "Network: "
_HELD: dict[str, str] = {
    "kernel": "BriefBank’s own code and the Linux kernel, for native code and for every program it starts.",
    "interpreter": "BriefBank’s own code alone. On this system other code is held back by the firewall only.",
    "off": "Nothing. The network was not refused while this test ran.",
}
_LIMITS = (
    "The test shows what BriefBank and what it starts could do on this computer at that moment. It does not "
    "show what other programs do, the system’s viewer for PDF files, backup and synchronising services "
    "included, or what people with access to this computer do. It cannot find a change that somebody with "
    "the rights of this user made to BriefBank and to this test alike. Services of this computer that answer "
    "at local sockets, as the desktop does, are not cut off."
)


@dataclass(frozen=True, slots=True)
class Circumstances:
    """The contents of the report besides the results."""

    made: datetime
    """The time of the test, with a time zone."""
    statements: Sequence[str] = ()
    """Sentences that are neither passed nor failed, for instance on the encryption of the disk."""
    record: str = ""
    """The number and hash of the last entry of the audit log, to compare with another copy."""


def report(results: Sequence[CheckResult], about: Circumstances) -> str:
    """Return the text, in lines of at most 78 characters where words allow it."""
    network = [result for result in results if result.name.startswith(_NETWORK)]
    parts = [result for result in results if not result.name.startswith(_NETWORK)]
    failed = sum(not result.passed for result in results)
    verdict = f"{failed} of {len(results)} checks failed." if failed else "Every check passed."
    if any(result.remark for result in parts):
        verdict += " What is only noted is said below."
    notes = [*about.statements]
    if about.record:
        notes.append(f"Last entry of the record of what was done: {about.record}")
    made = f"{format_date(about.made.date())}, {about.made:%H:%M:%S} (UTC{about.made:%z})"
    system = f"{platform.system()} {platform.release()}, {platform.machine()}"
    paragraphs = [
        "BriefBank self-test",
        f"{made}\nBriefBank {__version__}\n{system}",
        verdict,
        "CONNECTIONS THAT WERE TRIED, AND HAD TO BE REFUSED",
        "\n".join(_line(result, "Refused", "NOT REFUSED") for result in network),
        f"Held back by: {_HELD[guard.level()]}",
        "THE OTHER PARTS",
        "\n".join(_line(result, "Passed", "FAILED") for result in parts),
        *(["FOR THE FILE", "\n".join(notes)] if notes else []),
        "WHAT THIS TEST DOES NOT SHOW",
        _LIMITS,
    ]
    return "\n\n".join(_wrapped(paragraph) for paragraph in paragraphs) + "\n"


def _line(result: CheckResult, passed: str, failed: str) -> str:
    """Return how one check ended. The detail of a refused connection says no more than that."""
    end = failed if not result.passed else "Noted" if result.remark else passed
    name = result.name.removeprefix(_NETWORK)
    return f"{name}: {end}" if end == "Refused" else f"{name}: {end}. {result.detail}"


def _wrapped(paragraph: str) -> str:
    wrapper = textwrap.TextWrapper(_WIDTH, subsequent_indent="  ", break_long_words=False)
    return "\n".join(wrapper.fill(line) for line in paragraph.splitlines())
