#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# make-shards.py FINDINGS DIR SHARDS TESTS: a plan in DIR and all its shards, of TESTS
# tests each. Each test has the findings of the report FINDINGS; of one more in twenty
# tests the ids are its own.
import copy, hashlib, json, os, sys

model = json.load(open(sys.argv[1]))
folder, shards, per_shard = sys.argv[2], int(sys.argv[3]), int(sys.argv[4])


def write(path, value):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    text = json.dumps(value, indent=1).encode()
    with open(path, "wb") as out:
        out.write(text)
    return hashlib.sha256(text).hexdigest()


names = [f"test{i:06}" for i in range(shards * per_shard)]
plan = {"schema": "retread-plan-1", "suite": "made up", "shards": shards,
        "tests": [{"name": n, "shard": i % shards + 1, "ms": 1000, "from": "recorded"}
                  for i, n in enumerate(names)]}
plan_id = write(f"{folder}/plan.json", plan)[:16]

for shard in range(1, shards + 1):
    home = f"{folder}/shards/{plan_id}/{shard}"
    files, commands = [], []
    for i in range(shard - 1, len(names), shards):
        report = copy.deepcopy(model)
        process = report["run"]["processes"][0]
        process.update(test=names[i], pid=1000 + i, command=f"./{names[i]}",
                       started_unix_ms=1700000000000 + i)
        for finding in report["findings"]:
            if i % 20 == 0:
                finding["fingerprint"] = f"{int(finding['fingerprint'], 16) ^ i:016x}"
                finding["id"] = "RT-" + finding["fingerprint"][:6]
            finding["tests"] = [names[i]]
            for witness in finding["witnesses"]:
                witness["tests"] = [names[i]]
        path = f"record/{names[i]}/{1000 + i}/findings.json"
        files.append({"path": path, "sha256": write(f"{home}/{path}", report)})
        commands.append({"test": names[i], "outcome": "recorded", "exit_code": 0,
                         "signal": 0, "seconds": 1, "native_seconds": 0, "processes": 1,
                         "processes_in_part": 0, "processes_lost": 0,
                         "command": [f"./{names[i]}"], "build_id": None})
    manifest = write(f"{home}/manifest.json", {"schema": "retread-manifest-1",
                                               "files": files, "commands": commands})
    write(f"{home}/shard.json", {"schema": "retread-shard-1", "plan": plan_id,
                                 "shard": shard, "shards": shards, "tests": per_shard,
                                 "retread": model["run"]["retread"], "manifest": manifest})
