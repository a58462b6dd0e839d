#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Plays the fuzzer: starts a program with the loop of spectra.h, gives it inputs
through the table, prints each answer.

    loop.py TABLE INPUT... -- COMMAND...

An INPUT is text; `fork:TEXT` runs in a process of its own, `last` prints the
spectra of accumulate's last test as the table has them while the loop runs."""
import mmap
import os
import struct
import subprocess
import sys
import time

ORDERS, ANSWERS = 198, 199

split = sys.argv.index("--")
table, inputs, command = sys.argv[1], sys.argv[2:split], sys.argv[split + 1:]

child_orders, orders = os.pipe()
answers, child_answers = os.pipe()
os.dup2(child_orders, ORDERS, inheritable=True)
os.dup2(child_answers, ANSWERS, inheritable=True)
os.close(child_orders)
os.close(child_answers)
program = subprocess.Popen(command, pass_fds=(ORDERS, ANSWERS))
os.close(ORDERS)
os.close(ANSWERS)

def wait():
    """A little, unless the program is gone."""
    if program.poll() is not None:
        sys.exit("the program ended with %d" % program.returncode)
    time.sleep(0.02)


while not os.path.exists(table) or os.path.getsize(table) == 0:
    wait()
with open(table, "r+b") as file:
    memory = mmap.mmap(file.fileno(), 0)
while memory[:7] != b"RTSPEC1":
    wait()
offset, = struct.unpack_from("Q", memory, int(os.environ["INPUT_OFFSET"]))

for text in inputs:
    is_forked = text.startswith("fork:")
    data = text[5 if is_forked else 0:].encode()
    memory[offset:offset + len(data)] = data
    os.write(orders, struct.pack("4I", len(data), is_forked, 2, 1))
    answer = os.read(answers, 8)
    if len(answer) != 8:
        print("gone")
        break
    print(text, *struct.unpack("2i", answer))
os.close(orders)
sys.exit(program.wait())
