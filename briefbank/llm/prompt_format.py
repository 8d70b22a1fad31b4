"""Puts a question to a model in the form that it was trained on: its own chat template, in tokens.

Text of a brief is data. A template is filled in with placeholders and cut at them, and only its own parts are
tokenized with special tokens such as "<|im_end|>". A message's text is tokenized as plain text, so that a
brief that contains a special token neither ends its turn nor begins another.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Iterator
from typing import Any

from briefbank.domain.local_models import Message
from briefbank.errors import ModelRefused, TooLong

_INSTRUCTIONS, _DATA = "BRIEFBANKINSTRUCTIONSSTANDHERE", "BRIEFBANKDATASTANDHERE"
"""Placeholders of letters only, so that no template changes them."""
_PARTS = re.compile(f"({_INSTRUCTIONS}|{_DATA})")
_PLAIN = f"### Instruction:\n{_INSTRUCTIONS}\n\n### Input:\n{_DATA}\n\n### Response:\n"
"""The prompt for a model without a template: the form of Alpaca's data, which many were trained on
(https://github.com/tatsu-lab/stanford_alpaca)."""
_ANY_DAY = datetime.date(2024, 7, 26)
"""A fixed day for templates that name today's date: the same question has the same answer on every day."""
_MOST_CHARACTERS_A_TOKEN = 40
"""Characters for each token that fits; a longer text is refused without counting its tokens."""
_WORD = re.compile(r"\w")

NOT_UNDERSTOOD = "How instructions are put to this model could not be understood."


class PromptFormat:
    """The prompt format of one loaded model, in its process."""

    def __init__(self, llama: Any) -> None:
        """Raises ModelRefused for a template that cannot be understood or leaves out what it is given."""
        self._llama = llama
        template = llama.metadata.get("tokenizer.chat_template", "")
        self._parts = _PARTS.split(_rendered(llama, template) if template else _PLAIN)
        self._begins = [llama.token_bos()] if not template and llama._model.add_bos_token() else []
        self._special_tokens = self._find_special_tokens()

    def tokens(self, message: Message) -> list[int]:
        """Return the whole prompt. Raises TooLong where no room is left for an answer."""
        room = self._llama.n_ctx()
        if len(message.instructions) + len(message.data) > room * _MOST_CHARACTERS_A_TOKEN:
            raise TooLong(detail="by characters")
        tokens = [*self._begins, *self._part_tokens(message)]
        if len(tokens) >= room:
            raise TooLong(detail=f"{len(tokens)} of {room} tokens")
        return tokens

    def _part_tokens(self, message: Message) -> Iterator[int]:
        for part in self._parts:
            if part == _INSTRUCTIONS:
                yield from self._plain_tokens(message.instructions)
            elif part == _DATA:
                yield from self._plain_tokens(message.data)
            elif part:
                yield from self._llama.tokenize(part.encode(), add_bos=False, special=True)

    def _plain_tokens(self, text: str) -> Iterator[int]:
        """Tokenize plain text. Some files mark special tokens as user-defined words, which llama.cpp finds in
        any text: such a token is spelt out, letter by letter."""
        for token in self._llama.tokenize(text.encode("utf-8", "replace"), add_bos=False, special=False):
            if token in self._special_tokens:
                for letter in self._llama._model.token_get_text(token):
                    yield from self._llama.tokenize(letter.encode(), add_bos=False, special=False)
            else:
                yield token

    def _find_special_tokens(self) -> frozenset[int]:
        """Return those of the template's tokens that stand for more than their letters, and the tokens that
        end an answer."""
        import llama_cpp

        model, ends = self._llama._model, {self._llama.token_eos(), self._llama._model.token_eot()}
        used = {
            token
            for part in self._parts
            for token in self._llama.tokenize(part.encode(), add_bos=False, special=True)
        }
        special = (
            llama_cpp.LLAMA_TOKEN_ATTR_CONTROL
            | llama_cpp.LLAMA_TOKEN_ATTR_UNKNOWN
            | llama_cpp.LLAMA_TOKEN_ATTR_USER_DEFINED
        )
        named = {
            each
            for each in used
            if model.token_get_attr(each) & special and _WORD.search(model.token_get_text(each))
        }
        return frozenset((named | ends) - {-1})


def _rendered(llama: Any, template: str) -> str:
    """Return the template filled in with the placeholders; instructions go into the user's turn where the
    model has no system turn for them."""
    from llama_cpp.llama_chat_format import Jinja2ChatFormatter

    formatter = Jinja2ChatFormatter(
        template, _text(llama, llama.token_eos()), _text(llama, llama.token_bos())
    )
    formatter.strftime_now = _ANY_DAY.strftime
    apart = [{"role": "system", "content": _INSTRUCTIONS}, {"role": "user", "content": _DATA}]
    together = [{"role": "user", "content": f"{_INSTRUCTIONS}\n\n{_DATA}"}]
    for turns in (apart, together):
        prompt = _fill_in(formatter, turns)
        if _INSTRUCTIONS in prompt and _DATA in prompt:
            return prompt
    raise ModelRefused(NOT_UNDERSTOOD, detail="its template leaves text out")


def _fill_in(formatter: Callable[..., Any], turns: list[dict[str, str]]) -> str:
    """Return the filled-in template; empty where it refuses these turns, calls itself without end or asks for
    more memory than there is. It runs in Jinja's sandbox, in this child. Its output need not be valid text in
    any encoding."""
    from jinja2.exceptions import TemplateError

    try:
        prompt = str(formatter(messages=turns, enable_thinking=False).prompt)
    except (
        *(TemplateError, RuntimeError, MemoryError),
        *(ValueError, TypeError, ArithmeticError, LookupError, AttributeError),
    ):
        return ""
    return prompt.encode("utf-8", "replace").decode("utf-8")


def _text(llama: Any, token: int) -> str:
    return "" if token == -1 else str(llama._model.token_get_text(token))
