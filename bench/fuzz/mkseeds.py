#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""mkseeds.py OUTDIR  -  one small valid seed per target, OUTDIR/NAME/s."""
import os, struct, sys, zlib

out = sys.argv[1]

def put(name, data):
    os.makedirs(os.path.join(out, name), exist_ok=True)
    with open(os.path.join(out, name, "s"), "wb") as f:
        f.write(data)

def chunk(t, d):
    return struct.pack(">I", len(d)) + t + d + struct.pack(">I", zlib.crc32(t + d))

rows = b"".join(b"\x01" + bytes((x * 16 + y * 8) % 256 for x in range(8) for _ in range(3)) for y in range(8))

put("isort", bytes(60))
put("wf", b"the quick brown fox jumps over the lazy dog")
put("png", b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 8, 8, 8, 2, 0, 0, 0)) +
    chunk(b"tEXt", b"Title\0x") + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b""))
put("zlib", zlib.compress(b"the quick brown fox jumps over the lazy dog, the quick brown cat jumps too. " * 2, 9))
