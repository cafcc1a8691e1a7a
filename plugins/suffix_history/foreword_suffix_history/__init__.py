"""The suffix history speculator: what followed these words in any earlier chat, indexed in SQLite."""

from foreword_suffix_history.speculator import SuffixHistorySpeculator

__all__ = ["SuffixHistorySpeculator"]
