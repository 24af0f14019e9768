# Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
"""Finds each kind of failure of fails_in_each_way.cpp, replays it under gdb, and looks at where that stops. Standard library only.

    gdb_stops.py XBLOCK PROGRAM SOURCE [NAME...]

gdb must stop at the line of the source that says so, tell the kind, list each thread with its state, and name the functions of each thread
in its backtrace. NAME: only of these.
"""
import json
import os
import re
import subprocess
import sys
import tempfile

# The waiting threads of failures in T1.
BYSTANDERS = {"main": ("main",), "T2": ("bystander",)}


class Case:
    """kind: what the headline says. thread: where gdb stops. stacks: functions, in this order, of each thread that has frames."""

    def __init__(self, kind, thread="T1", stacks=None, options=(), local="local=42", replay=()):
        self.kind, self.thread, self.options, self.local, self.replay = kind, thread, options, local, replay
        self.stacks = stacks if stacks is not None else {**BYSTANDERS, "T1": ("fail_now", "first")}


CASES = {
    "assertion": Case("assertion"),
    "abort": Case("abort"),
    "exception": Case("exception"),
    "signal": Case("signal"),
    "division": Case("signal"),
    "jump": Case("signal"),
    "overflow": Case("signal", stacks={**BYSTANDERS, "T1": ("overflow", "overflow")}, local="depth="),
    "exit": Case("exit"),
    "misuse": Case("misuse"),
    "use-after-free": Case("heap"),
    "heap-overflow": Case("heap"),
    "double-free": Case("heap"),
    "invalid-free": Case("heap"),
    "mismatch": Case("heap"),
    "stuck": Case("stuck", options=("--stuck-seconds=1",), replay=("--stuck-seconds=1",)),
    "unsupported": Case("unsupported"),
    "death-exit": Case("death"),
    "death-killed": Case("death"),
    "deadlock": Case("deadlock", stacks={"main": ("main",), "T1": ("nest", "one"), "T2": ("nest", "two")}, local="No locals."),
    "livelock": Case("livelock", stacks={"main": ("main",), "T1": ("one",)}, local="No locals."),
    "race": Case("race", thread="T2", stacks={"main": ("main",), "T2": ("two",)}, local="No locals."),
    "lockset": Case("lockset", stacks={"main": ("main",), "T1": ("count", "one")}, options=("--check=lockset",),
                    local="No locals."),
    "leak": Case("heap", thread="main", stacks={"main": ("main",)}, local="threads = "),
    "early": Case("abort", thread="main", stacks={"main": ("main",)}, local="threads = "),
    # No block of these fails: gdb stops behind the last.
    "starvation": Case("", thread=None, stacks={}, options=("--starvation=1",)),
    "outcome": Case("", thread=None, stacks={}, options=("--expect-outcomes=none.json",)),
}


def line_of(name, source):
    with open(source, encoding="utf-8") as file:
        return next((i for i, text in enumerate(file, 1)
                     if name in re.split("[ ,]+", text.partition("// stops here: ")[2].strip())), None)


def schedule_of(xblock, name, case, program, folder):
    path = os.path.join(folder, "report.json")
    with open(os.path.join(folder, "none.json"), "w", encoding="utf-8") as file:
        file.write("[]")
    subprocess.run([xblock, "run", *case.options, f"--json={path}", "--", program, name], cwd=folder, capture_output=True, check=False)
    with open(path, encoding="utf-8") as file:
        report = json.load(file)
    if name == "unsupported":
        return report["unsupported"]["schedule"]
    kind = name if name in ("starvation", "outcome") else case.kind
    return next(f["schedule"] for f in report["failures"] if f["kind"] == kind)


def check(xblock, name, case, program, source, folder):
    schedule = schedule_of(xblock, name, case, program, folder)
    commands = [word for command in ("echo FRAME\\n", "frame", "info locals", "echo THREADS\\n", "info xblock", "xblock backtrace all",
                                     "echo AFTER\\n", "frame") for word in ("-ex", f'"{command}"')]
    done = subprocess.run([xblock, "replay", schedule, *case.replay, "--quiet", "--gdb", "--gdb-args=-batch " + " ".join(commands), "--",
                           program, name], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    wrong = []

    def expect(holds, claim):
        if not holds:
            wrong.append(claim)

    text = done.stdout
    head, _, rest = text.partition("FRAME\n")
    frame, _, rest = rest.partition("THREADS\n")
    threads, _, after = rest.partition("AFTER\n")
    told = {"death": "xblock: the process does not survive this block", "": "xblock: no block of the schedule fails; this is at the end of the "}
    expect(re.search(rf"^{told.get(case.kind, f'xblock: {case.kind}: ')}", head, re.MULTILINE), f"the headline tells of {case.kind}")
    line = line_of(name, source)
    if line:
        expect(re.search(rf"{re.escape(os.path.basename(source))}:{line}\n{line}\s", frame), f"gdb stops in line {line}")
        expect(case.local in frame, f"its locals have '{case.local}'")
        expect(frame.splitlines()[:1] == after.splitlines()[:1], "the same frame is selected afterwards")
    listed, *traces = re.split(r"^\nThread \d+ \(", threads, flags=re.MULTILINE)
    rows = {row[2:].split()[1]: row for row in listed.splitlines()[1:]}
    if case.thread:
        expect([n for n, row in rows.items() if row.startswith("*")] == [case.thread], f"{case.thread} is the current thread")
    found = {trace.split(")")[0]: trace for trace in traces}
    expect(set(found) == set(rows) and len(rows) == (1 if name == "early" else 3), "all threads are listed, with backtraces")
    for thread, functions in case.stacks.items():
        expect(re.search("".join(rf"^#\d+ .*\b{f} \((.|\n)*?" for f in functions), found.get(thread, ""), re.MULTILINE),
               f"the backtrace of {thread} names {functions}")
        expect(f"{functions[0]} (" in rows.get(thread, ""), f"the list has {functions[0]} for {thread}")
    expect("xblock::" not in threads and (name == "jump" or "0000000000000000 in" not in threads), "no frame of the runtime is seen")
    if wrong:
        sys.exit(f"{name}, {schedule}: not so: {'; '.join(wrong)}\n{text}")
    print(f"{name}: {case.thread} in line {line}")


def main():
    xblock, program, source, *names = sys.argv[1:]
    os.environ.pop("XBLOCK_OPTIONS", None)
    with tempfile.TemporaryDirectory() as folder:
        for name in names or CASES:
            check(xblock, name, CASES[name], program, source, folder)


if __name__ == "__main__":
    main()
