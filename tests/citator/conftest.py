"""A library with its graph, and the good-law list over it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from briefbank.catalogue.schema import open_catalogue
from briefbank.citator.good_law import GoodLaw
from tests.citator.graphed import GraphedCatalogue


@pytest.fixture
def library(tmp_path: Path) -> Iterator[GraphedCatalogue]:
    catalogue = open_catalogue(tmp_path / "catalogue.sqlite")
    yield GraphedCatalogue(catalogue)
    catalogue.close()


@pytest.fixture
def good_law(library: GraphedCatalogue) -> GoodLaw:
    return GoodLaw(library.catalogue)
