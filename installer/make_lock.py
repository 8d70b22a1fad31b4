"""Writes the lock files from the environment that runs this: exact versions of all that pyproject.toml needs.

    python -m installer.make_lock            write the files anew
    python -m installer.make_lock --check    say whether they agree with this environment; needs no network

Each line carries the checksums of all files of that release, as the index publishes them
(``installer/checksums``), so that set-up takes no other file. Run it in an environment in which the tests
pass, with the extras "llm", "llm-build", "test" and "build" installed. PyTorch has files of its own, because
it comes from an index of its own: one for itself, and one for what only its build for graphics cards needs,
which is taken where the other cannot be had.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from installer import checksums

FOLDER = Path(__file__).resolve().parent
HEAD = "# Written by installer/make_lock.py. Do not change by hand.\n"
TORCH, TORCH_GRAPHICS, RUNTIME = "torch.lock", "torch-graphics.lock", "requirements.lock"
GRAPHICS = ("cuda-", "nvidia-", "triton")
ONLY_NEEDS = {"olmocr": ("pillow", "pyyaml"), "tokenizers": ()}
"""Packages of which only a part is used: olmOCR's drawing of pages and prompts, and tokenizers from files.

Their other parts work on cloud storage and hubs, and need some hundred megabytes of packages, some of which
open connections.
"""
ALWAYS_THERE = ("pip",)  # Packages that every environment brings, in a version of its own
BUILD = ("setuptools", "wheel")
"""Packages that installing BriefBank itself needs and that are not among its dependencies."""


class NotInstalled(Exception):
    """Raised when a needed package is not in this environment."""


def main(arguments: Sequence[str]) -> int:
    if arguments and list(arguments) != ["--check"]:
        sys.stderr.write(__doc__ or "")
        return 2
    needed = runtime_packages()
    if arguments:
        return check(needed)
    try:
        files = {file: versions(needed) for file, versions in FILES.items()}
    except NotInstalled as missing:
        sys.exit(f"{missing} is needed and not installed here. Install it and run this again.")
    for file, versions in files.items():
        write(
            file, checksums.torch_line(versions["torch"]) if file == TORCH else checksums.lock_lines(versions)
        )
    write(TORCH_GRAPHICS, checksums.graphics_lines(files[TORCH] | files[RUNTIME], GRAPHICS))
    return 0


def check(needed: Mapping[str, str]) -> int:
    """Return 1 if a file differs from the installed versions; extras that are not installed are reported."""
    differ = 0
    for file, versions in FILES.items():
        try:
            same = versions(needed) == checksums.pinned_versions(FOLDER / file)
        except NotInstalled as missing:
            sys.stdout.write(f"{file}: not looked at, since {missing} is not installed here\n")
            continue
        differ |= not same
        said = "as installed here" if same else "DIFFERS. Run python -m installer.make_lock."
        sys.stdout.write(f"{file}: {said}\n")
    return int(differ)


def project() -> dict[str, Any]:
    return dict(tomllib.loads((FOLDER.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"])


def runtime_packages() -> dict[str, str]:
    """Return the versions of all packages that the application and an office server run with; PyTorch's
    without its build's name."""
    needed = closure([*project()["dependencies"], *project()["optional-dependencies"]["office"], *BUILD])
    return needed | {"torch": needed["torch"].partition("+")[0]}


def packages_of_extra(name: str) -> Callable[[Mapping[str, str]], dict[str, str]]:
    """Return a function that finds what an extra needs besides."""
    return lambda needed: difference(closure(project()["optional-dependencies"][name]), needed)


FILES: dict[str, Callable[[Mapping[str, str]], dict[str, str]]] = {
    TORCH: lambda needed: {"torch": needed["torch"]},
    RUNTIME: lambda needed: difference(dict(needed), {"torch": ""}),
    "requirements-test.lock": packages_of_extra("test"),
    "requirements-llm.lock": packages_of_extra("llm"),
    "requirements-llm-build.lock": packages_of_extra("llm-build"),
    "requirements-build.lock": packages_of_extra("build"),
}


def difference(versions: Mapping[str, str], needed: Mapping[str, str]) -> dict[str, str]:
    """Return the versions of the packages that are not needed in any case."""
    return {name: version for name, version in versions.items() if name not in needed}


def closure(lines: Iterable[str]) -> dict[str, str]:
    """Return the versions of the requirements and of all that they need here, extras included."""
    found: dict[str, str] = {}
    waiting = [(Requirement(line), "") for line in lines]
    done: set[tuple[str, str]] = set()
    while waiting:
        requirement, extra = waiting.pop()
        name = canonicalize_name(requirement.name)
        if name.startswith(GRAPHICS) or name in ALWAYS_THERE:
            continue
        if requirement.marker and not requirement.marker.evaluate({"extra": extra}):
            continue
        package = installed(name)
        found[name] = package.version
        for wanted in ("", *requirement.extras):
            if (name, wanted) not in done:
                done.add((name, wanted))
                lines = ONLY_NEEDS.get(name, package.requires or [])
                waiting += [(Requirement(line), wanted) for line in lines]
    return found


def installed(name: str) -> Distribution:
    try:
        return distribution(name)
    except PackageNotFoundError:
        raise NotInstalled(name) from None


def write(file: str, lines: str) -> None:
    (FOLDER / file).write_text(HEAD + lines, encoding="utf-8")
    sys.stdout.write(f"{file}: {len(checksums.pinned_versions(FOLDER / file))} packages\n")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
