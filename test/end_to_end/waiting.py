# Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
"""Random C programs with waiting loops, explored, against brute force over their statements. Standard library only.

    waiting.py BIN FOLDER [SEED [PROGRAMS [FIRST]]]

BIN has xblock-clang. FIRST is the number of the first program that is run. Compared: the set of final states that the schedules
print, and the kinds of failures; in modes dpor and sleep (which does not interleave plain accesses). By re-execution:
the number of schedules, and how often each printed what. With --verify-restore: that nothing is found. (It runs hooks that have
other frames, so that a loop of plain accesses may be seen to wait a round sooner or later.)

What it found: a lock given back did not always wake a loop of tries; loops that look under a lock, and tries to write, were not seen to
wait.
"""
import json
import os
import random
import subprocess
import sys

from waiting_model import Model, TooLarge
from waiting_programs import Generator, emit

STATES = 1200  # most of a program
SCHEDULES = 500  # most that are run; then only that nothing impossible is printed
REEXECUTED = 200  # most schedules of a program that is also re-executed


def programs(seed, count):
    rng = random.Random(seed)
    while count:
        program = Generator(rng).program()
        try:
            ends, kinds = Model(program).explore(STATES)
        except TooLarge:
            continue
        dull = 0.995 if not ends else 0.7 if len(ends) == 1 else 0.5 if kinds else 0
        if rng.random() < dull:
            continue
        count -= 1
        yield program, ends, kinds


def explore(program, mode, *more):
    """(exit code, report or what was printed, outcomes)"""
    base = f"{program}.{mode}"
    options = f"mode={mode} check=none keep-going quiet shorten=0 frontier=none timeouts=100 failed-tries=100 max-schedules={SCHEDULES} max-blocks=300 " \
        f"json={base}.json outputs={base}.outcomes {' '.join(more)}"
    done = subprocess.run([program], env=dict(os.environ, XBLOCK_OPTIONS=options), capture_output=True, timeout=600)
    if done.returncode > 2:
        return done.returncode, done.stderr.decode(errors="replace"), {}
    with open(base + ".json", encoding="utf-8") as file:
        report = json.load(file)
    report.pop("seconds")
    with open(base + ".outcomes", encoding="utf-8") as file:
        return done.returncode, report, json.load(file)


def same(a, b):
    """But for the blocks, of which rounds that a refinement ends may run some more or fewer."""
    return (a[0], a[2]) == (b[0], b[2]) and {**a[1], "blocks": 0} == {**b[1], "blocks": 0}


def short(run):
    code, report, outcomes = run
    if code > 2:
        return run
    return code, report["summary"], sorted((f["schedule"], f["count"]) for f in report["failures"]), outcomes


def check(built, program, expected, kinds, number):
    """(what is wrong, as lines; schedules; whether a search was too large)"""
    wrong, schedules, large = [], 0, False
    for mode in ("dpor", "sleep"):
        if large:
            break
        code, report, outcomes = explore(built, mode)
        if code > 2:
            wrong.append(f"{mode}: exit code {code}: {report}")
            continue
        found = {f["kind"] for f in report["failures"]}
        cut = code == 2 or bool(report["left"])
        large |= cut
        schedules += report["schedules"]
        part = cut or (mode == "sleep" and "plain" in program["variables"])
        if found != kinds if not part else found - kinds:
            wrong.append(f"{mode}: failures {sorted(found)}, expected {sorted(kinds)}")
        if set(outcomes) - expected:
            wrong.append(f"{mode}: impossible: {sorted(set(outcomes) - expected)}")
        if expected - set(outcomes) and not part:
            wrong.append(f"{mode}: missed: {sorted(expected - set(outcomes))}")
        if mode == "dpor" and report["schedules"] <= REEXECUTED:
            again = explore(built, mode, "restore=reexecute")
            if not same(again, (code, report, outcomes)):
                wrong.append(f"{mode}: re-executed: {short(again)}, with snapshots {short((code, report, outcomes))}")
        if mode == "dpor" and number % 3 == 0:
            again = explore(built, mode, "verify-restore")
            if again[0] != code or set(again[2]) != set(outcomes):
                wrong.append(f"{mode}: --verify-restore: {short(again)}, without {short((code, report, outcomes))}")
    return wrong, schedules, large


def main():
    bin_folder, folder = sys.argv[1:3]
    seed, count, first = (int(a) for a in sys.argv[3:] + ["1", "50", "0"][len(sys.argv) - 3:])
    os.makedirs(folder, exist_ok=True)
    bad = ran = all_schedules = all_states = stuck = too_large = 0
    for number, (program, ends, kinds) in enumerate(programs(seed, count)):
        if number < first:
            continue
        built = os.path.join(folder, f"{number}")
        with open(built + ".c", "w", encoding="utf-8") as file:
            file.write(emit(program))
        subprocess.run([os.path.join(bin_folder, "xblock-clang"), "-w", "-g", f"-O{number % 3}", built + ".c", "-o", built], check=True)
        wrong, schedules, large = check(built, program, ends, kinds, number)
        ran, bad, too_large = ran + 1, bad + bool(wrong), too_large + large
        all_schedules, all_states, stuck = all_schedules + schedules, all_states + len(ends), stuck + bool(kinds)
        if wrong:
            print(f"{number}.c: {program}", *wrong, sep="\n  ", flush=True)
        for name in os.listdir(folder) if not wrong else ():
            if name.split(".")[0] == str(number):
                os.unlink(os.path.join(folder, name))
    print(f"{ran} programs with {all_states} final states, {stuck} of which can get stuck, {all_schedules} schedules, "
          f"{too_large} programs not to the end: {bad} differ")
    sys.exit(bad != 0)


if __name__ == "__main__":
    main()
