# SPDX-License-Identifier: MIT
# agree.py SOURCE BLOCKS EDGES REACHED: do counts of a program as it is equal those of
# its source build? SOURCE and BLOCKS are maxima.json of one input, EDGES is what
# retread branches --format json prints, REACHED has "FUNCTION LINE" of each block whose
# breakpoint was hit.
#
# A counter of the source is at a function's start, or where a branch of one line leads
# to another. Where two compilers give the end of a loop, or a part of a condition, other
# lines, it is one of the outcomes of that line's branches, or a block of it. Prints which
# counters have no equal, and how many there are.
import collections
import json
import sys

source, blocks, edges, reached = sys.argv[1:]
led, into = collections.Counter(), collections.Counter()
outcomes, counted = collections.defaultdict(set), collections.defaultdict(set)
start, sums, hits = {}, collections.Counter(), collections.defaultdict(set)
for edge in json.load(open(edges))["edges"]:
    here, there = edge["from"], edge["to"]
    if edge["kind"] in ("taken", "falls"):
        led[there["function"], here.get("line"), there.get("line")] += edge["count"]
        outcomes[here["function"], here.get("line")].add(edge["count"])
    elif edge["kind"] in ("call", "call*"):
        into[there["function"]] += edge["count"]
for key in json.load(open(blocks))["keys"]:
    name, line = key["function"], key["line"]
    counted[name, line].add(key["value"])
    start[name] = min(start.get(name, line), line)
for line in open(reached):
    name, line = line.split()
    hits[name].add(line)
keys = json.load(open(source))["keys"]
for key in keys:
    sums[key["function"], key["from_line"], key["line"]] += key["value"]
differ = 0
for key in keys:
    name, line, value = key["function"], key["line"], key["value"]
    before = key["from_line"]
    if before:
        is_same = (
            sums[name, before, line] == led[name, before, line]
            or value in outcomes[name, before]
            or value in counted[name, line]
        )
    else:
        is_same = value == into[name] and value in counted[name, start.get(name)]
    if not is_same:
        print("counts differ:", key)
    if name not in hits:
        print("no breakpoint was hit:", key)
    differ += not is_same or name not in hits
print(len(keys) if not differ else "not all", "agree")
