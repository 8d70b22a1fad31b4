"""An address shows what it hides, and only addresses of the web and of mail can be taken along."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.text.characters import escape_hidden
from ui.features.reader.link_dialog import clipboard_text, host_name, is_disguised


@pytest.mark.parametrize(
    ("address", "shown", "name", "disguised"),
    [
        ("https://courts.example/a?b=1", "https://courts.example/a?b=1", "courts.example", False),
        (
            "https://courts.example@evil.example/",
            "https://courts.example@evil.example/",
            "evil.example",
            True,
        ),
        ("https://xn--80ak6aa92e.com/", "https://xn--80ak6aa92e.com/", "xn--80ak6aa92e.com", True),
        ("https://аррӏе.com/", "https://аррӏе.com/", "xn--80ak6aa92e.com", True),
        ("https://a.example/\u202efdp.exe", "https://a.example/⟨U+202E⟩fdp.exe", "a.example", True),
        ("https://a\u200b.example/", "https://a⟨U+200B⟩.example/", "a.example", True),
        ("https://[bad", "https://[bad", "", True),
        ("mailto:clerk@courts.example", "mailto:clerk@courts.example", "", False),
    ],
)
def test_an_address_is_shown_with_what_it_hides(address: str, shown: str, name: str, disguised: bool) -> None:
    assert (escape_hidden(address), host_name(address), is_disguised(address)) == (shown, name, disguised)


@pytest.mark.parametrize(
    "address", ["javascript:alert(1)", "file:///etc/passwd", "smb://host/x", "", "data:text/html,x", "x"]
)
def test_nothing_but_web_and_mail_addresses_is_copied(address: str) -> None:
    assert clipboard_text(address) == ""


@given(st.text(max_size=80))
def test_what_is_copied_or_shown_hides_nothing(rest: str) -> None:
    taken = clipboard_text(f"https://courts.example/{rest}")
    assert taken.startswith("https://courts.example/")
    assert taken.isprintable() and " " not in taken and escape_hidden(taken) == taken
    assert escape_hidden(escape_hidden(rest)) == escape_hidden(rest)
