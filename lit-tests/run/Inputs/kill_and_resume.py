# Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
"""Kills searches, and goes on with them. Standard library only.

    kill_and_resume.py XBLOCK KILLS SEED [OPTION...] -- PROGRAM [ARG...]

Runs the search once as it is. Then begins it again and kills it with SIGKILL, at a moment that the seed says, as a part of the
time that the whole took; goes on with --resume, and kills that, KILLS times in all, the command or the process that explores
(then it is started once more from where it is). Whenever a search ends, it must have said what the one did that was left
alone: exit code, output, JSON but for the time; the next one begins from nothing. A search that was killed before it wrote
its first frontier begins again.
"""
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time


def read(path):
    if not os.path.exists(path):
        return None
    with open(path, encoding="utf-8") as file:
        report = json.load(file)
    del report["seconds"]
    return report


def child_of(pid):
    try:
        with open(f"/proc/{pid}/task/{pid}/children", encoding="ascii") as file:
            return int(file.read().split()[0])
    except (OSError, IndexError):
        return pid


def main():
    words = sys.argv[1:]
    dashes = words.index("--")
    xblock, kills, seed = words[0], int(words[1]), int(words[2])
    options, program = words[3:dashes], words[dashes + 1:]
    samples = any(o.startswith("--policy=") for o in options)  # which ends at a limit, and can be gone on with
    chance = random.Random(seed)
    environment = dict(os.environ, XBLOCK_OPTIONS=os.environ.get("XBLOCK_OPTIONS", "") + " frontier-every=500")
    with tempfile.TemporaryDirectory() as folder:
        frontier, report = f"{folder}/frontier", f"{folder}/report.json"

        def start(resume):
            return subprocess.Popen([xblock, "run", *options, f"--frontier={frontier}",
                                     f"--json={report}", *(["--resume"] if resume else []), "--", *program], env=environment,
                                    stdout=subprocess.PIPE, stderr=subprocess.PIPE)

        begun = time.monotonic()
        whole = start(False)
        expected = [whole.communicate(), whole.returncode, read(report)]
        lasts = time.monotonic() - begun
        def end():
            if not os.path.exists(frontier):
                return
            if not samples:
                sys.exit("a search that has ended leaves its frontier behind")
            os.unlink(frontier)

        end()
        ended = killed = resumed = 0
        while killed < kills or not ended:
            resume = os.path.exists(frontier)
            resumed += resume
            if os.path.exists(report):
                os.unlink(report)
            running = start(resume)
            try:
                if killed < kills:
                    running.wait(timeout=chance.random() * lasts * 0.7)
            except subprocess.TimeoutExpired:
                os.kill(running.pid if chance.random() < 0.7 else child_of(running.pid), signal.SIGKILL)
                killed += 1
                running.communicate()
                continue
            actual = [running.communicate(), running.returncode, read(report)]
            ended += 1
            if actual != expected:
                sys.exit(f"after {killed} kills, {resumed} times gone on:\n{actual}\nexpected:\n{expected}")
            end()
        print(f"killed {killed} times, gone on {resumed} times, ended {ended} times: {expected[2]['summary']}")


if __name__ == "__main__":
    main()
