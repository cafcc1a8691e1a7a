"""Model folders that want something else than to be loaded: each is a tiny honest one with one thing wrong.

Where something in it would run, it touches `CANARY`, a file beside the folder. Each case names what the
refusal must say.
"""

from __future__ import annotations

import json
import os
import pickle
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

CANARY = "canary"
Spoil = Callable[[Path], None]


class Touches:
    """Unpickling this leaves a file behind: the proof that a stranger's code ran."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        return (Path.touch, (self.file,))


def canary_of(folder: Path) -> Path:
    return folder.parent / CANARY


def code(folder: Path) -> str:
    return f"import pathlib\npathlib.Path({str(canary_of(folder))!r}).touch()\nclass Evil: pass\n"


def edit(name: str, **changes: Any) -> Spoil:
    """Change entries of a JSON file; None removes one."""

    def spoil(folder: Path) -> None:
        file = folder / name
        content = json.loads(file.read_text()) if file.exists() else {}
        content = {key: value for key, value in (content | changes).items() if value is not None}
        file.write_text(json.dumps(content))

    return spoil


def write(name: str, content: str | bytes) -> Spoil:
    def spoil(folder: Path) -> None:
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(content if isinstance(content, bytes) else content.encode())

    return spoil


def with_code(name: str, **changes: Any) -> Spoil:
    """Code beside the model, and a file that asks for it."""

    def spoil(folder: Path) -> None:
        (folder / "modeling_evil.py").write_text(code(folder))
        edit(name, **changes)(folder)

    return spoil


def pickled(name: str, *, instead: bool) -> Spoil:
    def spoil(folder: Path) -> None:
        (folder / name).write_bytes(pickle.dumps(Touches(canary_of(folder))))
        if instead:
            (folder / "model.safetensors").unlink()

    return spoil


def header(change: Callable[[dict[str, Any]], Any], *, length: int | None = None) -> Spoil:
    """Another header before the same bytes of weights."""

    def spoil(folder: Path) -> None:
        file = folder / "model.safetensors"
        whole = file.read_bytes()
        (size,) = struct.unpack("<Q", whole[:8])
        changed = change(json.loads(whole[8 : 8 + size]))
        raw = changed if isinstance(changed, bytes) else json.dumps(changed).encode()
        said = len(raw) if length is None else length
        file.write_bytes(struct.pack("<Q", said) + raw + whole[8 + size :])

    return spoil


def entry(name: str, **changes: Any) -> Spoil:
    """Change the entry of one tensor."""
    return header(lambda table: table | {name: table[name] | changes})


def doubled(table: dict[str, Any]) -> bytes:
    first = next(name for name in table if name != "__metadata__")
    return json.dumps(table).encode()[:-1] + f', "{first}": {json.dumps(table[first])}}}'.encode()


def link(name: str, target: str) -> Spoil:
    """A link in place of a file, to something outside."""

    def spoil(folder: Path) -> None:
        outside = folder.parent / f"outside-{Path(name).name}"
        if target:
            place = Path(target)
        else:
            if (folder / name).exists():
                (folder / name).rename(outside)
            else:
                outside.write_text("{}")
            place = outside
        (folder / name).unlink(missing_ok=True)
        (folder / name).symlink_to(place)

    return spoil


def pipe(name: str) -> Spoil:
    """Whoever opens it waits for ever."""

    def spoil(folder: Path) -> None:
        (folder / name).unlink(missing_ok=True)
        os.mkfifo(folder / name)

    return spoil


def sparse(name: str, size: int = 1 << 40) -> Spoil:
    """A terabyte of nothing, which takes no room on the disk."""

    def spoil(folder: Path) -> None:
        with (folder / name).open("wb") as file:
            file.truncate(size)

    return spoil


def index(name: object) -> Spoil:
    def spoil(folder: Path) -> None:
        (folder / "model.safetensors").rename(folder / "model-1.safetensors")
        mapping = {"model.norm.weight": "model-1.safetensors", "lm_head.weight": name}
        (folder / "model.safetensors.index.json").write_text(json.dumps({"weight_map": mapping}))

    return spoil


def tokens(**changes: Any) -> Spoil:
    return edit("tokenizer.json", **changes)


def added_token(number: int) -> Spoil:
    def spoil(folder: Path) -> None:
        file = folder / "tokenizer.json"
        content = json.loads(file.read_text())
        content["model"]["vocab"]["far away"] = number
        file.write_text(json.dumps(content))

    return spoil


def templates(*named: tuple[str, str]) -> Spoil:
    """Named chat templates in the tokenizer's config, in place of the one in a file of its own."""

    def spoil(folder: Path) -> None:
        (folder / "chat_template.jinja").unlink()
        listed = [{"name": name, "template": text} for name, text in named]
        edit("tokenizer_config.json", chat_template=listed)(folder)

    return spoil


EXPLOSIVE = {"type": "Split", "pattern": {"Regex": "(a+)+$"}, "behavior": "Isolated", "invert": False}
DOUBLING = {"type": "Replace", "pattern": {"String": "a"}, "content": "aa"}
NORM = "model.norm.weight"
AUTO_MAP = {"AutoModelForCausalLM": "modeling_evil.Evil", "AutoTokenizer": ["modeling_evil.Evil", None]}
PICKLE = "files that can run code"

#: Name: (what is done to an honest folder, what the refusal says)
HOSTILE: dict[str, tuple[Spoil, str]] = {
    # --- code
    "config asks for code": (with_code("config.json", auto_map=AUTO_MAP), "never does that"),
    "nested config asks for code": (
        with_code("config.json", text_config={"vision": [{"auto_map": AUTO_MAP}]}), "never does that"),
    "tokenizer asks for code": (with_code("tokenizer_config.json", auto_map=AUTO_MAP), "never does that"),
    "generation asks for code": (with_code("generation_config.json", auto_map=AUTO_MAP), "never does that"),
    "processor asks for code": (with_code("processor_config.json", auto_map=AUTO_MAP), "never does that"),
    "preprocessor asks for code": (
        with_code("preprocessor_config.json", auto_map=AUTO_MAP), "never does that"),
    "a model of its own": (
        with_code("config.json", model_type="evil", architectures=["EvilForCausalLM"]), "no causal language"),
    "pickled weights": (pickled("pytorch_model.bin", instead=True), PICKLE),
    "pickled weights under another name": (pickled("model.ckpt", instead=True), PICKLE),
    "an index that names a pickle": (index("pytorch_model.bin"), "names the weight file"),
    "a safetensors file that is a pickle": (pickled("model.safetensors", instead=False), "is damaged"),
    "an adapter": (write("adapter_config.json", "{}"), "an adapter"),
    # --- names and links
    "an index that climbs out": (index("../outside.safetensors"), "names the weight file"),
    "an index with a drive": (index("C:x.safetensors"), "names the weight file"),
    "an index with a line break": (index("a\nb.safetensors"), "names the weight file"),
    "an index without names": (index(7), "names the weight file"),
    "a tokenizer file elsewhere": (
        edit("tokenizer_config.json", tokenizer_file="/etc/hostname"), "names the file"),
    "a vocabulary file elsewhere": (
        edit("tokenizer_config.json", vocab_file="../../secret"), "names the file"),
    "weights that are a link": (link("model.safetensors", ""), "leads out"),
    "a config that is a link": (link("config.json", ""), "leads out"),
    "a template that is a link": (link("chat_template.jinja", "/etc/hostname"), "leads out"),
    "a link to a device": (link("generation_config.json", "/dev/zero"), "is no file"),
    "a link to itself": (link("tokenizer_config.json", "tokenizer_config.json"), "can't be read"),
    "weights that are a pipe": (pipe("model.safetensors"), "is no file"),
    "a tokenizer config that is a pipe": (pipe("tokenizer_config.json"), "is no file"),
    "a template that is a pipe": (pipe("chat_template.jinja"), "is no file"),
    # --- sizes
    "a terabyte of config": (sparse("config.json"), "far too large"),
    "a terabyte of tokenizer": (sparse("tokenizer.json"), "far too large"),
    "a terabyte of template": (sparse("chat_template.jinja"), "far too large"),
    "a terabyte of weights": (sparse("model.safetensors"), "is damaged"),
    "a config nested without end": (write("config.json", "[" * 100_000), "is damaged"),
    "a config nested deep": (
        edit("config.json", deep=json.loads("[" * 300 + "]" * 300)), "nested far too deep"),
    "a config of a million entries": (edit("config.json", many=[0] * 1_000_000), "too many entries"),
    # --- numbers
    "a hidden size of a billion": (edit("config.json", hidden_size=10**9), "hidden_size in its config.json"),
    "a vocabulary of a trillion": (edit("config.json", vocab_size=10**12), "vocab_size in its config.json"),
    "a billion layers": (edit("config.json", num_hidden_layers=10**9), "num_hidden_layers in its"),
    "more layers than there are": (edit("config.json", num_hidden_layers=2000), "its weights have 2 layers"),
    "a wider middle than there is": (
        edit("config.json", intermediate_size=1_900_000), "describes a model of"),
    "no heads": (edit("config.json", num_attention_heads=0), "num_attention_heads in its config.json is 0"),
    "minus one layer": (edit("config.json", num_hidden_layers=-1), "num_hidden_layers in its"),
    "heads in words": (edit("config.json", num_attention_heads="many"), "no whole number"),
    "a number of a thousand digits": (edit("config.json", seed=10**1000), "beyond all bounds"),
    "not a number": (edit("config.json", rms_norm_eps=float("nan")), "is nan"),
    "a vocabulary that the embedding lacks": (edit("config.json", vocab_size=999), "says vocab_size 999"),
    "quantised by somebody": (
        edit("config.json", quantization_config={"quant_method": "gptq", "bits": 4}), "quantised (gptq)"),
    # --- headers
    "a header longer than the file": (header(lambda table: table, length=1 << 62), "doesn't fit"),
    "a header of noise": (header(lambda _: b"\xff" * 64), "can't be read"),
    "a header that is a list": (header(lambda _: b"[1, 2]"), "can't be read"),
    "a header nested without end": (header(lambda _: b'{"a":' * 50_000), "can't be read"),
    "two tensors of one name": (header(doubled), "can't be read"),
    "a tensor beyond the file": (
        entry(NORM, data_offsets=[1 << 40, (1 << 40) + 128]), "overlap or leave gaps"),
    "a tensor that ends before it begins": (entry(NORM, data_offsets=[128, 0]), "makes no sense"),
    "a tensor of no known kind": (entry(NORM, dtype="OBJECT"), "makes no sense"),
    "a shape beyond its bytes": (entry(NORM, shape=[1 << 40]), "makes no sense"),
    "a shape of a thousand dimensions": (entry(NORM, shape=[1] * 1000 + [32]), "makes no sense"),
    "a negative shape": (entry(NORM, shape=[-32]), "makes no sense"),
    # --- tokenizers and templates: their reasons come from the target
    "a pattern that never ends": (tokens(pre_tokenizer=EXPLOSIVE), "could take for ever"),
    "replacements that never end": (
        tokens(normalizer={"type": "Sequence", "normalizers": [DOUBLING] * 60}), "times as long"),
    "no JSON as tokenizer": (write("tokenizer.json", "\x80"), "is refused"),
    "a tokenizer of nothing": (tokens(model={"type": "Nonsense"}), "can't be loaded"),
    "a token beyond the embedding": (added_token(4_000_000_000), "the model only 260"),
    "a template that loops": (
        write("chat_template.jinja", "{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}"
              "{% endfor %}{{ messages[0].content }}"), "too much time or memory"),
    "a template that grows": (
        write("chat_template.jinja", "{{ 'a' * 10 ** 10 }}{{ messages[0].content }}"), "any conversation"),
    "a template that reads files": (
        write("chat_template.jinja", "{% include '/etc/hostname' %}{{ messages[0].content }}"), "template"),
    "a template that looks inside": (
        write("chat_template.jinja", "{{ cycler.__init__.__globals__.os.system('touch canary') }}"),
        "template"),
    "a template in the tokenizer's config that looks inside": (
        templates(("tool_use", "{{ messages[0].content }}"),
                  ("default", "{{ ''.__class__.__mro__[1].__subclasses__() }}")), "template"),
    "no template that could be used": (
        write("chat_template.jinja", "{% if %}"), "Choose how messages are put"),
    # --- things that transformers trips over in its own ways
    "a rope without sense": (
        edit("config.json", rope_parameters={"rope_type": "evil", "rope_theta": "x"}), "can't be"),
    "an activation without sense": (edit("config.json", hidden_act="__import__"), "can't be"),
    "heads that don't divide": (edit("config.json", num_attention_heads=7), "can't be"),
}  # fmt: skip

#: What looks odd and is honest all the same, or is never looked at: these load, and nothing in them runs.
HARMLESS: dict[str, Spoil] = {
    "pickles beside the weights": pickled("pytorch_model.bin", instead=False),
    "pickled optimiser": pickled("optimizer.pt", instead=False),
    "code that nothing asks for": write("modeling_evil.py", "raise SystemExit"),
    "code for generating": with_code("config.json", custom_generate="modeling_evil"),
    "a generator of its own": write("custom_generate/generate.py", "raise SystemExit"),
    "several templates": templates(
        ("tool_use", "{{ raise_exception('no tools') }}"),
        ("default", "{% for m in messages %}{{ m.content }}{% endfor %}"),
    ),
    "generation config of nonsense": edit(
        "generation_config.json", temperature="hot", top_k=-3, eos_token_id=[None, "x", -1, 10**12, 256]
    ),
}
