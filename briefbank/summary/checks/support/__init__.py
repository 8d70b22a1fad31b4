"""Whether a claim is supported by the sentences of the source that it names."""

from briefbank.summary.checks.support.measure import THRESHOLD, support, told

__all__ = ["THRESHOLD", "support", "told"]
