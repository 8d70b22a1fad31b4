"""Tests that a renewed certificate is accepted through the one before, and by nothing else."""

from __future__ import annotations

import hashlib
import ssl
from collections.abc import Callable
from pathlib import Path

import pytest
from cryptography.x509 import load_pem_x509_certificate

from briefbank.network.succession import MOST, follows
from briefbank.office import certificates
from briefbank.office.certificates import CertificateUnusable, Certified, is_good, make, renew


def pin_of(certified: Certified) -> str:
    return hashlib.sha256(ssl.PEM_cert_to_DER_cert(certified.certificate.decode())).hexdigest()


def is_known_by(certified: Certified, known: Certified) -> bool:
    return follows(load_pem_x509_certificate(certified.certificate), pin_of(known))


def test_a_certificate_is_known_by_each_one_before_it() -> None:
    chain = [make("server")]
    for _ in range(3):
        chain.append(make("server", before=chain[-1]))
    assert [is_known_by(chain[-1], known) for known in chain] == [True, True, True, False]
    assert not is_known_by(chain[0], chain[-1])


def test_a_certificate_is_not_accepted_through_another_server_or_itself() -> None:
    own, other = make("server"), make("server")
    assert not is_known_by(make("server"), own)
    assert not is_known_by(make("server", before=other), own)


def test_a_certificate_with_the_key_of_somebody_else_is_not_known() -> None:
    """The one before vouches with another key than its own."""
    own, thief = make("server"), make("server")
    assert not is_known_by(make("server", before=Certified(own.certificate, thief.key)), own)


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


@pytest.mark.parametrize("renewals", [MOST, MOST + 1])
def test_only_so_many_renewals_are_followed(renewals: int) -> None:
    first = newest = make("server")
    for _ in range(renewals):
        newest = make("server", before=newest)
    assert is_known_by(newest, first) is (renewals == MOST)
