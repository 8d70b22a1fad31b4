"""Runs the checklist of a release: every step is a command or a question, and the first failure ends the run.

    installer/release                     all steps
    installer/release --list              what they are
    installer/release --from STEP         go on after a failure
    installer/release --only STEP         one step
    installer/release --skip STEP=REASON  leave one out; the reason stands in the log

What was done, answered and left out is added to ``dist/release-<version>.log``, with the day. A release is
signed off only when each step passed, or was left out for a reason, at the commit that is signed off.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from briefbank import __version__
from installer.release_steps import PROJECT, STEPS, MissingResult, Step

LOG = PROJECT / "dist" / f"release-{__version__}.log"
DONE = ("passed", "left out")


def main(arguments: Sequence[str]) -> int:
    names = [step.name for step in STEPS]
    parser = argparse.ArgumentParser(prog="installer/release", description="Walk through a release.")
    parser.add_argument("--list", action="store_true", help="say what the steps are")
    part = parser.add_mutually_exclusive_group()
    part.add_argument("--from", dest="start", choices=names, metavar="STEP", help="begin with this step")
    part.add_argument("--only", choices=names, metavar="STEP", help="this step alone")
    parser.add_argument("--skip", action="append", default=[], metavar="STEP=REASON", help="leave a step out")
    chosen = parser.parse_args(arguments)
    skipped = dict(each.partition("=")[::2] for each in chosen.skip)
    if not all(name in names and reason.strip() for name, reason in skipped.items()):
        parser.error("--skip needs the name of a step and a reason, as in macos='not released for it'")
    if chosen.list:
        list_steps()
        return 0
    begin = names.index(chosen.start or names[0])
    steps = [step for step in STEPS if step.name == chosen.only] or STEPS[begin:]
    return ReleaseRun(LOG, commit_to_release()).through(steps, skipped)


def list_steps() -> None:
    for number, step in enumerate(STEPS, 1):
        sys.stdout.write(f"{number:2} {step.name:16} {step.says}\n")


def commit_to_release() -> str:
    """Return the commit that is released."""
    command = ["git", "-C", str(PROJECT), "rev-parse", "HEAD"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


@dataclass(frozen=True)
class ReleaseRun:
    """One run through the steps, at one commit."""

    log: Path
    commit: str

    def through(self, steps: Sequence[Step], skipped: Mapping[str, str]) -> int:
        """Run the steps; return 0 when all passed or were left out, 1 at the first that failed."""
        for step in steps:
            sys.stdout.write(f"\n== {step.name}: {step.says}\n")
            sys.stdout.flush()
            if step.name in skipped:
                self.write(step.name, "left out", skipped[step.name])
            elif not self.passes(step):
                sys.stdout.write(f"Stopped. When it is mended: installer/release --from {step.name}\n")
                return 1
        return 0

    def passes(self, step: Step) -> bool:
        if step.last and (open_ := self.still_open()):
            self.write(step.name, "failed", f"not passed yet: {', '.join(open_)}")
            return False
        try:
            wrong, note = step.run()
        except MissingResult as missing:
            wrong, note = str(missing), ""
        self.write(step.name, "failed" if wrong else "passed", wrong or note)
        return not wrong

    def still_open(self) -> list[str]:
        """Return the steps whose last outcome at this commit is neither of ``DONE``."""
        done = dict(self.outcomes())
        return [step.name for step in STEPS if not step.last and done.get(step.name) not in DONE]

    def outcomes(self) -> Iterator[tuple[str, str]]:
        if self.log.exists():
            for line in self.log.read_text(encoding="utf-8").splitlines():
                _, commit, name, outcome, _ = line.split("\t")
                if commit == self.commit:
                    yield name, outcome

    def write(self, name: str, outcome: str, note: str) -> None:
        self.log.parent.mkdir(parents=True, exist_ok=True)
        told = " ".join(note.split())
        with self.log.open("a", encoding="utf-8") as log:
            log.write(f"{datetime.now(UTC):%Y-%m-%d %H:%M}\t{self.commit}\t{name}\t{outcome}\t{told}\n")
        sys.stdout.write(f"{name}: {outcome}. {told}\n")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
