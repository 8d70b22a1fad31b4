"""Tests that users of the directory, a real slapd, sign in beside those of the server."""

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
from briefbank.errors import DirectoryAway, InNoGroup, NotSignedIn, SignInLocked, SignInRefused
from briefbank.office import accounts as accounts_module
from briefbank.office import directory as directory_module
from briefbank.office.accounts import Accounts, Directory
from briefbank.office.directory import DirectoryClient, DirectoryPerson
from briefbank.office.server_settings import DirectoryAccess
from tests.network.programs import need_a_network
from tests.office import slapd
from tests.office.conftest import EASILY_HASHED
from tests.office.slapd import ADA_PASSWORD, GROUPS, PEOPLE, READER, READER_PASSWORD, Slapd
from tests.support.database_files import content

OWN_PASSWORD = "correct horse battery"
DEFENDERS, APPEALS = f"cn=defenders,{GROUPS}", f"cn=appeals,{GROUPS}"
AT_ONCE = timedelta(0)


@dataclass
class CountingFinder:
    """A client of a directory that counts its requests."""

    client: DirectoryClient
    looked_up_names: list[str] = field(default_factory=list)

    def sign_in(self, untrusted_name: str, password: str) -> DirectoryPerson | None:
        self.looked_up_names.append(untrusted_name)
        return self.client.sign_in(untrusted_name, password)

    def look_up(self, name: str) -> DirectoryPerson | None:
        self.looked_up_names.append(name)
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
    with slapd.running(tmp_path / "slapd") as running_directory:
        yield running_directory


@pytest.fixture
def client(directory: Slapd, tmp_path: Path) -> Iterator[Client]:
    access = DirectoryAccess(directory.address, PEOPLE, GROUPS, reader=READER)
    with closing(DirectoryClient(access, READER_PASSWORD, directory.authority)) as client:
        finder = CountingFinder(client)
        with closing(Accounts(tmp_path / "accounts.sqlite", Directory(finder), EASILY_HASHED)) as accounts:
            accounts.set_group(DEFENDERS, OfficeRole.EDITOR)
            secret = accounts.enrol(accounts.invite(), "desk")
            yield Client(accounts, secret, finder, directory)


def test_a_person_of_the_directory_has_the_role_and_the_groups_of_theirs(client: Client) -> None:
    person = client.asking(client.sign_in("ada"))
    assert person == Person("ada", OfficeRole.EDITOR, "desk", (APPEALS, DEFENDERS))


def test_a_group_within_groups_gives_its_role_however_deep_and_in_a_circle(client: Client) -> None:
    inner, outer = f"cn=trial,{GROUPS}", f"cn=everybody,{GROUPS}"
    client.slapd.add_group("trial", DEFENDERS)
    client.slapd.add_group("everybody", inner)
    client.slapd.change(DEFENDERS, "member", ldap3.MODIFY_ADD, [outer])
    client.accounts.remove_group(DEFENDERS)
    client.accounts.set_group(outer, OfficeRole.CONTRIBUTOR)
    person = client.asking(client.sign_in("ada"))
    assert person.role is OfficeRole.CONTRIBUTOR
    assert {DEFENDERS, inner, outer} <= set(person.groups)


def test_a_user_in_no_group_of_the_office_is_refused_with_the_reason(client: Client) -> None:
    for _ in range(accounts_module.FAILURES + 1):  # the password is right
        with pytest.raises(InNoGroup, match="does not belong to a group"):
            client.sign_in("bob")


def test_the_user_list_of_the_server_comes_first_and_its_names_are_reserved(client: Client) -> None:
    client.accounts.set_person("ada", OfficeRole.READER, OWN_PASSWORD)
    assert client.asking(client.sign_in("ada", OWN_PASSWORD)).role is OfficeRole.READER
    for name in ("ada", "ADA"):  # the directory's password, by another spelling, too
        with pytest.raises(SignInRefused):
            client.sign_in(name)
    assert client.asking(client.sign_in("ada", OWN_PASSWORD)).groups == ()


def test_wrong_passwords_lock_a_name_in_every_spelling_and_stop_requests_to_the_directory(
    client: Client,
) -> None:
    refusals = []
    for name in ("ada", "ADA", "ádà", "ａｄａ", "ada "):
        with pytest.raises(SignInRefused) as raised:
            client.sign_in(name, "wrong password")
        refusals.append(type(raised.value))
    assert refusals == [SignInRefused] * (accounts_module.FAILURES - 1) + [SignInLocked]
    count = len(client.finder.looked_up_names)
    with pytest.raises(SignInLocked):
        client.sign_in("ada")
    assert len(client.finder.looked_up_names) == count


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


def test_another_group_counts_once_its_time_is_over(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    client.accounts.set_group(APPEALS, OfficeRole.READER)
    monkeypatch.setattr(accounts_module, "LOOK_UP_EVERY", AT_ONCE)
    token = client.sign_in("ada")
    client.slapd.change(DEFENDERS, "member", ldap3.MODIFY_REPLACE, [f"uid=bob,{PEOPLE}"])
    assert client.asking(token) == Person("ada", OfficeRole.READER, "desk", (APPEALS,))
    client.slapd.change(APPEALS, "memberUid", ldap3.MODIFY_REPLACE, ["bob"])
    with pytest.raises(NotSignedIn):
        client.asking(token)


def test_an_unavailable_directory_affects_neither_signed_in_nor_local_users(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(accounts_module, "LOOK_UP_EVERY", AT_ONCE)
    monkeypatch.setattr(accounts_module, "LEFT_ALONE_S", 0.0)
    client.accounts.set_person("Grace", OfficeRole.ADMINISTRATOR, OWN_PASSWORD)
    token = client.sign_in("ada")
    client.slapd.stop()
    assert client.asking(token).role is OfficeRole.EDITOR
    count = len(client.finder.looked_up_names)
    assert client.asking(token).role is OfficeRole.EDITOR
    assert len(client.finder.looked_up_names) == count  # it is given a while to come back
    for _ in range(accounts_module.FAILURES + 1):
        with pytest.raises(DirectoryAway, match="does not answer"):
            client.sign_in("ada")
    assert client.asking(client.sign_in("Grace", OWN_PASSWORD)).role is OfficeRole.ADMINISTRATOR
    monkeypatch.setattr(accounts_module, "UNKNOWN_FOR_AT_MOST", AT_ONCE)
    with pytest.raises(NotSignedIn):
        client.asking(token)
    client.slapd.start()
    assert client.asking(client.sign_in("ada")).role is OfficeRole.EDITOR


def test_only_one_request_waits_for_a_directory_that_does_not_answer(
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
            with closing(
                Accounts(tmp_path / "accounts.sqlite", Directory(finder), EASILY_HASHED)
            ) as accounts:
                secret = accounts.enrol(accounts.invite(), "desk")
                for name in ("ada", "bob", "ada"):
                    with pytest.raises(DirectoryAway):
                        accounts.sign_in(secret, name, ADA_PASSWORD)
    assert finder.looked_up_names == ["ada"]


def test_no_password_of_the_directory_is_kept(client: Client, tmp_path: Path) -> None:
    client.sign_in("ada")
    kept = b"".join(map(content, tmp_path.glob("accounts.sqlite*")))
    assert b"ada" in kept
    assert [item for item in (ADA_PASSWORD, READER_PASSWORD) if item.encode() in kept] == []
