"""Refusals of the moment, and one that needs a second look before a file is blamed."""

from __future__ import annotations

from briefbank.errors import ModelRefused
from briefbank.llm.header import DAMAGED, FETCH_AGAIN


class NotNow(ModelRefused):
    """Raised when the model can be used, but not just now: loading is tried again at the next question."""


class ModelShortOfMemory(NotNow):
    """Raised when other programs take the memory that the model needs."""

    default_title = "There was not enough memory to load the model."
    default_remedy = "Close other programs and try again, or choose a smaller model."


class Unloadable(ModelRefused):
    """Raised when llama.cpp fails to load without saying why: the file is bad, or memory was short."""

    default_title = DAMAGED
    default_remedy = FETCH_AGAIN
