"""Models from a hub: fetched whole or not at all, refused early, found again offline."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from foreword.models.download_child import Voice, carry_out
from foreword.models.download_job import Job
from foreword.models.download_record import Records, records_folder
from foreword.models.errors import ModelCancelled, ModelError
from foreword.models.hub import Hub
from foreword.models.network import NetworkOptions, Patience
from foreword.models.progress import never, silent
from foreword.paths import Paths
from tests.conftest import DEAD_END
from tests.fakes.hub_server import COMMIT, HubServer, serving

NAME = "someone/tiny-llama"
QUICK = Patience(stall=2.0, backoff=0.01)


@pytest.fixture
def server(model: Path) -> Iterator[HubServer]:
    with serving({NAME: model}) as running:
        yield running


@pytest.fixture
def hub(server: HubServer, tmp_path: Path) -> Hub:
    return Hub(server.url, tmp_path / "cache")


@pytest.fixture
def paths(tmp_path: Path) -> Paths:
    return Paths.profile(tmp_path / "profile").ensure()


def refusal(hub: Hub, paths: Paths, name: str = NAME) -> str:
    """Asked in this process: what is said is the same, and torch is imported once."""
    job = Job("hub", name, str(hub.cache), NetworkOptions(), QUICK, hub.endpoint)
    with pytest.raises(ModelError) as refused:
        carry_out(job, Voice(lambda _line: None, threading.Event()))
    message = str(refused.value)
    assert "\n" not in message
    return message


def test_a_model_is_fetched_and_found_again_without_a_network(
    hub: Hub, paths: Paths, server: HubServer, model: Path
) -> None:
    (model / "onnx.bin").write_bytes(b"not wanted")
    assert hub.cached(NAME) is None
    stages: list[str] = []
    place = hub.fetch(NAME, paths, progress=lambda stage, fraction: stages.append(stage), cancelled=never)
    for name in ("config.json", "tokenizer.json", "model.safetensors"):
        assert (place / name).read_bytes() == (model / name).read_bytes()
    assert "onnx.bin" not in server.downloads()
    assert f"Downloading {NAME}" in stages
    asked = len(server.requests)
    assert Hub(DEAD_END, hub.cache).cached(NAME) == place
    assert len(server.requests) == asked


def test_a_sharded_model_is_fetched_without_its_other_files(
    hub: Hub, paths: Paths, server: HubServer, model: Path
) -> None:
    from safetensors import safe_open

    shard = "model-00001-of-00001.safetensors"
    with safe_open(model / "model.safetensors", "np") as file:
        mapping = dict.fromkeys(file.keys(), shard)
    (model / "model.safetensors").rename(model / shard)
    (model / "consolidated.safetensors").write_bytes(b"the same once more")
    (model / "model.safetensors.index.json").write_text(json.dumps({"weight_map": mapping}))
    place = hub.fetch(NAME, paths, progress=silent, cancelled=never)
    assert (place / shard).is_file()
    assert "consolidated.safetensors" not in server.downloads()
    assert hub.cached(NAME) == place


def test_pickle_weights_never_travel(hub: Hub, paths: Paths, server: HubServer, model: Path) -> None:
    (model / "model.safetensors").rename(model / "pytorch_model.bin")
    assert "safetensors only" in refusal(hub, paths)
    assert server.downloads() == []


def test_custom_code_is_refused_before_the_weights_travel(
    hub: Hub, paths: Paths, server: HubServer, model: Path
) -> None:
    config = json.loads((model / "config.json").read_text()) | {"auto_map": {"AutoConfig": "evil.Evil"}}
    (model / "config.json").write_text(json.dumps(config))
    (model / "evil.py").write_text("raise SystemExit")
    assert "auto_map" in refusal(hub, paths)
    assert not {"model.safetensors", "evil.py"} & set(server.downloads())


def test_a_repository_without_a_config_is_refused(
    hub: Hub, paths: Paths, server: HubServer, model: Path
) -> None:
    (model / "config.json").unlink()
    assert "config.json is missing" in refusal(hub, paths)
    assert server.downloads() == []


def test_unknown_gated_and_impossible_names_are_told_apart(hub: Hub, paths: Paths, server: HubServer) -> None:
    assert "has no model someone/else" in refusal(hub, paths, "someone/else")
    assert "neither a folder nor a model's name" in refusal(hub, paths, "a--b/..c")
    server.gated.add(NAME)
    assert "gated" in refusal(hub, paths)


def test_an_unreachable_hub_is_named(tmp_path: Path, paths: Paths) -> None:
    assert f"{DEAD_END} is not reachable" in refusal(Hub(DEAD_END, tmp_path / "cache"), paths)


def test_a_full_disk_is_noticed_before_the_weights_travel(
    hub: Hub, paths: Paths, server: HubServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _folder: shutil._ntuple_diskusage(10**9, 10**9, 10**6))
    assert "has 1 MB left; free 199 MB" in refusal(hub, paths)
    assert "model.safetensors" not in server.downloads()


def test_cancelling_ends_the_download_and_keeps_what_has_arrived(
    hub: Hub, paths: Paths, server: HubServer, model: Path
) -> None:
    server.stall.add("model.safetensors")
    sha256 = hashlib.sha256((model / "model.safetensors").read_bytes()).hexdigest()
    partial = hub.cache / "models--someone--tiny-llama" / "blobs" / f"{sha256}.incomplete"
    with pytest.raises(ModelCancelled):
        hub.fetch(
            NAME, paths, progress=silent, cancelled=lambda: partial.exists() and partial.stat().st_size > 0
        )
    assert list(hub.cache.rglob("*.incomplete")) == [partial]
    have = partial.stat().st_size
    assert hub.cached(NAME) is None
    (record,) = Records(records_folder(paths)).all()
    assert (record.id, record.plan.commit if record.plan else "") == (NAME, COMMIT)
    server.stall.clear()
    place = hub.fetch(NAME, paths, progress=silent, cancelled=never)
    assert place == hub.cached(NAME)
    assert (place / "model.safetensors").read_bytes() == (model / "model.safetensors").read_bytes()
    assert server.seen_elsewhere[-1].headers["Range"] == f"bytes={have}-"
    assert list(hub.cache.rglob("*.incomplete")) == []
    assert Records(records_folder(paths)).all() == ()


def test_the_window_of_the_app_gets_a_model_that_loads(server: HubServer, tmp_path: Path) -> None:
    """The whole way in a process of its own, with the hub named as a user would name it."""
    script = (
        "import sys; from foreword.models.resolve import resolve; from foreword.paths import Paths;"
        "from pathlib import Path; from transformers import AutoModelForCausalLM, AutoTokenizer;"
        f"found = resolve({NAME!r}, Paths.profile(Path(sys.argv[1])), allow_download=True);"
        "model = AutoModelForCausalLM.from_pretrained(found.folder, use_safetensors=True);"
        "AutoTokenizer.from_pretrained(found.folder); print(found.name, type(model).__name__)"
    )
    environment = {"HF_ENDPOINT": server.url, "HF_HOME": str(tmp_path / "hf"), "TQDM_DISABLE": "1"}
    done = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path / "profile")],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.split() == [NAME, "LlamaForCausalLM"], done.stderr
