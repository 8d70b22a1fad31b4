"""Tests of the standings of authorities: each treatment and extent has one, ordered by gravity."""

import pytest

from briefbank.domain.authorities import GONE, GRAVEST_FIRST, TREATED_AS, Extent, RelationKind, Standing

TREATMENTS = (
    "overruled",
    "reversed",
    "vacated",
    "abrogated",
    "superseded",
    "disapproved",
    "limited",
    "questioned",
)


@pytest.mark.parametrize("treatment", TREATMENTS)
@pytest.mark.parametrize("extent", list(Extent))
def test_every_treatment_has_a_standing_for_each_extent(treatment: str, extent: Extent) -> None:
    standing = Standing(f"{treatment} {extent}".strip())
    assert (standing.whole, standing.extent) == (Standing(treatment), extent)
    assert standing.whole.with_extent(extent) is standing
    assert standing in TREATED_AS.values()


def test_an_extent_that_a_standing_has_not_is_left() -> None:
    assert Standing.AMENDED.with_extent(Extent.IN_PART) is Standing.AMENDED
    assert RelationKind.CITES.with_extent(Extent.ON_OTHER_GROUNDS) is RelationKind.CITES


@pytest.mark.parametrize("treatment", TREATMENTS)
def test_a_treatment_in_part_weighs_less_than_a_full_one_and_more_than_on_other_grounds(
    treatment: str,
) -> None:
    extents = [Standing(f"{treatment} {extent}".strip()) for extent in Extent]
    assert sorted(extents, key=GRAVEST_FIRST.index) == extents


def test_only_what_was_undone_as_a_whole_is_gone() -> None:
    assert Standing.REVERSED in GONE and Standing.REPEALED in GONE
    assert not {item for item in GONE if item.extent}
    assert GONE.isdisjoint((Standing.AMENDED, Standing.LIMITED, Standing.QUESTIONED, Standing.GOOD))
