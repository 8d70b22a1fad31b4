"""A client at work: ``python -m tests.office.client_session INVITATION FILE``, to be watched.

It joins the office of the invitation, signs in by the office's directory, adds a file, searches, opens what
was found, and tries its network as the self-test does. What was seen is printed as one JSON document.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from briefbank.network import close_network, membership
from briefbank.sandbox import guard


def main() -> None:
    invitation, file = map(Path, sys.argv[1:])
    membership.join(membership.read_invitation(invitation))
    close_network.close_network()
    from briefbank.domain.searches import SearchRequest
    from briefbank.jobs import QuietReporter
    from briefbank.network import self_test
    from briefbank.office.remote_library import RemoteLibrary
    from tests.office.slapd import ADA_PASSWORD

    library = RemoteLibrary.open()
    person = library.office.sign_in("ada", ADA_PASSWORD)
    added = library.ingest.add([file], QuietReporter())
    results = library.search(SearchRequest("zebra", words_only=True))
    opened = library.reader.readable_pdf_path(results.hits[0].document.id).read_bytes()
    seen = {
        "level": guard.level(),
        "person": [person.name, person.role.value],
        "added": [item.status.value for item in added],
        "found": results.total,
        "opened": opened[:5].decode(),
        "failed": [check.name for check in self_test.network_checks() if not check.passed],
        "let through": self_test.let_through().detail,
    }
    library.close()
    print(json.dumps(seen))


if __name__ == "__main__":
    main()
