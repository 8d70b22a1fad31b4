"""Tests that choices of a newer BriefBank are skipped or kept, and never destroyed."""

import json
from pathlib import Path

from briefbank import settings
from briefbank.domain.searches import Order
from briefbank.paths import settings_file


def test_a_choice_that_only_a_newer_release_knows_is_kept_aside(home: Path) -> None:
    newer = json.dumps({"order": "by the weather", "remember": False})
    settings_file().write_text(newer, "utf-8")
    assert settings.load().order is Order.NEWEST
    assert (home / "settings.damaged.json").read_text("utf-8") == newer


def test_a_newer_key_in_the_settings_does_not_touch_the_others() -> None:
    settings_file().write_text(json.dumps({"remember": False, "weather": "fair"}), "utf-8")
    assert settings.load().remember is False
