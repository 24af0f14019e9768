# Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
"""Random C programs, compiled and explored, against brute force. Standard library only.

    compare.py BIN EMITTER FOLDER [SEED [FILES]]

BIN has xblock-clang; EMITTER is emit_programs. Even files are compiled at -O0, odd ones at -O2. Each program is explored
in the modes that ModelWorld was, past failures. Compared: the set of final states that its schedules print, whether it
deadlocks, whether an assertion fails; the number of schedules with that of the model, at -O0; snapshots with re-execution,
in all but the seconds.
"""
import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

REEXECUTED = 150  # most schedules of a program that is also re-executed


def compile_all(bin_folder, folder, files):
    for number, source in enumerate(files):
        level = "-O2" if number % 2 else "-O0"
        program = os.path.join(folder, source[:-2])
        subprocess.run([os.path.join(bin_folder, "xblock-clang"), level, "-w", "-pthread",
                        os.path.join(folder, source), "-o", program], check=True)


def explore(program, number, mode, restore):
    """(exit code, report, outcomes)"""
    base = f"{program}.{number}.{mode}.{restore}"
    shorten = 5000 if restore == "reexecute" else 50 # which runs a hundredth of it
    options = f"mode={mode} restore={restore} shorten={shorten} keep-going quiet timeouts=100 failed-tries=100 json={base}.json outputs={base}.outcomes"
    done = subprocess.run([program, str(number)], env=dict(os.environ, XBLOCK_OPTIONS=options), capture_output=True,
                          timeout=300)
    if done.returncode > 1:
        return done.returncode, done.stderr.decode(errors="replace"), {}
    with open(base + ".json", encoding="utf-8") as file:
        report = json.load(file)
    with open(base + ".outcomes", encoding="utf-8") as file:
        outcomes = json.load(file)
    os.unlink(base + ".json")
    os.unlink(base + ".outcomes")
    return done.returncode, report, outcomes


def check(folder, expected):
    """What is wrong with one program, as lines; and the number of runs."""
    program = os.path.join(folder, expected["file"][:-2])
    optimised = int(expected["file"][len("programs_"):-2]) % 2
    wrong, runs = [], 0
    for mode, schedules in expected["schedules"].items():
        code, report, outcomes = explore(program, expected["number"], mode, "snapshot")
        runs += 1
        if code > 1:
            wrong.append(f"{mode}: exit code {code}: {report}")
            continue
        failures = {f["kind"]: f for f in report["failures"] if f["kind"] != "race"}
        others = set(failures) - {"deadlock", "assertion"}
        if others:
            wrong.append(f"{mode}: {others}: {[failures[k]['message'] for k in others]}")
        # A failure ends its schedule: what comes after it shows once it is mended (as in fuzz_test.cpp).
        masked = "assertion" in failures
        missed, impossible = set(expected["finals"]) - set(outcomes), set(outcomes) - set(expected["finals"])
        if impossible:
            wrong.append(f"{mode}: impossible final states {sorted(impossible)}")
        if missed and not (masked and expected["racy"]):
            wrong.append(f"{mode}: missed final states {sorted(missed)}")
        unseen = masked or mode == "exitblock"  # which, as published, misses some
        if ("deadlock" in failures) != expected["deadlock"] and not (unseen and expected["deadlock"]):
            wrong.append(f"{mode}: deadlock {'deadlock' in failures}, expected {expected['deadlock']}")
        if masked != expected["failure"]:
            wrong.append(f"{mode}: failed assertion {masked}, expected {expected['failure']}")
        # Of two accesses of a block to one variable the runtime sees the first, until a boundary lies between them: rounds
        # of refinement that the model does not need.
        # Optimised code makes fewer accesses.
        found = report["schedules"]
        fits = optimised or (found >= schedules if expected["racy"] else found == schedules)
        if not fits:
            wrong.append(f"{mode}: {report['schedules']} schedules, the model takes {schedules}")
        if report["schedules"] <= REEXECUTED:
            again = explore(program, expected["number"], mode, "reexecute")
            runs += 1
            again[1] and isinstance(again[1], dict) and again[1].pop("seconds")
            report.pop("seconds")
            if again != (code, report, outcomes):
                wrong.append(f"{mode}: re-executed: {again}\nwith snapshots: {(code, report, outcomes)}")
    return wrong, runs


def main():
    bin_folder, emitter, folder = sys.argv[1:4]
    os.makedirs(folder, exist_ok=True)
    subprocess.run([emitter, folder, *sys.argv[4:]], check=True)
    with open(os.path.join(folder, "expected.json"), encoding="utf-8") as file:
        programs = json.load(file)
    compile_all(bin_folder, folder, list(dict.fromkeys(p["file"] for p in programs)))
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(lambda p: check(folder, p), programs))
    for expected, (wrong, _) in zip(programs, results):
        if wrong:
            print(f"{expected['file']} {expected['number']} ({expected['kind']}):\n{expected['closed']}", *wrong, sep="\n  ")
    bad = sum(bool(wrong) for wrong, _ in results)
    print(f"{len(programs)} programs, {sum(p['deadlock'] for p in programs)} of which can deadlock, "
          f"{sum(runs for _, runs in results)} searches: {bad} programs differ")
    sys.exit(bad != 0)


if __name__ == "__main__":
    main()
