# Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
"""compared.py XBLOCK REPORT PROGRAM [ARG...]     each run of a report of xblock compare --json is that of xblock run by itself"""
import json
import subprocess
import sys

xblock, report, program = sys.argv[1], json.load(open(sys.argv[2], encoding="utf-8")), sys.argv[3:]
wrong = compared = 0
for policy in report["policies"]:
    for run in policy["runs"]:
        options = [f"--policy={policy['policy']}"] + ([f"--seed={run['seed']}"] if "seed" in run else [])
        subprocess.run([xblock, "run", *options, "--max-schedules=10000", "--check=none", "--shorten=0", "--json=alone.json", "--", *program],
                       capture_output=True, check=False)
        alone = json.load(open("alone.json", encoding="utf-8"))
        expected = (alone["failures"][0]["foundAt"], alone["failures"][0]["kind"], alone.get("sampled", {}).get("classes"))
        compared += 1
        if (run["schedules"], run["kind"], run.get("classes")) != expected:
            wrong += 1
            print(policy["policy"], run, expected)
sys.exit(wrong != 0 or compared != 4 * report["runs"] + 1)
