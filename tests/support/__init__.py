"""What tests of several packages share: factories, builders and helpers."""
