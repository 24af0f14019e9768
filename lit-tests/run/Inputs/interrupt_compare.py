# Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
"""interrupt_compare.py XBLOCK PROGRAM [ARG...]

Interrupts `xblock compare`, which would take days, at several moments, once as early as can be and then so long after it has begun to look at
interrupts; prints what it then says. It must end with exit code 2 and a table.
"""
import pathlib
import signal
import subprocess
import sys
import time


def handles(pid, number):
    """Whether the process has a handler of that signal."""
    status = dict(line.split(":", 1) for line in pathlib.Path(f"/proc/{pid}/status").read_text(encoding="utf-8").splitlines())
    return int(status["SigCgt"], 16) >> (number - 1) & 1


# Runs on real threads handle the signal themselves, and tell of it in their report.
for moment, policies in ((0.05, []), (0.4, []), (0.6, ["--policies=native"]), (1.3, [])):
    running = subprocess.Popen([sys.argv[1], "compare", *policies, "--runs=1000000", "--max-schedules=300", "--", *sys.argv[2:]], stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, text=True, preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
    while moment > 0.1 and running.poll() is None and not handles(running.pid, signal.SIGINT):
        time.sleep(0.01)
    time.sleep(moment)
    running.send_signal(signal.SIGINT)
    out, error = running.communicate(timeout=60)
    if running.returncode == -signal.SIGINT and moment < 0.1:
        continue  # before anything ran
    if running.returncode != 2 or error:
        sys.exit(f"after {moment} s: exit code {running.returncode}\n{out}{error}")
print(out)
