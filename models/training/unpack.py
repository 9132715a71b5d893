"""Make a checkpoint of a .tflite file, so that training can go on from what ships.

The file holds each convolution with its batch normalisation worked in, as int8. The weights are
taken back from it, and the means and variances of each normalisation from pictures, so that the
network says what the file says and learns as the one did that it was exported from.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from models.training.nets import LEVELS_TO_ONE
from vision.runtime import inner_interpreter

Floats = NDArray[np.float32]
Net = TypeVar("Net", bound=nn.Module)


def unpack(file: Path, model: Net, pictures: Iterable[Tensor], checkpoint: Path) -> Net:
    """Give `model` what its file says, write the checkpoint, and return it.

    `pictures` are some batches (n, 3, h, w) in 0..1 as it learns from. Raises ValueError for a file
    of another network, and for an older one that first divides the levels of pixels in a step.
    """
    model.eval()
    pairs = _layers(model)
    kernels = _kernels(file)
    if len(pairs) != len(kernels):
        raise ValueError(f"{file} has {len(kernels)} convolutions, the network has {len(pairs)}")
    with torch.no_grad():
        for (conv, norm), (kernel, bias) in zip(pairs, kernels, strict=True):
            if conv.weight.shape != kernel.shape:
                raise ValueError(f"{file}: {kernel.shape} is not {tuple(conv.weight.shape)}")
            conv.weight.copy_(torch.from_numpy(kernel))
            if norm is None:
                assert conv.bias is not None
                conv.bias.copy_(torch.from_numpy(bias))
                continue
            assert norm.running_mean is not None
            assert norm.running_var is not None
            norm.running_mean.zero_()
            norm.running_var.fill_(1.0 - norm.eps)
            norm.bias.copy_(torch.from_numpy(bias))
        _normalise([norm for _, norm in pairs if norm is not None], model, pictures)
    checkpoint.parent.mkdir(parents=True, exist_ok=True)
    torch.save({"model": model.state_dict()}, checkpoint)
    return model


def _layers(model: nn.Module) -> list[tuple[nn.Conv2d, nn.BatchNorm2d | None]]:
    """Return each convolution with its normalisation, in the order of the file."""
    parts = [m for m in model.modules() if isinstance(m, nn.Conv2d | nn.BatchNorm2d)]
    out: list[tuple[nn.Conv2d, nn.BatchNorm2d | None]] = []
    for part, after in zip(parts, [*parts[1:], None], strict=True):
        if isinstance(part, nn.Conv2d):
            out.append((part, after if isinstance(after, nn.BatchNorm2d) else None))
    return out


def _kernels(file: Path) -> list[tuple[Floats, Floats]]:
    """Return (kernel (outer, inner, h, w), bias (outer,)) of each convolution of a file.

    The first kernel is that for levels in 0..1.
    """
    reader = inner_interpreter(file.read_bytes())
    entry = reader.get_input_details()[0]
    reader.set_tensor(entry["index"], np.zeros(entry["shape"], np.float32))
    reader.invoke()
    unpacked: dict[int, Floats] = {}
    out = []
    for step in reader._get_ops_details():
        name, inputs = step["op_name"], step["inputs"]
        if name == "MUL":
            raise ValueError(f"{file} divides levels in a step of its own: export it anew")
        if name == "DEQUANTIZE":
            unpacked[int(step["outputs"][0])] = _floats(reader, int(inputs[0]))
        elif name in ("CONV_2D", "DEPTHWISE_CONV_2D"):
            index = int(inputs[1])
            kernel = unpacked[index] if index in unpacked else reader.get_tensor(index)
            order = (3, 0, 1, 2) if name.startswith("DEPTH") else (0, 3, 1, 2)
            out.append(
                (np.array(kernel.transpose(order)), np.array(reader.get_tensor(int(inputs[2]))))
            )
    first, bias = out[0]
    return [(first * LEVELS_TO_ONE, bias), *out[1:]]


def _floats(reader: Any, index: int) -> Floats:
    """Return an int8 tensor with one scale a channel as floats."""
    how = reader._get_tensor_details(index, 0)["quantization_parameters"]
    values = reader.get_tensor(index).astype(np.float32)
    shape = [1] * values.ndim
    if len(how["scales"]) > 1:
        shape[how["quantized_dimension"]] = -1
    zero, scale = how["zero_points"].reshape(shape), how["scales"].reshape(shape)
    return np.asarray((values - zero) * scale, np.float32)


def _normalise(norms: list[nn.BatchNorm2d], model: nn.Module, pictures: Iterable[Tensor]) -> None:
    """Give each normalisation the mean and variance that it meets; what it returns stays."""
    sums = {
        norm: [torch.zeros(norm.num_features, dtype=torch.float64) for _ in "mv"] for norm in norms
    }
    counts = dict.fromkeys(norms, 0)

    def note(norm: nn.Module, inputs: tuple[Tensor], _: Tensor) -> None:
        assert isinstance(norm, nn.BatchNorm2d)
        values = inputs[0].double()
        sums[norm][0] = sums[norm][0] + values.sum((0, 2, 3))
        sums[norm][1] = sums[norm][1] + values.square().sum((0, 2, 3))
        counts[norm] += values.numel() // values.shape[1]

    hooks = [norm.register_forward_hook(note) for norm in norms]
    for batch in pictures:
        model(batch)
    for hook in hooks:
        hook.remove()
    for norm in norms:
        if not counts[norm]:
            raise ValueError("no pictures to take means and variances from")
        mean = sums[norm][0] / counts[norm]
        var = (sums[norm][1] / counts[norm] - mean.square()).clamp(min=1e-4)
        assert norm.running_mean is not None
        assert norm.running_var is not None
        norm.running_mean.copy_(mean)
        norm.running_var.copy_(var)
        norm.weight.copy_((var + norm.eps).sqrt())
        norm.bias.add_(mean)
