"""The aids of a local model: each is off until it is switched on, works by itself, and shows its steps.

After the ordinary search come the aids, always in the same order: a question of several parts is decomposed;
it is searched by issue, rule, application and conclusion (IRAC), in other words, and in steps; last the first
passages are scored. An aid whose model fails, or whose answer is of no use, leaves the search as it was.

IRAC as query expansion is that of "Legal Retrieval for Public Defenders"; rewrites and decomposition are
those of "HyPA-RAG" and "Hybrid Agentic GraphRAG"; the search in steps follows LegalSearch-R1, over this
library alone; the choice of a provision follows "A Framework to Retrieve Relevant Laws for Will Execution".

*Vetting.* A model makes up authorities, and a made-up number in a search would bring passages that happen to
have it to the top. So every citation, case name and number in figures that the question itself lacks is
removed from what the model wrote: a case is recognised by "v." or "versus" between its parties, or by "In re"
or "Ex parte" before its name. What is left must be words about the question. A number in words ("section
twelve") is searched as words are, and so can bring nothing to the top.

*Cutting long sections.* The model is shown the numbered beginnings of the paragraphs or sentences, and names
those with which a new topic begins. Cutting goes on weighing sizes and paragraphs (``extraction.passages``),
so that no answer makes passages that could not have been cut without it. A child process notes what it would
ask; the model is asked here; the document is read again with the answers, which last until it is read anew.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from briefbank.api.law import QueryExpansionApi
from briefbank.catalogue import document_rows
from briefbank.catalogue.database import Database
from briefbank.citations import citations
from briefbank.domain.documents import Document
from briefbank.domain.ingest import FileOutcome, FileStatus
from briefbank.domain.searches import Aid, AidedAnswer, AidStep, SearchRequest
from briefbank.domain.summaries import Generator, Prompt
from briefbank.errors import Cancelled, ModelFault, ModelRefused, StoreBusy, TooLong
from briefbank.extraction.passages import PrecomputedSegmenter, by_words, key_of
from briefbank.extraction.worker_pool import WorkerPool
from briefbank.ingest.file_reading import segmenter_queries
from briefbank.jobs import Reporter
from briefbank.llm import questions
from briefbank.llm.questions import DATA_RULE, TOO_LONG, Check, Form, NoHelp, choices, fence_lines
from briefbank.paths import LibraryPaths
from briefbank.query_expansion.aided_search import MOST_SCORE, AidedSearch, AidProgress
from briefbank.sandbox.confinement import InputFile
from briefbank.search import typed_text
from briefbank.search.query import ParsedQuery, QueryClass
from briefbank.search.search_types import Reranker
from briefbank.search.searcher import Searcher
from briefbank.storage.lease import ProcessLock, hold
from briefbank.text.language import ENGLISH_STOP_WORDS, sentence_ends
from briefbank.text.messages import NO_MESSAGE, Message

T = TypeVar("T")

SEARCH_AIDS = (Aid.DECOMPOSITION, Aid.IRAC, Aid.REWRITING, Aid.STEPS, Aid.SCORING)
"""The aids that help a search, in the order in which they run."""

NONE_ON = Message("The local model may not help with searches. Switch on what it may do in Settings.")
NO_MODEL = Message("No local model is ready. Choose one in Settings, where it is also said what is missing.")
NOT_CUT = Message("The local model may not cut documents. Switch that on in Settings.")
EXACT = Message(
    "This search asks for exact words, numbers or a passage, to which other words can add nothing."
)
ONE_PART = Message("The question has one part, so it was not taken apart.")
NOTHING_TO_ORDER = Message("Fewer than two passages were found, so there is nothing to order.")

BY_OTHER_WORDS = Message("Found by other words for your question that the local model wrote.")
BY_PART = Message("Found by a part of your question that the local model searched by itself.")
BY_STEP = Message("Found by a further search that the local model planned.")

QUESTION_WORDS = 200  # The words of the question that the model sees; pasted facts may be longer
LIMIT_S = 60.0
REWRITES = 3
PARTS = (2, 4)
COMPLEX_WORDS = 10  # The different content words from which a question may have several parts
MOST_STEPS = 6
PLANNED = 3
EXTRACTS, EXTRACT_WORDS = 4, 45  # The extracts read at each step, and the words of each: about 350 tokens
SCORED_PASSAGES = 20
SCORING_S = 90.0  # The time limit for all of them: a person who switched this on waits for the list
PASSAGE_WORDS = 120
TITLE_WORDS = 12  # The first words of a provision, which hold its number and its title
PROVISION_WORDS = 40  # The words of each extract: twenty candidates are then about 1,400 tokens

_LABELS = ("Issue: ", "Rule: ", "Application: ", "Conclusion: ")
_NO_AUTHORITIES = "Do not answer it, and name no case, statute, rule or number that is not in it."
_TASK = f"You help to search a library of criminal appellate briefs. {DATA_RULE} {_NO_AUTHORITIES}\n"
_SCORING = f"""You rate how well a passage of a legal brief answers a search. {DATA_RULE}
Answer with one digit. 3: it answers the search. 2: it answers a part. 1: it is on the same subject. \
0: it has nothing to do with it."""
_CHOOSING = f"""You choose the one provision of a code that governs a condition. {DATA_RULE}
Answer with the number of the provision alone."""


@dataclass(frozen=True, slots=True)
class _Wordings:
    """Search texts that a model writes for a question."""

    stage: Message
    instructions: str
    form: Callable[..., Form[list[str]]]  # Takes ``digits``: whether the texts may have some
    most_tokens: int
    said: Message
    reason: Message  # The reason at each passage that only these searches found
    beside: bool = False  # The texts ask for something else than the question; they do not reword it


_WORDINGS = {
    Aid.IRAC: _Wordings(
        Message("The local model writes issue, rule, application and conclusion"),
        _TASK
        + "Write four short search phrases, one on each line, each of at most 20 words: the legal issue, "
        "the governing rule in general words, how the rule applies to such facts, and the conclusion that a "
        "defender would argue.",
        partial(questions.labelled_lines, _LABELS),
        240,
        Message("Searched also by issue, rule, application and conclusion."),
        BY_OTHER_WORDS,
    ),
    Aid.REWRITING: _Wordings(
        Message("The local model writes the question in other words"),
        _TASK
        + f"Write the search in {REWRITES} other ways, each of at most 20 words, in words that a defense "
        "lawyer would use in a brief. Keep its meaning. Write each on its own numbered line.",
        partial(questions.numbered_lines, REWRITES, REWRITES),
        180,
        Message("Searched your question also in other words."),
        BY_OTHER_WORDS,
    ),
    Aid.DECOMPOSITION: _Wordings(
        Message("The local model takes the question apart"),
        _TASK
        + f"Take the question apart into {PARTS[0]} to {PARTS[1]} simpler questions that can be searched "
        "one by one, each of at most 20 words. Write each on its own numbered line.",
        partial(questions.numbered_lines, *PARTS),
        240,
        Message("Searched your question also part by part."),
        BY_PART,
        beside=True,
    ),
}
_PLAN = _Wordings(
    Message("The local model plans searches"),
    _TASK + f"Write one to {PLANNED} search phrases of at most 20 words, each on its own numbered line, that "
    "together find what answers the question.",
    partial(questions.numbered_lines, 1, PLANNED),
    180,
    Message("Planned searches and made them."),
    BY_STEP,
    beside=True,
)
_REFINE = replace(
    _PLAN,
    instructions=_TASK
    + "You search step by step. Read the extracts that were found. When they answer the question, write: "
    "enough\nOtherwise write one further search of at most 20 words for what is still missing: search: ...",
    form=partial(questions.line_or, "enough", "search: "),
    most_tokens=90,
    said=Message("Read what was found and searched once more."),
)
ENOUGH = Message("Read what was found and asked for no further search.")


@dataclass(frozen=True, slots=True)
class Aids(QueryExpansionApi):
    """The aids of a library, for any thread. Without a model, or with nothing switched on, everything is as
    if there were no aids."""

    searcher: Searcher
    on: Callable[[], frozenset[Aid]]  # Returns what is switched on
    model: Callable[[], Generator | None]
    comparing: Callable[[], Reranker | None]
    """Returns the office's own cross-encoder, which chooses provisions where CHOOSING is off."""
    recutting: SectionRecutter | None = None  # None where documents are not to be cut anew

    def unavailable(self) -> Message:
        if self.on().isdisjoint(SEARCH_AIDS):
            return NONE_ON
        return NO_MESSAGE if self.model() else NO_MODEL

    def search(self, request: SearchRequest, reporter: Reporter) -> AidedAnswer:
        on, model = self.on(), self.model()
        if model is None or on.isdisjoint(SEARCH_AIDS):
            return AidedAnswer(self.searcher.search(request), (), "")
        started = time.perf_counter()
        reporter.progress(Message("Searching"), 0, 0)
        search = AidedSearch(self.searcher, request, reporter)
        help_along(search, on, model)
        reporter.check()
        answer = search.answer()
        timed = replace(answer, took_ms=(time.perf_counter() - started) * 1000)
        return AidedAnswer(timed, tuple(search.steps), model.name, search.more(answer))

    def chooser(self, check: Check = lambda: None) -> Reranker | None:
        """Return the reranker for the provision finder's candidates: the local model where CHOOSING is on,
        which ``check`` stops by raising, else the office's own."""
        model = self.model() if Aid.CHOOSING in self.on() else None
        return ProvisionChooser(model, check) if model else self.comparing()

    def may_cut(self) -> bool:
        return Aid.SEGMENTING in self.on() and None not in (self.model(), self.recutting)

    def recut(self, document_id: int, reporter: Reporter) -> AidStep:
        model = self.model()
        if model is None or self.recutting is None or Aid.SEGMENTING not in self.on():
            return AidStep(Aid.SEGMENTING, NO_MESSAGE, failed=NOT_CUT if model else NO_MODEL)
        return self.recutting.recut(document_id, model, reporter)


def help_along(search: AidedSearch, on: Collection[Aid], model: Generator) -> None:
    """Run the search aids that are on, in their order. Raises as ``Aids.search``."""
    for aid in SEARCH_AIDS:
        if aid not in on:
            continue
        if aid is Aid.STEPS and not search.exact:
            _search_in_steps(search, model)
            continue
        wordings = _WORDINGS.get(aid, _PLAN)
        stage = Message("The local model reads the first passages") if aid is Aid.SCORING else wordings.stage
        with search.step(aid, stage) as work:
            if search.exact:
                raise NoHelp(EXACT)
            if aid is Aid.SCORING:
                _order_by_score(search, model, work)
            elif wordings.beside and not is_complex(search.question.parsed):
                work.said = ONE_PART
            else:
                texts = _written(search, model, wordings)
                search.search(work, texts, wordings.reason, beside=wordings.beside)
                work.said = wordings.said


def is_complex(parsed: ParsedQuery) -> bool:
    """Tell whether a question is worth decomposing: a long one, or several paragraphs, that is no topic."""
    asks = parsed.query_class in (QueryClass.QUESTION, QueryClass.FACTS, QueryClass.ARGUMENT)
    return asks and len(parsed.words) >= COMPLEX_WORDS


def ask(
    model: Generator,
    instructions: str,
    lines: Iterable[str],
    form: Form[T],
    check: Check,
    *,
    most_tokens: int = 8,
    limit_s: float = LIMIT_S,
) -> T:
    """Return the model's answer to a question about lines of data. Raises NoHelp, ModelRefused (other
    questions would be refused too) and what ``check`` raises."""
    data = fence_lines(lines)
    prompt = Prompt(instructions, data, most_tokens=most_tokens, limit_s=limit_s, grammar=form.grammar)
    try:
        return questions.ask(model, prompt, form.read, check)
    except ModelFault as fault:
        raise NoHelp(questions.STOPPED) from fault
    except TooLong as refused:
        raise NoHelp(questions.TOO_MUCH) from refused


def _written(
    search: AidedSearch, model: Generator, wordings: _Wordings, lines: Sequence[str] = ()
) -> tuple[str, ...]:
    """Return the search texts that the model writes about these lines of data, or about the question alone,
    as far as they may be searched for. Raises as ``ask``.

    Where the question has no digits, none can be written, which prevents most made-up numbers.
    """
    parsed, check = search.question.parsed, search.reporter.check
    form = wordings.form(digits=any(sign.isdigit() for sign in parsed.text))
    lines = lines or [_first_words(parsed.text)]
    texts = ask(model, wordings.instructions, lines, form, check, most_tokens=wordings.most_tokens)
    return searchable(texts, parsed) if texts else ()


def _search_in_steps(search: AidedSearch, model: Generator) -> None:
    """Plan up to three searches; then read short extracts of what they newly found and make one further
    search, until the model says that it is enough, a step finds nothing new, or it does not help. Nothing
    that the model wrote is an answer. Raises ModelRefused, Cancelled and as ``Searcher.search`` does."""
    question = search.question.parsed.text
    searched: list[str] = []
    lines: list[str] = []
    for number in range(1, MOST_STEPS + 1):
        stage = Message("Step {number}: the local model plans a search", number=number)
        wordings = _REFINE if searched else _PLAN
        with search.step(Aid.STEPS, stage) as work:
            texts = [text for text in _written(search, model, wordings, lines) if text not in searched]
            search.search(work, texts, wordings.reason, beside=wordings.beside)
            work.said = wordings.said if texts else ENOUGH
        if not work.new_hits:
            return
        searched += work.wrote
        extracts = [extract(hit.passage.text, question, EXTRACT_WORDS) for hit in work.new_hits[:EXTRACTS]]
        lines = [f"Question: {_first_words(question)}", "Searched so far:", *searched]
        lines += ["Extracts found:", *extracts]


def _order_by_score(search: AidedSearch, model: Generator, work: AidProgress) -> None:
    hits = search.first(SCORED_PASSAGES)
    if len(hits) < 2:
        work.said = NOTHING_TO_ORDER
        return
    texts = [hit.passage.text for hit in hits]
    scores = score_passages(search.question.parsed.text, texts, model, search.reporter.check)
    search.score(hits, scores)
    work.said = Message(
        "Read the first {scores} passages and weighed how well each answers.", scores=len(scores)
    )


def score_passages(question: str, texts: Sequence[str], model: Generator, check: Check) -> list[int]:
    """Return a score, 0 to 3, for as many of the texts, from the first on, as time allows.

    Each is scored by itself, so that none can speak about another, and gains at most ``aided_search.SCORED``
    of the best relevance. Raises NoHelp when fewer than two were scored, and as ``ask``.
    """
    form = questions.choice([str(score) for score in range(MOST_SCORE + 1)])
    end, scores = time.monotonic() + SCORING_S, list[int]()
    for text in texts:
        check()
        left = end - time.monotonic()
        if left <= 0:
            break
        lines = [f"Search: {_first_words(question)}", f"Passage: {extract(text, question, PASSAGE_WORDS)}"]
        try:
            scores.append(int(ask(model, _SCORING, lines, form, check, limit_s=left)))
        except questions.TookTooLong:
            break
    if len(scores) < 2:
        raise NoHelp(TOO_LONG)
    return scores


@dataclass(frozen=True, slots=True)
class ProvisionChooser:
    """Chooses the governing provision among the candidates of a search, as a Reranker. Any thread.

    All candidates are shown at once, numbered, each by its first words and the sentences nearest to the
    condition; the answer is one number. The other candidates stay in the search's order.
    """

    model: Generator
    check: Check = lambda: None  # Called some times a second; stops the choice by raising

    def score(self, query: str, texts: Sequence[str], *, limit_s: float) -> NDArray[np.float32]:
        """Return 1 for the chosen text and less for each of the others in their order, shape (len(texts),).
        All are NaN where the model chose none in time, the wait for its answers to others included, or was
        closed. Raises what ``check`` raises."""
        end = time.monotonic() + limit_s

        def check_in_time() -> None:
            self.check()
            if time.monotonic() > end:
                raise NoHelp(TOO_LONG)

        lines = [f"Condition: {_first_words(query)}", "Provisions:"]
        for number, text in enumerate(texts, start=1):
            words = text.split()
            nearest = extract(" ".join(words[TITLE_WORDS:]), query, PROVISION_WORDS)
            lines.append(" ".join([f"{number}.", *words[:TITLE_WORDS], nearest]).strip())
        form = questions.choice([str(number) for number in range(1, len(texts) + 1)])
        worth = np.linspace(0.5, 0.0, len(texts), dtype=np.float32)
        try:
            if texts:
                worth[int(ask(self.model, _CHOOSING, lines, form, check_in_time, limit_s=limit_s)) - 1] = 1.0
        except (NoHelp, ModelRefused, Cancelled):
            self.check()  # a person's stop is raised; a model closed meanwhile only means no choice
            worth[:] = np.nan
        return worth


def extract(text: str, question: str, most_words: int) -> str:
    """Return the sentences of ``text`` that share the most words with ``question``, in their order, in one
    line of at most ``most_words``: a model on an office's computer reads 20 to 200 words a second."""

    def stems(some: str) -> set[str]:
        return {word[:STEM_LETTERS] for word in re.findall(r"[^\W\d_]{3,}", some.lower())}

    searched = stems(question)
    sentences = [text[start:end] for start, end in pairwise([0, *sentence_ends(text), len(text)])]
    shared = [len(searched & stems(sentence)) for sentence in sentences]
    kept: dict[int, list[str]] = {}
    left = most_words
    for at in sorted(range(len(sentences)), key=lambda at: -shared[at]):
        kept[at] = sentences[at].split()[:left]
        left -= len(kept[at])
    return " ".join(word for at in sorted(kept) for word in kept[at])


def _first_words(question: str) -> str:
    return " ".join(question.split()[:QUESTION_WORDS])


MOST_WORDS = 25
LEAST_WORDS = 2  # Different content words: a single one, or one over and over, is no question
STEM_LETTERS = 6  # The letters that count: "reverse", "reversed" and "reversal" are one word
_BEFORE = r"(?<!\S)(?:(?:[A-Z]\S*(?<![,;:])|of|the)\s+){0,3}"
"""The first words of a party's name, as in "State of New Jersey"."""
_AFTER = r"(?:(?<![,;:])\s+(?:[A-Z]\S*|(?:of|the)(?!\S))){0,3}"
_CASE = re.compile(
    rf"{_BEFORE}(\S+)\s+(?i:v\.?|vs\.?|versus)\s+(\S+){_AFTER}|(?<!\S)(?i:in\s+re|ex\s+parte)\s+(\S+){_AFTER}"
)
"""A case name. Its groups are the words nearest to the one between the parties."""


def searchable(texts: Sequence[str], parsed: ParsedQuery) -> tuple[str, ...]:
    """Return those texts that may be searched for beside a question, each once, cleaned, in order. Raises
    NoHelp when none is left, and when all of them together share no word with the question."""
    usable: dict[str, None] = {}
    stems: set[str] = set()
    for text in (own_words(text, parsed.text) for text in texts):
        words = {typed_text.bare(piece).lower() for piece in text.split()}
        words = {word for word in words if len(word) > 1 and word not in ENGLISH_STOP_WORDS}
        if len(words) >= LEAST_WORDS:
            usable[text] = None
            stems.update(word[:STEM_LETTERS] for word in words)
    if stems.isdisjoint(word[:STEM_LETTERS] for word in parsed.words):
        raise NoHelp(questions.NOTHING_LEFT)
    return tuple(usable)


def own_words(text: str, question: str) -> str:
    """Return a text without authorities and numbers that the question lacks; at most MOST_WORDS."""
    own = {citation.canonical for citation in citations.find(question)}
    for citation in reversed(citations.find(text)):
        if citation.canonical not in own:
            text = f"{text[: citation.start]} {text[citation.end :]}"
    cases = set(map(_parties, _CASE.finditer(question)))
    text = _CASE.sub(lambda match: match[0] if _parties(match) in cases else " ", text)
    pieces = typed_text.joined(text.split())
    known = {number for _, number in _numbers(typed_text.joined(question.split()))}
    unknown = {at for at, number in _numbers(pieces) if number not in known}
    kept = [piece for at, piece in enumerate(pieces) if piece and at not in unknown]
    return " ".join(kept[:MOST_WORDS]).strip(" ,-'")


def _parties(match: re.Match[str]) -> tuple[str, ...]:
    return tuple(typed_text.bare(word or "").casefold() for word in match.groups())


def _numbers(pieces: Sequence[str]) -> Iterator[tuple[int, tuple[str, bool]]]:
    """Yield the place of each piece with figures, its number, and whether that is of an authority: the 10 of
    "at 10 pm" does not make section 10 the question's own."""
    for at, piece in enumerate(pieces):
        if any(sign.isnumeric() for sign in piece):
            core = typed_text.bare(piece).casefold()
            before = "§" if "§" in piece else pieces[at - 1] if at else ""
            named = typed_text.is_marker(before) or typed_text.is_identifier(core, before)
            yield at, (core, named)


SILENCE_S = 60.0  # A page takes milliseconds; a child that is silent for longer hangs
LONG_WORDS = 600  # A section of more words is cut into three passages or more; else one border is open
SHOWN_AT_ONCE, BEGINNING_WORDS = 24, 30
"""The beginnings that are shown at once, and the words of each: about 1,000 tokens."""
MOST_TURNS = 6  # The most topic shifts among the beginnings shown at once; more would separate nothing
_BY_WORDS_SHARE = 0.5  # The weight of word statistics where the model sees no topic shift; elsewhere 1
_TURNS = f"""You are shown the numbered beginnings of the parts of one section of a legal brief.
{DATA_RULE}
Answer with the numbers of the parts with which a new subject begins, separated by commas, or with: none"""


@dataclass(frozen=True, slots=True)
class SectionRecutter:
    """Recuts documents, from any thread; one document at a time."""

    catalogue: Database
    paths: LibraryPaths
    processes: WorkerPool
    cut_again: Callable[[Document, PrecomputedSegmenter, Reporter], Sequence[FileOutcome]]
    """Reads a document of the library again with another segmenter."""

    def recut(self, document_id: int, model: Generator, reporter: Reporter) -> AidStep:
        """Recut a document: minutes for a long brief. A model that fails leaves the document as it is.

        Raises NotInLibrary, FileRefused, StoreError (StoreBusy while files are added, before the model is
        asked), ModelRefused and Cancelled.
        """
        started = time.perf_counter()
        document = document_rows.get(self.catalogue, document_id)
        busy = StoreBusy(
            Message("Files are being added to this library."),
            Message("Have the sections cut when that is done."),
        )
        # answers that take the model minutes could not be stored
        with hold(ProcessLock(self.paths.intake_lock, wait_s=0.0)(), busy):
            pass
        original = self.paths.original(document.sha256, document.suffix)
        path = self.paths.reading_copy(document.sha256) if document.has_reading_copy else original
        report = partial(reporter.progress, Message("Reading"))
        sections: Sequence[Sequence[str]] = self.processes.call(
            segmenter_queries, InputFile(path), timeout_s=SILENCE_S, check=reporter.check, on_progress=report
        )
        long = [texts for texts in sections if len(" ".join(texts).split()) > LONG_WORDS and len(texts) > 2]
        failed = NO_MESSAGE
        said = Message("The document has no section long enough to be cut in another way.")
        try:
            if long:
                answers = PrecomputedSegmenter(topic_shifts(long, model, reporter))
                outcomes = self.cut_again(document, answers, reporter)
                if any(outcome.status is FileStatus.REFUSED for outcome in outcomes):
                    raise NoHelp(Message("The document could not be read again, so it stays as it was."))
                said = Message(
                    "Cut {sections} long sections where the local model finds that the matter turns.",
                    sections=len(long),
                )
        except NoHelp as reason:
            said, failed = NO_MESSAGE, reason.message
        return AidStep(Aid.SEGMENTING, said, seconds=time.perf_counter() - started, failed=failed)


def topic_shifts(
    sections: Sequence[Sequence[str]], model: Generator, reporter: Reporter
) -> dict[str, list[float]]:
    """Return the topic shifts of each section. Raises as ``turns``."""
    shifts: dict[str, list[float]] = {}
    for done, texts in enumerate(sections):
        reporter.check()
        reporter.progress(Message("The local model reads the long sections"), done, len(sections))
        shifts[key_of(texts)] = turns(texts, model, reporter.check)
    return shifts


def turns(texts: Sequence[str], model: Generator, check: Check) -> list[float]:
    """Return how strongly the topic shifts at each place between the texts of a long section, 0 to 1 (see
    ``Segmenter``). Raises NoHelp, ModelRefused and what ``check`` raises."""
    shifts = [_BY_WORDS_SHARE * value for value in by_words(texts)]
    borders = [*range(0, len(texts) - 1, SHOWN_AT_ONCE - 1), len(texts) - 1]
    for first, last in pairwise(borders):
        beginnings = [" ".join(text.split()[:BEGINNING_WORDS]) for text in texts[first : last + 1]]
        lines = [f"{number}. {beginning}" for number, beginning in enumerate(beginnings, start=1)]
        form = choices([str(number) for number in range(2, len(beginnings) + 1)], MOST_TURNS)
        for number in ask(model, _TURNS, lines, form, check, most_tokens=40):
            shifts[first + int(number) - 2] = 1.0
    return shifts
