# Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
"""Of coverage_is_the_same_by_running_again.cpp: each program by each way of choosing schedules, from snapshots and by running again; the
files of --coverage, its pages and the rest of the reports are the same bytes. Two runs each, the second added to the first."""
import json
import pathlib
import subprocess
import sys

XBLOCK = sys.argv[1]
SAMPLES = "--max-schedules=15"
WAYS = {
    "dpor": ["--max-schedules=25"],
    "dpor of all of the stack": ["--max-schedules=25", "--coverage-frames=stack"],
    "sleep": ["--mode=sleep", "--max-schedules=25"],
    "random": ["--policy=random", SAMPLES],
    "pos": ["--policy=pos", SAMPLES],
    "noise": ["--policy=noise", "--noise-decision=coverage", SAMPLES],
    "pairs": ["--policy=noise", "--noise-decision=coverage", "--coverage-model=pairs", SAMPLES],
    "until": ["--policy=random", "--until-coverage", "--coverage-patience=5"],
}


def run(program, restore, options):
    """All that a run writes, but for how long it took."""
    written = {}
    for _ in range(2):
        done = subprocess.run([XBLOCK, "run", "--keep-going", "--shorten=0", f"--restore={restore}", "--json=json", "--coverage=coverage", "--coverage-html=html",
                               *options, "--", "./p", program], capture_output=True, text=True)
        assert done.returncode in (0, 1, 2), done
        report = json.loads(pathlib.Path("json").read_text())
        del report["seconds"]
        written = {"report": report, "text": done.stderr, "coverage": pathlib.Path("coverage").read_bytes(), "html": pathlib.Path("html").read_bytes()}
    pathlib.Path("coverage").unlink()
    return written


for program in ("add", "queue", "deadlock", "readers", "spawn", "lose"):
    for way, options in WAYS.items():
        snapshot, again = (run(program, restore, options) for restore in ("snapshot", "reexecute"))
        for what in snapshot:
            assert snapshot[what] == again[what], (program, way, what, snapshot[what], again[what])
        kept = json.loads(again["coverage"])
        assert kept["runs"] == 2 and kept["functions"] and kept["locks"], kept
        # Each schedule once, however often its blocks ran.
        assert kept["schedules"] >= again["report"]["schedules"] > 0, (kept, again["report"])
        if way != "until":
            assert kept["schedules"] == 2 * again["report"]["schedules"], (kept, again["report"])
