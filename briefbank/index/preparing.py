"""Prepares the model of meaning once, when BriefBank is set up: ``python -m briefbank.index.preparing``.

It is turned into the form that runs fastest on this computer, which takes up to a minute; what that form is,
or what the processor lacks for it, is printed as a sentence.
"""

from __future__ import annotations

import sys

from briefbank.closed import environment, guard
from briefbank.index import processor


def main() -> None:
    """Refuses the network first. Raises BriefBankError where the model cannot be loaded."""
    environment.make_safe()
    guard.engage()
    if lacking := processor.lack():
        sys.stdout.write(f"{lacking}\n")
        return
    from briefbank.index.embedding import encoder_choice, load_encoder

    load_encoder()
    sys.stdout.write(f"{encoder_choice().reason}\n")


if __name__ == "__main__":
    main()
