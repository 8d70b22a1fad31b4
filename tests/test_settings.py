"""Tests that settings are stored and that a broken file never prevents a start."""

import errno
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from briefbank import settings
from briefbank.domain.searches import Order
from briefbank.errors import StoreFull
from briefbank.paths import settings_file
from briefbank.settings import Settings


def test_settings_come_back(home: Path) -> None:
    chosen = Settings(Path("/briefs/library"), Order.BEST, Path("/models/own"))
    settings.save(chosen)
    assert settings.load() == chosen
    assert settings_file().stat().st_mode & 0o777 == 0o600


def test_missing_settings_are_defaults_and_create_no_file(home: Path) -> None:
    assert settings.load() == Settings()
    assert not settings_file().exists()


@pytest.mark.parametrize(
    "damaged",
    ["", "{", "[]", "null", '{"order": "loud"}', '{"library": 7}', '{"encoder": ""}', "[" * 100_000],
)
def test_a_damaged_file_gives_defaults_and_is_kept_aside(home: Path, damaged: str) -> None:
    settings_file().write_text(damaged)
    assert settings.load() == Settings()
    assert not settings_file().exists()
    assert (home / "settings.damaged.json").read_text() == damaged


def test_a_file_that_may_not_be_read_gives_defaults_and_stays(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.save(Settings(order=Order.BEST))

    def refuse(*_args: object, **_named: object) -> str:
        raise PermissionError(errno.EACCES, "no")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "read_text", refuse)
        assert settings.load() == Settings()
    assert settings.load() == Settings(order=Order.BEST)


def test_a_full_disk_is_reported(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_args: object, **_named: object) -> None:
        raise OSError(errno.ENOSPC, "full")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(StoreFull):
        settings.save(Settings())


@given(untrusted=st.binary(max_size=60))
@example(untrusted=b'{"library": "a\\u0000b"}')
@example(untrusted=b'{"library": "\\ud800"}')
def test_no_contents_of_the_file_are_an_error(
    untrusted: bytes, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("settings") / "settings.json"
    path.write_bytes(untrusted)
    assert isinstance(settings.load(path), Settings)
