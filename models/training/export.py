"""Export trained networks to TFLite with int8 weights.

Weights are int8, one scale a channel; the arithmetic is float32. Under tflite-runtime on x86 fully
quantised convolutions fall off the fast path (20 ms against 1.5 ms for the locator at 320 x 240),
and readings of the two runtimes then differ by rounding; with int8 weights alone they agree.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np
import torch
from torch import nn

from models.training.checksums import write_checksums
from models.training.nets import Locator, Reader, TableReady
from vision.around import CROP_PX
from vision.looks import CROP


def export(net: nn.Module, maps: bool, example: tuple[int, ...], target: Path) -> None:
    """Write `net` as a TFLite file with int8 weights; `example` is the shape (n, h, w, 3)."""
    import litert_torch
    from ai_edge_quantizer import quantizer, recipe

    ready = TableReady(net.eval(), maps).eval()
    with tempfile.TemporaryDirectory() as folder:
        whole = Path(folder) / "whole.tflite"
        litert_torch.convert(ready, (torch.zeros(example),)).export(str(whole))
        small = quantizer.Quantizer(str(whole))
        small.load_quantization_recipe(recipe.weight_only_wi8_afp32())
        small.quantize().export_model(str(target), overwrite=True)
    finish(target, maps)


def finish(file: Path, maps: bool) -> None:
    """Drop what a file need not hold, and let a reader take any number of crops at once.

    Half of a file beside its weights are the names of its inner tensors. The export also writes the
    count of its example into the shape that a reader's last step reshapes to.
    """
    from ai_edge_litert import schema_py_generated as schema
    from ai_edge_quantizer.utils.tfl_flatbuffer_utils import flatbuffer_utils

    model = flatbuffer_utils.read_model_from_bytearray(bytearray(file.read_bytes()))
    graph = model.subgraphs[0]
    ends = [graph.tensors[k] for k in (*graph.inputs, *graph.outputs)]
    for tensor in graph.tensors:
        if all(tensor is not end for end in ends):
            tensor.name = b""
    if not maps:
        last = graph.operators[-1]
        if model.operatorCodes[last.opcodeIndex].builtinCode != schema.BuiltinOperator.RESHAPE:
            raise ValueError(f"{file}: the last step of a reader is a reshape")
        for end in ends:
            end.shapeSignature = np.array([-1, *end.shape[1:]], np.int32)
        shape = model.buffers[graph.tensors[last.inputs[1]].buffer]
        shape.data = np.frombuffer(ends[-1].shapeSignature.tobytes(), np.uint8)
    file.write_bytes(bytes(flatbuffer_utils.convert_object_to_bytearray(model)))


def export_all(work: Path, into: Path) -> None:
    """Export to .tflite in `into` what there is of the checkpoints in `work`, one a network."""
    into.mkdir(parents=True, exist_ok=True)
    for name, net, shape in (
        ("locator", Locator(), (1, 256, 256, 3)),
        ("reader", Reader(), (1, CROP, CROP, 3)),
        ("upright", Reader(), (1, CROP, CROP, 3)),
        ("around", Reader(around=True), (1, CROP_PX, CROP_PX, 3)),
    ):
        checkpoint = work / f"{name}.pt"
        if not checkpoint.exists():
            print(f"{name}: no {checkpoint}, left out")
            continue
        net.load_state_dict(torch.load(checkpoint, weights_only=True)["model"])
        target = into / f"{name}.tflite"
        export(net, name == "locator", shape, target)
        print(f"{name}: {target}, {target.stat().st_size / 1024:.0f} KiB")
    write_checksums(into)
