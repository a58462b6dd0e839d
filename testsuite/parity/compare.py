# SPDX-License-Identifier: MIT
"""Compares what is found of severity medium and above with and without --follow-all.

usage: compare.py BUILD SCRATCH SEEDS [SIZE...]   random programs: 1-500 or 4,25,33
       compare.py BUILD SCRATCH -- COMMAND...     one program

Each program is recorded once and its trace analysed both ways. Prints what differs, and how
many runs and findings there were; exits with 1 if any differs."""
import json
import os
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
LEVELS = ("-O0", "-O1", "-O2")


def analyse(build, scratch, trace, options):
    """Returns the verdicts on TRACE."""
    subprocess.run([build + "/libexec/retread/retread-analyze", "-q", "-o", scratch + "/analysed",
                    "--symbol-cache", scratch + "/symbols", *options, trace], check=True)
    with open(scratch + "/analysed/findings.json") as file:
        findings = json.load(file)["findings"]
    return sorted("%s %s %s" % (f["rule"], f["severity"], f["function"])
                  for f in findings if f["severity"] in ("medium", "high"))


def compare(build, scratch, name, command):
    """Records COMMAND. Returns how many findings there are, and whether they are the same."""
    out = scratch + "/recorded"
    shutil.rmtree(out, ignore_errors=True)
    subprocess.run([build + "/retread", "record", "-q", "--keep-trace", "--follow-all",
                    "--symbol-cache", scratch + "/symbols", "-o", out, "--", *command],
                   check=True, stdout=subprocess.DEVNULL)
    found, is_same = 0, True
    for folder, _, files in os.walk(out):
        if "trace.rt.zst" not in files:
            continue
        trace = folder + "/trace.rt.zst"
        some = analyse(build, scratch, trace, [])
        every = analyse(build, scratch, trace, ["--follow-all"])
        found += len(every)
        if some != every:
            is_same = False
            print("%s: followed as usual %s, with --follow-all %s"
                  % (name, [v for v in some if v not in every or some.count(v) > every.count(v)],
                     [v for v in every if v not in some or every.count(v) > some.count(v)]))
            sys.stdout.flush()
    return found, is_same


def list_seeds(text):
    """Returns the seeds that TEXT names."""
    seeds = []
    for part in text.split(","):
        first, _, last = part.partition("-")
        seeds += range(int(first), int(last or first) + 1)
    return seeds


def list_runs(scratch, seeds, sizes):
    """Builds the programs of these seeds, each at one level, and lists how to run them."""
    for seed in seeds:
        source, program = scratch + "/program.c", scratch + "/program"
        level = LEVELS[seed % len(LEVELS)]
        with open(source, "w") as file:
            subprocess.run([sys.executable, HERE + "/write-program.py", str(seed)],
                           check=True, stdout=file)
        compiler = os.environ.get("CC", "cc").split()
        subprocess.run([*compiler, "-g", level, "-w", "-o", program, source], check=True)
        for size in sizes:
            yield "seed %d %s of %s" % (seed, level, size), [program, size]


def main():
    build, scratch, rest = sys.argv[1], sys.argv[2], sys.argv[3:]
    if rest[0] == "--":
        runs = [(" ".join(rest[1:]), rest[1:])]
    else:
        runs = list_runs(scratch, list_seeds(rest[0]), rest[1:] or ["12", "60", "300"])
    compared = different = found = 0
    for name, command in runs:
        more, is_same = compare(build, scratch, name, command)
        compared += 1
        different += not is_same
        found += more
    print("%d runs, %d differ, %d findings" % (compared, different, found))
    sys.exit(different != 0)


main()
