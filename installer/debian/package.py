"""Puts the Debian package together from the folder that PyInstaller made: ``installer/deb`` runs it.

The same commit, the same build environment and the same interpreter give the same bytes: all dates are the
commit's (SOURCE_DATE_EPOCH), files belong to root, and dpkg-deb packs them in the order of their names at a
fixed level.
"""

from __future__ import annotations

import gzip
import hashlib
import os
import shutil
import subprocess
import sys
from datetime import UTC, datetime
from email.utils import format_datetime
from pathlib import Path

from briefbank import __version__
from installer.debian import control, icons, manual, sizes

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).resolve().parent
PROGRAMS = ("briefbank", "briefbank-window")


PACKING = ("-Zzstd", "-z12", "--threads-max=2")
"""Options of the compression; stronger levels take four times as long for a twentieth less."""


def build(folder: Path, papers: Path, work: Path, target: Path, epoch: int) -> Path:
    """Pack a one-dir build into ``target``/briefbank_VERSION_ARCH.deb; ``work``/tree is made anew.

    ``papers`` holds the licence report and the bill of materials, which lie beside the copyright. Raises
    CalledProcessError and ChildProcessError where a tool of dpkg's fails.
    """
    tree, architecture = work / "tree", output_of("dpkg", "--print-architecture")
    shutil.rmtree(tree, ignore_errors=True)
    lay_out(folder, tree, epoch)
    shutil.copytree(papers, tree / "usr/share/doc/briefbank", dirs_exist_ok=True)
    write_debian_files(tree, architecture)
    set_dates_and_modes(tree, epoch)
    target.mkdir(parents=True, exist_ok=True)
    package = target / f"briefbank_{__version__}_{architecture}.deb"
    output_of("dpkg-deb", "--root-owner-group", *PACKING, "--build", str(tree), str(package))
    return package


def write_debian_files(tree: Path, architecture: str) -> None:
    """Write the files of DEBIAN that describe the tree."""
    (tree / "DEBIAN").mkdir()
    files = [file for file in tree.rglob("*") if file.is_file() and not file.is_symlink()]
    size = -(-sum(file.stat().st_size for file in files) // 1024)
    linked = control.linked_packages(tree / "usr/lib/briefbank")
    write(tree / "DEBIAN/control", control.control_file(__version__, architecture, size, linked))
    write(tree / "DEBIAN/md5sums", checksums(tree))


def output_of(*command: str) -> str:
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()


def lay_out(folder: Path, tree: Path, epoch: int) -> None:
    """Lay out the files as they will be installed; large ones are linked, not copied."""
    day = datetime.fromtimestamp(epoch, UTC).strftime("%Y-%m-%d")
    library, documents = tree / "usr/lib/briefbank", tree / "usr/share/doc/briefbank"
    shutil.copytree(folder, library, symlinks=True, copy_function=os.link)
    (tree / "usr/bin").mkdir(parents=True)
    for name in PROGRAMS:
        (tree / "usr/bin" / name).symlink_to(f"../lib/briefbank/{name}")
    copy_file(HERE / "briefbank.desktop", tree / "usr/share/applications/briefbank.desktop")
    described = (HERE / "briefbank.metainfo.xml").read_text("utf-8")
    described = described.replace("@VERSION@", __version__).replace("@DATE@", day)
    write(tree / "usr/share/metainfo/org.briefbank.BriefBank.metainfo.xml", described)
    icons.draw_icons(tree / "usr/share/icons/hicolor")
    pages = tree / "usr/share/man/man1"
    write_gzip(pages / "briefbank.1.gz", manual.manual_page(__version__, day).encode())
    (pages / "briefbank-window.1.gz").symlink_to("briefbank.1.gz")
    write_gzip(documents / "changelog.gz", changelog(__version__, epoch).encode())
    write_gzip(documents / "NEWS.gz", (ROOT / "CHANGELOG.md").read_bytes())
    copy_file(HERE / "copyright", documents / "copyright")
    copy_file(HERE / "lintian-overrides", tree / "usr/share/lintian/overrides/briefbank")


def changelog(version: str, epoch: int) -> str:
    """Return the changelog in the form that Debian's tools read; the one for people is NEWS.gz."""
    day = format_datetime(datetime.fromtimestamp(epoch, UTC))
    return (
        f"briefbank ({version}) stable; urgency=medium\n\n  * What is new stands in NEWS.gz.\n\n"
        f" -- {control.MAINTAINER}  {day}\n"
    )


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


def copy_file(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)


def write_gzip(path: Path, content: bytes) -> None:
    """Write a gzip file without name and date, as ``gzip -9n`` does."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress(content, 9, mtime=0))


def checksums(tree: Path) -> str:
    lines = []
    for file in sorted(tree.rglob("*")):
        place = file.relative_to(tree)
        if file.is_file() and not file.is_symlink() and place.parts[0] != "DEBIAN":
            with file.open("rb") as opened:
                lines.append(f"{hashlib.file_digest(opened, 'md5').hexdigest()}  {place}\n")
    return "".join(lines)


def set_dates_and_modes(tree: Path, epoch: int) -> None:
    """Make all files readable for everybody and writable for root alone, whatever this user's umask is."""
    for path in (tree, *sorted(tree.rglob("*"))):
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or _is_program(path) else 0o644)
        os.utime(path, (epoch, epoch), follow_symlinks=False)


def _is_program(path: Path) -> bool:
    return bool(path.stat().st_mode & 0o100) and not path.suffix and path.parts[-2] in ("briefbank", "bin")


def main() -> int:
    """``package.py FOLDER PAPERS WORK TARGET``: build, print the sizes, and fail over the budget."""
    folder, papers, work, target = map(Path, sys.argv[1:5])
    package = build(folder, papers, work, target, int(os.environ["SOURCE_DATE_EPOCH"]))
    counted = sizes.by_component(folder)
    with package.open("rb") as opened:
        digest = hashlib.file_digest(opened, "sha256").hexdigest()
    size = package.stat().st_size
    sys.stdout.write(
        f"{sizes.table(counted)}\n{size / sizes.MIB:9.1f} MiB  packed\n{digest}  {package.name}\n"
    )
    if over := sizes.over_budget(sum(counted.values()), size):
        sys.stdout.write(f"{over}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
