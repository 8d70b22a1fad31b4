"""A local model is heard only where it reads well, can only withhold, and is measured once."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from briefbank.claims import Claim, Fault, Part, SourceKind, SourceSentence
from briefbank.errors import Cancelled, ModelFault
from briefbank.local_models import Answer, Ending, Message
from briefbank.paths import resources_folder
from briefbank.summary.checks.second_reader import SecondReader
from briefbank.summary.checks.support import THRESHOLD, support

PAIRS = json.loads((resources_folder() / "second_reader.json").read_text("utf-8"))["pairs"]
SOURCE = SourceSentence(1, "The judge denied the motion.", SourceKind.FACT, 0, 1, 0, 28)
CLAIM = Claim("The judge granted the motion.", (1,), Part.FACTS)


class Reader:
    """Answers as told; ``questions`` are the messages that it was asked."""

    name = "made"

    def __init__(self, fingerprint: str, answer: Callable[[str], str]) -> None:
        self.fingerprint, self._answer = fingerprint, answer
        self.questions: list[Message] = []

    def ask(
        self,
        message: Message,
        *,
        on_written: Callable[[int], None] = lambda tokens: None,
        check: Callable[[], None] = lambda: None,
    ) -> Answer:
        check()
        self.questions.append(message)
        return Answer(self._answer(message.data), Ending.COMPLETE, 1, 1, 0.0)


def _knowing(data: str) -> str:
    """The right answer to every packaged pair; no to everything else."""
    return (
        "yes"
        if any(pair["said"] and pair["claim"] in data and pair["source"] in data for pair in PAIRS)
        else "no"
    )


def _doubts(reader: Reader) -> list[Fault]:
    return [found.fault for found in SecondReader(reader).doubts(CLAIM, [SOURCE], lambda: None)]


def test_a_model_that_knows_the_pairs_is_fit_and_may_withhold() -> None:
    reader = Reader("a" * 64, _knowing)
    assert SecondReader(reader).fit(lambda: None)
    assert _doubts(reader) == [Fault.UNSUPPORTED]


@pytest.mark.parametrize(
    ("fingerprint", "answer"),
    [("b" * 64, "yes"), ("c" * 64, "no"), ("d" * 64, "perhaps \ufffd"), ("e" * 64, "")],
)
def test_a_model_that_always_answers_the_same_is_not_heard(fingerprint: str, answer: str) -> None:
    assert _doubts(Reader(fingerprint, lambda data: answer)) == []


def test_a_fit_model_that_says_yes_has_no_doubts() -> None:
    reader = Reader("f" * 64, lambda data: "yes" if CLAIM.text in data else _knowing(data))
    assert _doubts(reader) == []


def test_a_model_is_measured_once_in_the_program_by_its_fingerprint() -> None:
    reader = Reader("0" * 64, _knowing)
    SecondReader(reader).fit(lambda: None)
    SecondReader(reader).fit(lambda: None)
    assert len(reader.questions) == len(PAIRS)


def test_a_model_that_is_plainly_unfit_is_not_asked_on() -> None:
    reader = Reader("4" * 64, lambda data: "yes")
    assert not SecondReader(reader).fit(lambda: None)
    assert len(reader.questions) <= 10


@pytest.mark.parametrize(
    ("fingerprint", "wrong", "said", "fit"),
    [
        ("5" * 64, 4, False, True),
        ("6" * 64, 5, False, False),
        ("7" * 64, 2, True, True),
        ("8" * 64, 3, True, False),
    ],
)
def test_the_borders_of_fitness_are_four_uncaught_and_two_withheld(
    fingerprint: str, wrong: int, said: bool, fit: bool
) -> None:
    slips = [pair["claim"] for pair in PAIRS if pair["said"] is said][:wrong]

    def answer(data: str) -> str:
        slip = any(f"Claim: {claim}\n" in data for claim in slips)
        return {"yes": "no", "no": "yes"}[_knowing(data)] if slip else _knowing(data)

    assert SecondReader(Reader(fingerprint, answer)).fit(lambda: None) is fit


def test_text_of_a_brief_is_handed_over_as_data_and_the_answer_is_bound_by_a_grammar() -> None:
    reader = Reader("1" * 64, _knowing)
    list(SecondReader(reader).doubts(CLAIM, [SOURCE], lambda: None))
    last = reader.questions[-1]
    assert CLAIM.text in last.data
    assert CLAIM.text not in last.instructions
    assert last.grammar == 'root ::= "yes" | "no"'


def test_a_stop_while_measuring_goes_through_and_leaves_the_model_unmeasured() -> None:
    reader = Reader("2" * 64, _knowing)

    def stop() -> None:
        if len(reader.questions) == 3:
            raise Cancelled

    with pytest.raises(Cancelled):
        SecondReader(reader).fit(stop)
    assert SecondReader(reader).fit(lambda: None)


def test_a_fault_of_the_model_goes_through() -> None:
    def fail(data: str) -> str:
        raise ModelFault("The model's program ended.", "Try again.")

    with pytest.raises(ModelFault):
        SecondReader(Reader("3" * 64, fail)).fit(lambda: None)


def test_the_packaged_pairs_are_half_said_and_half_not() -> None:
    assert len(PAIRS) == 40
    assert sum(pair["said"] for pair in PAIRS) == 20
    assert len({(pair["source"], pair["claim"]) for pair in PAIRS}) == 40


def test_the_measure_without_a_model_tells_most_of_the_packaged_pairs_apart() -> None:
    supported = [support(pair["claim"], [pair["source"]], None) >= THRESHOLD for pair in PAIRS]
    caught = sum(not shown for shown, pair in zip(supported, PAIRS, strict=True) if not pair["said"])
    assert caught >= 14
