"""Measures whether a claim is supported by the source sentences that it names."""

from briefbank.summary.checks.support.measure import find_unsupported

__all__ = ["find_unsupported"]
