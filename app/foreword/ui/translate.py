"""Words for the user, in the user's language; see session/translate.py, where they are found."""

from foreword.session.translate import CONTEXT, mark, tr, tr_n

__all__ = ["CONTEXT", "mark", "tr", "tr_n"]
