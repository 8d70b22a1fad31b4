"""Tests of the secret with which the agreements of a user are marked."""

from pathlib import Path

import pytest

from briefbank.storage import secrets
from briefbank.storage.secrets import is_keyed_hash, keyed_hash


def test_a_hash_is_known_again_after_a_restart(monkeypatch: pytest.MonkeyPatch) -> None:
    hashed = keyed_hash("folder", "/briefs")
    monkeypatch.setattr(secrets, "_cache", {})
    assert is_keyed_hash(hashed, "folder", "/briefs")


def test_another_value_purpose_or_division_of_values_has_another_hash() -> None:
    hashed = keyed_hash("folder", "ab", "c")
    for purpose, *values in (
        ("file", "ab", "c"),
        ("folder", "a", "bc"),
        ("folder", "abc"),
        ("folder", "ab", "d"),
    ):
        assert not is_keyed_hash(hashed, purpose, *values)


def test_another_user_makes_another_hash(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hashed = keyed_hash("folder", "/briefs")
    monkeypatch.setenv("BRIEFBANK_HOME", str(tmp_path / "other"))
    assert not is_keyed_hash(hashed, "folder", "/briefs")


def test_the_secret_is_for_this_user_alone(home: Path) -> None:
    keyed_hash("folder", "/briefs")
    assert (home / secrets.FILE).stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("damage", [b"", b"short", b"x" * 33])
def test_a_damaged_secret_is_replaced(home: Path, monkeypatch: pytest.MonkeyPatch, damage: bytes) -> None:
    home.mkdir(parents=True, exist_ok=True)
    (home / secrets.FILE).write_bytes(damage)
    hashed = keyed_hash("folder", "/briefs")
    monkeypatch.setattr(secrets, "_cache", {})
    assert is_keyed_hash(hashed, "folder", "/briefs")


def test_a_link_in_place_of_the_secret_is_not_read(home: Path, tmp_path: Path) -> None:
    home.mkdir(parents=True, exist_ok=True)
    known = tmp_path / "known"
    known.write_bytes(b"k" * 32)
    (home / secrets.FILE).symlink_to(known)
    keyed_hash("folder", "/briefs")
    assert not (home / secrets.FILE).is_symlink()
    assert known.read_bytes() == b"k" * 32


@pytest.mark.parametrize("untrusted", ["", "\ud800", "é", "0" * 64])
def test_anything_else_is_no_keyed_hash(untrusted: str) -> None:
    assert not is_keyed_hash(untrusted, "folder", "/briefs")
