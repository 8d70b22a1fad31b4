"""Persons of the office's directory, a real slapd, sign in beside those of the server's own list."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path

import ldap3
import pytest

from briefbank.domain.office import OfficeRole, Person
from briefbank.errors import (
    AccountRefused,
    DirectoryAway,
    InNoGroup,
    NotInLibrary,
    NotSignedIn,
    SignInLocked,
    SignInRefused,
)
from briefbank.office import accounts as accounts_module
from briefbank.office import directory as directory_module
from briefbank.office.accounts import Accounts, Directory
from briefbank.office.directory import DirectoryClient, DirectoryPerson
from briefbank.office.server_settings import DirectoryAccess
from tests.database_files import content
from tests.network.programs import need_a_network
from tests.office import slapd
from tests.office.slapd import ADA_PASSWORD, GROUPS, PEOPLE, READER, READER_PASSWORD, Slapd

OWN_PASSWORD = "correct horse battery"
DEFENDERS, APPEALS = f"cn=defenders,{GROUPS}", f"cn=appeals,{GROUPS}"
AT_ONCE = timedelta(0)


@dataclass
class CountingFinder:
    """A directory's client that counts how often it is asked."""

    client: DirectoryClient
    asked: list[str] = field(default_factory=list)

    @property
    def can_look_up(self) -> bool:
        return self.client.can_look_up

    def sign_in(self, untrusted_name: str, password: str) -> DirectoryPerson | None:
        self.asked.append(untrusted_name)
        return self.client.sign_in(untrusted_name, password)

    def look_up(self, name: str) -> DirectoryPerson | None:
        self.asked.append(name)
        return self.client.look_up(name)


@dataclass
class Client:
    """The accounts of a server with a directory, and a computer that is enrolled there."""

    accounts: Accounts
    secret: str
    finder: CountingFinder
    slapd: Slapd

    def sign_in(self, name: str, password: str = ADA_PASSWORD) -> str:
        return self.accounts.sign_in(self.secret, name, password).token

    def asking(self, token: str) -> Person:
        return self.accounts.asking(self.secret, token)


@pytest.fixture
def directory(tmp_path: Path) -> Iterator[Slapd]:
    need_a_network()
    with slapd.running(tmp_path / "slapd") as made:
        yield made


@pytest.fixture
def client(directory: Slapd, tmp_path: Path) -> Iterator[Client]:
    access = DirectoryAccess(directory.address, PEOPLE, GROUPS, reader=READER)
    with closing(DirectoryClient(access, READER_PASSWORD, directory.authority)) as client:
        finder = CountingFinder(client)
        with closing(Accounts(tmp_path / "accounts.sqlite", Directory(finder))) as accounts:
            accounts.set_group(DEFENDERS, OfficeRole.EDITOR)
            secret = accounts.enrol(accounts.invite(), "desk")
            yield Client(accounts, secret, finder, directory)


def test_a_person_of_the_directory_has_the_role_and_the_groups_of_theirs(client: Client) -> None:
    person = client.asking(client.sign_in("ada"))
    assert person == Person("ada", OfficeRole.EDITOR, "desk", (APPEALS, DEFENDERS))


def test_a_name_is_one_person_however_it_is_typed(client: Client) -> None:
    assert {client.asking(client.sign_in(name)).name for name in ("ada", "ADA", " Ada ")} == {"ada"}


def test_whoever_is_in_no_group_of_the_office_is_refused_with_the_reason(client: Client) -> None:
    for _ in range(accounts_module.FAILURES + 1):  # the password is right
        with pytest.raises(InNoGroup, match="does not belong to a group"):
            client.sign_in("bob")


def test_the_first_group_in_the_offices_order_gives_the_role(client: Client) -> None:
    client.accounts.set_group(APPEALS.upper(), OfficeRole.AUDITOR)
    assert client.asking(client.sign_in("ada")).role is OfficeRole.EDITOR
    client.accounts.remove_group(f"CN=Defenders, {GROUPS}")
    assert client.asking(client.sign_in("ada")).role is OfficeRole.AUDITOR
    with pytest.raises(NotInLibrary):
        client.accounts.remove_group(DEFENDERS)
    with pytest.raises(AccountRefused):
        client.accounts.set_group("Defenders", OfficeRole.EDITOR)


def test_the_servers_own_list_goes_first_and_its_names_are_nobody_elses(client: Client) -> None:
    client.accounts.set_person("ada", OfficeRole.READER, OWN_PASSWORD)
    assert client.asking(client.sign_in("ada", OWN_PASSWORD)).role is OfficeRole.READER
    for name in ("ada", "ADA"):  # the directory's password, by another spelling, too
        with pytest.raises(SignInRefused):
            client.sign_in(name)
    assert client.asking(client.sign_in("ada", OWN_PASSWORD)).groups == ()


def test_an_empty_password_signs_nobody_in(client: Client) -> None:
    with pytest.raises(SignInRefused):
        client.sign_in("ada", "")


def test_wrong_passwords_lock_a_name_in_every_spelling_and_the_directory_is_asked_no_more(
    client: Client,
) -> None:
    refusals = []
    for name in ("ada", "ADA", "ádà", "ａｄａ", "ada "):
        with pytest.raises(SignInRefused) as raised:
            client.sign_in(name, "wrong password")
        refusals.append(type(raised.value))
    assert refusals == [SignInRefused] * (accounts_module.FAILURES - 1) + [SignInLocked]
    count = len(client.finder.asked)
    with pytest.raises(SignInLocked):
        client.sign_in("ada")
    assert len(client.finder.asked) == count


def test_a_person_who_is_removed_is_shut_out_when_looked_up_again(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    token = client.sign_in("ada")
    client.slapd.remove(f"uid=ada,{PEOPLE}")
    assert client.asking(token).name == "ada"  # not yet
    monkeypatch.setattr(accounts_module, "LOOK_UP_EVERY", AT_ONCE)
    with pytest.raises(SignInRefused):
        client.sign_in("ada")
    client.accounts.set_group(APPEALS, OfficeRole.READER)  # has all looked up at once
    with pytest.raises(NotSignedIn):
        client.asking(token)


@pytest.mark.parametrize("change", ["removed", "another role"])
def test_a_change_of_groups_counts_at_once_where_nobody_can_be_looked_up(
    client: Client, tmp_path: Path, change: str
) -> None:
    access = DirectoryAccess(client.slapd.address, f"uid={{name}},{PEOPLE}", GROUPS)
    with (
        closing(DirectoryClient(access, "", client.slapd.authority)) as directory,
        closing(Accounts(tmp_path / "accounts.sqlite", Directory(directory))) as accounts,
    ):
        token = accounts.sign_in(client.secret, "ada", ADA_PASSWORD).token
        assert accounts.asking(client.secret, token).role is OfficeRole.EDITOR
        if change == "removed":
            accounts.remove_group(DEFENDERS)
        else:
            accounts.set_group(DEFENDERS, OfficeRole.READER)
        with pytest.raises(NotSignedIn):
            accounts.asking(client.secret, token)


def test_another_group_counts_once_its_time_is_over(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    client.accounts.set_group(APPEALS, OfficeRole.READER)
    monkeypatch.setattr(accounts_module, "LOOK_UP_EVERY", AT_ONCE)
    token = client.sign_in("ada")
    client.slapd.change(DEFENDERS, "member", ldap3.MODIFY_REPLACE, [f"uid=bob,{PEOPLE}"])
    assert client.asking(token) == Person("ada", OfficeRole.READER, "desk", (APPEALS,))
    client.slapd.change(APPEALS, "memberUid", ldap3.MODIFY_REPLACE, ["bob"])
    with pytest.raises(NotSignedIn):
        client.asking(token)


def test_a_directory_that_is_away_keeps_out_nobody_who_is_in_and_none_of_the_own_list(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(accounts_module, "LOOK_UP_EVERY", AT_ONCE)
    monkeypatch.setattr(accounts_module, "LEFT_ALONE_S", 0.0)
    client.accounts.set_person("Grace", OfficeRole.ADMINISTRATOR, OWN_PASSWORD)
    token = client.sign_in("ada")
    client.slapd.stop()
    assert client.asking(token).role is OfficeRole.EDITOR
    count = len(client.finder.asked)
    assert client.asking(token).role is OfficeRole.EDITOR
    assert len(client.finder.asked) == count  # it is given a while to come back
    for _ in range(accounts_module.FAILURES + 1):
        with pytest.raises(DirectoryAway, match="does not answer"):
            client.sign_in("ada")
    assert client.asking(client.sign_in("Grace", OWN_PASSWORD)).role is OfficeRole.ADMINISTRATOR
    monkeypatch.setattr(accounts_module, "UNKNOWN_FOR_AT_MOST", AT_ONCE)
    with pytest.raises(NotSignedIn):
        client.asking(token)
    client.slapd.start()
    assert client.asking(client.sign_in("ada")).role is OfficeRole.EDITOR


def test_a_directory_that_does_not_answer_is_waited_for_once_and_not_by_everybody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    need_a_network()
    monkeypatch.setattr(directory_module, "WITHIN_S", 0.3)
    with socket.create_server((slapd.HERE, 0)) as silent:
        access = DirectoryAccess(
            f"ldaps://{slapd.HERE}:{silent.getsockname()[1]}", PEOPLE, GROUPS, reader=READER
        )
        with closing(DirectoryClient(access, READER_PASSWORD, "")) as client:
            finder = CountingFinder(client)
            with closing(Accounts(tmp_path / "accounts.sqlite", Directory(finder))) as accounts:
                secret = accounts.enrol(accounts.invite(), "desk")
                for name in ("ada", "bob", "ada"):
                    with pytest.raises(DirectoryAway):
                        accounts.sign_in(secret, name, ADA_PASSWORD)
    assert finder.asked == ["ada"]


def test_whoever_cannot_be_looked_up_signs_in_again_after_a_while(
    directory: Slapd, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    access = DirectoryAccess(directory.address, f"uid={{name}},{PEOPLE}", GROUPS)
    with (
        closing(DirectoryClient(access, "", directory.authority)) as client,
        closing(Accounts(tmp_path / "accounts.sqlite", Directory(client))) as accounts,
    ):
        accounts.set_group(DEFENDERS, OfficeRole.EDITOR)
        secret = accounts.enrol(accounts.invite(), "desk")
        token = accounts.sign_in(secret, "ada", ADA_PASSWORD).token
        assert accounts.asking(secret, token).groups == (APPEALS, DEFENDERS)
        monkeypatch.setattr(accounts_module, "UNKNOWN_FOR_AT_MOST", AT_ONCE)
        with pytest.raises(NotSignedIn):
            accounts.asking(secret, token)


def test_a_directory_that_is_asked_no_more_lets_its_persons_in_no_more(
    client: Client, tmp_path: Path
) -> None:
    token = client.sign_in("ada")
    with closing(Accounts(tmp_path / "accounts.sqlite")) as without, pytest.raises(NotSignedIn):
        without.asking(client.secret, token)


def test_no_password_of_the_directory_is_kept(client: Client, tmp_path: Path) -> None:
    client.sign_in("ada")
    kept = b"".join(map(content, tmp_path.glob("accounts.sqlite*")))
    assert b"ada" in kept
    assert [item for item in (ADA_PASSWORD, READER_PASSWORD) if item.encode() in kept] == []
