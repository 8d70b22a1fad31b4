"""The steps of a release, in their order (``installer/releasing.py``)."""

from __future__ import annotations

import filecmp
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from briefbank import __version__

PROJECT = Path(__file__).resolve().parents[1]
DIST = PROJECT / "dist"
BUILD = Path(os.environ.get("BRIEFBANK_BUILD", PROJECT / "build/deb")) / "env"
"""The environment that ``installer/deb --prepare`` makes, with what the extra "build" names."""
Outcome = tuple[str, str]  # An error, or an empty text, and a note for the log


class MissingResult(Exception):
    """Raised when a step needs the result of another step that has not run; names that step."""


@dataclass(frozen=True)
class Step:
    """A step of a release. A ``last`` step may run only when all others passed."""

    name: str
    says: str
    run: Callable[[], Outcome]
    last: bool = False


def command_step(*words: str) -> Callable[[], Outcome]:
    """Return a step that runs a program and shows its output."""

    def run() -> Outcome:
        try:
            code = subprocess.run(words, cwd=PROJECT, check=False).returncode
        except FileNotFoundError:
            return f"{words[0]} is not there", ""
        return (f"{words[0]} ended with {code}" if code else "", " ".join(words))

    return run


def build_environment_step(*words: str) -> Callable[[], Outcome]:
    """Return a step that the build environment's Python runs. It raises Missing if there is no such
    environment.
    """

    def run() -> Outcome:
        python = BUILD / "bin/python"
        if not python.exists():
            raise MissingResult('there is no build environment: run the step "prepare"')
        return command_step(str(python), *words)()

    return run


def question_step(text: str) -> Callable[[], Outcome]:
    """Return a step for a person. The answer goes into the log; "no", or no answer, ends the release."""

    def run() -> Outcome:
        sys.stdout.write(f'{text}\nYour name and what you saw, or "no": ')
        sys.stdout.flush()
        answer = sys.stdin.readline().strip()
        return ("not confirmed" if answer.lower() in ("", "n", "no") else "", answer)

    return run


# --- what is looked at here -----------------------------------------------------------------------


def tree_is_clean() -> Outcome:
    ask = ["git", "status", "--porcelain"]
    changed = subprocess.run(ask, cwd=PROJECT, capture_output=True, text=True, check=True).stdout.splitlines()
    return (f"{len(changed)} files are changed or new" if changed else "", "nothing is changed")


def versions_agree() -> Outcome:
    """Check that the program, the changelog's newest section and the software centre's data have one version.

    The build writes the version into the latter where it has a place for it. A section without a day passes,
    so that a release can be tried, but only one with a day can be signed off.
    """
    metainfo = (PROJECT / "installer/debian/briefbank.metainfo.xml").read_text(encoding="utf-8")
    found = {
        "CHANGELOG.md": _first_match(r"^## \[?([^]\s]+)", changelog()),
        "briefbank.metainfo.xml": _first_match(r'<release [^>]*version="([^"]+)"', metainfo),
    }
    right = (__version__, "@VERSION@")
    differ = [f"{name} says {version or 'none'}" for name, version in found.items() if version not in right]
    wrong = "; ".join(differ) + f", the program {__version__}" if differ else ""
    return wrong, f"{__version__}. {missing_day()}"


def changelog() -> str:
    return (PROJECT / "CHANGELOG.md").read_text(encoding="utf-8")


def missing_day() -> str:
    """Return what to do where the changelog gives this version no day yet, or an empty text."""
    if _first_match(rf"^## \[{re.escape(__version__)}\] - (\d{{4}}-\d\d-\d\d)$", changelog()):
        return ""
    return (
        f'CHANGELOG.md gives {__version__} no day. To release it, write the day in place of "unreleased", '
        "commit that, and walk all steps again: the package is built from the commit that is signed off."
    )


def _first_match(pattern: str, text: str) -> str:
    found = re.search(pattern, text, re.MULTILINE)
    return found[1] if found else ""


def package() -> Path:
    """Return the newest package of this version. Raises Missing where there is none."""
    found = sorted(DIST.glob(f"briefbank_{__version__}_*.deb"), key=lambda each: each.stat().st_mtime)
    if not found:
        raise MissingResult(f'there is no package of {__version__} in dist/: run the step "deb"')
    return found[-1]


def packages() -> tuple[Path, Path]:
    """Return the newest package, and that of PyTorch beside it. Raises Missing where there is none."""
    first = package()
    return first, first.with_name(first.name.replace("briefbank_", "briefbank-pytorch_"))


def build_is_reproducible() -> Outcome:
    """Build the packages two times and check that both are the same byte for byte."""
    with tempfile.TemporaryDirectory() as folder:
        if wrong := _build_packages():
            return wrong, ""
        first = [shutil.copy(each, folder) for each in packages()]
        if wrong := _build_packages():
            return wrong, ""
        same = all(filecmp.cmp(*pair, shallow=False) for pair in zip(first, packages(), strict=True))
    note = ", ".join(f"{each.name} {_sha256(each)}" for each in packages())
    return ("" if same else "the two builds differ"), note


def _build_packages() -> str:
    """Build the packages and return the error, or an empty text."""
    return command_step("installer/deb")()[0]


def package_installs() -> Outcome:
    """Prove the package in a clean root, over an older one where dist/previous has one."""
    words = ["installer/prove_deb", str(package())]
    if os.geteuid() != 0:
        if not shutil.which("sudo"):
            return "a clean root is made by root, and there is no sudo here: run this step as root", ""
        words.insert(0, "sudo")
    for older in sorted((DIST / "previous").glob("briefbank_*.deb"))[-1:]:
        words += ["--before", str(older)]
    return command_step(*words)()


def offline_folder() -> Outcome:
    target = DIST / f"briefbank-{__version__}-offline"
    shutil.rmtree(target, ignore_errors=True)
    return command_step("installer/airgap", str(target), str(package()))()


def signed_off() -> Outcome:
    if wrong := missing_day():
        return wrong, ""
    wrong, note = question_step(f"{package().name} {_sha256(package())}\nDo you release this?")()
    return wrong, f"{note}: {package().name} {_sha256(package())}"


def _sha256(file: Path) -> str:
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


_WINDOW = """\
Install the package on a Debian 12 with a desktop. Open it from the menu; add a PDF by "Open with"; search,
read, copy with citation; remove it.
Did all of it work and look right, in light and dark?"""
_SELF_TEST = """\
Run the self-test in Settings with the network on, and save it.
Does the text say in plain words that every check passed, and name no brief, query or person?"""
_GUIDE = """\
Look through the guide (F1), in both languages.
Do its pictures and keys agree with the window?"""
_ON_WINDOWS = """\
Run installer/windows/build.ps1 on a clean Windows. Install both setups, use, upgrade and remove them; see
that the firewall's rules are there with the second.
Did it work? ("not released for Windows" is an answer.)"""
_ON_MACOS = """\
Run installer/macos/build on a clean macOS. Open, use and delete the application; see that it cannot connect.
Did it work? ("not released for macOS" is an answer.)"""

_LOCKS = ("-m", "installer.make_lock", "--check")
STEPS = (
    Step("clean", "the source is as committed", tree_is_clean),
    Step("version", "program, changelog and metainfo name one version", versions_agree),
    Step("tests", "style, types and all tests", command_step("installer/test")),
    Step("prepare", "the build environment, from the locks", command_step("installer/deb", "--prepare")),
    Step("locks", "the locks say what is installed", command_step(".venv/bin/python", *_LOCKS)),
    Step("build-locks", "those of the build, too", build_environment_step(*_LOCKS)),
    Step(
        "licences", "all that is shipped may be shipped", build_environment_step("-m", "installer.licences")
    ),
    Step(
        "sbom",
        "the list of parts fits its schema",
        build_environment_step("-m", "installer.sbom", "build/sbom.cdx.json"),
    ),
    Step(
        "vulnerabilities",
        "no locked package has a known one",
        command_step("installer/vulnerabilities", str(BUILD)),
    ),
    Step("deb", "the package, built twice, is the same", build_is_reproducible),
    Step("proof", "installed, used, upgraded, removed in a clean Debian", package_installs),
    Step("offline", "the folder for offices without a network", offline_folder),
    Step("window", "a person uses it", question_step(_WINDOW)),
    Step("self-test", "a person reads the report for the ethics file", question_step(_SELF_TEST)),
    Step("guide", "the pictures are those of this version", question_step(_GUIDE)),
    Step("windows", "Windows, where it is released", question_step(_ON_WINDOWS)),
    Step("macos", "macOS, where it is released", question_step(_ON_MACOS)),
    Step("sign-off", "somebody answers for it", signed_off, last=True),
)
