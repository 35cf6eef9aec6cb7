#!/usr/bin/env python3
"""Compares `shutterbox cost` with the image processors of transformers, which need no weights and no torch.

usage: vision_cost.py PROGRAM [--sizes N] [--pictures N] [--seed N]

Each of N random sizes goes to the function of the processor that reckons sizes; some pictures of a single color also go
through the whole processor. Exits with 1 if a count differs, and prints the seed.
"""

import argparse
import json
import logging
import random
import subprocess
import sys
import types

logging.disable(logging.WARNING)

import numpy
from transformers.models.idefics3.image_processing_pil_idefics3 import Idefics3ImageProcessorPil
from transformers.models.llava_next.processing_llava_next import LlavaNextProcessor
from transformers.models.pixtral.image_processing_pil_pixtral import (
    PixtralImageProcessorPil,
    get_resize_output_image_size,
)
from transformers.models.qwen2_vl.image_processing_pil_qwen2_vl import Qwen2VLImageProcessorPil
from transformers.models.smolvlm.image_processing_pil_smolvlm import SmolVLMImageProcessorPil


class Qwen:
    def __init__(self, patch, least, most):
        self.processor = Qwen2VLImageProcessorPil(
            patch_size=patch, merge_size=2, size={"shortest_edge": least, "longest_edge": most}
        )

    def by_size(self, width, height):
        try:
            return self.processor.get_number_of_image_patches(height, width) // 4
        except ValueError:  # "absolute aspect ratio must be smaller than 200"
            return None

    def by_picture(self, picture):
        _, rows, columns = self.processor(picture, return_tensors="np")["image_grid_thw"][0]
        return int(rows * columns) // 4


class Smol:
    def __init__(self, kind, edge, tile, sequence):
        self.sequence = sequence
        self.processor = kind(
            size={"longest_edge": edge}, max_image_size={"longest_edge": tile}, do_image_splitting=True
        )

    def tokens(self, rows, columns):
        return self.sequence + 3 + rows * (columns * (self.sequence + 2) + 1)

    def by_size(self, width, height):
        _, rows, columns = self.processor.get_number_of_image_patches(height, width, {})
        return self.tokens(rows, columns)

    def by_picture(self, picture):
        found = self.processor([[picture]], return_tensors="np", return_row_col_info=True)
        return self.tokens(found["rows"][0][0], found["cols"][0][0])


class Pixtral:
    def __init__(self, cell, edge):
        self.cell, self.edge = cell, edge
        self.processor = PixtralImageProcessorPil(
            patch_size={"height": cell, "width": cell}, size={"longest_edge": edge}
        )

    def by_size(self, width, height):
        # An array that has a shape and no memory.
        picture = numpy.broadcast_to(numpy.uint8(0), (height, width, 3))
        rows, columns = get_resize_output_image_size(picture, self.edge, self.cell)
        return (rows // self.cell) * (columns // self.cell + 1)

    def by_picture(self, picture):
        found = self.processor(picture, return_tensors="np")
        height, width = (int(side) for side in found["image_sizes"][0])
        return (height // self.cell) * (width // self.cell + 1)


class LlavaNext:
    def __init__(self):
        # The processor wants a tokenizer, which counting does without.
        pinpoints = [[336, 672], [672, 336], [672, 672], [1008, 336], [336, 1008]]
        self.processor = types.SimpleNamespace(
            image_processor=types.SimpleNamespace(image_grid_pinpoints=pinpoints),
            patch_size=14,
            num_additional_image_tokens=1,
        )
        self.processor._get_unpadded_features = types.MethodType(
            LlavaNextProcessor._get_unpadded_features, self.processor
        )

    def by_size(self, width, height):
        # The strategy "default" drops the class token.
        return LlavaNextProcessor._get_number_of_features(self.processor, height, width, 336, 336) - 1


ENGINES = {
    "qwen2.5-vl": Qwen(14, 3136, 12845056),
    "qwen2-vl-transformers-default": Qwen(14, 3136, 1003520),
    "qwen3-vl": Qwen(16, 65536, 16777216),
    "idefics3": Smol(Idefics3ImageProcessorPil, 1456, 364, 169),
    "smolvlm-2.2b": Smol(SmolVLMImageProcessorPil, 1536, 384, 81),
    "smolvlm-500m": Smol(SmolVLMImageProcessorPil, 2048, 512, 64),
    "pixtral": Pixtral(16, 1024),
    "mistral-small-3.1": Pixtral(28, 1540),
    "llava-1.6": LlavaNext(),
}


def ours(program, sizes):
    engines = [word for engine in ENGINES for word in ("--engine", engine)]
    names = [f"{width}x{height}" for width, height in sizes]
    answer = subprocess.run([program, "cost", "--json", *engines, *names], check=True, capture_output=True)
    lines = [json.loads(line) for line in answer.stdout.splitlines()]
    return {(line["engine"], line["input"]): line["before"]["tokens"] for line in lines}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--sizes", type=int, default=1000)
    parser.add_argument("--pictures", type=int, default=30)
    parser.add_argument("--seed", type=int, default=random.randrange(2**32))
    options = parser.parse_args()
    generator = random.Random(options.seed)

    def side(most):
        # As many small sides as large ones.
        return int(28 * (most / 28) ** generator.random())

    sizes = [(side(9000), side(9000)) for _ in range(options.sizes)]
    pictures = [(side(2000), side(2000)) for _ in range(options.pictures)]
    counts = ours(options.program, sizes + pictures)
    failed = 0
    for engine, oracle in ENGINES.items():
        cases = [(size, oracle.by_size(*size)) for size in sizes]
        if hasattr(oracle, "by_picture"):
            for width, height in pictures:
                cases.append(((width, height), oracle.by_picture(numpy.full((height, width, 3), 128, numpy.uint8))))
        wrong = [(size, theirs) for size, theirs in cases if counts[engine, f"{size[0]}x{size[1]}"] != theirs]
        failed += len(wrong)
        print(f"{engine}: {len(cases) - len(wrong)} of {len(cases)} equal")
        for (width, height), theirs in wrong[:5]:
            print(f"  {width}x{height}: {theirs}, not {counts[engine, f'{width}x{height}']}")
    print(f"seed {options.seed}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
