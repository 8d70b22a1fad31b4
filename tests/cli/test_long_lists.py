"""A long list is printed as any document is, and whole or not at all."""

from collections.abc import Iterator

import pytest

from briefbank.cli.documents import view_documents
from briefbank.cli.json_values import Json
from briefbank.cli.output import Output
from briefbank.errors import StoreDamaged


@pytest.mark.parametrize("rows", [[], [{"title": "“Brief”"}], [{"title": "a", "pages": 1}, {"title": "b"}]])
def test_a_long_list_is_the_same_json_as_a_document_with_it(
    capsys: pytest.CaptureFixture[str], rows: list[Json]
) -> None:
    output = Output(as_json=True)
    assert output.show_list("documents", iter(rows), view_documents) == len(rows)
    listed = capsys.readouterr().out
    output.show({"documents": rows}, view_documents)
    assert listed == capsys.readouterr().out


def test_nothing_of_a_list_is_printed_before_its_last_row_is_there(
    capsys: pytest.CaptureFixture[str],
) -> None:
    def broken() -> Iterator[Json]:
        yield {"title": "a"}
        raise StoreDamaged

    with pytest.raises(StoreDamaged):
        Output(as_json=True).show_list("documents", broken(), view_documents)
    assert capsys.readouterr().out == ""
