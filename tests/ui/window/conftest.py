"""The tests of the whole window drive the real library of eight briefs."""

from __future__ import annotations

import pytest

from tests.stand_ins.hooked_library import HookedLibrary
from ui.main_window import MainWindow


@pytest.fixture
def library(sample_library: HookedLibrary) -> HookedLibrary:
    return sample_library


@pytest.fixture
def window(sample_window: MainWindow) -> MainWindow:
    return sample_window
