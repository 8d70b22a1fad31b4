"""Writes the bill of materials of what the packages ship, as CycloneDX 1.6 JSON, checked against its schema.

    SOURCE_DATE_EPOCH=<seconds> python -m installer.sbom FILE [PACKAGE]

The same parts and the same SOURCE_DATE_EPOCH give the same bytes: the serial number is made of the parts, and
nothing of this computer is in it. Without the variable the day of the last commit is taken. A Python package
carries the checksums of all files of its release, as the locks hold them; set-up installs one of these files
and no other.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from uuid import UUID, uuid5

from cyclonedx.model import ExternalReference, ExternalReferenceType, HashAlgorithm, HashType, XsUri
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component as Entry
from cyclonedx.model.component import ComponentType
from cyclonedx.model.license import LicenseExpression
from cyclonedx.output.json import JsonV1Dot6
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
from packageurl import PackageURL

from briefbank import __version__
from installer import checksums, components
from installer.components import FOLDER, LOCKS, OPTIONAL_LOCKS, Component

NAMESPACE = UUID("5d1f1b52-6c19-4c0e-9d42-6a3f8f4c9d70")
"""The namespace, drawn once, of the serial numbers of BriefBank's bills of materials."""


def main(arguments: Sequence[str]) -> int:
    if len(arguments) not in (1, 2) or arguments[0].startswith("-"):
        sys.stderr.write(__doc__ or "")
        return 2
    package = arguments[1] if arguments[1:] else components.MAIN
    found = components.collect(package)
    text = bill_of_materials(found, document_time(), package)
    if wrong := schema_error(text):
        sys.stderr.write(f"The bill of materials does not fit its schema: {wrong}\n")
        return 1
    target = Path(arguments[0])
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(text, encoding="utf-8")
    sys.stdout.write(f"{len(found)} parts, valid CycloneDX 1.6\n")
    return 0


def bill_of_materials(found: Iterable[Component], at: datetime, package: str = components.MAIN) -> str:
    """Return the document as JSON, ending in a line break."""
    published = locked_checksums()
    bom = Bom(components=[entry(each, published.get(each.name, ())) for each in found])
    bom.metadata.component = _application(package)
    bom.metadata.timestamp = at
    bom.serial_number = uuid5(NAMESPACE, "".join(sorted(f"{each.bom_ref}\n" for each in bom.components)))
    bom.register_dependency(bom.metadata.component, bom.components)
    return JsonV1Dot6(bom).output_as_string(indent=1) + "\n"


def entry(component: Component, published: Iterable[str] = ()) -> Entry:
    """Return the entry of a component; ``published`` are the checksums of the files of its release."""
    return Entry(
        name=component.name,
        version=component.version,
        type=ComponentType.DATA if component.data else ComponentType.LIBRARY,
        bom_ref=f"{component.kind}:{component.name}@{component.version}",
        purl=PackageURL.from_string(component.purl) if component.purl else None,
        licenses=[LicenseExpression(component.licence)],
        hashes=[_hash(_sha256(component.data))] if component.data else None,
        external_references=_references(component, published),
        description=f"in {component.within}" if component.within else None,
    )


def _references(component: Component, published: Iterable[str]) -> Iterable[ExternalReference]:
    if component.kind == "python":
        hashes = [_hash(each) for each in published]
        yield ExternalReference(
            type=ExternalReferenceType.DISTRIBUTION,
            url=XsUri(component.home),
            comment="checksums of all files of this release",
            hashes=hashes,
        )
    elif component.home.startswith("https://"):
        yield ExternalReference(type=ExternalReferenceType.WEBSITE, url=XsUri(component.home))


def _application(package: str) -> Entry:
    return Entry(
        name=package,
        version=__version__,
        type=ComponentType.APPLICATION,
        bom_ref=f"{package}@{__version__}",
        licenses=[LicenseExpression("Apache-2.0")],
    )


def schema_error(text: str) -> str:
    """Return what does not fit the schema, or an empty text."""
    wrong = JsonStrictValidator(SchemaVersion.V1_6).validate_str(text)
    return str(wrong) if wrong else ""


def locked_checksums() -> dict[str, tuple[str, ...]]:
    """Return the checksums in the locks, by package."""
    found: dict[str, tuple[str, ...]] = {}
    for file in (*LOCKS, *OPTIONAL_LOCKS):
        found |= checksums.recorded_checksums(FOLDER / file)
    return found


def document_time() -> datetime:
    """Return the time of the document in UTC: SOURCE_DATE_EPOCH, or the last commit's."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH")
    if not epoch:
        command = ["git", "-C", str(FOLDER), "log", "-1", "--format=%ct"]
        epoch = subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    return datetime.fromtimestamp(int(epoch), UTC)


def _hash(sha256: str) -> HashType:
    return HashType(alg=HashAlgorithm.SHA_256, content=sha256)


def _sha256(file: Path) -> str:
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
