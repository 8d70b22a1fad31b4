"""The secret with which the agreements of a user are marked: kept, private, and no other's."""

import shutil
from pathlib import Path

import keyring
import pytest
from keyring.backends import null

from briefbank.storage import secrets
from briefbank.storage.secrets import FILE, is_keyed_hash, keyed_hash


def restart(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Go on in a copy of the data folder, of which this program knows no secret."""
    copied = shutil.copytree(home, home.with_name(f"{home.name}-again"))
    monkeypatch.setenv("BRIEFBANK_HOME", str(copied))


@pytest.mark.parametrize("damage", [None, b"", b"short", b"x" * 33])
def test_a_hash_is_known_again_after_a_restart_and_a_damaged_secret_is_replaced(
    home: Path, monkeypatch: pytest.MonkeyPatch, damage: bytes | None
) -> None:
    if damage is not None:
        (home / FILE).write_bytes(damage)
    hashed = keyed_hash("folder", "/briefs")
    assert (home / FILE).stat().st_mode & 0o077 == 0
    restart(home, monkeypatch)
    assert is_keyed_hash(hashed, "folder", "/briefs")


def test_another_user_value_purpose_or_division_of_values_has_another_hash(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hashed = keyed_hash("folder", "ab", "c")
    for purpose, *values in (
        ("file", "ab", "c"),
        ("folder", "a", "bc"),
        ("folder", "abc"),
        ("folder", "ab", "d"),
    ):
        assert not is_keyed_hash(hashed, purpose, *values)
    for untrusted in ("", "\ud800", "é", "0" * 64):
        assert not is_keyed_hash(untrusted, "folder", "ab", "c")
    monkeypatch.setenv("BRIEFBANK_HOME", str(tmp_path / "other"))
    assert not is_keyed_hash(hashed, "folder", "ab", "c")


def test_a_link_in_place_of_the_secret_is_not_read(home: Path, tmp_path: Path) -> None:
    known = tmp_path / "known"
    known.write_bytes(b"k" * 32)
    (home / FILE).symlink_to(known)
    keyed_hash("folder", "/briefs")
    assert not (home / FILE).is_symlink()
    assert known.read_bytes() == b"k" * 32


def test_a_secret_is_kept_where_the_key_ring_is_switched_off(monkeypatch: pytest.MonkeyPatch) -> None:
    before = keyring.get_keyring()
    keyring.set_keyring(null.Keyring())  # it takes every secret, and keeps none
    try:
        secrets.keep(secrets.DEVICE, "a secret")
        assert secrets.kept(secrets.DEVICE) == "a secret"
    finally:
        keyring.set_keyring(before)
        secrets.forget(secrets.DEVICE)
