#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""verdict.py PROOF LAW COST: what a proof says, and whether it contradicts LAW, one of n,
n log n and n^2, which is what is true."""
import json
import sys

FLAT = ("1", "log n", "n^0.5", "n", "n log n")


def describe(proof):
    if proof["verdict"] != "grows":
        return proof["verdict"].replace("-", " ")
    return proof["model"] + (" exact" if proof["exact"] else "")


def main():
    path, law, cost = sys.argv[1:]
    try:
        with open(path, encoding="utf-8") as file:
            proof = json.load(file)
    except OSError:
        print(f"no proof; {cost}")
        return
    grows = proof["verdict"] == "grows"
    if law == "n^2":
        is_right = proof["model"] == law if grows else proof["verdict"] == "not-shown"
    else:
        is_right = not grows or proof["model"] in FLAT
    print(("" if is_right else "no: ") +
          f"{describe(proof)}; {proof.get('families', 0)}; {cost}")


main()
