"""One small loader for the networks: LiteRT where installed, else tflite-runtime, one thread."""

from __future__ import annotations

import os
import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module, resources
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray


class ModelError(RuntimeError):
    """A model file is missing or no TFLite runtime can be imported; the message says what to do."""


def interpreter_class() -> tuple[Any, str]:
    """Return the interpreter of LiteRT, else of tflite-runtime, and its name; raises ModelError."""
    for name in ("ai_edge_litert.interpreter", "tflite_runtime.interpreter"):
        try:
            return import_module(name).Interpreter, name.split(".")[0]
        except ImportError:
            continue
    raise ModelError("no TFLite runtime: install ai-edge-litert, or tflite-runtime on Python 3.11")


@contextmanager
def native_chatter_off() -> Iterator[None]:
    """Keep the runtime's own "INFO: Created ... delegate" off standard error, which is people's."""
    try:
        kept = os.dup(2)
    except OSError:  # no standard error at all, as under some services
        yield
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)


def inner_interpreter(model: bytes) -> Any:
    """Return an interpreter that keeps its inner tensors, so that they can be read."""
    make, _ = interpreter_class()
    with native_chatter_off(), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that keeping inner numbers takes memory: 2 MB here
        interpreter = make(
            model_content=model, num_threads=1, experimental_preserve_all_tensors=True
        )
        interpreter.allocate_tensors()
    return interpreter


class Network:
    """A TFLite network on one thread; keeps one interpreter for each input shape it has seen.

    Several threads may run it: they wait for each other, since an interpreter holds its tensors.
    `runtime` picks `"ai_edge_litert"` or `"tflite_runtime"`; None: what is there.
    """

    def __init__(self, model: bytes, runtime: str | None = None, most_shapes: int = 6) -> None:
        """Keep the model; interpreters are made when a shape is first seen."""
        if runtime is None:
            self._make, self.runtime = interpreter_class()
        else:
            self._make, self.runtime = import_module(f"{runtime}.interpreter").Interpreter, runtime
        self._model = model
        self._most = most_shapes
        self._ready: dict[tuple[int, ...], tuple[Any, int, int]] = {}
        self._turn = threading.Lock()

    def run(self, batch: NDArray[np.uint8] | NDArray[np.float32]) -> NDArray[np.float32]:
        """Run the network on (n, h, w, 3) uint8 or float32, B, G, R in 0..255; returns its output.

        The pixels are written where the interpreter wants them, without a copy in between.
        """
        shape = tuple(batch.shape)
        with self._turn:
            if shape not in self._ready:
                while len(self._ready) >= self._most:
                    self._ready.pop(next(iter(self._ready)))
                self._ready[shape] = self._prepare(shape)
            interpreter, entry, exit_ = self._ready[shape]
            interpreter.tensor(entry)()[...] = batch
            interpreter.invoke()
            return np.asarray(interpreter.get_tensor(exit_), np.float32)  # a copy of its own

    def input_shape(self) -> tuple[int, ...]:
        """Return the shape that the model was written for."""
        with native_chatter_off():
            interpreter = self._make(model_content=self._model, num_threads=1)
        return tuple(int(n) for n in interpreter.get_input_details()[0]["shape"])

    def _prepare(self, shape: tuple[int, ...]) -> tuple[Any, int, int]:
        with native_chatter_off():
            interpreter = self._make(model_content=self._model, num_threads=1)
            entry = interpreter.get_input_details()[0]["index"]
            interpreter.resize_tensor_input(entry, list(shape))
            interpreter.allocate_tensors()
        return interpreter, entry, interpreter.get_output_details()[0]["index"]


def load_network(file_name: str, folder: Path | None = None, runtime: str | None = None) -> Network:
    """Load `file_name` from `folder`, or from the models that ship with the program."""
    place = folder if folder is not None else resources.files("models")
    try:
        model = (place / file_name).read_bytes()
    except (FileNotFoundError, ModuleNotFoundError) as error:
        raise ModelError(f"the model file {file_name} is missing from {place}") from error
    return Network(model, runtime)
