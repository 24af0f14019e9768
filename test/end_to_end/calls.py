# Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
"""Random C programs: what a call of xblock::explore() finds, against what is found when the program is explored by itself.

    calls.py BIN EMITTER SOURCES FOLDER [SEED [FILES]]

BIN has xblock-clang; EMITTER is emit_programs; SOURCES has calls.cpp. Each file of programs is compiled as it is, and with its main as
the body of calls, all programs of the file in one process, one call after the other. Compared, in two modes: verdict, numbers of
schedules and blocks, failures with schedules, events and turning points, remarks.
"""
import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

MODES = ("dpor", "sleep")
OPTIONS = "keep-going shorten=50 timeouts=100 failed-tries=100 quiet mode="
# of a failure; not the stacks of main, which has other callers
TOLD = ("kind", "message", "thread", "schedule", "count", "foundAt", "switches", "fewestSwitches", "foundSchedule", "blocks", "output")


def told(report):
    failures = [{key: f.get(key) for key in TOLD} for f in report["failures"]]
    for f, whole in zip(failures, report["failures"]):
        turn = whole.get("turningPoint") or {}
        f["turn"] = [turn.get("block"), turn.get("avoidedBy")]
    return {"failures": failures, **{key: report[key] for key in ("verdict", "schedules", "blocks", "aborted", "stoppedAtFailure",
                                                                  "upTo", "left", "notes")}}


def compile_both(bin_folder, sources, folder, name, level):
    tool = os.path.join(bin_folder, "xblock-clang")
    source, program = os.path.join(folder, name), os.path.join(folder, name[:-2])
    common = [level, "-g", "-w", "-pthread"]
    subprocess.run([tool, *common, source, "-o", program], check=True)
    subprocess.run([tool, *common, "-Dmain=emitted_main", "-c", source, "-o", program + ".o"], check=True)
    subprocess.run([tool + "++", *common, "-std=c++17", os.path.join(sources, "calls.cpp"), program + ".o", "-o", program + ".calls"], check=True)
    return program


def check(program, mode, numbers):
    """What differs, as lines."""
    results = f"{program}.{mode}.jsonl"
    environment = {key: value for key, value in os.environ.items() if not key.startswith("XBLOCK_")}
    done = subprocess.run([program + ".calls", results, OPTIONS + mode, *map(str, numbers)], env=environment, capture_output=True,
                          text=True, timeout=600)
    if done.returncode:
        return [f"{program}: calls end with {done.returncode}: {done.stderr[-2000:]}"]
    with open(results, encoding="utf-8") as file:
        by_call = [json.loads(line) for line in file]
    wrong = []
    for number, called in zip(numbers, by_call, strict=True):
        report = f"{program}.{mode}.{number}.json"
        alone = subprocess.run([program, str(number)], env={**environment, "XBLOCK_OPTIONS": f"{OPTIONS}{mode} json={report}"},
                               capture_output=True, text=True, timeout=600)
        with open(report, encoding="utf-8") as file:
            by_itself = told(json.load(file))
        if not called or told(called) != by_itself:
            wrong.append(f"{program} {number} {mode}: by itself {json.dumps(by_itself)}\n  by a call {json.dumps(called)[:4000]}\n{done.stderr[-500:]}{alone.stderr}")
    return wrong


def main():
    bin_folder, emitter, sources, folder = sys.argv[1:5]
    seed, files = (sys.argv[5:] + ["1", "8"][len(sys.argv) - 5:])[:2] if len(sys.argv) > 5 else ("1", "8")
    os.makedirs(folder, exist_ok=True)
    subprocess.run([emitter, folder, seed, files], check=True)
    with open(os.path.join(folder, "expected.json"), encoding="utf-8") as file:
        expected = json.load(file)
    names = sorted({e["file"] for e in expected})
    programs = {name: compile_both(bin_folder, sources, folder, name, "-O2" if i % 2 else "-O0") for i, name in enumerate(names)}
    tasks = [(programs[name], mode, [e["number"] for e in expected if e["file"] == name and mode in e["schedules"]])
             for name in names for mode in MODES]
    tasks = [task for task in tasks if task[2]]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        wrong = [line for lines in pool.map(lambda task: check(*task), tasks) for line in lines]
    print("\n".join(wrong))
    print(f"{sum(len(task[2]) for task in tasks)} calls compared, {len(wrong)} differ")
    return 1 if wrong or not tasks else 0


if __name__ == "__main__":
    sys.exit(main())
