"""The window says what a mistake in an annotation left out of a library and of an imported list."""

from briefbank.domain.authority_reports import ImportReport
from briefbank.domain.maintenance import HealthReport
from ui.shared.check_results import of_health
from ui.shared.law_texts import imported


def test_a_check_says_how_many_documents_have_gaps_and_fails_nothing() -> None:
    results = of_health(HealthReport(5, 6, 6, 6, 0, (), annotation_gaps=2))
    assert all(finding.well for finding in results)
    assert "2 of them were read with a gap in caption, headings or citations." in results[0].detail


def test_an_import_names_the_rows_that_were_left_out() -> None:
    said = imported(ImportReport(1, 0, 0, unread=(3, 14)))
    assert "1 line added" in said and said.endswith("could not be read and were left out: 3, 14.")
