"""The n-gram speculator: what followed the last time these words stood in this conversation."""

from foreword_ngram.speculator import NgramSpeculator

__all__ = ["NgramSpeculator"]
