#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""cpu-run.py CPUSECONDS WALLMAX CORE STATFILE COMMAND...

Runs COMMAND pinned to CORE (or "any") and interrupts it (SIGINT, then
SIGKILL) once it and its descendants have used CPUSECONDS of processor time, or
after WALLMAX seconds.  Writes "cpu C wall W" to STATFILE.  On a shared machine
a processor-time budget is fairer than a wall-clock one."""
import os, signal, subprocess, sys, time

budget, wallmax, core, stat = float(sys.argv[1]), float(sys.argv[2]), sys.argv[3], sys.argv[4]
tick = os.sysconf("SC_CLK_TCK")

def procs():
    table = {}
    for d in os.listdir("/proc"):
        if not d.isdigit():
            continue
        try:
            s = open("/proc/%s/stat" % d).read()
        except OSError:
            continue
        f = s[s.rindex(")") + 2:].split()
        table[int(d)] = (int(f[1]), sum(map(int, f[11:15])))
    return table

def used(root):
    """CPU ticks of the tree: own plus reaped children of every live member."""
    t = procs()
    kids = {}
    for p, (pp, _) in t.items():
        kids.setdefault(pp, []).append(p)
    total, todo, members = 0, [root], []
    while todo:
        p = todo.pop()
        if p in t:
            total += t[p][1]
            members.append(p)
            todo += kids.get(p, [])
    return total / tick, members

pre = [] if core == "any" else ["taskset", "-c", core]
start = time.time()
child = subprocess.Popen(pre + sys.argv[5:], start_new_session=True)
cpu, members = 0.0, []
while child.poll() is None:
    time.sleep(0.2)
    if child.poll() is not None:
        break
    c, m = used(child.pid)
    if m and c > cpu:
        cpu, members = c, m
    if cpu >= budget or time.time() - start >= wallmax:
        child.send_signal(signal.SIGINT)
        try:
            child.wait(10)
        except subprocess.TimeoutExpired:
            for p in members:
                try:
                    os.kill(p, signal.SIGKILL)
                except OSError:
                    pass
            child.wait()
        break
open(stat, "w").write("cpu %.1f wall %.1f\n" % (cpu, time.time() - start))
sys.exit(0)
