"""Runs the self-test: tries each part for real and reports what happened.

It reads no brief and writes only inside temporary folders. Its report, a text for the ethics file, holds no
name of a person, document, folder or computer.
"""

from __future__ import annotations

import platform
import shutil
import tempfile
import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from briefbank import __version__, paths
from briefbank.domain.maintenance import CheckResult
from briefbank.domain.pages import PageOrder, RecognisedPage
from briefbank.domain.summaries import Ending, Prompt
from briefbank.embedding.encoders import Encoder, default_model
from briefbank.errors import BriefBankError
from briefbank.extraction import convert
from briefbank.extraction.worker_pool import WorkerPool
from briefbank.jobs import QuietReporter
from briefbank.maintenance import disks
from briefbank.maintenance.health import Health
from briefbank.network import self_test as network
from briefbank.ocr.engines import OcrEngine
from briefbank.sandbox import confinement, guard
from briefbank.sandbox.confinement import InputFile, OutputFile
from briefbank.storage import model_files
from briefbank.text.dates import format_date
from briefbank.text.messages import Message, as_message, joined

if TYPE_CHECKING:
    from briefbank.audit.audit import AuditLog
    from briefbank.summary.local_model_manager import LocalModelManager

PAGE_WORDS = "The motion to suppress was granted"
QUESTION = Prompt(
    instructions="Answer with one word.",
    data="Is a warrant signed by a judge?",
    grammar='root ::= "yes" | "no"',
    most_tokens=4,
    limit_s=120.0,
)
"""A question for the local model. Either answer shows that the model is loaded, reads and writes."""

OFFICE_LIMIT_S = 60.0  # The seconds that LibreOffice has to start and to convert a page: some two
_WITHOUT_OFFICE = Message(
    "LibreOffice is not installed. Old Word, WordPerfect, RTF and OpenDocument files wait until it is."
)

ROOM_BYTES = 1024**3
"""The bytes left free on the disk beside what both indexes take: they are rebuilt beside the old ones, and a
long scan needs some hundred megabytes while it is recognised."""


@dataclass(frozen=True, slots=True)
class TestedLibrary:
    folder: Path
    read_only: Message  # The reason why it cannot be changed here; empty where it can
    audit: AuditLog
    health: Health


def run(
    library: TestedLibrary, ocr: OcrEngine, encoder: Callable[[], Encoder], model: LocalModelManager | None
) -> list[CheckResult]:
    """Run all checks in a fixed order; never raises for a part that fails. Takes some seconds. ``model`` is
    None where none is chosen."""
    return [
        _attempt(Message("Library folder"), lambda: _folder(library)),
        _attempt(Message("Permissions"), lambda: _permissions(library.folder)),
        _attempt(Message("Free disk space"), lambda: _room(library)),
        _attempt(Message("Catalogue and indexes"), lambda: _indexes(library.health)),
        _attempt(Message("Record of what was done"), lambda: _record(library.audit)),
        _attempt(Message("Text recognition"), lambda: _recognition(ocr)),
        _attempt(Message("Old office files"), _office_files),
        _attempt(Message("Search by meaning"), lambda: _meaning(encoder())),
        _attempt(Message("Model files"), lambda: model_files_check(default_model)),
        _attempt(Message("Local model"), lambda: local_model_check(model)),
        *network.network_checks(),
        network.let_through(),
        network.reading_check(),
    ]


Outcome = tuple[bool, Message]  # Whether a check passed, and what it says


def _attempt(name: Message, check: Callable[[], Outcome]) -> CheckResult:
    try:
        passed, detail = check()
        return CheckResult(name, passed, detail, remark=detail is _WITHOUT_OFFICE)
    except BriefBankError as error:
        return CheckResult(name, False, error.message)
    except OSError as error:
        reason = as_message(error.strerror) if error.strerror else Message("The system refused it.")
        return CheckResult(name, False, reason)


def _folder(library: TestedLibrary) -> Outcome:
    if library.read_only:
        return True, library.read_only
    with tempfile.TemporaryFile(dir=library.folder) as probe:
        probe.write(b"written")
    if library.folder.stat().st_mode & 0o077:
        return False, Message("Other users of this computer can open it.")
    return True, Message("It can be written to, and only you can open it.")


def _permissions(folder: Path) -> Outcome:
    """Check the permissions of the library, and of the user's own data with logs and settings."""
    roots = (folder, paths.data_folder())
    if count := len(disks.open_to_others(roots)):
        return False, Message(
            "Other users of this computer can open files here: {count}. Check the library and mend it.",
            count=count,
        )
    return True, Message("Only you can open the library, the logs and the settings.")


def _room(library: TestedLibrary) -> Outcome:
    folders, free = paths.LibraryPaths(library.folder), shutil.disk_usage(library.folder).free
    needed = ROOM_BYTES + disks.bytes_of(folders.lexical) + disks.bytes_of(folders.dense)
    said = Message("{free:.1f} GB are free on the library’s disk.", free=free / 1e9)
    if free < needed:
        more = Message(
            "{needed:.1f} GB are needed to rebuild its indexes and to read long scans.", needed=needed / 1e9
        )
        said = joined((said, more))
    return free >= needed, said


def _record(record: AuditLog) -> Outcome:
    problems = record.verify()
    return not problems, joined(problems) or Message("It is whole: no entry was changed or taken out.")


def _indexes(health: Health) -> Outcome:
    report = health.check(QuietReporter())
    return report.healthy, joined(report.problems) or Message(
        "{passages} passages, and both indexes agree with the catalogue.", passages=report.passages
    )


def _recognition(ocr: OcrEngine) -> Outcome:
    """Read a page of one printed line that is an image without text."""
    from PIL import Image, ImageDraw, ImageFont

    if problem := ocr.problem():
        return False, problem
    with tempfile.TemporaryDirectory() as folder:
        scan, pages = Path(folder) / "scan.pdf", list[RecognisedPage]()
        page = Image.new("L", (1700, 2200), 255)
        font = ImageFont.load_default(size=48)
        ImageDraw.Draw(page).text((200, 300), PAGE_WORDS, fill=0, font=font)
        page.save(scan, "PDF", resolution=200.0)
        ocr.recognise(scan, [PageOrder(0)], Path(folder), on_page=pages.append, check=lambda: None)
        text = " ".join(word.text for page in pages for word in page.words)
    if PAGE_WORDS in text:
        return True, Message("A scanned page was read.")
    return False, Message("A scanned page was read wrongly.")


def _office_files() -> Outcome:
    """Convert a page with LibreOffice. That it is not installed is a remark: its files wait."""
    if convert.installed() is None:
        return True, _WITHOUT_OFFICE
    with tempfile.TemporaryDirectory() as folder:
        text, made = Path(folder) / "page.rtf", Path(folder) / "page.pdf"
        text.write_text(rf"{{\rtf1 {PAGE_WORDS}}}", "ascii")
        workspace = confinement.workspace_place(Path(folder), confinement.confine_office)
        with WorkerPool(1, 0, OFFICE_LIMIT_S, initializer=confinement.begin, place=workspace) as converters:
            converters.call(convert.to_pdf, InputFile(text), OutputFile(made))
        if made.is_file():
            return True, Message("LibreOffice converted a page.")
    return False, Message("LibreOffice converted no page.")


def _meaning(encoder: Encoder) -> Outcome:
    texts = ["The officer searched the car.", "The will was signed by two witnesses."]
    near, far = encoder.encode_passages(texts)
    query = encoder.encode_query("search of an automobile by police")
    if float(query @ near) > float(query @ far):
        return True, Message("The model {name} answers sensibly.", name=encoder.name)
    return False, Message("The model {name} gives nonsense.", name=encoder.name)


def model_files_check(shipped: Callable[[], Path]) -> Outcome:
    """Compare the files of the shipped model with their list. Raises NotReadable, and BriefBankError where
    the model is missing."""
    wrong = model_files.differing(model_files.hashes(shipped()), model_files.shipped_list())
    if wrong:
        return False, Message(
            "Files of the model that comes with BriefBank were changed: {wrong}. Install BriefBank again.",
            wrong=wrong,
        )
    return True, Message("The files of the model that comes with BriefBank are what they were.")


def local_model_check(model: LocalModelManager | None) -> Outcome:
    """Load the chosen model and ask it one question. Raises ModelRefused and ModelFault."""
    if model is None:
        return True, Message("None is chosen. Summaries are made of the documents’ own sentences.")
    generator = model.if_ready()
    if generator is None:
        return False, model.trouble()
    if generator.ask(QUESTION).ending is Ending.COMPLETE:
        return True, Message("{name} was loaded and answered.", name=generator.name)
    return False, Message(
        "{name} gave no whole answer. Try it out in Settings, or choose another.", name=generator.name
    )


_WIDTH = 78  # The length of a line in characters, which fits on a printed page
_NETWORK = "Network: "
_HELD: dict[str, str] = {
    "kernel": "BriefBank’s own code and the Linux kernel, for native code and for every program it starts.",
    "interpreter": "BriefBank’s own code alone. On this system other code is held back by the firewall only.",
    "off": "Nothing. The network was not refused while this test ran.",
}
_LIMITS = (
    "The test shows what BriefBank and what it starts could do on this computer at that moment. It does not "
    "show what other programs do, the system’s viewer for PDF files, backup and synchronising services "
    "included, or what people with access to this computer do. It cannot find a change that somebody with "
    "the rights of this user made to BriefBank and to this test alike. Services of this computer that answer "
    "at local sockets, as the desktop does, are not cut off."
)


def report(results: Sequence[CheckResult], tested: datetime, notes: Sequence[str] = ()) -> str:
    """Return the text, in lines of at most 78 characters where words allow it.

    ``tested``: when, with a time zone. ``notes``: sentences that are neither passed nor failed, for instance
    on the encryption of the disk.
    """
    network = [result for result in results if result.name.startswith(_NETWORK)]
    parts = [result for result in results if not result.name.startswith(_NETWORK)]
    failed = sum(not result.passed for result in results)
    verdict = f"{failed} of {len(results)} checks failed." if failed else "Every check passed."
    if any(result.remark for result in parts):
        verdict += " What is only noted is said below."
    made = f"{format_date(tested.date())}, {tested:%H:%M:%S} (UTC{tested:%z})"
    system = f"{platform.system()} {platform.release()}, {platform.machine()}"
    paragraphs = [
        "BriefBank self-test",
        f"{made}\nBriefBank {__version__}\n{system}",
        verdict,
        "CONNECTIONS THAT WERE TRIED, AND HAD TO BE REFUSED",
        "\n".join(_line(result, "Refused", "NOT REFUSED") for result in network),
        f"Held back by: {_HELD[guard.level()]}",
        "THE OTHER PARTS",
        "\n".join(_line(result, "Passed", "FAILED") for result in parts),
        *(["FOR THE FILE", "\n".join(notes)] if notes else []),
        "WHAT THIS TEST DOES NOT SHOW",
        _LIMITS,
    ]
    return "\n\n".join(_wrapped(paragraph) for paragraph in paragraphs) + "\n"


def _line(result: CheckResult, passed: str, failed: str) -> str:
    """Return how one check ended. The detail of a refused connection says no more than that."""
    end = failed if not result.passed else "Noted" if result.remark else passed
    name = result.name.removeprefix(_NETWORK)
    return f"{name}: {end}" if end == "Refused" else f"{name}: {end}. {result.detail}"


def _wrapped(paragraph: str) -> str:
    wrapper = textwrap.TextWrapper(_WIDTH, subsequent_indent="  ", break_long_words=False)
    return "\n".join(wrapper.fill(line) for line in paragraph.splitlines())
