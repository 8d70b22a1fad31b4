"""Tests of the bill of materials: complete, valid, and reproducible."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from installer import checksums, components, packed_distributions, sbom
from installer.components import Component

AT = datetime(2026, 1, 2, tzinfo=UTC)
ONE = Component(
    "one", "1.0", "MIT", "python", home="https://pypi.org/project/one/1.0/", purl="pkg:pypi/one@1.0"
)


@pytest.fixture(scope="module")
def whole() -> str:
    """A bill of all packages and native libraries, and of some of the thousand compiled parts."""
    results = components.collect()
    parts = [item for item in results if item.kind == "part"]
    return sbom.bill_of_materials([*(item for item in results if item.kind != "part"), *parts[::40]], AT)


def listed(text: str) -> dict[str, dict[str, Any]]:
    return {component["bom-ref"]: component for component in json.loads(text)["components"]}


def test_the_whole_bill_fits_the_schema(whole: str) -> None:
    assert sbom.schema_error(whole) == ""


def test_a_bill_of_materials_that_does_not_match_is_reported() -> None:
    assert sbom.schema_error('{"bomFormat": "CycloneDX", "specVersion": "1.6", "components": [{"name": 5}]}')


def test_every_shipped_package_is_in_it_with_the_checksums_of_its_release(whole: str) -> None:
    entries = listed(whole)
    lock = components.FOLDER / "requirements.lock"
    versions = checksums.pinned_versions(lock)
    for name in versions.keys() & {*packed_distributions.distribution_names(), "pyside6-essentials"}:
        version = versions[name]
        (reference,) = entries[f"python:{name}@{version}"]["externalReferences"]
        assert {hash_["content"] for hash_ in reference["hashes"]} == set(
            checksums.recorded_checksums(lock)[name]
        )


def test_every_part_names_its_licence(whole: str) -> None:
    assert all(item["licenses"][0]["expression"] for item in listed(whole).values())


def test_the_language_model_has_the_checksum_of_its_file(whole: str) -> None:
    (model,) = [item for item in listed(whole).values() if item["type"] == "data"]
    assert len(model["hashes"][0]["content"]) == 64


def test_the_same_parts_give_the_same_bytes_in_any_order() -> None:
    two = Component("two", "2", "Zlib", "native")
    assert sbom.bill_of_materials([ONE, two], AT) == sbom.bill_of_materials([two, ONE], AT)


def test_other_parts_give_another_serial_number() -> None:
    two = Component("two", "2", "Zlib", "native")
    assert (
        json.loads(sbom.bill_of_materials([ONE], AT))["serialNumber"]
        != json.loads(sbom.bill_of_materials([two], AT))["serialNumber"]
    )


def test_the_time_in_it_is_the_one_that_is_set(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1767312000")
    monkeypatch.setattr(components, "collect", lambda _package: [ONE])
    assert sbom.main([str(tmp_path / "bill.json")]) == 0
    assert json.loads((tmp_path / "bill.json").read_text())["metadata"]["timestamp"].startswith(
        "2026-01-02T00:00:00"
    )
