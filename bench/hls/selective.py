#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""HeteroFuzz's questions 1 to 3 on bench/hls/paper: symptoms, how early each is found, and on
how many inputs the simulator was run until then; with and without spectra as feedback, with
odds of mutations that are learned and uniform ones, with and without selection.

        selective.py BUILD [EXECS [SEEDS [PROGRAM]...]]

PROGRAM is p1 to p7, which are run if none is named, or of bench/hls/rare.

A line for each program and profile: symptoms (median of the seeds, of those that any campaign
found), the mean over symptoms of the median first input (EXECS, if it is not found), and, of the
first profile against this one, A12 and p of Mann and Whitney for what a seed needs to find all.
With SELECT=tiered (or paper) in the environment the vendor's headers, which HEADERS names, stand
for the expensive simulator, for the first profile alone: how many inputs they were run on when
a symptom was found, how many inputs there were, and the mean of the quotients.
"""
import math
import os
import re
import statistics
import subprocess
import sys
import tempfile

PROFILES = [
    ("whole", "coverage,spectra,near", "bucketed"),
    ("no spectra", "coverage", "bucketed"),
    ("uniform", "coverage,spectra,near", "uniform"),
    ("naive", "coverage", "uniform"),
]


def prepare(build, program, folder):
    """Builds the target of PROGRAM; with a simulator if one is asked for."""
    source = os.path.join(os.path.dirname(os.path.abspath(__file__)),
                          "paper" if re.match(r"p\d$", program) else "rare")
    with open(f"{source}/{program}.hls") as text:
        lines = text.read().replace("source=", f"source={source}/")
    if os.environ.get("SELECT"):
        lines += f"headers={os.environ['HEADERS']}\n"
    os.makedirs(folder, exist_ok=True)
    with open(f"{folder}/kernel.hls", "w") as out:
        out.write(lines)
    subprocess.run([f"{build}/retread", "hls", "fuzz", "-o", folder, "--execs", "1",
                    f"{folder}/kernel.hls"], check=True, stdout=subprocess.DEVNULL)


def campaign(build, folder, profile, seed, execs):
    """The symptoms of a campaign: {id: (input, calls)}."""
    name, domain, odds = profile
    own = f"{folder}/{name} {seed}".replace(" ", "_")
    os.makedirs(f"{own}/symptoms")
    environment = dict(os.environ, RETREAD_HLS_SYMPTOMS=f"{own}/symptoms",
                       RETREAD_HLS_ODDS=odds,
                       RETREAD_HLS_SELECT=os.environ.get("SELECT", "never"))
    if os.environ.get("SELECT"):
        environment.update(RETREAD_HLS_SIMULATOR=f"{folder}/simulate",
                           RETREAD_HLS_C_SIMULATION="")
    subprocess.run([f"{build}/retread", "fuzz", "--quiet", "--input", f"{folder}/seeds",
                    "--out", f"{own}/campaign", "--domain", domain, "--limit", "0",
                    "--seed", str(seed), "--execs", str(execs), "--", f"{folder}/target"],
                   env=environment, check=False, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL)
    found = {}
    for entry in os.listdir(f"{own}/symptoms"):
        with open(f"{own}/symptoms/{entry}/symptom", errors="replace") as text:
            numbers = dict(re.findall(r"^(test|calls): (\d+)$", text.read(), re.M))
        found[entry] = int(numbers["test"]), int(numbers.get("calls", 0))
    return found


def rank(first, second):
    """A12, the chance that FIRST is below SECOND, and Mann and Whitney's p."""
    pairs = [(a < b) + (a == b) / 2 for a in first for b in second]
    count, ties = len(first) + len(second), {}
    for number in first + second:
        ties[number] = ties.get(number, 0) + 1
    tied = sum(n ** 3 - n for n in ties.values())
    variance = len(pairs) / 12 * (count + 1 - tied / (count * (count - 1)))
    if variance == 0:
        return 0.5, 1.0
    z = (abs(sum(pairs) - len(pairs) / 2) - 0.5) / math.sqrt(variance)
    return sum(pairs) / len(pairs), min(1.0, math.erfc(max(z, 0) / math.sqrt(2)))


def print_selection(program, campaigns):
    """How many inputs the simulator was run on, of how many."""
    each = [pair for campaign_ in campaigns for pair in campaign_.values()]
    calls = statistics.median(pair[1] for pair in each)
    inputs = statistics.median(pair[0] for pair in each)
    quotient = statistics.mean(pair[0] / max(pair[1], 1) for pair in each)
    last = statistics.mean(max(pair[0] for pair in campaign_.values()) /
                           max(1, max(pair[1] for pair in campaign_.values()))
                           for campaign_ in campaigns if campaign_)
    print(f"{program}\t{calls:g}\t{inputs:g}\t{quotient:.1f}\t{last:.1f}", flush=True)


def print_profiles(program, campaigns, execs):
    """A line for each profile."""
    union = sorted({key for each in campaigns.values() for found in each for key in found})

    def first(found, key):
        return found.get(key, (execs, 0))[0]
    needed = {name: [sum(first(found, key) for key in union) for found in each]
              for name, each in campaigns.items()}
    for name, each in campaigns.items():
        symptoms = statistics.median(len(found) for found in each)
        mean = statistics.mean(statistics.median(first(found, key) for found in each)
                               for key in union)
        a12, chance = rank(needed[PROFILES[0][0]], needed[name])
        print(f"{program}\t{name}\t{symptoms:g} of {len(union)}\t{mean:.0f}\t{a12:.2f}"
              f"\t{chance:.4f}", flush=True)


def main():
    """Runs all."""
    build, rest = os.path.abspath(sys.argv[1]), sys.argv[2:]
    execs = int(rest[0]) if rest else 3000
    seeds = int(rest[1]) if len(rest) > 1 else 10
    programs = rest[2:] or [f"p{number}" for number in range(1, 8)]
    profiles = PROFILES[:1] if os.environ.get("SELECT") else PROFILES
    with tempfile.TemporaryDirectory() as scratch:
        for program in programs:
            folder = f"{scratch}/{program}"
            prepare(build, program, folder)
            campaigns = {profile[0]: [campaign(build, folder, profile, seed, execs)
                                      for seed in range(1, seeds + 1)]
                         for profile in profiles}
            if os.environ.get("SELECT"):
                print_selection(program, campaigns["whole"])
            else:
                print_profiles(program, campaigns, execs)


main()
