"""A smaller model as speculator: it writes a few tokens ahead, and the target checks them in one pass.

Importing this costs nothing: torch and transformers come in only when a draft model is loaded.
"""

from foreword_draft_model.speculator import DraftModelSpeculator

__all__ = ["DraftModelSpeculator"]
