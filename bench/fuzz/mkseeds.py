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

# A colour profile with a table for three colours, two points each.
table = (b"mft2" + bytes(4) + bytes([3, 3, 2, 0]) + struct.pack(">9i", *[65536, 0, 0, 0] * 2, 65536) +
    struct.pack(">HH", 2, 2) + b"\0\0\xff\xff" * 3 + b"\x40\0" * 24 + b"\0\0\xff\xff" * 3)
text = b"text" + bytes(4) + b"example\0"
tags = struct.pack(">I4sII4sII", 2, b"A2B0", 156, len(table), b"cprt", 156 + len(table), len(text)) + table + text
head = struct.pack(">I4sI4s4s4s6H4s4s5I3i", 128 + len(tags), b"lcms", 0x2400000, b"prtr", b"RGB ", b"Lab ",
    2026, 1, 1, 0, 0, 0, b"acsp", b"APPL", 0, 0, 0, 0, 0, 63190, 65536, 54061)

put("icc", head + bytes(128 - len(head)) + tags)
# A grey JPEG of 16 x 16: each block is one value, and the codes are one bit long.
def segment(mark, d):
    return b"\xff" + mark + struct.pack(">H", len(d) + 2) + d

put("jpeg", b"\xff\xd8" + segment(b"\xdb", b"\0" + b"\x10" * 64) +
    segment(b"\xc0", struct.pack(">BHHB", 8, 16, 16, 1) + b"\1\x11\0") +
    segment(b"\xc4", b"\0" + b"\1" + bytes(15) + b"\0") +
    segment(b"\xc4", b"\x10" + b"\1" + bytes(15) + b"\0") +
    segment(b"\xda", b"\1\1\0\0\x3f\0") + b"\0" + b"\xff\xd9")
put("xml", b"<?xml version='1.0'?>\n<!DOCTYPE a [<!ENTITY e 'text'>]>\n"
    b"<a xmlns:n='u'><n:b c='1' d=\"2\">&e; &amp;</n:b><!-- x --><![CDATA[y]]></a>\n")
put("jansson", b'{"a": [1, 2.5, true, null], "b": {"c": "text\\n", "d": -3e2}}')
put("isort", bytes(60))
put("wf", b"the quick brown fox jumps over the lazy dog")
put("png", b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 8, 8, 8, 2, 0, 0, 0)) +
    chunk(b"tEXt", b"Title\0x") + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b""))
put("zlib", zlib.compress(b"the quick brown fox jumps over the lazy dog, the quick brown cat jumps too. " * 2, 9))
