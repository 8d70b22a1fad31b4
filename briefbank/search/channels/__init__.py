"""The search channels: each is one module, and ``registry`` lists them.

``channel`` says what a channel is. Retrieval, fusion, explanations, evaluation and the command line iterate
over ``registry.CHANNELS``.
"""
