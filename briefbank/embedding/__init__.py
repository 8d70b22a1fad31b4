"""Embeddings of passages: the encoder, the vector index, and the indexer that works in the background."""
