"""The sentence of the page spoken through espeak-ng, in the language of the match."""

from __future__ import annotations

import contextlib
import logging
import queue
import subprocess
import threading

from web import speech
from web.port import Snapshot

log = logging.getLogger(__name__)


class Voice:
    """Speaks the newest sentence; what could not be spoken in time is left unsaid."""

    def __init__(
        self, language: str, command: tuple[str, ...] = ("espeak-ng", "-s", "150")
    ) -> None:
        """Keep the language; `command` is completed by the voice and the sentence.

        Where the language is `match`, it is that of the page which began the match.
        """
        self._language = language
        self._command = command
        self._said = ""
        self._inbox: queue.SimpleQueue[tuple[str, str] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="voice", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def stop(self) -> None:
        """Stop after the present sentence."""
        self._inbox.put(None)
        if self._thread.is_alive():
            self._thread.join(timeout=10.0)

    def hear(self, page: Snapshot) -> None:
        """Take a new state of the table and speak its sentence if it is another one."""
        players = page.match.players if page.match is not None else ()
        language = self._language_of(page)
        text = speech.say(language, page.ask or page.says, players)
        if text != self._said:
            self._said = text
            self._inbox.put((language, text))

    def _language_of(self, page: Snapshot) -> str:
        of_match = page.match.language if page.match is not None else ""
        wanted = of_match if self._language == "match" else self._language
        return wanted if wanted in speech.LANGUAGES else "en"

    def _run(self) -> None:
        while (sentence := self._inbox.get()) is not None:
            with contextlib.suppress(queue.Empty):
                while True:
                    newer = self._inbox.get_nowait()
                    if newer is None:
                        return
                    sentence = newer
            language, text = sentence
            try:
                subprocess.run(
                    [*self._command, "-v", language, "--", text],
                    timeout=30.0,
                    check=False,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                )
            except (OSError, subprocess.TimeoutExpired):
                log.exception("speaking failed")
