# Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
"""Finds data races, replays the schedule of each many times, and compares. Standard library only.

    replay_race.py XBLOCK TIMES -- PROGRAM [ARG...]

Each replay must show the race again, write the same bytes, and have as many blocks as the race's schedule.
"""
import json
import os
import re
import subprocess
import sys
import tempfile


def main():
    xblock, times = sys.argv[1:3]
    program = sys.argv[sys.argv.index("--") + 1:]
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "report.json")
        subprocess.run([xblock, "run", f"--json={path}", "--", *program], capture_output=True)
        with open(path, encoding="utf-8") as file:
            failures = json.load(file)["failures"]
    races = [f for f in failures if f["kind"] == "race"]
    if not races or len(races) != len(failures):
        sys.exit(f"expected races only, found {[f['kind'] for f in failures]}")
    for race in races:
        blocks = len(race["blocks"])
        told = re.compile(f"xblock: replay: {blocks} block{'s' * (blocks != 1)}, [0-9]+ data races?\n")
        shown = f"race: {race['message']}\n"
        first = None
        for number in range(1, int(times) + 1):
            done = subprocess.run([xblock, "replay", race["schedule"], "--", *program], capture_output=True)
            text = done.stderr.decode(errors="replace")
            if done.returncode != 1 or not told.search(text) or shown not in text:
                sys.exit(f"replay {number} of {race['schedule']}: exit code {done.returncode}, expected '{told.pattern}'\n"
                         f"{done.stderr.decode(errors='replace')}")
            first = first or (done.stdout, done.stderr)
            if (done.stdout, done.stderr) != first:
                sys.exit(f"replay {number} of {race['schedule']} differs from the first")
    print(f"{len(races)} races, {times} of {times} replays each")


if __name__ == "__main__":
    main()
