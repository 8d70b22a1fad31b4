"""The office of this desk, and who is signed in at it."""

from __future__ import annotations

from collections.abc import Callable

from briefbank.api.cluster import ClusterApi
from briefbank.api.offline import OfflineMattersApi
from briefbank.api.walls import WallsApi
from briefbank.domain.rights import Person
from briefbank.network.membership import SESSION
from briefbank.remote.link import Link
from briefbank.remote.services import service
from briefbank.storage import secret_store
from briefbank.wire.errors import NotSignedIn


class Office:
    """One office. Any thread. It fulfils :class:`~briefbank.api.office.OfficeApi`."""

    def __init__(
        self,
        link: Link,
        name: str,
        address: str,
        offline: OfflineMattersApi,
        forget_pages: Callable[[], None],
    ) -> None:
        """``forget_pages`` deletes cached pages where nobody else should read them."""
        self.offline = offline
        self.name, self.address = name, address
        self.person: Person | None = None
        self.walls: WallsApi = service(WallsApi, "walls", link)
        self.cluster: ClusterApi = service(ClusterApi, "cluster", link)
        self._link, self._forget_pages = link, forget_pages

    def look(self) -> Person | None:
        try:
            self.person = self._link.signed_in()
        except NotSignedIn:
            self.person = None
        return self.person

    def sign_in(self, name: str, password: str) -> Person:
        signed_in = self._link.sign_in(name, password)
        secret_store.keep(SESSION, signed_in.token)
        self.person = Person(signed_in.person, signed_in.role)
        return self.person

    def sign_out(self) -> None:
        secret_store.forget(SESSION)
        self.person = None
        self._forget_pages()
        self._link.sign_out()
