"""A model that is here is loaded without a word to the network."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.fakes.hub_server import COMMIT, serving
from tests.models.fetching import NAME, fetch_here, hub_job

LOAD = """
import sys
from pathlib import Path
from foreword.messages import LoadRequest
from foreword.paths import Paths
from foreword.worker.cancel import Switches
from foreword.worker.service import Service

service = Service(Paths.profile(Path(sys.argv[1])).ensure(), Switches([]))
for model in sys.argv[2:]:
    info = service.load(LoadRequest(model, allow_download=True, context=64), lambda *_: None, lambda: False)
    print(info.name)
service.close()
"""


def test_loading_what_is_here_asks_nobody(model: Path, tmp_path: Path) -> None:
    """By name from the cache and as a folder, in a process that would reach the hub if it tried."""
    with serving({NAME: model}) as server:
        fetch_here(hub_job(server.url, tmp_path / "hf" / "hub", commit=COMMIT))
        server.seen.clear()
        server.seen_elsewhere.clear()
        environment = {"HF_ENDPOINT": server.url, "HF_HOME": str(tmp_path / "hf"), "TQDM_DISABLE": "1"}
        proxies = dict.fromkeys(("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"), server.url)
        done = subprocess.run(
            [sys.executable, "-c", LOAD, str(tmp_path / "profile"), NAME, str(model)],
            env=os.environ | environment | proxies,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.stdout.split() == [NAME, "model"], done.stderr
        assert [request.path for request in server.seen + server.seen_elsewhere] == []
