# Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
"""interrupt_compare.py XBLOCK PROGRAM [ARG...]

Interrupts `xblock compare`, which would take days, at several moments; prints what it then says. It must end with exit code 2 and a table.
"""
import signal
import subprocess
import sys
import time

# Runs on real threads handle the signal themselves, and tell of it in their report.
for moment, policies in ((0.05, []), (0.4, []), (0.6, ["--policies=native"]), (1.3, [])):
    running = subprocess.Popen([sys.argv[1], "compare", *policies, "--runs=1000000", "--max-schedules=300", "--", *sys.argv[2:]], stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, text=True, preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
    time.sleep(moment)
    running.send_signal(signal.SIGINT)
    out, error = running.communicate(timeout=60)
    if running.returncode == -signal.SIGINT and moment < 0.1:
        continue  # before anything ran
    if running.returncode != 2 or error:
        sys.exit(f"after {moment} s: exit code {running.returncode}\n{out}{error}")
print(out)
