"""Chat templates: how messages become the text that a model was taught to answer.

A model's own template is a stranger's program and is rendered elsewhere (see template_process). For models
that bring none, or one that can't be used, there are built-in ones to choose from. Where a template takes
no system prompt, that stands at the head of the first message. Knows messages and text; no tokens.
"""

from __future__ import annotations

import functools
import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from jinja2 import TemplateError, meta

from foreword.messages import ChatMessage
from foreword.target.target import TargetError
from foreword.target.template_process import (
    TemplateBroken,
    TemplateOverrun,
    TemplateProcess,
    TemplateRefused,
    shared,
)
from foreword.target.template_sandbox import make_environment

SWITCHES = ("enable_thinking", "thinking", "reasoning_effort")
"""What templates can be told beside the messages, in the names that they use."""
_THINKING = ("enable_thinking", "thinking")
THINK = "<think>"
LONGEST = 1_000_000
"""Characters; the longest ones in use have some tens of thousands."""
_MOST_OVERRUNS = 2


class TemplateMissing(TargetError):
    """The model has no chat template that can be used, and none was chosen for it."""


@dataclass(frozen=True, slots=True)
class BuiltIn:
    """A template to choose for a model that has none.

    `stops` end a reply where the model's vocabulary has no token that does: it would go on writing the
    user's next message.
    """

    name: str
    words: str
    text: str
    stops: tuple[str, ...]


_CHATML = (
    "{% for message in messages %}{{ '<|im_start|>' + message['role'] + '\n' + message['content'] + "
    "'<|im_end|>\n' }}{% endfor %}{% if add_generation_prompt %}{{ '<|im_start|>assistant\n' }}{% endif %}"
)
_LLAMA3 = (
    "{{ bos_token }}{% for message in messages %}{{ '<|start_header_id|>' + message['role'] + "
    "'<|end_header_id|>\n\n' + message['content'] | trim + '<|eot_id|>' }}{% endfor %}"
    "{% if add_generation_prompt %}{{ '<|start_header_id|>assistant<|end_header_id|>\n\n' }}{% endif %}"
)
_GEMMA = (
    "{{ bos_token }}{% for message in messages %}{% if message['role'] == 'system' %}"
    "{{ raise_exception('there is no system role') }}{% endif %}{{ '<start_of_turn>' + "
    "('model' if message['role'] == 'assistant' else message['role']) + '\n' + message['content'] | trim + "
    "'<end_of_turn>\n' }}{% endfor %}{% if add_generation_prompt %}{{ '<start_of_turn>model\n' }}{% endif %}"
)
_MISTRAL = (
    "{{ bos_token }}{% for message in messages %}{% if message['role'] == 'system' %}"
    "{{ raise_exception('there is no system role') }}{% elif message['role'] == 'user' %}"
    "{{ '[INST] ' + message['content'] + ' [/INST]' }}{% else %}{{ ' ' + message['content'] + eos_token }}"
    "{% endif %}{% endfor %}"
)
_ALPACA = (
    "{% for message in messages %}{% if message['role'] == 'system' %}{{ message['content'] + '\n\n' }}"
    "{% elif message['role'] == 'user' %}{{ '### Instruction:\n' + message['content'] + '\n\n' }}"
    "{% else %}{{ '### Response:\n' + message['content'] + '\n\n' }}{% endif %}{% endfor %}"
    "{% if add_generation_prompt %}{{ '### Response:\n' }}{% endif %}"
)
_PLAIN = (
    "{% for message in messages %}{% if message['role'] == 'system' %}{{ message['content'] + '\n\n' }}"
    "{% elif message['role'] == 'user' %}{{ 'User: ' + message['content'] + '\n' }}"
    "{% else %}{{ 'Assistant: ' + message['content'] + '\n' }}{% endif %}{% endfor %}"
    "{% if add_generation_prompt %}{{ 'Assistant:' }}{% endif %}"
)
BUILT_IN: Mapping[str, BuiltIn] = {
    each.name: each
    for each in (
        BuiltIn("chatml", "ChatML: Qwen, SmolLM and most others", _CHATML, ("<|im_end|>", "<|im_start|>")),
        BuiltIn("llama3", "Llama 3", _LLAMA3, ("<|eot_id|>", "<|start_header_id|>")),
        BuiltIn("gemma", "Gemma", _GEMMA, ("<end_of_turn>", "<start_of_turn>")),
        BuiltIn("mistral", "Mistral and Mixtral: [INST]", _MISTRAL, ("[INST]",)),
        BuiltIn("alpaca", "Alpaca: ### Instruction", _ALPACA, ("\n### Instruction:",)),
        BuiltIn("plain", "Plain text: User: and Assistant:", _PLAIN, ("\nUser:",)),
    )
}


@dataclass(slots=True)
class ChatTemplate:
    """A template, ready to be rendered. `name` is the built-in one's; empty: it came with the model.

    `constants` are the names of special tokens that templates read, such as bos_token.
    """

    text: str
    constants: Mapping[str, Any] = field(default_factory=dict)
    name: str = ""
    process: TemplateProcess = field(default_factory=shared)
    _takes_system: bool | None = None
    _overruns: int = 0

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.text.encode(errors="surrogatepass")).hexdigest()

    @property
    def switches(self) -> tuple[str, ...]:
        """Those of SWITCHES that it reads."""
        return tuple(name for name in SWITCHES if name in _variables(self.text))

    @property
    def thinks(self) -> bool:
        """Whether it is made for a model that thinks before it answers."""
        return THINK in self.text or any(name in self.switches for name in _THINKING)

    @property
    def stops(self) -> tuple[str, ...]:
        return BUILT_IN[self.name].stops if self.name else ()

    def check(self) -> None:
        """Raises TemplateBroken or TemplateRefused where not even one question can be asked with it."""
        if len(self.text) > LONGEST:
            raise TemplateBroken(f"it has {len(self.text)} characters, far more than a template needs")
        question = "How are you?"
        if question not in self._write([_as_dict(ChatMessage("user", question))], {}):
            raise TemplateBroken("it leaves out the question")

    def render(self, messages: Sequence[ChatMessage], switches: Mapping[str, bool | str]) -> str:
        """The prompt, up to where the reply begins. Raises TargetError with one line."""
        if self._overruns >= _MOST_OVERRUNS:
            raise TargetError(f"{_OWN} takes too much time or memory, so it is no longer used")
        told = {name: value for name, value in switches.items() if name in SWITCHES}
        try:
            if any(message.role == "system" for message in messages) and not self._has_system_role():
                messages = without_system(messages)
            return self._write([_as_dict(message) for message in messages], told)
        except TemplateRefused as error:
            raise TargetError(f"{_OWN} refuses this conversation: {error}") from error
        except TemplateOverrun as error:
            self._overruns += 1
            raise TargetError(f"{_OWN} can't be used: {error}") from error
        except TemplateBroken as error:
            raise TargetError(f"{_OWN} can't be used: {error}") from error

    def _has_system_role(self) -> bool:
        """Whether a system prompt arrives in what it writes. Some refuse one, some leave it out silently."""
        if self._takes_system is None:
            probe = "Answer in rhymes."
            try:
                written = self._write([_as_dict(ChatMessage("system", probe)), _as_dict(_QUESTION)], {})
                self._takes_system = probe in written
            except TemplateOverrun:
                raise
            except (TemplateRefused, TemplateBroken):
                self._takes_system = False
        return self._takes_system

    def _write(self, messages: list[dict[str, str]], switches: Mapping[str, bool | str]) -> str:
        variables = {
            **self.constants, **switches,
            "messages": messages, "tools": None, "documents": None, "add_generation_prompt": True,
        }  # fmt: skip
        return self.process.render(self.text, variables)


_OWN = "the model's chat template"
_QUESTION = ChatMessage("user", "How are you?")


NO_TEMPLATE = ChatTemplate("")
"""For a tokenizer that no conversation is put to."""


def choose_template(own: str, built_in: str, constants: Mapping[str, Any]) -> tuple[ChatTemplate, str]:
    """The model's own template, or the built-in one of this name where that can't be used; and what the
    user should know of the choice, often nothing.

    Raises TemplateMissing where neither can be had, TargetError where there is no built-in one so called.
    """
    if built_in and built_in not in BUILT_IN:
        raise TargetError(f"there is no chat template {built_in!r}; built in are {', '.join(BUILT_IN)}")
    why = "the model brings no chat template"
    if own:
        template = ChatTemplate(own, constants)
        try:
            template.check()
        except (TemplateBroken, TemplateRefused) as error:
            why = f"the model's chat template can't be used: {error}"
        else:
            return template, ""
    if built_in:
        return ChatTemplate(
            BUILT_IN[built_in].text, constants, built_in
        ), f"{why}; {built_in} is used instead"
    raise TemplateMissing(
        f"{why}. Choose how messages are put to it, in the settings under Model "
        f"(model.template): {', '.join(BUILT_IN)}"
    )


def without_system(messages: Sequence[ChatMessage]) -> list[ChatMessage]:
    """The same, with what the system says at the head of the first question after it."""
    folded: list[ChatMessage] = []
    waiting = ""
    for message in messages:
        if message.role == "system":
            waiting = f"{waiting}{message.content}\n\n"
        elif waiting and message.role == "user":
            folded.append(ChatMessage("user", waiting + message.content))
            waiting = ""
        else:
            folded.append(message)
    if waiting:
        folded.append(ChatMessage("user", waiting.rstrip()))
    return folded


def opened_thinking(text: str) -> str:
    """The <think> that a prompt ends with, with the space around it; empty where it ends with none."""
    found = re.search(rf"{THINK}\s*\Z", text)
    return found[0] if found else ""


@functools.lru_cache(maxsize=16)
def _variables(text: str) -> frozenset[str]:
    environment = make_environment()
    try:
        return frozenset(meta.find_undeclared_variables(environment.parse(text)))
    except (TemplateError, RecursionError, ValueError):  # it can't be rendered either
        return frozenset()


def _as_dict(message: ChatMessage) -> dict[str, str]:
    return {"role": message.role, "content": message.content}
