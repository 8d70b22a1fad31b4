"""Measures whether a claim is supported by the source sentences that it names."""

from briefbank.summary.checks.support.measure import THRESHOLD, support, told

__all__ = ["THRESHOLD", "support", "told"]
