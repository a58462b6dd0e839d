#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""place.py REPORT CULPRIT COST: at which places of a report the culprit is, among the
findings of severity low and above. place.py --id REPORT CULPRIT: the first of all that
something can be proved of."""
import json
import os
import re
import sys


def names_of(places):
    return [f"{place['function']} {os.path.basename(place.get('file') or '?')}:{place.get('line')}"
            for place in places]


def steps_of(finding):
    """The steps of a finding one by one, and its whole path."""
    path = names_of(finding["aec"])
    return path + names_of(finding.get("sites", [])) + [" > ".join(path)]


def places_of(report):
    """The findings of a report, with places in place of their indices."""
    for finding in report["findings"]:
        for key in ("aec", "sites"):
            finding[key] = [report["places"][place] if isinstance(place, int) else place
                            for place in finding.get(key, [])]
    return report["findings"]


def main():
    wants_id = sys.argv[1] == "--id"
    path, culprit, cost = (sys.argv[2:] + [""]) if wants_id else sys.argv[1:]
    with open(path, encoding="utf-8") as file:
        findings = [finding for finding in places_of(json.load(file))
                    if (finding["rule"] != "traversal" if wants_id
                        else finding["severity"] != "info")]
    wanted = re.compile(culprit)
    hits = [(index + 1, finding["severity"]) for index, finding in enumerate(findings)
            if any(wanted.search(step) for step in steps_of(finding))]
    if wants_id:
        print(findings[hits[0][0] - 1]["id"] if hits else "")
        return
    others = [finding["severity"] for index, finding in enumerate(findings)
              if index + 1 not in dict(hits)]
    count = {name: others.count(name) for name in ("high", "medium", "low")}
    where = ",".join(f"{place} {severity}" for place, severity in hits) or "gone"
    print(f"{where}; " + "/".join(str(number) for number in count.values()) + f"; {cost}")


main()
