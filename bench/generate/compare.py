#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Lines "SUBJECT GUIDANCE NUMBER" from standard input, as a Markdown table: medians,
and how the first guidance of a subject compares with each other one."""
import collections
import itertools
import statistics
import sys


def wins(first, second):
    return sum((a > b) + (a == b) / 2 for a in first for b in second)


def probability(first, second):
    """Two-sided p of Mann and Whitney's test, exact; all splits are tried."""
    both = first + second
    middle = len(first) * len(second) / 2
    seen = abs(wins(first, second) - middle)
    splits = list(itertools.combinations(range(len(both)), len(first)))
    if len(splits) > 200000:
        return float("nan")
    extreme = 0
    for split in splits:
        one = [both[i] for i in split]
        two = [both[i] for i in range(len(both)) if i not in split]
        extreme += abs(wins(one, two) - middle) >= seen
    return extreme / len(splits)


table = collections.defaultdict(lambda: collections.defaultdict(list))
for line in sys.stdin:
    subject, guidance, number = line.split()
    table[subject][guidance].append(int(number))
print("| subject | guidance | edges (least, median, most) | zest / it | A12 | p |")
print("|---|---|---:|---:|---:|---:|")
for subject, guidances in table.items():
    base = next(iter(guidances.values()))
    for guidance, numbers in guidances.items():
        row = "| %s | %s | %d, %d, %d |" % (
            subject, guidance, min(numbers), statistics.median(numbers), max(numbers))
        if numbers is base:
            print(row + " | | |")
            continue
        print(row + " %.2f | %.2f | %.3f |" % (
            statistics.median(base) / max(1, statistics.median(numbers)),
            wins(base, numbers) / len(base) / len(numbers),
            probability(base, numbers)))
