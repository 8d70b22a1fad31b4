"""Prepares the default embedding model once, when BriefBank is set up: ``python -m
briefbank.embedding.prepare_default_model``.

The model is converted to the form that runs without PyTorch, which takes up to a minute. What the processor
lacks for it is printed as a sentence.
"""

from __future__ import annotations

import sys

from briefbank.sandbox import environment, guard


def main() -> None:
    """Block the network, then prepare the model. Raises BriefBankError where the model cannot be loaded."""
    environment.make_safe()
    guard.engage()
    from briefbank.embedding.lance import missing_features

    if lacking := missing_features():
        sys.stdout.write(f"{lacking}\n")
        return
    from briefbank.embedding.encoders import load_encoder

    load_encoder()


if __name__ == "__main__":
    main()
