"""What the window says of a local language model: its file, a test run, and what else it may do."""

from __future__ import annotations

from briefbank.aided import Aid
from briefbank.local_models import WORDS_PER_TOKEN, Fitness, ModelFile, ModelTrial
from ui import words

GIB = 1024**3
NO_FORM = "The model did not answer in the form that summaries need, so all of them would be withheld."
NOT_TRIED = (
    "It is not used to check sentences a second time: a test run has to find out whether it can. All other "
    "checks are made."
)

AIDS: dict[Aid, tuple[str, str]] = {
    Aid.IRAC: (
        "Search by issue, rule, application and conclusion",
        "The model writes what a brief on your question might say, and that is searched for too. It brings "
        "in no section or rule that you did not name.",
    ),
    Aid.REWRITING: (
        "Search in other words",
        "Your question is searched for in up to three other wordings too.",
    ),
    Aid.DECOMPOSITION: (
        "Take long questions apart",
        "A question of several parts is searched for part by part.",
    ),
    Aid.SCORING: (
        "Look through the first 20 passages",
        "The model reads them and moves those up that it finds to answer your question.",
    ),
    Aid.STEPS: (
        "Search in several steps",
        "The model reads what was found and searches again, six times at most, in this library alone. You "
        "get passages, never an answer in its words.",
    ),
    Aid.CHOOSING: (
        "Choose the governing provision",
        "In Find a provision, the model chooses among the first 20.",
    ),
    Aid.SEGMENTING: (
        "Cut long sections where the matter turns",
        "The menu of a document in Library then offers it. Passages are cut anew; no word is changed.",
    ),
}
"""In the order in which they are offered: words beside the box, and what they mean."""


def details(file: ModelFile) -> tuple[tuple[str, str], ...]:
    """Names and values of what is to be known of a model's file, in order."""
    rows = (
        ("Name", file.name),
        ("File", str(file.path)),
        ("Size", f"{words.size(file.file_bytes)}, {count(file.parameters)} parameters, {file.precision}"),
        ("Licence", file.licence or "The file names none. Ask where it came from before you use it."),
        ("SHA-256", grouped(file.sha256)),
        ("Memory", memory(file)),
        ("Speed", speed(file)),
        ("Second reader", second_reader(file.second_reader)),
        *(("Note", advice) for advice in file.advice),
    )
    return tuple(row for row in rows if row[1])


def memory(file: ModelFile) -> str:
    """Estimated before it is loaded."""
    return f"About {gigabytes(file.memory_bytes)} while it works; {gigabytes(file.memory_free)} are free now."


def speed(file: ModelFile) -> str:
    if not file.words_per_second:
        return "It could not be estimated. A test run measures it."
    rate = f"{file.words_per_second:.0f}" if file.words_per_second >= 1 else f"{file.words_per_second:.1f}"
    return f"About {rate} words a second, estimated from this computer's memory. A test run measures it."


def second_reader(found: Fitness | None) -> str:
    """Whether the model checks each sentence of a summary once more, and why; where it does not, the other
    checks go on without it."""
    if found is None:
        return NOT_TRIED
    if found.fit:
        return f"It checks each sentence of a summary a second time: when it was tested, {_figures(found)}."
    return (
        f"It is not good enough to check sentences a second time: when it was tested, {_figures(found)}. "
        "All other checks are made."
    )


def _figures(found: Fitness) -> str:
    """A model that is plainly unfit was not asked about all of them."""
    return (
        f"it caught {found.caught} of {found.wrong} made-up sentences that were wrong and passed "
        f"{found.passed} of {found.right} that were right"
    )


def progress(stage: str, done: int, total: int) -> str:
    """What is done with a file; the stages are those of looking at one and of a test run."""
    if stage == "Asking the second reader":
        return (
            "The model works. BriefBank finds out whether it can also check summaries a second time: "
            f"question {min(done + 1, total)} of {total}. This is done once for each model and can take some "
            "minutes; “Stop” ends only this part."
        )
    if stage == "Looking at the model":
        share = f": {100 * done // total} %" if total else ""
        return f"The file is looked at{share}. That takes as long as reading all of it."
    doing = "is loaded" if stage == "Loading the model" else "writes a little"
    return f"The model {doing}. That takes up to some minutes."


def trial(measured: ModelTrial) -> str:
    """What a test run that worked measured, and whether it will be a second reader."""
    rate = measured.tokens_per_second * WORDS_PER_TOKEN
    memory_ = gigabytes(measured.memory_bytes)
    return (
        f"Tested: it was loaded in {duration(measured.load_s)}, writes {rate:.0f} words a second and took "
        f"{memory_} of memory. One summary takes about {duration(measured.summary_s)}, longer where "
        f"sentences are corrected or checked a second time. {_will_be_heard(measured.second_reader)}"
    )


def _will_be_heard(found: Fitness | None) -> str:
    if found is None:
        return (
            "The test was stopped before it was known whether the model can check summaries a second time, "
            "so it will not be used for that. Another test run finds it out."
        )
    counts = f"As a second reader {_figures(found)}"
    if found.fit:
        return f"{counts}: it will be used to check summaries a second time."
    return f"{counts}: that is not enough, and it will not be used for that. All other checks are made."


def no_form(*, used: bool) -> str:
    """What a test run means that did not work; ``used``: of the model that is used all the same."""
    if used:
        return f"{NO_FORM} It stays chosen until you choose an instruct model or press “Use none”."
    return f"{NO_FORM} It is not used. Choose an instruct model."


def trial_worked(measured: ModelTrial) -> bool:
    """Whether summaries can be made with it: it answers, and in the form that was asked for."""
    return measured.follows_grammar and measured.tokens_per_second > 0


def gigabytes(memory_: int) -> str:
    """Memory is sold in powers of two: '16.0 GB' for 16 GiB."""
    return f"{memory_ / GIB:.1f} GB" if memory_ >= GIB else f"{max(1, round(memory_ / 1024**2))} MB"


def count(parameters: int) -> str:
    """'7.6 billion', '135 million'."""
    if parameters >= 10**9:
        return f"{parameters / 10**9:.1f} billion"
    return f"{max(1, round(parameters / 10**6))} million"


def duration(seconds: float) -> str:
    if seconds >= 90:
        return f"{round(seconds / 60)} minutes"
    if seconds >= 2:
        return f"{round(seconds)} seconds"
    return f"{seconds:.1f} seconds" if seconds >= 1 else "under a second"


def grouped(digest: str) -> str:
    """In groups of eight, so that two can be compared by eye."""
    return " ".join(digest[at : at + 8] for at in range(0, len(digest), 8))
