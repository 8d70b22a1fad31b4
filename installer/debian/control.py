"""Writes the control file of the Debian package: its dependencies and its description."""

from __future__ import annotations

import re
import subprocess
import tempfile
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LIST = ROOT / "installer/packages-debian.txt"
MAINTAINER = "The BriefBank developers <maintainers@briefbank.invalid>"
DESCRIPTION = """find what your office has already argued
 BriefBank finds passages in a public-defender office's own briefs. Past briefs
 (PDF, Word, text, scans, faxes) are dropped on a window and read on this
 computer. The newest of the passages that help come first; each opens in the
 PDF at the highlighted words and can be copied with its citation.
 .
 Every network connection is refused, by the system where it can, and a
 self-test shows that it is."""
RECOMMENDED = "libreoffice-writer-nogui"
"""Old office files wait where it is missing; all else works without it."""
PYTORCH_DESCRIPTION = """PyTorch for another model in BriefBank
 BriefBank comes with a model for searching by meaning, and needs this package
 only where an office chooses another one, or one that compares results: PyTorch
 and sentence-transformers prepare and run it, without a network."""
OPTIONAL = "platformthemes"
"""The folder of plugins that Qt does not load where their desktop is not installed."""
LINKED = ("lib-dynload", "PySide6", "shiboken6", "llama_cpp")
"""Folders, besides the top, whose files link to more of the system than any wheel may. Wheels bring their
libraries along (PEP 600), and reading the symbols of PyTorch's takes minutes.
"""


def control_file(version: str, architecture: str, installed_kib: int, linked: Iterable[str]) -> str:
    """Return the control file. ``linked`` are the system packages the programs link to, with versions."""
    needs = {"Depends": ", ".join(dependencies(linked)), "Recommends": RECOMMENDED}
    return _control("briefbank", version, architecture, installed_kib, needs, DESCRIPTION)


def pytorch_control_file(version: str, architecture: str, installed_kib: int) -> str:
    """Return the control file of briefbank-pytorch, whose files belong to this version of BriefBank alone."""
    needs = {"Depends": f"briefbank (= {version})"}
    return _control("briefbank-pytorch", version, architecture, installed_kib, needs, PYTORCH_DESCRIPTION)


def _control(
    name: str, version: str, architecture: str, installed_kib: int, needs: dict[str, str], description: str
) -> str:
    lines = {
        "Package": name,
        "Version": version,
        "Architecture": architecture,
        "Maintainer": MAINTAINER,
        "Installed-Size": str(installed_kib),
        **needs,
        "Section": "text",
        "Priority": "optional",
        "Description": description,
    }
    return "".join(f"{field}: {value}\n" for field, value in lines.items())


def dependencies(linked: Iterable[str]) -> list[str]:
    """Return the dependencies: the linked packages, and ``packages-debian.txt`` without Python.

    The package brings its own Python. A dependency that is in both is named once, with the linker's version.
    """
    versioned = {_name(line): line for line in linked}
    listed = [name for name in listed_packages() if not name.startswith("python3") and name != RECOMMENDED]
    return sorted({**{name: name for name in listed}, **versioned}.values())


def listed_packages() -> list[str]:
    """Return the names in ``packages-debian.txt``."""
    lines = (line.partition("#")[0].strip() for line in LIST.read_text("utf-8").splitlines())
    return [line for line in lines if line]


def _name(dependency: str) -> str:
    return re.split(r"[ (|]", dependency, maxsplit=1)[0]


def linked_packages(folder: Path) -> list[str]:
    """Return the dependencies that ``dpkg-shlibdeps`` finds for all programs and libraries below ``folder``.

    The folder lies below the root of a package's tree, which holds DEBIAN already. Raises ChildProcessError
    with the tool's output where a library is in no package.
    """
    files = [
        file
        for file in sorted(folder.rglob("*"))
        if _is_linked(file.relative_to(folder)) and _is_native(file)
    ]
    own = sorted({f"-l{file.parent}" for file in files})
    with tempfile.TemporaryDirectory() as made:
        Path(made, "debian").mkdir()
        Path(made, "debian/control").write_text(
            "Source: briefbank\n\nPackage: briefbank\nArchitecture: any\n", "utf-8"
        )
        call = ["dpkg-shlibdeps", "-O", "--ignore-missing-info", "--warnings=0", *own, *map(str, files)]
        ended = subprocess.run(call, cwd=made, capture_output=True, text=True)
    if ended.returncode:
        raise ChildProcessError(ended.stderr[-4000:])
    said = ended.stdout
    return [each.strip() for each in said.removeprefix("shlibs:Depends=").split(",") if each.strip()]


def _is_native(file: Path) -> bool:
    if file.is_symlink() or not file.is_file():
        return False
    with file.open("rb") as opened:
        return opened.read(4) == b"\x7fELF"


def _is_linked(place: Path) -> bool:
    """Tell whether a file is a program, lies directly beside one, or is in one of the ``LINKED`` folders."""
    parts = place.parts[:-1]
    return parts in ((), ("_internal",)) or (any(part in LINKED for part in parts) and OPTIONAL not in parts)
