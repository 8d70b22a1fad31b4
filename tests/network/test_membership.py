"""Tests of invitations to an office's library."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from briefbank.errors import WrongInvitation
from briefbank.network.membership import Invitation, read_invitation, write_invitation

INVITATION = Invitation("https://office.lan:8443", "a" * 64, "c" * 24, "Défense publique")


def test_an_invitation_says_what_was_written(tmp_path: Path) -> None:
    (tmp_path / "invitation.json").write_bytes(write_invitation(INVITATION))
    assert read_invitation(tmp_path / "invitation.json") == INVITATION


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"%PDF-1.7",
        b"[" * 10_000,
        write_invitation(INVITATION).decode().encode("latin-1"),
        *(
            json.dumps(json.loads(write_invitation(INVITATION)) | changed).encode()
            for changed in (
                {"file": "another"},
                {"address": "http://office.lan:8443"},
                {"address": "https://ada:secret@office.lan"},
                {"pin": "A" * 64},
                {"code": "short"},
                {"code": "c" * 24 + "\n"},
                {"office": "Two\nlines"},
                {"office": 7},
            )
        ),
    ],
)
def test_any_other_file_is_no_invitation(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "invitation.json").write_bytes(content)
    with pytest.raises(WrongInvitation):
        read_invitation(tmp_path / "invitation.json")
