"""Words for the user, in the user's language; see session/translate.py, where they are found."""

from foreword.session.translate import CONTEXT, mark, numeral, tr, tr_n

__all__ = ["CONTEXT", "mark", "numeral", "tr", "tr_n"]
