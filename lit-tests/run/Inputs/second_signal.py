# Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
"""Interrupts twice. Standard library only.

    second_signal.py XBLOCK PROGRAM

PROGRAM runs one schedule, and computes for ever in the next. The first signal is told of, since it ends nothing; the next ends the
command, and the process that explores with it, as the signal ends a process that knows nothing of it. So it does where the program
is run by itself.
"""
import os
import signal
import subprocess
import sys
import tempfile
import time


def fail(what):
    sys.exit(f"second_signal.py: {what}")


def start(command, folder, **environment):
    running = subprocess.Popen(command, cwd=folder, env=dict(os.environ, **environment), start_new_session=True, text=True,
                               stderr=subprocess.PIPE)
    while not os.path.exists(f"{folder}/frontier"):
        if running.poll() is not None:
            fail(f"ended: {running.communicate()[1]}")
        time.sleep(0.001)
    return running


def computes(pid):
    """Waits until the process took a tenth of a second of the processor more: all its other blocks together take a hundredth of that."""
    def ticks():
        with open(f"/proc/{pid}/stat", encoding="ascii") as file:
            return int(file.read().rsplit(")", 1)[1].split()[11])
    until = ticks() + os.sysconf("SC_CLK_TCK") // 10
    while ticks() < until:
        time.sleep(0.001)


def ends(pid):
    """Waits until the process, no child of this one, is gone."""
    while True:
        try:
            with open(f"/proc/{pid}/stat", encoding="ascii") as file:
                if file.read().rsplit(")", 1)[1].split()[0] == "Z":
                    return
        except OSError:
            return
        time.sleep(0.001)


def main():
    xblock, program = sys.argv[1:]
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # whoever started this may have ignored it
    options = "stuck-seconds=unlimited frontier=frontier frontier-every=1"
    for number, to_group in ((signal.SIGINT, True), (signal.SIGTERM, False)):
        with tempfile.TemporaryDirectory() as folder:
            running = start([xblock, "run", "--", program], folder, XBLOCK_OPTIONS=options)
            with open(f"/proc/{running.pid}/task/{running.pid}/children", encoding="ascii") as file:
                explorer = int(file.read())
            computes(explorer)
            send = os.killpg if to_group else os.kill
            send(running.pid, number)
            line = running.stderr.readline()
            if not line.startswith("xblock: interrupted: "):
                fail(f"after the first signal: {line}")
            send(running.pid, number)
            rest = running.communicate()[1]
            if running.returncode != -number or rest:
                fail(f"after the second {number.name}: {running.returncode}, {rest}")
            ends(explorer)
        with tempfile.TemporaryDirectory() as folder:
            running = start([program], folder, XBLOCK_OPTIONS=options)
            computes(running.pid)
            while running.poll() is None:
                running.send_signal(number)
                time.sleep(0.01)
            if running.returncode != -number:
                fail(f"by itself: {running.returncode}, {running.communicate()[1]}")


if __name__ == "__main__":
    main()
