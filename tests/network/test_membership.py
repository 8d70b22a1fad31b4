"""What may connect: addresses, invitations and certificates that were renewed."""

from __future__ import annotations

import hashlib
import json
import ssl
from collections.abc import Callable
from pathlib import Path

import pytest
from cryptography.x509 import load_pem_x509_certificate

from briefbank.errors import WrongInvitation
from briefbank.network.address import Address, BadAddress, parse_address, permit
from briefbank.network.membership import Invitation, read_invitation, write_invitation
from briefbank.network.succession import MOST, follows
from briefbank.office import certificates
from briefbank.office.certificates import CertificateUnusable, Certified, is_good, make, renew


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("http://192.168.1.20:8000/v1", Address("http", "192.168.1.20", 8000, "/v1")),
        (" https://ocr.office.example/ ", Address("https", "ocr.office.example", 443, "")),
        ("http://localhost", Address("http", "localhost", 80, "")),
        ("http://[::1]:8000/v1/", Address("http", "::1", 8000, "/v1")),
    ],
)
def test_addresses_are_understood(text: str, address: Address) -> None:
    assert parse_address(text) == address


@pytest.mark.parametrize(
    "text",
    [
        "192.168.1.20:8000",
        "ftp://office/v1",
        "http://user:secret@office/v1",
        "http://user@office/v1",
        "http:///v1",
        "http://office/v1?key=1",
        "http://office/v1#a",
        "http://office:0/v1",
        "http://office:99999/v1",
        "http://[::1/v1",
        "http://off ice/v1",
        "http://оffice/v1",
        "http://office/\r\nX: y",
    ],
)
def test_an_invalid_address_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(BadAddress) as caught:
        parse_address(text)
    assert "cannot be used" in caught.value.title and "http://192.168.1.20:8000/v1" in caught.value.remedy
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize("number", ["127.0.0.1", "10.1.2.3", "192.168.0.9", "::1", "fd00::1"])
def test_within_the_office_pages_may_travel_unencrypted(number: str) -> None:
    permit(parse_address("http://office/v1"), number)


def test_beyond_it_they_may_not() -> None:
    with pytest.raises(BadAddress, match="https"):
        permit(parse_address("http://office/v1"), "8.8.8.8")
    permit(parse_address("https://office/v1"), "8.8.8.8")


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


def pin_of(certified: Certified) -> str:
    return hashlib.sha256(ssl.PEM_cert_to_DER_cert(certified.certificate.decode())).hexdigest()


def is_known_by(certified: Certified, known: Certified) -> bool:
    return follows(load_pem_x509_certificate(certified.certificate), pin_of(known))


def test_a_certificate_is_known_by_each_one_before_it_up_to_the_limit() -> None:
    chain = [make("server")]
    for _ in range(MOST + 1):
        chain.append(make("server", before=chain[-1]))
    assert [is_known_by(chain[-1], known) for known in chain] == [False, *[True] * MOST, False]
    assert not is_known_by(chain[0], chain[-1])


def test_a_certificate_is_not_known_through_another_server_or_the_key_of_somebody_else() -> None:
    own, other = make("server"), make("server")
    assert not is_known_by(make("server"), own)
    assert not is_known_by(make("server", before=other), own)
    assert not is_known_by(make("server", before=Certified(own.certificate, other.key)), own)


def renewed_pair(folder: Path) -> tuple[Path, Path]:
    """Return the files of a certificate and its key."""
    files = folder / "certificate.pem", folder / "key.pem"
    assert not renew(*files, "server")
    return files


def test_a_certificate_with_a_foreign_key_is_not_renewed(tmp_path: Path) -> None:
    certificate, key = renewed_pair(tmp_path)
    key.write_bytes(make("server").key)
    before = certificate.read_bytes(), key.read_bytes()
    with pytest.raises(CertificateUnusable):
        renew(certificate, key, "server")
    assert (certificate.read_bytes(), key.read_bytes()) == before


@pytest.mark.parametrize("steps", range(4))
def test_a_renewal_that_stops_leaves_a_pair_that_belongs_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, steps: int
) -> None:
    certificate, key = renewed_pair(tmp_path)
    done = []

    def stopping(step: Callable[..., None]) -> Callable[..., None]:
        def stop(*values: object) -> None:
            if len(done) == steps:
                raise KeyboardInterrupt
            done.append(values)
            step(*values)

        return stop

    with monkeypatch.context() as patch:
        for name in ("write_atomically", "publish_file"):
            patch.setattr(certificates, name, stopping(getattr(certificates, name)))
        with pytest.raises(KeyboardInterrupt):
            renew(certificate, key, "server")
    assert is_good(certificate, key)
    assert renew(certificate, key, "server") and is_good(certificate, key)
    assert {path.name for path in tmp_path.iterdir()} == {"certificate.pem", "key.pem"}
