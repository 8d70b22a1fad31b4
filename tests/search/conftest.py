"""A library of four made-up briefs and the written texts, which tests only read."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support.collection_factory import GeneratedCollection, opened


@pytest.fixture(scope="session")
def collection(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GeneratedCollection]:
    with opened(tmp_path_factory.mktemp("collection"), briefs=4) as opened_collection:
        yield opened_collection
