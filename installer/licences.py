"""The licence report of everything that the packages ship, and the check that all of it may be shipped.

    python -m installer.licences                     check, and say what stands in the way
    python -m installer.licences --into FOLDER       also write licences.md and the texts there
    python -m installer.licences --bundle FOLDER     also check the files of a folder that PyInstaller made
    python -m installer.licences --of PACKAGE        of this package (briefbank-pytorch), not of briefbank

A licence passes when it is in ``PASSES``; of licences joined by OR one is enough, of those joined by AND
each must. So the AGPL, the SSPL, licences for non-commercial use and all that nobody has looked at yet fail.
Exits 0, or 1 with one line for each part that may not be shipped.
"""

from __future__ import annotations

import argparse
import shutil
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from license_expression import AND, OR, LicenseWithExceptionSymbol, Licensing, get_spdx_licensing

from briefbank import __version__
from installer import bundle, components
from installer.components import Component

_PASSING = """
    0BSD APAFML Apache-2.0 BSD-2-Clause BSD-2-Clause-first-lines BSD-3-Clause BSD-3-Clause-Open-MPI
    BSD-4-Clause-UC BSD-Attribution-HPND-disclaimer BSL-1.0 Bitstream-Vera Brian-Gladman-2-Clause CC-BY-4.0
    CC0-1.0 CNRI-Python FTL HPND HPND-export-US HPND-export-US-acknowledgement HPND-export-US-modify IJG ISC
    LGPL-2.0-or-later LGPL-2.1-only LGPL-2.1-or-later LGPL-3.0-only LGPL-3.0-or-later MIT MIT-0 MIT-CMU
    MIT-Modern-Variant MIT-open-group MPL-2.0 NRL OFL-1.1 OLDAP-2.8 PSF-2.0 PostgreSQL RSA-MD Unicode-3.0
    Unicode-DFS-2016 Unlicense X11 Zlib blessing bzip2-1.0.6 libpng-2.0 libtiff zlib-acknowledgement
    LicenseRef-AGG-2.3 LicenseRef-IBM-as-is LicenseRef-Intel-Simplified-2022 LicenseRef-UMich
    LicenseRef-scancode-public-domain
"""
PASSES = frozenset(_PASSING.split())
"""Licences that pass. Intel's is the only one without open source; it allows any use and unchanged copies."""
EXCEPTIONS = frozenset(
    {
        ("Apache-2.0", "LLVM-exception"),
        ("GPL-3.0-or-later", "GCC-exception-3.1"),
        ("GPL-2.0-or-later", "Bootloader-exception"),
    }
)
"""Licences that pass with an exception only: it frees what is linked to, or started by, the part."""
REPORT = "licences.md"
TEXTS = "texts"
_LICENSING: Licensing = get_spdx_licensing()  # type: ignore[no-untyped-call]


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m installer.licences", description="The licence report.")
    parser.add_argument("--into", type=Path, metavar="FOLDER", help="write the report and all texts there")
    parser.add_argument("--bundle", type=Path, metavar="FOLDER", help="a folder that PyInstaller made")
    parser.add_argument("--of", choices=(components.MAIN, components.PYTORCH), default=components.MAIN)
    chosen = parser.parse_args(arguments)
    found = components.collect(chosen.of)
    wrong = [*problems(found), *(bundle.problems(chosen.bundle) if chosen.bundle else ())]
    for line in wrong:
        sys.stderr.write(f"{line}\n")
    if not wrong and chosen.into:
        write(found, chosen.into, chosen.of)
    sys.stdout.write(f"{len(found)} parts, {len(wrong)} that may not be shipped as they are\n")
    return 1 if wrong else 0


def problems(found: Iterable[Component]) -> list[str]:
    """Return one line for each part whose licence is unknown or does not pass."""
    return [f"{each.name} {each.version}: {why}" for each in found if (why := problem(each.licence))]


def problem(licence: str) -> str:
    """Return why an SPDX expression does not pass, or an empty text."""
    if not licence:
        return "no licence is known. Read its text and name it in installer/components.toml."
    if not _passes(_LICENSING.parse(licence)):  # type: ignore[no-untyped-call]
        return f"{licence} is not among the licences that may be shipped."
    return ""


def _passes(part: object) -> bool:
    if isinstance(part, OR):
        return any(_passes(each) for each in part.args)
    if isinstance(part, AND):
        return all(_passes(each) for each in part.args)
    if isinstance(part, LicenseWithExceptionSymbol):
        return (part.license_symbol.key, part.exception_symbol.key) in EXCEPTIONS
    return str(part) in PASSES


# --- the report -----------------------------------------------------------------------------------


def write(found: Sequence[Component], folder: Path, package: str = components.MAIN) -> None:
    """Write licences.md and the texts beside it into a folder, replacing those of a former run."""
    shutil.rmtree(folder / TEXTS, ignore_errors=True)
    for each in found:
        _copy_texts(each, folder)
    (folder / REPORT).write_text(report(found, package), encoding="utf-8")


def _copy_texts(component: Component, folder: Path) -> None:
    target = folder / _texts_of(component)
    for text in component.texts:
        target.mkdir(parents=True, exist_ok=True)
        copied = target / _plain(_name_within(text))
        copied.write_bytes(text.read_bytes())
        copied.chmod(0o644)


def _texts_of(component: Component) -> str:
    return f"{TEXTS}/{_plain(f'{component.name}-{component.version}')}"


def _name_within(text: Path) -> str:
    """Return the path below the package's licence folder as one name, as many texts are called LICENSE."""
    parts = text.parts
    after = [at + 1 for at, part in enumerate(parts) if part in ("licenses", "site-packages")]
    return "-".join(parts[max(after, default=-1) :])


def _plain(name: str) -> str:
    return "".join(letter if letter.isalnum() or letter in "+.-_" else "-" for letter in name)[:120]


def report(found: Sequence[Component], package: str = components.MAIN) -> str:
    """Return the whole report as Markdown; the same parts give the same report."""
    sections = [
        ("Python packages", [each for each in found if each.kind == "python"]),
        ("Libraries and data inside them", [each for each in found if each.kind == "native"]),
        ("What they were compiled from", [each for each in found if each.kind == "part"]),
    ]
    tables = [f"## {title}\n\n{_table(rows)}" for title, rows in sections if rows]
    return "\n".join([_HEAD.format(package=package, version=__version__), *tables])


def _table(rows: Iterable[Component]) -> str:
    head = "| name | version | licence | where the text is |\n|---|---|---|---|\n"
    return head + "".join(
        f"| {_name(each)} | {each.version} | {each.licence} | {_text_place(each)} |\n" for each in rows
    )


def _name(component: Component) -> str:
    return f"{component.name} (in {component.within})" if component.within else component.name


def _text_place(component: Component) -> str:
    if component.texts:
        return f"{_texts_of(component)}/"
    return component.home or f"with {component.within}"


_HEAD = """\
# Licences of {package} {version}

BriefBank itself is under the Apache License 2.0. It is made with the parts below, each under its own licence;
the list holds everything that this package may contain on Linux, Windows and macOS, and a package may
contain less. The package briefbank-pytorch has a list of its own. No part is under the AGPL, the SSPL or a
licence for non-commercial use. Tesseract, Poppler and the libraries of the desktop are not part of the
package for Debian: Debian installs them, with their licences in /usr/share/doc.

## Parts under the GNU Lesser General Public License

Qt and PySide6 (LGPL 3), img2pdf, fpdf2, psycopg and ldap3 (LGPL 3), GNU libiconv, libquadmath, libxcrypt and
keyutils (LGPL 2.1 or later) are used unchanged. Whoever has BriefBank may replace them: Qt, PySide6,
libquadmath, libxcrypt and keyutils are separate shared libraries in the folder of the program, loaded when it
starts, and one of the same name and interface takes its place; libiconv is replaced with lxml's module, and
the others by building BriefBank with other versions: its whole source with the commands that build it is
under the Apache License, and whoever gave you BriefBank gives it to you as well. Taking the program apart to
find faults in such a replacement is allowed. The sources of Qt and PySide6 are at
https://download.qt.io/official_releases/ under the version named below, those of the others at the addresses
below. The texts of the LGPL and of the GPL, to which it refers, are in the folder of texts.
"""


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
