"""The checksums of the lock files, asked of the package index by uv, and of PyTorch's own where it answers.

A tool for developers; the only part of the project besides set-up and the check for known vulnerabilities
that uses the network. uv asks the index as any installation does, with pip's own settings for it.
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


def pinned(file: Path) -> dict[str, str]:
    """Version by name of a lock file; none where it is not there."""
    return dict(_PIN.findall(file.read_text(encoding="utf-8"))) if file.exists() else {}


def recorded(file: Path) -> dict[str, tuple[str, ...]]:
    """The checksums by name of a lock file."""
    parts = re.split(r"(?m)^(?=[a-z0-9])", file.read_text(encoding="utf-8"))
    named = ((_PIN.match(part), part) for part in parts)
    return {pin[1]: tuple(_SHA256.findall(part)) for pin, part in named if pin}


def lines(versions: Mapping[str, str]) -> str:
    """Lines of a lock file for exactly these, each with the checksums of all files of its release."""
    return _compiled(_pins(versions), "--no-deps", *_UNIVERSAL)


def torch(version: str) -> str:
    """PyTorch's line, with the checksums of the ordinary package and of the build for the processor alone.

    The index of the latter is asked; where it cannot be reached, a file of that build in pip's own folder of
    packages is measured instead, and the lock says that nobody published this checksum.
    """
    text = lines({"torch": version}).rstrip("\n")
    try:
        published = _compiled(f"torch=={version}+cpu\n", "--no-deps", *_UNIVERSAL, "--index-url", TORCH_INDEX)
    except SystemExit:
        measured = {file.name: _sha256(file) for file in _at_hand(f"torch-{version}+cpu-*.whl")}
        notes = "".join(_UNPUBLISHED.format(name=name, checksum=sha) for name, sha in measured.items())
        return (notes or _NOT_REACHED) + _with(text, measured.values())
    return _with(text, _SHA256.findall(published))


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


def graphics(versions: Mapping[str, str], prefixes: tuple[str, ...]) -> str:
    """What the ordinary package of PyTorch needs on Linux besides ``versions``, for graphics cards."""
    with tempfile.TemporaryDirectory() as folder:
        constraints = Path(folder) / "constraints.txt"
        constraints.write_text(_pins(versions), encoding="utf-8")
        whole = _compiled(_pins({"torch": versions["torch"]}), *_UNIVERSAL, "--constraints", str(constraints))
    parts = re.split(r"(?m)^(?=\S)", whole)
    return "".join(part for part in parts if part.startswith(prefixes))


def _with(text: str, checksums: Iterable[str]) -> str:
    """A line of a lock file with further checksums."""
    return text + "".join(f" \\\n    --hash=sha256:{each}" for each in checksums) + "\n"


def _pins(versions: Mapping[str, str]) -> str:
    return "".join(f"{name}=={version}\n" for name, version in sorted(versions.items()))


def _compiled(requirements: str, *options: str) -> str:
    """Raises SystemExit with uv's own words where the index cannot be reached or has no such release."""
    command = [sys.executable, "-m", "uv", "pip", "compile", "--generate-hashes", *_QUIET, *options, "-"]
    done = subprocess.run(
        command, input=requirements, env=_environment(), capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise SystemExit(done.stderr.strip())
    return done.stdout


def _environment() -> dict[str, str]:
    """pip's settings for the index and its certificate, under the names by which uv knows them."""
    named = {"UV_DEFAULT_INDEX": _pip("index-url"), "SSL_CERT_FILE": _pip("cert")}
    return os.environ | {name: value for name, value in named.items() if value and name not in os.environ}


def _pip(setting: str) -> str:
    """What pip's environment or files say of a setting, or nothing."""
    from_environment = os.environ.get("PIP_" + setting.upper().replace("-", "_"), "")
    command = [sys.executable, "-m", "pip", "config", "get", f"global.{setting}"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return from_environment or done.stdout.strip()


def _at_hand(pattern: str) -> list[Path]:
    """Files in the folders that pip is told to look into."""
    return [file for folder in _pip("find-links").split() for file in sorted(Path(folder).glob(pattern))]


def _sha256(file: Path) -> str:
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
