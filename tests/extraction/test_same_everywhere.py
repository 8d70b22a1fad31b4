"""Reading the same file gives the same passages in every process: words hash differently in each."""

from __future__ import annotations

import os
import subprocess
import sys

TITLE = "alpha bravo charlie delta echo foxtrot hotel juliett"
MEANT = "alpha brqvo charlqe delta echq foxtrot hotql juliqtt"
OTHERS = (
    "bravo charlie echo something else altogether in the matter",
    "bravo hotel juliett quite another thing that was reported",
    "charlie echo hotel which nobody here has ever asked about",
    "juliett bravo echo and what the committee said afterwards",
    "hotel charlie juliett on the calendar of the coming year",
    "echo hotel bravo under the rules that were then in force",
)
"""Each shares three words with the title, as the entry does that is meant."""
ASK = """
import sys
from briefbank.extraction.headings import Contents, Entry
title, *entries = sys.argv[1:]
found = Contents([Entry(text, text) for text in entries]).nearly(title)
print(found and found.title)
"""


def asked_in_a_new_process(seed: int) -> str:
    environment = {**os.environ, "PYTHONHASHSEED": str(seed)}
    command = [sys.executable, "-c", ASK, TITLE, MEANT, *OTHERS]
    ran = subprocess.run(command, env=environment, capture_output=True, text=True, check=True, timeout=60)
    return ran.stdout.strip()


def test_the_entry_of_a_table_that_a_heading_is_meant_to_be_is_the_same_in_every_process() -> None:
    assert {asked_in_a_new_process(seed) for seed in range(6)} == {MEANT}
