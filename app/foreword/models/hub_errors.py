"""Every way in which the hub says no, as one line that says why and what to do.

Shared by listing, searching and fetching. Knows no request and no file.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import httpx2
from huggingface_hub.errors import (
    GatedRepoError,
    HfHubHTTPError,
    HFValidationError,
    LocalEntryNotFoundError,
    OfflineModeIsEnabled,
    RepositoryNotFoundError,
    RevisionNotFoundError,
)

from foreword.models.errors import DownloadInterrupted, ModelError

#: Answers after which the same question may be answered later.
PASSING = frozenset({408, 429, 500, 502, 503, 504})


@contextmanager
def explained(model: str, endpoint: str, cache: str = "", through: str = "") -> Iterator[None]:
    """Turns what huggingface_hub and the network raise into ModelError, DownloadInterrupted where it may
    pass. `through` names the proxy, `cache` where files are kept."""
    try:
        yield
    except HFValidationError as error:
        raise ModelError(f"{model!r} is neither a folder nor a model's name on the hub") from error
    except GatedRepoError as error:
        raise ModelError(gated(model, endpoint)) from error
    except (RepositoryNotFoundError, RevisionNotFoundError) as error:
        raise ModelError(unknown(model)) from error
    except HfHubHTTPError as error:
        status = error.response.status_code
        if status == 401:
            raise ModelError(bad_token()) from error
        if status == 407:
            raise DownloadInterrupted(proxy_refused(through, "it asks for a password")) from error
        kind = DownloadInterrupted if status in PASSING else ModelError
        raise kind(f"the hub could not deliver {model}: {first_line(error)}") from error
    except httpx2.ProxyError as error:
        raise DownloadInterrupted(proxy_refused(through, first_line(error)[:80])) from error
    except (httpx2.HTTPError, LocalEntryNotFoundError, OfflineModeIsEnabled) as error:
        raise DownloadInterrupted(unreachable(model, endpoint, through)) from error
    except OSError as error:
        raise ModelError(f"{model} can't be kept in {cache}: {first_line(error)}") from error


def gated(model: str, endpoint: str) -> str:
    return (
        f"{model} is gated: accept its terms at {endpoint}/{model}, then give Foreword a token of yours in "
        "Settings, Models, or run `hf auth login`"
    )


def unknown(model: str) -> str:
    return (
        f"the hub has no model {model}, or it is private (then give Foreword a token of yours in Settings, "
        "Models, or run `hf auth login`); check the name"
    )


def bad_token() -> str:
    return "the hub doesn't accept your access token; give a valid one in Settings, Models, or remove it"


def unreachable(model: str, endpoint: str, through: str = "") -> str:
    return (
        f"the hub {endpoint} is not reachable{through}, and {model} is not on this computer; "
        "check the network and try again"
    )


def proxy_refused(through: str, said: str) -> str:
    way = through or " through the proxy"
    return f"the connection{way} was refused ({said}); check its address and password"


def refusal(model: str, endpoint: str, status: int, code: str) -> str:
    """The line for an answer to the request of a file; `code` is the hub's X-Error-Code."""
    if code == "GatedRepo":
        return gated(model, endpoint)
    if status == 407:
        return proxy_refused("", "it asks for a password")
    if status == 401 and not code:
        return bad_token()
    if status in {401, 404} or code == "RepoNotFound":
        return unknown(model)
    return f"the hub could not deliver {model}: it answered {status} {code}".rstrip()


def first_line(error: Exception) -> str:
    return (str(error).strip() or type(error).__name__).splitlines()[0]
