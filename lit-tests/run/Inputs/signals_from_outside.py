# Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
"""Explores a program that computes without end, and sends it the signal of the clock without pause.

    signals_from_outside.py XBLOCK PROGRAM

Standard library only. Exit status 1 if a stack is told that is not the program's, or if a signal counts as time.
"""
import json
import os
import signal
import subprocess
import sys
import tempfile

TIMES = 3


def run(xblock, program, folder):
    path = os.path.join(folder, "report.json")
    child = subprocess.Popen([xblock, "run", "--stuck-seconds=1", "--quiet", f"--json={path}", "--", program],
                             stderr=subprocess.PIPE)
    sent = 0
    while child.poll() is None:
        for process in children(child.pid):
            try:
                os.kill(process, signal.SIGVTALRM)
                sent += 1
            except ProcessLookupError:
                pass
    with open(path, encoding="utf-8") as file:
        return json.load(file), sent


def children(pid):
    """Those of which there is a handler: a process that has none yet would be ended by the signal."""
    try:
        with open(f"/proc/{pid}/status", encoding="utf-8") as file:
            status = dict(line.split(":", 1) for line in file)
        own = [pid] if int(status["SigCgt"], 16) >> (signal.SIGVTALRM - 1) & 1 else []
        with open(f"/proc/{pid}/task/{pid}/children", encoding="utf-8") as file:
            below = [int(word) for word in file.read().split()]
    except (FileNotFoundError, ProcessLookupError):
        return []
    return own + [process for child in below for process in children(child)]


def main():
    xblock, program = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(TIMES):
            report, sent = run(xblock, program, folder)
            failure = report["failures"][0]
            stacks = {t["name"]: [f["function"] for f in t["stack"]] for t in failure["threads"]}
            if failure["kind"] != "stuck" or stacks["T1"] != ["run"] or report["seconds"] < 0.5 or sent < 100:
                sys.exit(f"{sent} signals: {failure['kind']} after {report['seconds']} s: {stacks}")


if __name__ == "__main__":
    main()
