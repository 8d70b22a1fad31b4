"""The look of standings: what is gone is red, a history on other grounds is blue, each has words."""

from __future__ import annotations

from PySide6.QtSvg import QSvgRenderer

from briefbank.domain.authorities import Standing
from briefbank.paths import resources_folder
from ui.shared.row_list import ICONS, standing_colours
from ui.shared.wording import STANDING_WORDS
from ui.style.theme import LIGHT


def test_colours_tell_gone_from_doubtful_and_from_a_history_on_other_grounds() -> None:
    colours = {standing: standing_colours(standing, LIGHT)[0] for standing in Standing}
    assert colours[Standing.REVERSED] == colours[Standing.OVERRULED] == LIGHT.bad
    assert colours[Standing.REVERSED_IN_PART] == colours[Standing.LIMITED] == LIGHT.warn
    assert colours[Standing.REVERSED_ON_OTHER_GROUNDS] == LIGHT.accent
    assert colours[Standing.GOOD] == LIGHT.good


def test_every_standing_has_words_of_its_own_and_an_icon_that_can_be_drawn() -> None:
    assert len(set(STANDING_WORDS.values())) == len(Standing)
    for name in ICONS.values():
        assert QSvgRenderer(str(resources_folder() / "icons" / f"{name}.svg")).isValid()
