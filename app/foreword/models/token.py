"""The user's access token for the hub, in the system's keyring and nowhere else.

Where the system has no keyring, nothing is kept: a token is never written to a file as plain text.
"""

from __future__ import annotations

from foreword.models.errors import ModelError

SERVICE = "foreword"
USER = "huggingface"
MAX_CHARACTERS = 1000


def read_token() -> str | None:
    """The token that was kept; None where there is none, or no keyring. May wait until it is unlocked."""
    import keyring
    from keyring.errors import KeyringError

    try:
        return keyring.get_password(SERVICE, USER) or None
    except KeyringError:  # none here, or the user did not unlock it: public models need no token
        return None


def keep_token(text: str) -> None:
    """Keep this token in place of the old one; an empty text removes it. Raises ModelError, one line."""
    import keyring
    from keyring.errors import KeyringError, NoKeyringError

    token = text.strip()
    if not token:
        return _remove()
    if len(token) > MAX_CHARACTERS or not token.isascii() or not token.isprintable() or " " in token:
        raise ModelError(
            "that is no access token; copy it from huggingface.co/settings/tokens (it begins with hf_)"
        )
    try:
        keyring.set_password(SERVICE, USER, token)
    except NoKeyringError as error:
        raise ModelError(_no_keyring()) from error
    except KeyringError as error:
        raise ModelError("the system's keyring did not take the token; unlock it and try again") from error
    return None


def _remove() -> None:
    import keyring
    from keyring.errors import KeyringError, NoKeyringError

    try:
        if keyring.get_password(SERVICE, USER) is not None:
            keyring.delete_password(SERVICE, USER)
    except NoKeyringError:
        return
    except KeyringError as error:
        raise ModelError("the system's keyring did not remove the token; unlock it and try again") from error


def _no_keyring() -> str:
    return "this system has no keyring to keep a token in; set the variable HF_TOKEN, or run `hf auth login`"
