"""Gets the checksums of the lock files from the package index by uv, and from PyTorch's own index.

This is a tool for developers. Besides set-up and the check for known vulnerabilities, it is the only part of
the project that uses the network. uv asks the index as any installation does, with pip's own settings for it.
"""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path

TORCH_INDEX = "https://download.pytorch.org/whl/cpu"
_UNIVERSAL = ("--universal", "--python-version", "3.11")
_QUIET = ("--no-config", "--quiet", "--no-header", "--no-annotate")
_PIN = re.compile(r"^([a-z0-9-]+)==(\S+)", re.MULTILINE)
_SHA256 = re.compile(r"sha256:([0-9a-f]{64})")


def pinned_versions(file: Path) -> dict[str, str]:
    """Return the versions in a lock file by package; none where the file is missing."""
    return dict(_PIN.findall(file.read_text(encoding="utf-8"))) if file.exists() else {}


def recorded_checksums(file: Path) -> dict[str, tuple[str, ...]]:
    """Return the checksums in a lock file by package."""
    parts = re.split(r"(?m)^(?=[a-z0-9])", file.read_text(encoding="utf-8"))
    named = ((_PIN.match(part), part) for part in parts)
    return {pin[1]: tuple(_SHA256.findall(part)) for pin, part in named if pin}


def lock_lines(versions: Mapping[str, str]) -> str:
    """Return the lines of a lock file for exactly these versions, with the checksums of all files of each
    release.
    """
    return _compile(_pins(versions), "--no-deps", *_UNIVERSAL)


def torch_line(version: str) -> str:
    """Return PyTorch's line, with the checksums of the ordinary package and of the CPU build.

    The CPU build's index is asked. Where it cannot be reached, a file of that build in pip's own folder of
    packages is measured instead, and the lock says that nobody published this checksum.
    """
    text = lock_lines({"torch": version}).rstrip("\n")
    try:
        published = _compile(f"torch=={version}+cpu\n", "--no-deps", *_UNIVERSAL, "--index-url", TORCH_INDEX)
    except SystemExit:
        measured = {file.name: _sha256(file) for file in _files_known_to_pip(f"torch-{version}+cpu-*.whl")}
        notes = "".join(_UNPUBLISHED.format(name=name, checksum=sha) for name, sha in measured.items())
        return (notes or _NOT_REACHED) + _with_checksums(text, measured.values())
    return _with_checksums(text, _SHA256.findall(published))


_UNPUBLISHED = """\
# {checksum}
# was measured on {name},
# a build for the processor alone that pip had at hand when this was written. PyTorch's own index could not be
# reached, so that this one checksum was not compared with a published one. The others are those of PyPI.
"""
_NOT_REACHED = """\
# PyTorch's own index could not be reached, so that its builds for the processor alone have no checksum here,
# and set-up takes the ordinary package of PyPI.
"""


def graphics_lines(versions: Mapping[str, str], prefixes: tuple[str, ...]) -> str:
    """Return PyTorch's further requirements on Linux for graphics cards, beyond ``versions``."""
    with tempfile.TemporaryDirectory() as folder:
        constraints = Path(folder) / "constraints.txt"
        constraints.write_text(_pins(versions), encoding="utf-8")
        whole = _compile(_pins({"torch": versions["torch"]}), *_UNIVERSAL, "--constraints", str(constraints))
    parts = re.split(r"(?m)^(?=\S)", whole)
    return "".join(part for part in parts if part.startswith(prefixes))


def _with_checksums(text: str, checksums: Iterable[str]) -> str:
    """Return a line of a lock file with further checksums."""
    return text + "".join(f" \\\n    --hash=sha256:{each}" for each in checksums) + "\n"


def _pins(versions: Mapping[str, str]) -> str:
    return "".join(f"{name}=={version}\n" for name, version in sorted(versions.items()))


def _compile(requirements: str, *options: str) -> str:
    """Compile requirements with uv.

    Raises SystemExit with uv's own message where the index cannot be reached or has no such release.
    """
    command = [sys.executable, "-m", "uv", "pip", "compile", "--generate-hashes", *_QUIET, *options, "-"]
    done = subprocess.run(
        command, input=requirements, env=_environment(), capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise SystemExit(done.stderr.strip())
    return done.stdout


def _environment() -> dict[str, str]:
    """Return the environment for uv, with pip's settings for the index and its certificate."""
    named = {"UV_DEFAULT_INDEX": _pip_setting("index-url"), "SSL_CERT_FILE": _pip_setting("cert")}
    return os.environ | {name: value for name, value in named.items() if value and name not in os.environ}


def _pip_setting(setting: str) -> str:
    """Return a setting of pip from its environment or files, or an empty text."""
    from_environment = os.environ.get("PIP_" + setting.upper().replace("-", "_"), "")
    command = [sys.executable, "-m", "pip", "config", "get", f"global.{setting}"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return from_environment or done.stdout.strip()


def _files_known_to_pip(pattern: str) -> list[Path]:
    """Return matching files in the folders that pip is told to look into."""
    return [
        file for folder in _pip_setting("find-links").split() for file in sorted(Path(folder).glob(pattern))
    ]


def _sha256(file: Path) -> str:
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
