"""Tests of finding the governing provision, in a library with a small code and in one without."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from briefbank.citator import provision_finder
from briefbank.citator.provision_finder import ProvisionFinder
from briefbank.cli import commands
from briefbank.domain.authority_reports import ProvisionAnswer
from briefbank.embedding import encoders
from briefbank.errors import QueryError
from briefbank.library import Library
from briefbank.search.law import CLEAR_SHARE
from tests.stand_ins.encoders import Buckets
from tests.support.library_factory import library_of

CODE = """N.J.S.A. TITLE 3B. ADMINISTRATION OF ESTATES

CHAPTER 3. WILLS

3B:3-1. Persons competent to make a will. Any individual 18 or more years of age who is of sound mind may make
a will and may appoint a testamentary guardian of a minor child by that will.

3B:3-2. Execution. A will shall be in writing, signed by the testator, and signed by at least two individuals,
each of whom signed within a reasonable time after witnessing the signing of the will by the testator.

3B:3-7. Who may witness. Any individual generally competent to be a witness may act as a witness to a will and
to testify concerning execution thereof.

3B:3-13. Revocation. A will is revoked by burning, tearing, canceling, obliterating or destroying it with the
intent and for the purpose of revoking it by the testator or by another person at the testator's direction.
[Effective until January 1, 2016.]
"""
BRIEF = """The State argues that the testator was eighteen and of sound mind when the will was made. That is
no issue in this appeal, in which the defendant challenges the denial of his motion to suppress evidence that
was seized in the house of the testator without a warrant.
"""


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    texts = {"title-3b-statutes.txt": CODE, "brief.txt": BRIEF}
    with library_of(tmp_path_factory.mktemp("finder"), texts, Buckets(), meaning=True) as opened:
        yield opened


def number(answer: ProvisionAnswer) -> str:
    assert answer.chosen is not None and answer.chosen.provision is not None
    return answer.chosen.provision.number


def test_the_governing_section_has_its_title_chapter_and_section(filled: Library) -> None:
    answer = filled.provision_finder.find(
        "I leave all to my wife.", "The testator was of sound mind and 18 years of age."
    )
    assert answer.chosen is not None and answer.chosen_by == "rule" and answer.reason
    assert number(answer) == "3B:3-1"
    assert answer.chosen.path == ("Title 3B", "CHAPTER 3. WILLS", "3B:3-1. Persons competent to make a will")


def test_each_provision_says_how_near_it_comes_to_the_first(filled: Library) -> None:
    near = [
        candidate.closeness
        for candidate in filled.provision_finder.find("A will, a witness, a testator.").candidates
    ]
    assert near[0] == 1.0 and len(near) > 2
    assert all(passage is not None and 0 <= passage <= 1 for passage in near)
    assert near == sorted(near, key=lambda item: -(item or 0.0))


def test_a_first_that_leads_clearly_is_shown_without_doubt(filled: Library) -> None:
    sentence = "Any individual generally competent to be a witness may act as a witness to a will"
    answer = filled.provision_finder.find(f"{sentence} and to testify concerning execution thereof.")
    assert number(answer) == "3B:3-7" and answer.doubt == ""


def test_a_first_that_is_no_better_than_the_others_says_so(filled: Library) -> None:
    answer = filled.provision_finder.find("The testator of a will.", day=date(2015, 6, 1))
    assert answer.candidates[1].closeness is not None and answer.candidates[1].closeness >= CLEAR_SHARE
    assert answer.doubt == provision_finder.NO_BETTER


def test_how_sure_the_first_is_is_not_known_without_search_by_meaning(filled: Library) -> None:
    parts = filled
    by_words = ProvisionFinder(
        parts.searcher, parts.catalogue, parts.validity, lambda: None, lambda check: None
    )
    answer = by_words.find("A will, a witness, a testator.")
    assert answer.doubt == provision_finder.NOT_MEASURED
    assert all(candidate.closeness is None for candidate in answer.candidates)


def test_the_only_provision_found_is_not_reported_as_governing(tmp_path: Path) -> None:
    section = CODE.partition("3B:3-2.")[0]
    with library_of(tmp_path, {"title-3b-statutes.txt": section}, Buckets(), meaning=True) as opened:
        answer = opened.provision_finder.find("The deposit of a will with the clerk.")
    assert len(answer.candidates) == 1 and answer.doubt == provision_finder.ONLY


def test_a_model_s_choice_that_the_rule_does_not_share_is_in_doubt(filled: Library) -> None:
    sentence = "Any individual generally competent to be a witness may act as a witness to a will"
    answer = with_model(filled, WordReranker("burning")).find(
        f"{sentence} and to testify concerning execution thereof.", day=date(2015, 6, 1)
    )
    assert (number(answer), answer.chosen_by) == ("3B:3-13", "model")
    assert answer.doubt == provision_finder.NO_BETTER


def test_a_condition_behind_an_empty_line_is_the_same_as_one_given_apart(filled: Library) -> None:
    statement, condition = (
        "I sign this.",
        "Only one individual signed after witnessing the signing by the testator.",
    )
    apart = filled.provision_finder.find(statement, condition)
    joined = filled.provision_finder.find(f"{statement}\n\n{condition}")
    assert number(apart) == number(joined) == "3B:3-2"
    assert apart.candidates == joined.candidates


def test_briefs_are_no_provisions_however_near_their_words_are(filled: Library) -> None:
    statement = "The testator was eighteen and of sound mind when the will was made."
    answer = filled.provision_finder.find(statement)
    assert all(candidate.document.kind in provision_finder.KINDS for candidate in answer.candidates)


def test_a_provision_that_has_ended_governs_only_on_a_day_of_its_time(filled: Library) -> None:
    statement = "The testator tore the will with the intent of revoking it."
    assert number(filled.provision_finder.find(statement, day=date(2015, 6, 1))) == "3B:3-13"
    later = filled.provision_finder.find(statement, day=date(2016, 1, 1))
    assert "3B:3-13" not in [
        candidate.provision.number for candidate in later.candidates if candidate.provision
    ]


def test_a_statement_without_words_is_refused_with_a_sentence(filled: Library) -> None:
    with pytest.raises(QueryError) as refused:
        filled.provision_finder.find("  ", " ?! ")
    assert refused.value.title


class WordReranker:
    """Prefers the text that has a word, as a comparing model would prefer what it understood."""

    def __init__(self, word: str, *, in_time: bool = True) -> None:
        self._word, self._in_time = word, in_time

    def score(self, query: str, texts: Sequence[str], *, limit_s: float) -> NDArray[np.float32]:
        scores = np.array([float(self._word in text) for text in texts], np.float32)
        return scores if self._in_time else np.full(len(texts), np.nan, np.float32)


def with_model(filled: Library, model: WordReranker) -> ProvisionFinder:
    parts = filled
    return ProvisionFinder(
        parts.searcher, parts.catalogue, parts.validity, parts.embedding.encoder_if_ready, lambda check: model
    )


def test_a_model_that_ran_out_of_time_leaves_the_choice_to_the_rule(filled: Library) -> None:
    statement = "The testator made a will, and a witness."
    answer = with_model(filled, WordReranker("generally", in_time=False)).find(statement)
    assert (
        answer.chosen_by == "rule" and answer.candidates == filled.provision_finder.find(statement).candidates
    )


def test_a_library_without_any_law_says_what_to_add(tmp_path: Path) -> None:
    with library_of(tmp_path, {"brief.txt": BRIEF}, Buckets()) as opened:
        answer = opened.provision_finder.find("The testator was of sound mind.")
    assert (
        answer.chosen is None and answer.candidates == () and answer.advice == provision_finder.NO_PROVISIONS
    )


def test_the_command_prints_the_chosen_provision_first(
    filled: Library, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(encoders, "load_encoder", lambda _folder: Buckets())
    folder = str(filled.folder)
    status = commands.run(
        ["--library", folder, "provision", "I sign.", "Two individuals signed it.", "--json"]
    )
    output = json.loads(capsys.readouterr().out)
    assert status == 0 and output["results"][0]["number"] == "3B:3-2"
    assert output["results"][0]["path"][-1].startswith("3B:3-2. Execution")
    assert output["results"][0]["closeness"] == 1.0 and 0 < output["results"][1]["closeness"] <= 1
    statement = "Individual or witness or testator signing"
    assert commands.run(["--library", folder, "provision", statement]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert shown.startswith("The first is no better than the others.") and "% of the first)" in shown
