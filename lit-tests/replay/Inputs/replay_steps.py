# Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
"""Searches, and replays the first failure with --steps. Standard library only.

    replay_steps.py REPORT XBLOCK PROGRAM [ARG...]

Writes the search's report to the file REPORT, and prints what the replay prints. Fails unless both end in exit code 1.
"""
import json
import subprocess
import sys


def run(command):
    done = subprocess.run(command, stderr=subprocess.PIPE)
    if done.returncode != 1:
        sys.exit(f"replay_steps.py: exit code {done.returncode}: {command}\n{done.stderr.decode(errors='replace')}")
    return done.stderr


def main():
    report, xblock, program = sys.argv[1], sys.argv[2], sys.argv[3:]
    run([xblock, "run", "--quiet", "--shorten=0", "--json=" + report, "--", *program])
    with open(report) as file:
        schedule = json.load(file)["failures"][0]["schedule"]
    sys.stdout.buffer.write(run([xblock, "replay", "--steps", schedule, "--", *program]))


if __name__ == "__main__":
    main()
