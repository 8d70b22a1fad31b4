"""Prepares the default embedding model once, when BriefBank is set up: ``python -m
briefbank.embedding.prepare_default_model``.

The model is converted to the form that runs fastest on this computer, which takes up to a minute. The form,
or what the processor lacks for it, is printed as a sentence.
"""

from __future__ import annotations

import sys

from briefbank.embedding import cpu_check
from briefbank.sandbox import environment, guard


def main() -> None:
    """Block the network, then prepare the model. Raises BriefBankError where the model cannot be loaded."""
    environment.make_safe()
    guard.engage()
    if lacking := cpu_check.lack():
        sys.stdout.write(f"{lacking}\n")
        return
    from briefbank.embedding.encoders import encoder_choice, load_encoder

    load_encoder()
    sys.stdout.write(f"{encoder_choice().reason}\n")


if __name__ == "__main__":
    main()
