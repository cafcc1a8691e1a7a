"""Chat templates: what transformers makes of them is what is asked; what they refuse is one line."""

from __future__ import annotations

import contextlib
import hashlib
import itertools
from pathlib import Path
from typing import Any

import pytest

from foreword.messages import ChatMessage
from foreword.target import template_process
from foreword.target.target import TargetError
from foreword.target.template_process import TemplateOverrun, TemplateProcess
from foreword.target.templates import (
    BUILT_IN,
    ChatTemplate,
    TemplateMissing,
    choose_template,
    opened_thinking,
    without_system,
)
from tests.fakes.tiny_target import byte_tokenizer

FOLDER = Path(__file__).parents[1] / "data" / "templates"
TEMPLATES = {file.stem: file.read_text() for file in sorted(FOLDER.glob("*.jinja"))}
CONSTANTS = {"bos_token": "<s>", "eos_token": "</s>"}

SYSTEM = ChatMessage("system", "Be brief & kind.")
QUESTION = ChatMessage("user", "  What is 1 < 2?\n")
ANSWER = ChatMessage("assistant", "<think>\nA number.\n</think>\n\nIt holds.")
AGAIN = ChatMessage("user", "naïve 日本 {{ 7 * 7 }} <|im_end|>")
CHATS = {
    "one": (QUESTION,),
    "three": (QUESTION, ANSWER, AGAIN),
    "system": (SYSTEM, QUESTION, ANSWER, AGAIN),
}


def theirs(text: str, messages: tuple[ChatMessage, ...], **switches: Any) -> str:
    tokenizer = byte_tokenizer()
    tokenizer.add_special_tokens(CONSTANTS)
    told = [{"role": message.role, "content": message.content} for message in messages]
    rendered: str = tokenizer.apply_chat_template(
        told, chat_template=text, add_generation_prompt=True, tokenize=False, **switches
    )
    return rendered


@pytest.mark.parametrize(("name", "chat"), list(itertools.product(TEMPLATES, CHATS)))
def test_what_is_written_is_what_transformers_writes(name: str, chat: str) -> None:
    if (name, chat) == ("gemma2", "system"):
        pytest.skip("transformers gives up here: see the next tests")
    for switches in ({}, {"enable_thinking": False}, {"reasoning_effort": "low"}):
        ours = ChatTemplate(TEMPLATES[name], CONSTANTS).render(CHATS[chat], switches)
        assert ours == theirs(TEMPLATES[name], CHATS[chat], **switches)


def test_a_template_without_a_system_role_gets_it_at_the_head_of_the_first_question() -> None:
    written = ChatTemplate(TEMPLATES["gemma2"], CONSTANTS).render(CHATS["system"], {})
    folded = (ChatMessage("user", f"{SYSTEM.content}\n\n{QUESTION.content}"), ANSWER, AGAIN)
    assert written == theirs(TEMPLATES["gemma2"], folded)


def test_so_does_one_that_leaves_it_out_without_a_word() -> None:
    deaf = "{% for m in messages %}{% if m.role != 'system' %}{{ m.content }}|{% endif %}{% endfor %}"
    assert ChatTemplate(deaf).render((SYSTEM, ChatMessage("user", "Hi")), {}) == "Be brief & kind.\n\nHi|"


def test_folding_loses_nothing() -> None:
    assert without_system([SYSTEM]) == [ChatMessage("user", SYSTEM.content)]
    assert without_system([QUESTION, ANSWER]) == [QUESTION, ANSWER]
    late = without_system([QUESTION, SYSTEM, ANSWER, AGAIN])
    assert late == [QUESTION, ANSWER, ChatMessage("user", f"{SYSTEM.content}\n\n{AGAIN.content}")]


@pytest.mark.parametrize(
    ("name", "messages", "reason"),
    [
        ("gemma2", (QUESTION, AGAIN), "must alternate"),
        ("gemma3", (ANSWER, QUESTION), "must alternate"),
        ("mistral", (QUESTION, ANSWER, ANSWER), "must alternate"),
    ],
)
def test_what_a_template_refuses_is_one_line(
    name: str, messages: tuple[ChatMessage, ...], reason: str
) -> None:
    with pytest.raises(TargetError, match=reason) as refusal:
        ChatTemplate(TEMPLATES[name], CONSTANTS).render(messages, {})
    assert str(refusal.value).startswith("the model's chat template refuses this conversation: ")
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize(
    ("name", "switches", "thinks"),
    [
        ("smollm2", (), False),
        ("qwen3", ("enable_thinking",), True),
        ("deepseek_r1", (), True),
        ("unusual", ("reasoning_effort",), False),
    ],
)
def test_its_switches_are_found(name: str, switches: tuple[str, ...], thinks: bool) -> None:
    template = ChatTemplate(TEMPLATES[name])
    assert (template.switches, template.thinks) == (switches, thinks)
    assert template.sha256 == hashlib.sha256(TEMPLATES[name].encode()).hexdigest()


def test_a_switch_that_nobody_knows_is_not_passed_on() -> None:
    assert (
        ChatTemplate("{{ messages[0].content }}{{ bos_token }}", CONSTANTS).render(
            (ChatMessage("user", "a"),), {"bos_token": "forged", "messages": "forged"}
        )
        == "a<s>"
    )


def test_the_thinking_that_a_prompt_opens_is_the_replys() -> None:
    assert opened_thinking(ChatTemplate(TEMPLATES["deepseek_r1"], CONSTANTS).render((QUESTION,), {})) == (
        "<think>\n"
    )
    qwen = ChatTemplate(TEMPLATES["qwen3"], CONSTANTS)
    assert opened_thinking(qwen.render((QUESTION,), {})) == ""
    assert opened_thinking(qwen.render((QUESTION,), {"enable_thinking": False})) == ""


# --- the choice
def test_a_model_without_a_template_asks_for_one_and_names_them_all() -> None:
    with pytest.raises(TemplateMissing) as missing:
        choose_template("", "", CONSTANTS)
    assert all(name in str(missing.value) for name in BUILT_IN)
    assert "\n" not in str(missing.value)


@pytest.mark.parametrize(
    ("own", "reason"),
    [
        ("{% if %}", "Expected an expression"),
        ("{{ raise_exception('no chat, please') }}", "no chat, please"),
        ("{{ messages[0].content.__class__.__mro__ }}", "unsafe"),
        ("nothing of what was asked", "leaves out the question"),
        ("{{ messages[0].nonsense.more }}", "has no attribute 'nonsense'"),
        ("x" * 1_000_001, "far more than a template needs"),
    ],
)
def test_one_that_cannot_be_used_gives_way_to_the_chosen_one_and_says_why(own: str, reason: str) -> None:
    with pytest.raises(TemplateMissing, match=reason):
        choose_template(own, "", CONSTANTS)
    chosen, notes = choose_template(own, "chatml", CONSTANTS)
    assert (chosen.name, chosen.text) == ("chatml", BUILT_IN["chatml"].text)
    assert reason in notes
    assert "chatml is used instead" in notes


def test_a_models_own_template_goes_before_the_chosen_one() -> None:
    chosen, notes = choose_template(TEMPLATES["qwen3"], "alpaca", CONSTANTS)
    assert (chosen.name, chosen.text, notes) == ("", TEMPLATES["qwen3"], "")


def test_a_name_that_is_not_built_in_is_refused() -> None:
    with pytest.raises(TargetError, match="built in are chatml, llama3"):
        choose_template("", "chat-ml", CONSTANTS)


@pytest.mark.parametrize("name", BUILT_IN)
def test_each_built_in_one_says_everything_in_order_and_ends_where_the_reply_begins(name: str) -> None:
    template, _ = choose_template("", name, CONSTANTS)
    chat = (
        SYSTEM,
        ChatMessage("user", "First"),
        ChatMessage("assistant", "Second"),
        ChatMessage("user", "Third"),
    )
    written = template.render(chat, {})
    places = [written.index(part) for part in (SYSTEM.content, "First", "Second", "Third")]
    assert places == sorted(places)
    # A reply that goes on as the template writes one leads into the next prompt: nothing is read twice.
    longer = template.render((*chat, ChatMessage("assistant", "Fourth"), ChatMessage("user", "Fifth")), {})
    assert longer.startswith(written)
    assert longer[len(written) :].lstrip().startswith("Fourth")
    assert any(stop.strip() in longer[len(written) :] for stop in template.stops)


def test_built_in_ones_write_what_their_families_were_taught() -> None:
    chat = (SYSTEM, QUESTION, ChatMessage("assistant", "It holds."), AGAIN)
    chatml, _ = choose_template("", "chatml", CONSTANTS)
    assert chatml.render(chat, {}) == theirs(TEMPLATES["smollm2"], chat)
    gemma, _ = choose_template("", "gemma", CONSTANTS)
    assert gemma.render(chat[1:], {}) == theirs(TEMPLATES["gemma2"], chat[1:])


# --- limits
BOMBS = {
    "range": "{% for a in range(10**9) %}x{% endfor %}",
    "loops": "{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}",
    "times": '{{ "a" * 10**10 }}',
    "list": "{{ [1] * 10**10 }}",
    "constant": "{% set x = 'a' * 99999999999 %}",
    "power": "{{ 9 ** 99999999 }}",
    "macro": "{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}",
    "join": "{{ range(99999)|join('a' * 9999999)|length }}",
    "replace": "{{ ('a' * 9999999).replace('a', 'b' * 9999)|length }}",
    "format": "{{ '%9999999999d' % 1 }}",
    "justify": "{{ 'a'.ljust(10 ** 11)|length }}",
    "double": "{% set n = namespace(s='a') %}{% for i in range(99) %}{% set n.s = n.s ~ n.s %}{% endfor %}",
    "output": "{% for i in range(99999) %}{{ 'a' * 99999 }}{% endfor %}",
    "wrap": "{{ ('a' * 9999999)|wordwrap(1)|length }}",
    "nested": "{{ " + "(" * 5000 + ")" * 5000 + " }}",
    "minus": "{{ " + "-" * 50_000 + "1 }}",
}


@pytest.fixture(scope="module")
def strict() -> Any:
    process = TemplateProcess(seconds=0.3)
    yield process
    process.close()


@pytest.mark.parametrize("name", BOMBS)
def test_what_would_never_end_or_fill_the_memory_is_stopped(strict: TemplateProcess, name: str) -> None:
    template = ChatTemplate(BOMBS[name] + "{{ messages[0].content }}", process=strict)
    with pytest.raises(TargetError) as stopped:
        template.render((QUESTION,), {})
    assert "\n" not in str(stopped.value)
    # And the next one, of an honest model, is rendered as if nothing had been.
    assert (
        ChatTemplate("{{ messages[0].content }}", process=strict).render((QUESTION,), {}) == QUESTION.content
    )


def test_one_that_overran_twice_is_not_tried_again(strict: TemplateProcess, monkeypatch: Any) -> None:
    template = ChatTemplate(BOMBS["loops"], process=strict)
    for _ in range(2):
        with pytest.raises(TargetError, match="too much time or memory"):
            template.render((QUESTION,), {})
    monkeypatch.setattr(strict, "render", lambda *_: pytest.fail("it was tried again"))
    with pytest.raises(TargetError, match="no longer used"):
        template.render((QUESTION,), {})


def _ended(process: TemplateProcess) -> Any:
    """The running process, ended a moment after it was looked at."""
    ready = process._ready

    def look() -> Any:
        running = ready()
        running.kill()
        running.wait()
        return running

    return look


def test_a_process_that_somebody_ended_is_started_again(monkeypatch: pytest.MonkeyPatch) -> None:
    process = TemplateProcess()
    try:
        assert process.render("{{ a }}", {"a": "1"}) == "1"
        running = process._process
        assert running is not None
        running.kill()
        running.wait()
        assert process.render("{{ a }}", {"a": "2"}) == "2"
        # One that ends while it is asked: whatever ended it would do so again.
        monkeypatch.setattr(process, "_ready", _ended(process))
        with pytest.raises(TemplateOverrun):
            process.render("{{ a }}", {"a": "3" * 1_000_000})
        monkeypatch.undo()
        assert process.render("{{ a }}", {"a": "4"}) == "4"
    finally:
        process.close()


def test_the_process_sees_no_secrets_and_writes_no_files(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("HF_TOKEN", "hf_secret")
    seen: dict[str, Any] = {}
    real = template_process.subprocess.Popen

    def watched(*arguments: Any, **more: Any) -> Any:
        seen.update(more["env"])
        return real(*arguments, **more)

    monkeypatch.setattr(template_process.subprocess, "Popen", watched)
    process = TemplateProcess()
    assert process.render("{{ 1 + 1 }}", {}) == "2"
    process.close()
    assert "PATH" in seen
    assert "HF_TOKEN" not in seen


@pytest.mark.parametrize(
    "escape",
    [
        "{{ ''.__class__.__mro__[1].__subclasses__() }}",
        "{{ messages.__init__.__globals__ }}",
        "{{ dict.__init__.__globals__ }}",
        "{{ namespace.__init__.__globals__ }}",
        "{{ raise_exception.__globals__ }}",
        "{{ strftime_now.__code__ }}",
        "{{ cycler.__init__.__globals__.os.system('true') }}",
        "{{ ('%s'|format)|attr('__class__') }}",
        "{{ '{0.__class__}'.format(1) }}",
        "{{ '{a.__class__}'.format_map({'a': 1}) }}",
        "{% set n = namespace(__class__=1) %}",
        "{% set n = namespace() %}{% set n.__class__ = 1 %}",
        "{{ messages.append(1) }}",
        "{{ self._TemplateReference__context.environment }}{{ self.__class__ }}",
        "{% include '/etc/hostname' %}",
        "{% import 'os' as os %}",
        "{{ lipsum.__globals__ }}",
    ],
)
def test_nothing_leads_out_of_the_sandbox(strict: TemplateProcess, escape: str) -> None:
    """Refused, or nothing: jinja2 writes nothing at all for what may not be looked at."""
    written = ""
    with contextlib.suppress(TargetError):
        written = ChatTemplate(escape, process=strict).render((QUESTION,), {})
    assert written == ""
