#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""compare.py SECONDS <LINES: each is "SUBJECT TOOL SEED EDGES of ALL RUNS VALID TEXTS
BUG...", where BUG 0 is none. Prints two Markdown tables: edges, and how the first tool
compares with each other one; and when bugs were met, by how much of SECONDS had been
used up at the run in which it was."""
import collections
import itertools
import math
import statistics
import sys

seconds = float(sys.argv[1])


def wins(first, second):
    return sum((a > b) + (a == b) / 2 for a in first for b in second)


def probability(first, second):
    """Two-sided p of Mann and Whitney's test: exact, or by the normal approximation if
    there are too many splits."""
    both = first + second
    middle = len(first) * len(second) / 2
    seen = abs(wins(first, second) - middle)
    if math.comb(len(both), len(first)) > 30000:
        deviation = math.sqrt(middle * (len(both) + 1) / 6)
        return math.erfc(max(0, seen - 0.5) / deviation / math.sqrt(2))
    extreme = splits = 0
    for split in itertools.combinations(range(len(both)), len(first)):
        one = [both[i] for i in split]
        two = [both[i] for i in range(len(both)) if i not in split]
        extreme += abs(wins(one, two) - middle) >= seen
        splits += 1
    return extreme / splits


edges = collections.defaultdict(lambda: collections.defaultdict(list))
runs = collections.defaultdict(lambda: collections.defaultdict(list))
found = collections.defaultdict(lambda: collections.defaultdict(list))
whole = {}
for line in sys.stdin:
    subject, tool, _, covered, _, of, all_runs, valid, _, *bugs = line.split()
    edges[subject][tool].append(int(covered))
    runs[subject][tool].append((int(all_runs), int(valid)))
    whole[subject] = int(of)
    for bug, run in enumerate(bugs):
        found[subject, bug][tool].append(
            seconds * int(run) / max(1, int(all_runs)) if int(run) else None)

print("| subject | tool | runs | valid | edges (least, median, most) | first / it | A12 | p |")
print("|---|---|---:|---:|---:|---:|---:|---:|")
for subject, tools in edges.items():
    base = next(iter(tools.values()))
    for tool, numbers in tools.items():
        tried = sum(r for r, _ in runs[subject][tool])
        valid = sum(v for _, v in runs[subject][tool])
        row = "| %s (%d) | %s | %d | %.1f %% | %d, %d, %d |" % (
            subject, whole[subject], tool, tried / len(numbers),
            100 * valid / max(1, tried), min(numbers), statistics.median(numbers),
            max(numbers))
        if numbers is base:
            print(row + " | | |")
            continue
        print(row + " %.2f | %.2f | %.4f |" % (
            statistics.median(base) / max(1, statistics.median(numbers)),
            wins(base, numbers) / len(base) / len(numbers),
            probability(base, numbers)))

names = list(next(iter(edges.values()), {}))
print("\n| bug | " + " | ".join(names) + " |")
print("|---" * (len(names) + 1) + "|")
for (subject, bug), tools in found.items():
    if not any(when is not None for times in tools.values() for when in times):
        continue
    row = "| %s %d |" % (subject, bug)
    for tool in names:
        times = tools.get(tool, [])
        met = [when for when in times if when is not None]
        row += " %d of %d%s |" % (
            len(met), len(times), ", %.2f s" % statistics.mean(met) if met else "")
    print(row)
