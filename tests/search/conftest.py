"""A library of made-up briefs and the written texts, which tests only read or leave as it was."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support.collection_factory import GeneratedCollection, opened


@pytest.fixture(scope="session")
def collection(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GeneratedCollection]:
    with opened(tmp_path_factory.mktemp("collection") / "library") as opened_collection:
        yield opened_collection
