"""How models may use the network: not at all, through which proxy, and as whom.

Every request of this room goes through a client made here. Knows no file and no model.
"""

from __future__ import annotations

import logging
import threading
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import foreword
from foreword.models.errors import ModelError
from foreword.models.token import read_token
from foreword.paths import Paths
from foreword.settings import Settings

if TYPE_CHECKING:
    import ssl

    import httpx2

AGENT = f"foreword/{foreword.__version__}"


@dataclass(frozen=True, slots=True)
class NetworkOptions:
    """What the settings say. `proxy` may hold a password, `token` is one: neither is ever printed."""

    offline: bool = False
    proxy: str = field(default="", repr=False)
    token: str | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class Patience:
    """How long to bear with a bad connection, in seconds, and how much of the disk to leave alone.

    `tries` in a row may bring nothing before a download pauses; the wait between them doubles.
    """

    stall: float = 30.0
    connect: float = 15.0
    tries: int = 6
    backoff: float = 0.5
    longest_wait: float = 60.0
    reserve: int = 200_000_000


def options_of(settings: Settings) -> NetworkOptions:
    """As the settings and the keyring say. Reads the keyring: not on the window's thread."""
    return NetworkOptions(settings["models.offline"], settings["models.proxy"], read_token())


def options_at(paths: Paths) -> NetworkOptions:
    """The same for those who hold no settings: read from their file, which stays as it is."""
    return options_of(Settings(paths.settings, read_only=True))


def refuse_offline(options: NetworkOptions, what: str) -> None:
    """Raises ModelError where the network must not be asked for `what`."""
    from huggingface_hub import constants

    if options.offline:
        raise ModelError(
            f"{what} would need the network, and Foreword is set to stay offline; "
            "switch Offline off in the settings (models.offline) and try again"
        )
    if constants.is_offline_mode():
        raise ModelError(
            f"{what} would need the network, and HF_HUB_OFFLINE forbids it; unset it and try again"
        )


def client(
    options: NetworkOptions, patience: Patience | None = None, verify: ssl.SSLContext | bool = True
) -> httpx2.Client:
    """A client that follows no redirect by itself. Raises ModelError where the proxy makes no sense."""
    import httpx2

    patience = patience or Patience()
    # httpx2 writes every address to the log, and those of file stores carry their permission in them.
    logging.getLogger("httpx2").setLevel(logging.WARNING)
    return httpx2.Client(
        proxy=_proxy(options),
        verify=verify,
        timeout=httpx2.Timeout(patience.stall, connect=patience.connect),
        headers={"User-Agent": AGENT, "Accept-Encoding": "identity"},
    )


def where(options: NetworkOptions) -> str:
    """For error lines: through which proxy, without its password; empty for none of ours."""
    import httpx2

    if not options.proxy:
        return ""
    address = httpx2.URL(options.proxy)
    return f" through the proxy {address.host}" + (f":{address.port}" if address.port else "")


def token_of(options: NetworkOptions) -> str | None:
    """The token to show to the hub: ours, else the one that huggingface_hub's own rules give."""
    from huggingface_hub import constants, get_token

    if options.token:
        return options.token
    return None if constants.HF_HUB_DISABLE_IMPLICIT_TOKEN else get_token()


_lock = threading.Lock()
_configured: str | None = None


def configure_hub(options: NetworkOptions) -> None:
    """Make huggingface_hub's own requests go through the same proxy. Call it before asking its API."""
    import httpx2
    from huggingface_hub import constants, set_client_factory
    from huggingface_hub.errors import OfflineModeIsEnabled

    global _configured  # noqa: PLW0603 - the library has one client for the whole process
    proxy = _proxy(options)

    def refuse(request: httpx2.Request) -> None:
        if constants.is_offline_mode():
            raise OfflineModeIsEnabled(f"HF_HUB_OFFLINE is set: {request.url.host} is not asked")

    def made() -> httpx2.Client:
        hooks = {"request": [refuse]}
        return httpx2.Client(proxy=proxy, event_hooks=hooks, follow_redirects=True, timeout=Patience().stall)

    logging.getLogger("httpx2").setLevel(logging.WARNING)
    with _lock:
        if options.proxy != _configured:
            set_client_factory(made)
            _configured = options.proxy


def _proxy(options: NetworkOptions) -> str | None:
    """None leaves it to the environment (HTTPS_PROXY and its like)."""
    import httpx2

    if not options.proxy:
        return None
    try:
        address = httpx2.URL(options.proxy)
    except httpx2.InvalidURL:
        address = httpx2.URL("")
    if address.scheme not in {"http", "https"} or not address.host:
        raise ModelError(
            "the proxy in the settings (models.proxy) is no address such as http://proxy:3128; correct it"
        )
    return options.proxy
