"""What the reading network notices about a face before it decides: numbers to learn new faces by.

The network has seen so many pips, worms and other pictures that its last inner layer tells
pictures apart that it has no name for.
"""

from __future__ import annotations

from importlib import resources
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.runtime import ModelError, inner_interpreter


class Notices:
    """The reading network with a view of its last inner layer; one thread only."""

    def __init__(self, folder: Path | None = None) -> None:
        """Load the network from `folder`, or the one that ships; raises ModelError."""
        place = folder if folder is not None else resources.files("models")
        try:
            model = (place / "reader.tflite").read_bytes()
        except (FileNotFoundError, ModuleNotFoundError) as error:
            raise ModelError(f"the model file reader.tflite is missing from {place}") from error
        self._interpreter = inner_interpreter(model)
        self._entry = self._interpreter.get_input_details()[0]["index"]
        inner = [
            (int(detail["shape"][3]), int(detail["index"]))
            for detail in self._interpreter.get_tensor_details()
            if detail["dtype"] is np.float32 and list(detail["shape"][:-1]) == [1, 1, 1]
        ]
        if not inner:
            raise ModelError("reader.tflite has no inner layer to learn from: install again")
        self.length, self._layer = max(inner)

    def of(self, crop: NDArray[np.uint8]) -> NDArray[np.float32]:
        """Return (length,) numbers about a crop (64, 64, 3), B, G, R."""
        self._interpreter.set_tensor(self._entry, crop[None].astype(np.float32))
        self._interpreter.invoke()
        return np.array(self._interpreter.get_tensor(self._layer), np.float32).ravel()
