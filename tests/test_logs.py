"""Tests that the log says what failed and where, and never has content, queries or names."""

import logging
import subprocess
import sys
from logging.handlers import RotatingFileHandler
from pathlib import Path

import pytest

from briefbank import logs
from briefbank.errors import ChildMistake, Damaged, StoreFull

SECRET = "State v. Zyxwvut, /home/zyxwvut/brief.pdf"


@pytest.fixture
def log(home: Path) -> Path:
    return logs.start()


def test_only_this_user_can_read_the_log(log: Path, home: Path) -> None:
    logging.getLogger("briefbank.test").info("started")
    assert "INFO" in log.read_text() and "briefbank.test: started" in log.read_text()
    assert log.stat().st_mode & 0o777 == 0o600
    assert log.parent.stat().st_mode & 0o777 == 0o700


def test_an_exception_leaves_class_detail_and_frames_and_no_message(log: Path) -> None:
    def inner() -> None:
        raise ValueError(SECRET)

    try:
        try:
            inner()
        except ValueError as error:
            raise StoreFull(SECRET, SECRET, detail="errno 28") from error
    except StoreFull:
        logging.getLogger("briefbank.test").exception("intake stopped")
    text = log.read_text()
    assert "briefbank.errors.StoreFull [errno 28]" in text
    assert "caused by ValueError" in text
    assert "tests/test_logs.py:" in text and " inner" in text
    assert "Zyxwvut" not in text and "zyxwvut" not in text


def test_exceptions_and_paths_as_arguments_are_reduced(log: Path) -> None:
    ours = logging.getLogger("briefbank.test")
    ours.warning("refused: %s %s", Damaged(SECRET, detail="xref"), Path(SECRET))
    ours.warning("refused: %(error)s", {"error": OSError(2, SECRET)})
    text = log.read_text()
    assert "briefbank.errors.Damaged [xref] (path)" in text
    assert "FileNotFoundError [errno 2]" in text
    assert "yxwvut" not in text


def test_a_mistake_in_a_child_is_logged_with_its_class_and_place(log: Path) -> None:
    logging.getLogger("briefbank.test").error("fault", exc_info=ChildMistake("KeyError at pdf.py:12"))
    assert "briefbank.errors.ChildMistake [KeyError at pdf.py:12]" in log.read_text()


def test_other_programs_messages_are_not_written(log: Path) -> None:
    for name in ("eyecite.tokenizers", "pdfminer.psparser", "lance", "anything"):
        logging.getLogger(name).warning("parsed %s", SECRET)
        logging.getLogger(name).info("parsed %s", SECRET)
        logging.getLogger(name).error(SECRET, stack_info=True, exc_info=ValueError(SECRET))
    text = log.read_text()
    assert "yxwvut" not in text
    assert "lance: (at test_logs.py:" in text
    assert "eyecite" not in text and "INFO" not in text


def test_a_message_that_cannot_be_formatted_is_not_printed(
    log: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    logging.getLogger("briefbank.test").warning("%d passages", SECRET)
    assert "yxwvut" not in capsys.readouterr().err + log.read_text()


def test_exceptions_that_caused_each_other_in_a_circle_end(log: Path) -> None:
    one, two = ValueError(), KeyError()
    one.__cause__, two.__cause__ = two, one
    assert logs.describe(one) == "ValueError\ncaused by KeyError"


def test_the_log_is_cut_and_every_part_stays_private(log: Path) -> None:
    (handler,) = [h for h in logging.getLogger().handlers if isinstance(h, RotatingFileHandler)]
    handler.maxBytes = 2000
    for number in range(200):
        logging.getLogger("briefbank.test").info("document %d was read", number)
    parts = sorted(log.parent.iterdir())
    assert len(parts) == 4
    assert all(part.stat().st_mode & 0o777 == 0o600 and part.stat().st_size <= 2000 for part in parts)


def test_a_log_folder_that_cannot_be_made_stops_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    program = (
        "import logging, sys; from pathlib import Path; from briefbank import logs\n"
        "logs.start(Path(sys.argv[1])); logging.getLogger('briefbank').error('fine'); print('went on')"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path / "file" / "logs")], capture_output=True, text=True
    )
    assert (done.stdout.strip(), done.stderr) == ("went on", "")


def test_a_child_that_only_silences_prints_nothing_of_a_citation() -> None:
    program = (
        "import logging; from briefbank import logs; logs.silence()\n"
        "logging.getLogger('eyecite.find').warning('Doe v. Roe')"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
