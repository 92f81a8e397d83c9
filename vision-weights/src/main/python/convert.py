#!/usr/bin/python3
"""Converts the SSDLite-MobileNetV2 network of a TensorFlow.js package into the ONNX file of this module.

    convert.py DIRECTORY TARGET

DIRECTORY holds the model's model.json and its shards. Needs Debian's python3-onnx and python3-numpy. The same input gives the same bytes.

The network takes a picture of 300 by 300 pixels, red, green and blue, as bytes, and gives for each of 1917 anchors

    scores  how sure it is that CLASSES are there, from 0 to 1
    boxes   where: top, left, bottom and right as fractions of the picture

What the original does besides is left out: it scales pictures of any size, and knows 85 further classes. Batch normalisation is
folded into the convolutions before it. Weights are stored with 8 or 16 bits each; all is computed in single precision.
"""
import json
import os
import sys

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

# Numbers of COCO: person, backpack, handbag, suitcase, cell phone.
CLASSES = [1, 27, 31, 33, 77]
CLASSES_ALL = 91
SIDE = 300
BYTES_FROM = 4096


class Source:
    """The nodes and constants of a TensorFlow.js graph."""

    def __init__(self, directory):
        with open(os.path.join(directory, "model.json"), encoding="utf-8") as file:
            model = json.load(file)
        self.nodes = {node["name"]: node for node in model["modelTopology"]["node"]}
        self.constants = {}
        for group in model["weightsManifest"]:
            data = b""
            for path in group["paths"]:
                with open(os.path.join(directory, os.path.basename(path)), "rb") as file:
                    data += file.read()
            at = 0
            for weight in group["weights"]:
                kind = np.dtype(weight["dtype"]).newbyteorder("<")
                count = int(np.prod(weight["shape"], dtype=np.int64))
                values = np.frombuffer(data, dtype=kind, count=count, offset=at)
                self.constants[weight["name"]] = values.reshape(weight["shape"])
                at += count * kind.itemsize
            if at != len(data):
                raise SystemExit("The weights have %d bytes, not %d." % (len(data), at))

    def operation(self, name):
        return self.nodes[name]["op"]

    def inputs(self, name):
        return self.nodes[name]["input"]

    def split(self, name):
        """A node's variable input, and its constant ones."""
        inputs = self.inputs(name)
        variable = [each for each in inputs if each not in self.constants]
        if len(variable) != 1:
            raise SystemExit("%s has %d variable inputs, not one." % (name, len(variable)))
        return variable[0], [self.constants[each].astype(np.float64) for each in inputs if each in self.constants]

    def attribute(self, name, key):
        return self.nodes[name]["attr"][key]


class Target:
    """The ONNX graph while it is written."""

    def __init__(self):
        self.nodes = []
        self.initializers = []
        self.known = {}

    def constant(self, name, values):
        self.initializers.append(numpy_helper.from_array(np.ascontiguousarray(values), name))
        return name

    def weights(self, name, values):
        """Large ones as a byte each, times a factor for each channel; those of few inputs, which lose by that, in half precision."""
        if values.size < BYTES_FROM or values.shape[1] == 1:
            self.constant(name + "_half", values.astype(np.float16))
            return self.add("Cast", [name + "_half"], name, to=TensorProto.FLOAT)
        factor = np.abs(values).max(axis=(1, 2, 3), keepdims=True) / 127
        self.constant(name + "_bytes", np.round(values / np.maximum(factor, 1e-12)).astype(np.int8))
        self.constant(name + "_factor", factor.astype(np.float32))
        self.add("Cast", [name + "_bytes"], name + "_whole", to=TensorProto.FLOAT)
        return self.add("Mul", [name + "_whole", name + "_factor"], name)

    def add(self, operation, inputs, output, **attributes):
        self.nodes.append(helper.make_node(operation, inputs, [output], **attributes))
        return output


def convolution(source, name):
    """The linear operations that end in a node, as one: its input, weights (out, in, height, width), bias, stride and groups."""
    operation = source.operation(name)
    variable, constants = source.split(name)
    if operation in ("Conv2D", "DepthwiseConv2dNative"):
        if bytes(source.attribute(name, "padding")["s"]) != b"SAME" or set(source.attribute(name, "dilations")["list"]["i"]) != {"1"}:
            raise SystemExit("%s is not padded to the same size." % name)
        stride = int(source.attribute(name, "strides")["list"]["i"][1])
        weights = constants[0].transpose(*((3, 2, 0, 1) if operation == "Conv2D" else (2, 3, 0, 1)))
        groups = 1 if operation == "Conv2D" else weights.shape[0]
        return variable, weights, np.zeros(weights.shape[0]), stride, groups
    before, weights, bias, stride, groups = convolution(source, variable)
    if operation == "Mul":
        factor, summand = constants[0], 0
    elif operation in ("Add", "BiasAdd"):
        factor, summand = np.ones(len(bias)), constants[0]
    elif operation == "FusedBatchNorm":
        gamma, beta, mean, variance = constants
        factor = gamma / np.sqrt(variance + float(source.attribute(name, "epsilon")["f"]))
        summand = beta - mean * factor
    else:
        raise SystemExit("%s is a %s, and no part of a convolution." % (name, operation))
    return before, weights * factor.reshape(-1, 1, 1, 1), bias * factor + summand, stride, groups


def write_convolution(source, target, name, keep=slice(None), summand=0):
    before, weights, bias, stride, groups = convolution(source, name)
    weights, bias = weights[keep], bias[keep] + summand
    inputs = [
        activation(source, target, before),
        target.weights(name + "/weights", weights),
        target.constant(name + "/bias", bias.astype(np.float32)),
    ]
    kernel = list(weights.shape[2:])
    return target.add("Conv", inputs, name, auto_pad="SAME_UPPER", kernel_shape=kernel, strides=[stride, stride], group=groups)


def write_shortcut(source, target, name):
    """A convolution and its input's input; the convolution's bias stands outside of the sum."""
    both, constants = source.split(name)
    new, old = source.inputs(both)
    return target.add("Add", [write_convolution(source, target, new, summand=constants[0]), activation(source, target, old)], name)


def activation(source, target, name):
    """Writes what a node needs, then the node; a tensor's name is its node's."""
    if name in target.known:
        return target.known[name]
    operation = source.operation(name)
    if name == "Preprocessor/sub":
        written = "prepared"
    elif operation == "Relu6":
        inside = activation(source, target, source.inputs(name)[0])
        written = target.add("Clip", [inside, "zero", "six"], name)
    elif operation == "Add" and source.operation(source.split(name)[0]) == "AddN":
        written = write_shortcut(source, target, name)
    else:
        written = write_convolution(source, target, name)
    target.known[name] = written
    return written


def write_head(source, target, reshape, values, keep=slice(None)):
    """One of the network's answers for one of its grids: as many values for each anchor."""
    name = source.inputs(reshape)[0]
    raw = write_convolution(source, target, name, keep)
    rows = target.add("Transpose", [raw], reshape + "/rows", perm=[0, 2, 3, 1])
    return target.add("Reshape", [rows, "shape%d" % values], reshape)


def write_heads(source, target):
    boxes, scores = [], []
    for grid in source.inputs("concat")[:-1]:
        boxes.append(write_head(source, target, grid, 4))
    for grid in source.inputs("concat_1")[:-1]:
        channels = convolution(source, source.inputs(grid)[0])[1].shape[0]
        keep = [anchor * CLASSES_ALL + each for anchor in range(channels // CLASSES_ALL) for each in CLASSES]
        scores.append(write_head(source, target, grid, len(CLASSES), keep))
    target.add("Concat", boxes, "encoded", axis=0)
    target.add("Concat", scores, "logits", axis=0)
    target.add("Sigmoid", ["logits"], "scores")


def write_decoding(source, target):
    """Boxes from what the network says of them: a shift and a growth of their anchor."""
    anchors = source.constants["Postprocessor/ExpandDims"][0].astype(np.float64)
    extent = anchors[:, 2:] - anchors[:, :2]
    centre = anchors[:, :2] + extent / 2
    shift = float(source.constants["ConstantFolding/Postprocessor/Decode/div_recip"])
    growth = float(source.constants["ConstantFolding/Postprocessor/Decode/div_2_recip"])
    for name, values in (
        ("anchor_centre", centre),
        ("anchor_shift", extent * shift),
        ("anchor_half", extent / 2),
        ("growth", np.array(growth)),
    ):
        # Single precision: half of it would move a box by a pixel.
        target.initializers.append(numpy_helper.from_array(values.astype(np.float32), name))
    target.add("Split", ["encoded", "halves"], "encoded_centre", axis=1)
    target.nodes[-1].output.append("encoded_extent")
    target.add("Mul", ["encoded_centre", "anchor_shift"], "moved")
    target.add("Add", ["moved", "anchor_centre"], "centre")
    target.add("Mul", ["encoded_extent", "growth"], "grown")
    target.add("Exp", ["grown"], "factor")
    target.add("Mul", ["factor", "anchor_half"], "half")
    target.add("Sub", ["centre", "half"], "low")
    target.add("Add", ["centre", "half"], "high")
    target.add("Concat", ["low", "high"], "boxes", axis=1)
    return anchors.shape[0]


def convert(directory):
    source, target = Source(directory), Target()
    for name, values in (
        ("zero", np.array(0, np.float32)),
        ("six", np.array(6, np.float32)),
        ("factor_in", source.constants["Preprocessor/mul/x"]),
        ("summand_in", source.constants["Preprocessor/sub/y"]),
        ("shape4", np.array([-1, 4], np.int64)),
        ("shape%d" % len(CLASSES), np.array([-1, len(CLASSES)], np.int64)),
        ("halves", np.array([2, 2], np.int64)),
    ):
        target.constant(name, values)
    target.add("Cast", ["image"], "pixels", to=TensorProto.FLOAT)
    target.add("Transpose", ["pixels"], "planes", perm=[0, 3, 1, 2])
    target.add("Mul", ["planes", "factor_in"], "scaled")
    target.add("Sub", ["scaled", "summand_in"], "prepared")
    write_heads(source, target)
    count = write_decoding(source, target)
    graph = helper.make_graph(
        target.nodes,
        "ssdlite_mobilenet_v2",
        [helper.make_tensor_value_info("image", TensorProto.UINT8, [1, SIDE, SIDE, 3])],
        [
            helper.make_tensor_value_info("scores", TensorProto.FLOAT, [count, len(CLASSES)]),
            helper.make_tensor_value_info("boxes", TensorProto.FLOAT, [count, 4]),
        ],
        target.initializers,
    )
    model = helper.make_model(graph, producer_name="trestle", opset_imports=[helper.make_opsetid("", 13)])
    model.ir_version = 8
    onnx.checker.check_model(model)
    return model.SerializeToString(deterministic=True)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        raise SystemExit(__doc__)
    content = convert(sys.argv[1])
    with open(sys.argv[2], "wb") as out:
        out.write(content)
