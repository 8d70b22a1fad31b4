"""A directory of persons: Debian's slapd in a folder of its own, on loopback."""

from __future__ import annotations

import datetime
import ipaddress
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import ldap3
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

HERE = "127.0.0.1"
SLAPD, SLAPADD = "/usr/sbin/slapd", "/usr/sbin/slapadd"
BASE = "dc=office,dc=org"
PEOPLE, GROUPS, READER = f"ou=people,{BASE}", f"ou=groups,{BASE}", f"cn=reader,{BASE}"
READER_PASSWORD, ADA_PASSWORD = "reading account", "the analytical engine"
_ROOT, _ROOT_PASSWORD = f"cn=root,{BASE}", "root of all"
_FEW_WORDS = "16384"  # The log level at which slapd says that it starts, and little else
_CONFIG = """
include /etc/ldap/schema/core.schema
include /etc/ldap/schema/cosine.schema
include /etc/ldap/schema/inetorgperson.schema
include /etc/ldap/schema/nis.schema
modulepath /usr/lib/ldap
moduleload back_mdb
TLSCertificateFile {folder}/own.pem
TLSCertificateKeyFile {folder}/own.key
pidfile {folder}/pid
database mdb
maxsize 10485760
suffix "{base}"
rootdn "{root}"
rootpw "{root_password}"
directory {folder}/data
access to attrs=userPassword by anonymous auth by * none
access to * by dn="{reader}" read by self read by users read by * none
"""
_ENTRIES = """
dn: {base}
objectClass: domain
dc: office

dn: {people}
objectClass: organizationalUnit
ou: people

dn: {groups}
objectClass: organizationalUnit
ou: groups

dn: {reader}
objectClass: person
cn: reader
sn: reader
userPassword: {reader_password}

dn: uid=ada,{people}
objectClass: inetOrgPerson
uid: ada
cn: Ada Lovelace
sn: Lovelace
userPassword: {ada_password}

dn: uid=bob,{people}
objectClass: inetOrgPerson
uid: bob
cn: Bob
sn: Bob
userPassword: {ada_password}

dn: cn=Defenders,{groups}
objectClass: groupOfNames
cn: Defenders
member: uid=ada,{people}

dn: cn=appeals,{groups}
objectClass: posixGroup
cn: appeals
gidNumber: 7
memberUid: ada

dn: ou=elsewhere,{people}
objectClass: referral
objectClass: extensibleObject
ou: elsewhere
ref: ldap://127.0.0.1:{trap}/ou=elsewhere,{base}
"""


@dataclass
class Slapd:
    """A directory that runs."""

    folder: Path
    port: int
    tls_port: int
    process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"ldaps://{HERE}:{self.tls_port}"

    @property
    def start_tls_address(self) -> str:
        return f"ldap://{HERE}:{self.port}"

    @property
    def authority(self) -> str:
        """The certificate of the issuer, which is self-signed."""
        return (self.folder / "own.pem").read_text()

    def start(self) -> None:
        urls = f"{self.address} {self.start_tls_address}"
        command = [SLAPD, "-f", str(self.folder / "slapd.conf"), "-h", urls, "-d", _FEW_WORDS]
        with (self.folder / "slapd.log").open("w") as log:  # a pipe that nobody reads would stop it when full
            self.process = subprocess.Popen(command, stderr=log)
        while not self._listens():
            assert self.process.poll() is None, (self.folder / "slapd.log").read_text()

    def _listens(self) -> bool:
        with socket.socket() as one, socket.socket() as other:
            return not one.connect_ex((HERE, self.port)) and not other.connect_ex((HERE, self.tls_port))

    def stop(self) -> None:
        """End it, if it runs."""
        if self.process is not None:
            self.process.terminate()
            self.process.wait(20)
            self.process = None

    def change(self, dn: str, attribute: str, operation: str, values: list[str]) -> None:
        """Change an attribute, as the office's administrator does."""
        with self._as_root() as root:
            assert root.modify(dn, {attribute: [(operation, values)]}), root.result

    def add_group(self, name: str, member: str) -> None:
        with self._as_root() as root:
            values = {"cn": name, "member": [member]}
            assert root.add(f"cn={name},{GROUPS}", "groupOfNames", values), root.result

    def remove(self, dn: str) -> None:
        with self._as_root() as root:
            assert root.delete(dn), root.result

    @contextmanager
    def _as_root(self) -> Iterator[ldap3.Connection]:
        server = ldap3.Server(HERE, self.port, get_info=ldap3.NONE)
        connection = ldap3.Connection(server, _ROOT, _ROOT_PASSWORD, auto_bind=True)
        try:
            yield connection
        finally:
            connection.unbind()


@contextmanager
def running(folder: Path, *, trap: int = 9, certified: str = HERE, days: int = 1) -> Iterator[Slapd]:
    """A directory with Ada and Bob, and a referral to the port ``trap``. Its certificate is for a number, and
    good for some days."""
    assert Path(SLAPD).exists(), "slapd is not installed: see installer/packages-debian-test.txt"
    (folder / "data").mkdir(parents=True)
    write_certificate(folder / "own.pem", folder / "own.key", certified, days=days)
    places = {"base": BASE, "people": PEOPLE, "groups": GROUPS, "reader": READER}
    config = _CONFIG.format(folder=folder, root=_ROOT, root_password=_ROOT_PASSWORD, **places)
    (folder / "slapd.conf").write_text(config)
    passwords = {"reader_password": READER_PASSWORD, "ada_password": ADA_PASSWORD}
    entries = _ENTRIES.format(trap=trap, **passwords, **places)
    command = [SLAPADD, "-f", str(folder / "slapd.conf")]
    subprocess.run(command, input=entries, text=True, check=True, capture_output=True)
    directory = Slapd(folder, free_port(), free_port())
    directory.start()
    try:
        yield directory
    finally:
        directory.stop()


def free_port() -> int:
    with socket.socket() as free:
        free.bind((HERE, 0))
        return int(free.getsockname()[1])


def write_certificate(certificate: Path, key: Path, host: str = HERE, *, days: int = 1) -> None:
    """Write a certificate for a number that ends in some days, or ended, and its key."""
    secret, name = (
        ec.generate_private_key(ec.SECP256R1()),
        x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, host)]),
    )
    now, day = datetime.datetime.now(datetime.UTC), datetime.timedelta(days=1)
    names = x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address(host))])
    self_signed = (
        x509.CertificateBuilder(
            name, name, secret.public_key(), x509.random_serial_number(), now - 9 * day, now + days * day
        )
        .add_extension(names, critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(secret, hashes.SHA256())
    )
    key.write_bytes(secret.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    certificate.write_bytes(self_signed.public_bytes(Encoding.PEM))
