"""How the office's directory of persons (LDAP) is reached and asked."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlsplit

from briefbank.errors import BriefBankError
from briefbank.text.messages import Message

NAME = "{name}"
"""The place of a person's name in the template of a DN."""
AWAY, READER_REFUSED, OTHER_DIRECTORY = "away", "reader refused", "other certificate"
"""Failures of the directory worker; others are names for the log."""
_PORTS = {"ldaps": 636, "ldap": 389}


class BadDirectory(BriefBankError):
    """Raised when the settings of the directory cannot be used."""

    default_title = Message("The settings of the office’s directory cannot be used.")
    default_remedy = Message("Correct them, and give the command again.")


@dataclass(frozen=True, slots=True)
class DirectoryAccess:
    """The settings of a directory. Passwords travel encrypted or not at all."""

    address: str
    """'ldaps://host:port', or 'ldap://host:port', where encryption begins before anything is asked
    (StartTLS)."""
    persons: str
    """The DN below which persons are looked for, or the template of a person's DN, which holds NAME."""
    groups: str
    """The DN below which the groups are that count."""
    name_attribute: str = "uid"
    """The attribute with the name that a person types; Active Directory has sAMAccountName."""
    reader: str = ""
    """The DN of the account that looks for persons; may be empty where ``persons`` is a template."""

    @property
    def is_encrypted_from_the_start(self) -> bool:
        return self.address.startswith("ldaps:")

    @property
    def has_template(self) -> bool:
        return NAME in self.persons

    def place(self) -> tuple[str, int]:
        """Return host and port. Raises BadDirectory."""
        try:
            parts = urlsplit(self.address)
            port = parts.port
        except ValueError as error:
            raise BadDirectory(detail="not an address") from error
        extras = parts.path.strip("/") or parts.query or parts.fragment or parts.username or parts.password
        if parts.scheme not in _PORTS or not parts.hostname or extras or port == 0:
            raise BadDirectory(
                Message("The address of the office’s directory cannot be used."),
                Message(
                    "Write it like ldaps://directory.office.lan, or ldap:// for one that encrypts by "
                    "StartTLS."
                ),
            )
        return parts.hostname, port or _PORTS[parts.scheme]

    def check(self) -> None:
        """Raise BadDirectory, which says what is wrong, where the settings do not fit together."""
        self.place()
        if not self.persons or not self.groups:
            raise BadDirectory(
                Message("BriefBank needs to know where the directory keeps persons and groups."),
                Message("Add --persons and --groups, such as --persons ou=people,dc=office,dc=org."),
            )
        if not self.reader and not self.has_template:
            raise BadDirectory(
                Message("BriefBank cannot look for persons without an account that may read the directory."),
                Message(
                    "Add --reader with its DN, or write --persons like "
                    "uid={placeholder},ou=people,dc=office,dc=org.",
                    placeholder=NAME,
                ),
            )
        if not self.name_attribute.replace("-", "").isalnum():
            raise BadDirectory(Message("--name-attribute must be the name of an attribute, such as uid."))


@dataclass(frozen=True, slots=True)
class DirectoryStart:
    """The first message to the directory worker."""

    access: DirectoryAccess
    password: str
    """The password of the account that looks for persons."""
    authority: str
    """The certificate in PEM of whoever vouches for the directory's; empty for the system's own list."""


@dataclass(frozen=True, slots=True)
class DirectoryRequest:
    """A request to the directory worker for the person with a name, with their password where they sign
    in."""

    seconds: float
    """The time limit."""
    name: str
    password: str | None = None


@dataclass(frozen=True, slots=True)
class DirectoryPerson:
    """A person as the directory has them."""

    name: str
    """The name as it stands in the directory, however it was typed."""
    groups: tuple[str, ...]
    """The DNs of their groups."""


@dataclass(frozen=True, slots=True)
class DirectoryReply:
    """The person; None for a wrong password, an unknown or disabled name, and where there is a failure."""

    person: DirectoryPerson | None = None
    failure: str = ""
