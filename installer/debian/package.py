"""Puts the Debian packages together; ``installer/deb`` runs it.

BriefBank comes from the folder that PyInstaller made, briefbank-pytorch from that of ``pytorch_files``.

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
MAINTAINER_SCRIPTS = ("postinst", "prerm", "postrm")
UNITS = (
    *("briefbank.service", "briefbank-backup.service", "briefbank-backup.timer"),
    *("briefbank-broker.service", "briefbank-worker.service"),
)


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
    write_documents("briefbank", papers, tree, epoch)
    (tree / "DEBIAN").mkdir()
    for script in MAINTAINER_SCRIPTS:
        copy_file(HERE / script, tree / "DEBIAN" / script)
    linked = control.linked_packages(tree / "usr/lib/briefbank")
    described = control.control_file(__version__, architecture, installed_kib(tree), linked)
    return pack(tree, described, target / f"briefbank_{__version__}_{architecture}.deb", epoch)


def build_pytorch(folder: Path, papers: Path, work: Path, target: Path, epoch: int) -> Path:
    """Pack the files of PyTorch, which lie beside BriefBank's libraries once installed; as ``build`` else."""
    tree, architecture = work / "tree-pytorch", output_of("dpkg", "--print-architecture")
    shutil.rmtree(tree, ignore_errors=True)
    shutil.copytree(folder, tree / "usr/lib/briefbank/_internal", copy_function=os.link)
    write_documents("briefbank-pytorch", papers, tree, epoch)
    (tree / "DEBIAN").mkdir()
    described = control.pytorch_control_file(__version__, architecture, installed_kib(tree))
    return pack(tree, described, target / f"briefbank-pytorch_{__version__}_{architecture}.deb", epoch)


def installed_kib(tree: Path) -> int:
    files = [file for file in tree.rglob("*") if file.is_file() and not file.is_symlink()]
    return -(-sum(file.stat().st_size for file in files) // 1024)


def pack(tree: Path, described: str, package: Path, epoch: int) -> Path:
    """Write the files of DEBIAN that describe the tree, and pack it."""
    write(tree / "DEBIAN/control", described)
    write(tree / "DEBIAN/md5sums", checksums(tree))
    set_dates_and_modes(tree, epoch)
    package.parent.mkdir(parents=True, exist_ok=True)
    output_of("dpkg-deb", "--root-owner-group", *PACKING, "--build", str(tree), str(package))
    return package


def output_of(*command: str) -> str:
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()


def lay_out(folder: Path, tree: Path, epoch: int) -> None:
    """Lay out the files as they will be installed; large ones are linked, not copied."""
    day = datetime.fromtimestamp(epoch, UTC).strftime("%Y-%m-%d")
    shutil.copytree(folder, tree / "usr/lib/briefbank", symlinks=True, copy_function=os.link)
    (tree / "usr/bin").mkdir(parents=True)
    for name in PROGRAMS:
        (tree / "usr/bin" / name).symlink_to(f"../lib/briefbank/{name}")
    copy_file(HERE / "briefbank.desktop", tree / "usr/share/applications/briefbank.desktop")
    described = (HERE / "briefbank.metainfo.xml").read_text("utf-8")
    described = described.replace("@VERSION@", __version__).replace("@DATE@", day)
    write(tree / "usr/share/metainfo/org.briefbank.BriefBank.metainfo.xml", described)
    for unit in UNITS:
        copy_file(HERE / unit, tree / "usr/lib/systemd/system" / unit)
    copy_file(HERE / "briefbank.sysusers", tree / "usr/lib/sysusers.d/briefbank.conf")
    icons.draw_icons(tree / "usr/share/icons/hicolor")
    pages = tree / "usr/share/man/man1"
    write_gzip(pages / "briefbank.1.gz", manual.manual_page(__version__, day).encode())
    (pages / "briefbank-window.1.gz").symlink_to("briefbank.1.gz")


def write_documents(name: str, papers: Path, tree: Path, epoch: int) -> None:
    """Write what a package says of itself, and lay the licence report and the bill of materials beside it."""
    documents = tree / "usr/share/doc" / name
    shutil.copytree(papers, documents)
    write_gzip(documents / "changelog.gz", changelog(name, __version__, epoch).encode())
    write_gzip(documents / "NEWS.gz", (ROOT / "CHANGELOG.md").read_bytes())
    copy_file(HERE / "copyright", documents / "copyright")
    overrides = (HERE / "lintian-overrides").read_text("utf-8").replace("briefbank: ", f"{name}: ")
    write(tree / "usr/share/lintian/overrides" / name, overrides)


def changelog(name: str, version: str, epoch: int) -> str:
    """Return the changelog in the form that Debian's tools read; the one for people is NEWS.gz."""
    day = format_datetime(datetime.fromtimestamp(epoch, UTC))
    return (
        f"{name} ({version}) stable; urgency=medium\n\n  * What is new stands in NEWS.gz.\n\n"
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
    if path.parent.name == "DEBIAN":
        return path.name in MAINTAINER_SCRIPTS
    return bool(path.stat().st_mode & 0o100) and not path.suffix and path.parts[-2] in ("briefbank", "bin")


def main() -> int:
    """``package.py OUT PAPERS WORK TARGET``: build both, print the sizes, and fail over BriefBank's budget.

    OUT and PAPERS hold a folder for each package.
    """
    out, papers, work, target = map(Path, sys.argv[1:5])
    epoch = int(os.environ["SOURCE_DATE_EPOCH"])
    package = build(out / "briefbank", papers / "briefbank", work, target, epoch)
    tell(package)
    counted = sizes.by_component(out / "briefbank")
    sys.stdout.write(f"{sizes.table(counted)}\n")
    tell(build_pytorch(out / "briefbank-pytorch", papers / "briefbank-pytorch", work, target, epoch))
    if over := sizes.over_budget(sum(counted.values()), package.stat().st_size):
        sys.stdout.write(f"{over}\n")
        return 1
    return 0


def tell(package: Path) -> None:
    """Print a package's size and checksum."""
    with package.open("rb") as opened:
        digest = hashlib.file_digest(opened, "sha256").hexdigest()
    size = package.stat().st_size / sizes.MIB
    sys.stdout.write(f"{size:9.1f} MiB  packed\n{digest}  {package.name}\n")


if __name__ == "__main__":
    sys.exit(main())
