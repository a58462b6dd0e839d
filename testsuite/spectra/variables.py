#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Variables that debug information has of a kernel and that a watch list neither
# watches nor names:
#
#	readelf -wi PROGRAM | variables.py WATCH FILE_OF_KERNEL...
#
# Prints LINE NAME of each, then the number of all. A kernel's variables are those of
# functions on the list, and those of files that have a place, but for the library's.
import os
import re
import sys

DIE = re.compile(r" *<(\d+)><([0-9a-f]+)>: Abbrev Number: (\d+)(?: \((\w+)\))?")
ATTRIBUTE = re.compile(r" *<[0-9a-f]+> +(DW_AT_\w+) *: *(?:\((?:alt )?[^)]*\): )?(.*)")


def read_dies(lines):
    """All DIEs in order: depth, tag and attributes each."""
    dies = []
    for line in lines:
        match = DIE.match(line)
        if match:
            dies.append((int(match[1]), match[4], {"at": match[2]}))
            continue
        match = ATTRIBUTE.match(line)
        if match and dies:
            dies[-1][2][match[1]] = match[2].strip()
    return dies


def listed(path):
    """Lines and names that the list has, and where its functions begin."""
    known, lows = set(), set()
    for line in open(path, encoding="utf-8"):
        words = line.split()
        if words[0] == "function":
            lows.add(int(words[2], 16))
        elif words[0] in ("scalar", "array", "pointer", "stream"):
            place = next(w for w in words[9:] if re.fullmatch(r"\d+:\d+", w))
            after = words[words.index(place, 9) + 2]
            known.add((int(place.split(":")[1]), after.split(".")[0]))
        elif words[0] == "warning":
            match = re.match(r"warning .*?:(\d+): (\S+) ", line)
            known.add((int(match[1]), match[2].split(".")[0]))
    return known, lows


def main():
    known, lows = listed(sys.argv[1])
    names = {os.path.basename(name) for name in sys.argv[2:]}
    dies = read_dies(sys.stdin)
    by_place = {attributes["at"]: attributes for _, _, attributes in dies}

    def whole(attributes):
        """With what its declaration says."""
        for key in ("DW_AT_abstract_origin", "DW_AT_specification"):
            match = re.match(r"<0x([0-9a-f]+)>", attributes.get(key, ""))
            if match and match[1] in by_place:
                attributes = {**whole(by_place[match[1]]), **attributes}
        return attributes

    ours = inside = False
    depth_of_function = 0
    count = 0
    for depth, tag, own in dies:
        attributes = whole(own)
        if tag == "DW_TAG_compile_unit":
            ours = os.path.basename(attributes["DW_AT_name"]) in names
            inside = False
        if inside and depth <= depth_of_function:
            inside = False
        if tag == "DW_TAG_subprogram" and not inside:
            low = int(own.get("DW_AT_low_pc", "0").split()[0], 16)
            inside = ours and low in lows
            depth_of_function = depth
        is_placed = depth == 1 and ours and "DW_AT_location" in own
        if (
            not (inside or is_placed)
            or tag not in ("DW_TAG_variable", "DW_TAG_formal_parameter")
            or "DW_AT_name" not in attributes
            or "DW_AT_artificial" in attributes
            or (is_placed and attributes["DW_AT_name"].startswith("__"))
        ):
            continue
        count += 1
        place = int(attributes["DW_AT_decl_line"]), attributes["DW_AT_name"]
        if place not in known:
            print(*place)
    print(count)


main()
