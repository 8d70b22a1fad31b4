"""What is wrong with a model, the moment, the computer or an answer, in sentences for a person."""

from __future__ import annotations

import signal

from briefbank.errors import ModelRefused
from briefbank.text.messages import Message

DAMAGED = Message("This model’s file is damaged.")
FETCH_AGAIN = Message("Copy or fetch it again, whole, and choose it again.")
NOT_OPENED = Message("The model’s file could not be opened.")
LOOK_FOR_IT = Message("Check that it still exists and that you may read it.")
NOT_INSTALLED = Message("What runs local models is not installed.")
SET_UP_AGAIN = Message(
    "Set BriefBank up again on a computer that has a C++ compiler: that adds it. Everything else works "
    "without."
)
DOES_NOT_START = Message("What runs local models does not start on this computer.")
BUILD_AGAIN = Message(
    "Set BriefBank up again on this computer: that builds it anew. Everything else works without."
)
NOT_UNDERSTOOD = Message("How instructions are put to this model could not be understood.")

STOPPED = Message("The local model stopped before it had answered.")
TOO_LONG = Message("The local model took too long to answer.")
TOO_MUCH = Message("The text is longer than the local model can look at.")
UNFINISHED = Message("The local model did not come to an end.")
OTHER_FORM = Message("The local model’s answer was not of the form that was asked for.")
NOTHING_LEFT = Message("The local model wrote nothing about your question that could be searched for.")


class NoHelp(Exception):
    """Raised when a model's answer is of no use; ``message`` says why."""

    def __init__(self, message: Message) -> None:
        self.message = message
        super().__init__(message)


class TookTooLong(NoHelp):
    """Raised when a model did not finish within the question's time limit."""


class NotNow(ModelRefused):
    """Raised when the model can be used, but not just now: loading is tried again at the next question."""


class ModelShortOfMemory(NotNow):
    """Raised when other programs take the memory that the model needs."""

    default_title = Message("There was not enough memory to load the model.")
    default_remedy = Message("Close other programs and try again, or choose a smaller model.")


class Unloadable(ModelRefused):
    """Raised when llama.cpp fails to load without saying why: the file is bad, or memory was short."""

    default_title = DAMAGED
    default_remedy = FETCH_AGAIN


_CRASHES = frozenset(
    -int(getattr(signal, name))
    for name in ("SIGSEGV", "SIGABRT", "SIGBUS", "SIGILL", "SIGFPE")
    if hasattr(signal, name)
)
_LARGEST_CHOSEN = 255
"""The largest exit code that a program gives itself; Windows' own codes are larger."""
OTHER_PROCESSOR = frozenset({-int(signal.SIGILL), 0xC000001D})
"""Exit codes for instructions that this processor does not have: the native code was built elsewhere."""


def crashed(exit_code: int | None) -> bool:
    """Tell whether a process with this exit code, negative for a signal, crashed by itself. False where a
    person or the system, for want of memory, ended it, and where that is not known."""
    return exit_code is not None and (exit_code in _CRASHES or exit_code > _LARGEST_CHOSEN)
