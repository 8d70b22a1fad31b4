"""Texts on a local language model: its file, a test run, and its uses."""

from __future__ import annotations

from briefbank.domain.searches import Aid
from briefbank.domain.summaries import WORDS_PER_TOKEN, ModelFile, ModelTrial
from briefbank.text.messages import Message
from ui.i18n.translate import tr, translate_core
from ui.shared import wording

GIB = 1024**3
NO_FORM = tr("The model did not answer in the form that summaries need, so all of them would be withheld.")

AIDS: dict[Aid, tuple[str, str]] = {
    Aid.IRAC: (
        tr("Search by issue, rule, application and conclusion"),
        tr(
            "The model writes what a brief on your question might say, and that is searched for too. It "
            "brings in no section or rule that you did not name."
        ),
    ),
    Aid.REWRITING: (
        tr("Search in other words"),
        tr("Your question is searched for in up to three other wordings too."),
    ),
    Aid.DECOMPOSITION: (
        tr("Take long questions apart"),
        tr("A question of several parts is searched for part by part."),
    ),
    Aid.SCORING: (
        tr("Look through the first 20 passages"),
        tr("The model reads them and moves those up that it finds to answer your question."),
    ),
    Aid.STEPS: (
        tr("Search in several steps"),
        tr(
            "The model reads what was found and searches again, six times at most, in this library alone. "
            "You get passages, never an answer in its words."
        ),
    ),
    Aid.CHOOSING: (
        tr("Choose the governing provision"),
        tr("In Find a provision, the model chooses among the first 20."),
    ),
    Aid.SEGMENTING: (
        tr("Cut long sections where the matter turns"),
        tr("The menu of a document in Library then offers it. Passages are cut anew; no word is changed."),
    ),
}
"""The uses in the order in which they are offered: the label of the box, and the meaning."""


def details(file: ModelFile) -> tuple[tuple[str, str], ...]:
    """Return names and values of the details of a model's file, in order."""
    rows = (
        (tr("Name"), file.name),
        (tr("File"), str(file.path)),
        (
            tr("Size"),
            tr("{size}, {count} parameters, {precision}").format(
                size=wording.size(file.file_bytes), count=count(file.parameters), precision=file.precision
            ),
        ),
        (tr("Licence"), file.licence or tr("The file names none. Ask where it came from before you use it.")),
        (tr("Memory"), memory(file)),
        (tr("Note"), translate_core(file.advice)),
    )
    return tuple(row for row in rows if row[1])


def memory(file: ModelFile) -> str:
    """Return the memory as estimated before the model is loaded."""
    return tr("About {gigabytes} while it works; {gigabytes_2} are free now.").format(
        gigabytes=gigabytes(file.memory_bytes), gigabytes_2=gigabytes(file.memory_free)
    )


def progress(stage: Message) -> str:
    """Return the progress of a test run."""
    doing = tr("is loaded") if stage == "Loading the model" else tr("writes a little")
    return tr("The model {doing}. That takes up to some minutes.").format(doing=doing)


def trial(measured: ModelTrial) -> str:
    """Return what a test run that worked measured."""
    rate = measured.tokens_per_second * WORDS_PER_TOKEN
    memory_ = gigabytes(measured.memory_bytes)
    return tr(
        "Tested: it was loaded in {duration}, writes {rate:.0f} words a second and took "
        "{memory} of memory. One summary takes about {duration_2}, longer where sentences are "
        "corrected."
    ).format(
        duration=duration(measured.load_s),
        rate=rate,
        memory=memory_,
        duration_2=duration(measured.summary_s),
    )


def no_form(*, used: bool) -> str:
    """Return the meaning of a test run that failed; ``used`` is True for the model in use."""
    if used:
        return tr("{NO_FORM} It stays chosen until you choose an instruct model or press “Use none”.").format(
            NO_FORM=NO_FORM
        )
    return tr("{NO_FORM} It is not used. Choose an instruct model.").format(NO_FORM=NO_FORM)


def trial_worked(measured: ModelTrial) -> bool:
    """Tell whether summaries can be made with it: it answers, and in the form that was asked for."""
    return measured.follows_grammar and measured.tokens_per_second > 0


def gigabytes(memory_: int) -> str:
    """Return memory in powers of two, as it is sold: '16.0 GB' for 16 GiB."""
    return (
        tr("{value:.1f} GB").format(value=memory_ / GIB)
        if memory_ >= GIB
        else tr("{max} MB").format(max=max(1, round(memory_ / 1024**2)))
    )


def count(parameters: int) -> str:
    """Return text such as '7.6 billion' or '135 million'."""
    if parameters >= 10**9:
        return tr("{value:.1f} billion").format(value=parameters / 10**9)
    return tr("{max} million").format(max=max(1, round(parameters / 10**6)))


def duration(seconds: float) -> str:
    if seconds >= 90:
        return tr("{round} minutes").format(round=round(seconds / 60))
    if seconds >= 2:
        return tr("{round} seconds").format(round=round(seconds))
    return tr("{seconds:.1f} seconds").format(seconds=seconds) if seconds >= 1 else tr("under a second")
