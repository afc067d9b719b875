"""An agent that reads and writes: a language model behind a chat endpoint in OpenAI's conventions."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np

from ...envs.table.game import Setup
from ...envs.table.text.answers import Choices, read_answer
from ...envs.table.text.prompt import Prompt
from ..base import Agent, View
from .client import URL, ChatClient, Message

USAGE = (
    "decisions",  # that were asked; where one action alone is legal nobody is asked
    "answers",
    "illegal",  # answers that name no legal action
    "unreadable",  # answers that name no action
    "random",  # decisions that chance had to take, as no answer would do
    "failures",  # requests that failed and were made again
    "seconds",  # of waiting for answers, added up over requests at the same time
    "prompt_tokens",
    "completion_tokens",
)
"""What :meth:`ChatAgent.usage` tells, in this order."""

NO_ANSWER = "(no answer)"
"""What a model is reminded of that has said nothing: some endpoints refuse messages without content."""

_COUNTING = threading.Lock()
_T = TypeVar("_T")
_R = TypeVar("_R")


@dataclass(frozen=True)
class _Question:
    """One decision to be asked, and what chance has in store for it."""

    seat: int
    text: str
    choices: Choices
    seed: int
    fallback: int


class ChatAgent(Agent):
    """Asks a language model for every decision, with what the seat to move knows and nothing else.

    After an answer that is no legal action it asks again, a few times; then an action is drawn from the legal ones. How
    often that was so is told by :meth:`usage`. Of one decision nothing is kept for the next: what went before stands in
    the seat's log.
    """

    reads_logs = True

    def __init__(
        self,
        setup: Setup,
        seed: int | None = None,
        *,
        model: str,
        url: str = URL,
        prompt: str | None = None,
        actions: bool = True,
        rules: bool = True,
        log: int = 100,
        repeats: int = 2,
        temperature: float | None = None,
        seeded: bool = True,
        timeout: float = 60.0,
        tries: int = 3,
        parallel: int = 4,
    ) -> None:
        """Prepare to ask; parameters are those of ``chat`` (:class:`~cogitable.agents.factory.ChatOptions`).

        Raises:
            OptionError: The extra is missing, the address is none, or the prompts are wrong.
        """
        super().__init__(setup, seed)
        self.client = ChatClient(url, timeout, tries)
        self.prompt = Prompt.load(setup, prompt, rules=rules)
        self.model, self.listed, self.lines, self.repeats, self.parallel = model, actions, log, repeats, parallel
        self.request: dict[str, Any] = {} if temperature is None else {"temperature": temperature}
        self.seeded = seeded
        self._used: Counter[str] = Counter()

    def usage(self) -> Mapping[str, float]:
        """Return what has been asked and answered, by the names of :data:`USAGE`."""
        return {name: self._used[name] for name in USAGE} if self._used else {}

    def act(self, view: View) -> np.ndarray:
        """Return the model's action at each table, or a random one: int64, shape (n,).

        Raises:
            ChatFailure: The endpoint refuses, or does not answer.
        """
        # A determinized state shows, from its own seat, just what that seat knows.
        states = view.determinized(self.words)
        actions = view.masks.argmax(axis=1).astype(np.int64)
        rows = np.flatnonzero(np.count_nonzero(view.masks, axis=1) > 1).tolist()
        questions = [self._question(view, states, row) for row in rows]
        actions[rows] = side_by_side(self._decide, questions, self.parallel)
        return actions

    def _question(self, view: View, states: np.ndarray, row: int) -> _Question:
        choices = Choices.of(self.setup, states, view.masks[row], row, listed=self.listed)
        log, seed = view.log(row), int(self.generator.integers(2**31))
        told = None if log is None else list(log)[-self.lines :] if self.lines else []
        begins = log is None or told is None or len(told) == len(log)
        text = self.prompt.question(states, choices, told, row, log_begins=begins)
        return _Question(int(view.seats[row]), text, choices, seed, int(self.generator.choice(choices.actions)))

    def _decide(self, question: _Question) -> int:
        """Ask until there is a legal action, or often enough; return it. What was used counts if it fails, too."""
        used: Any = Counter(decisions=1)  # some are numbers of seconds
        try:
            return self._ask(question, used)
        finally:
            with _COUNTING:
                self._used.update(used)

    def _ask(self, question: _Question, used: Any) -> int:
        messages = [_says("system", self.prompt.system(question.seat)), _says("user", question.text)]
        request = {**self.request, **({"seed": question.seed} if self.seeded else {}), **self.prompt.request}
        for _ in range(self.repeats + 1):
            reply = self.client.ask(self.model, messages, request)
            answer = read_answer(reply.text, self.prompt.answer, question.choices)
            used.update(answers=1, failures=reply.failures, seconds=reply.seconds)
            used.update(prompt_tokens=reply.prompt_tokens, completion_tokens=reply.completion_tokens)
            if answer.action is not None:
                return answer.action
            used[answer.problem] += 1
            said = reply.text if reply.text.strip() else NO_ANSWER
            messages += [_says("assistant", said), _says("user", self.prompt.again(question.seat, answer))]
        used["random"] += 1
        return question.fallback


def side_by_side(function: Callable[[_T], _R], items: Sequence[_T], threads: int) -> list[_R]:
    """Return what a function that waits makes of each item, some at a time.

    The first error ends it, and so does Ctrl-C: the threads are not waited for, since a server may be silent for long.
    """
    found: dict[int, _R] = {}
    errors: list[BaseException] = []
    waiting = iter(enumerate(items))
    lock = threading.Lock()

    def work() -> None:
        while not errors:
            with lock:
                number, item = next(waiting, (-1, None))
            if number < 0:
                return
            try:
                found[number] = function(item)  # type: ignore[arg-type]
            except BaseException as error:
                errors.append(error)

    team = [threading.Thread(target=work, daemon=True) for _ in range(min(threads, len(items)))]
    try:
        for thread in team:
            thread.start()
        while not errors and any(thread.is_alive() for thread in team):
            for thread in team:
                thread.join(0.05)
    except BaseException as error:
        errors.append(error)
        raise
    if errors:
        raise errors[0]
    return [found[number] for number in range(len(items))]


def _says(role: str, text: str) -> Message:
    return {"role": role, "content": text}
