# Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
"""answers.py XBLOCK PROGRAM contest|concj       each program of a paper has its answer by dpor: it is found, or shown to be absent

An answer is a verdict; the kinds of the failures, each once, or "none"; and, where orders.py works it out by brute force, the number of schedules and of
those that fail. There an event is what here is a block that matters: threads are created and joined in one way, and the last block of a
thread affects nothing but its join. dpor runs one schedule of each class.
"""
import json
import pathlib
import subprocess
import sys
import tempfile

import orders

COMPLETE, FAILURE, INCOMPLETE = "complete", "failure", "incomplete"


def ring(n):
    """n threads take two locks each, in a circle. First a region is one block, and each two neighbours come in either order, but not all in a circle: 2^n - 2.
    Then blocks end within them too, and one more order is there, the deadlock."""
    return orders.Count(None, None, (2 ** n - 2) + (2 ** n - 1), 1)


def no_failure(schedules):
    return orders.Count(None, None, schedules, 0)



# Schedules of programs that have too many.
MOST = {"P6": 1000, "P6-1": 1000, "P6-1-right": 2000}

# These also by sleep sets alone, which find no races between blocks.
SLEEP = ["P6-small-1", "P6-right-1"]

CONTEST = {
    # name: (verdict, kinds, count of orders.py or None)
    "P1-racy": (FAILURE, "race", None),
    "P1-2": (FAILURE, "assertion", orders.first_flag(2)),
    "P1-3": (FAILURE, "assertion", orders.first_flag(3)),
    # three exchanges in any order, as below three increments: 3!
    "P1-right": (COMPLETE, "none", no_failure(6)),
    "P2": (FAILURE, "assertion", orders.bank()),
    "P2-right": (COMPLETE, "none", no_failure(2)),
    "P2-crossed": (FAILURE, "deadlock", ring(2)),
    "P2-ordered": (COMPLETE, "none", None),
    "P3-1": (FAILURE, "assertion", None),
    "P3-2": (FAILURE, "assertion", None),
    "P3-right": (COMPLETE, "none", None),
    "P4": (FAILURE, "assertion", None),
    "P4-right": (COMPLETE, "none", no_failure(1)),
    "P5-2": (FAILURE, "deadlock", ring(2)),
    "P5-3": (FAILURE, "deadlock", ring(3)),
    "P5-4": (FAILURE, "deadlock", ring(4)),
    # the fourth and the third take the fork between them second: 3 of the 4 pairs come in either order
    "P5-right": (COMPLETE, "none", no_failure(8)),
    "P6": (FAILURE, "signal", None),
    "P6-1": (FAILURE, "signal", None),
    "P6-1-right": (INCOMPLETE, "none", None),  # three visits of a worker: only that nothing fails in the schedules of this bound
    "P6-small": (FAILURE, "signal", None),
    "P6-small-1": (FAILURE, "signal", None),
    # The whole crawler, with both sizes in which the defect is found above. Another search has the same answers: SLEEP.
    "P6-right": (COMPLETE, "none", None),
    "P6-right-1": (COMPLETE, "none", None),
    "P6-core": (FAILURE, "signal", None),
    "P6-core-right": (COMPLETE, "none", None),
    "P7": (COMPLETE, "none", None),  # no false alarm
    "P8-2": (FAILURE, "assertion", orders.increments(2, 1)),
    "P8-3": (FAILURE, "assertion", orders.increments(3, 1)),
    "P8-right": (COMPLETE, "none", no_failure(6)),
    "P9": (FAILURE, "race", None),
    "P9-right": (COMPLETE, "none", None),
    "P10": (FAILURE, "assertion", None),  # in the first schedule: below
    "P11": (FAILURE, "assertion", None),
    "P12": (FAILURE, "deadlock", None),
    "P12-right": (COMPLETE, "none", None),
}
CONCJ = {
    "E1": (FAILURE, "assertion", orders.withdraw()),
    "E1-right": (COMPLETE, "none", no_failure(2)),
    "E2": (COMPLETE, "none", None),
    "E2-again": (COMPLETE, "none", None),
    "E3-if": (FAILURE, "assertion", None),
    "E3-one": (FAILURE, "deadlock", None),
    "E3-right": (COMPLETE, "none", None),
    "E4": (COMPLETE, "none", None),
    "E5": (FAILURE, "deadlock", ring(2)),
    "E5-right": (COMPLETE, "none", no_failure(2)),
    "E6": (FAILURE, "deadlock", ring(3)),
    "E6-right": (COMPLETE, "none", None),
    "E7": (FAILURE, "race", None),
    "E7-right": (COMPLETE, "none", None),
    "E8": (FAILURE, "assertion", orders.torn()),
    "E9": (FAILURE, "race", None),
    "E10-5-5": (FAILURE, "deadlock", ring(2)),
    "E10-0-10": (FAILURE, "deadlock", ring(2)),
    "E10-10-50": (FAILURE, "deadlock", ring(2)),
    "E11": (FAILURE, "assertion", orders.increments(2, 2)),
    "E12": (COMPLETE, "none", orders.numbered()),
    "E13": (FAILURE, "race", None),
    "E13-right": (COMPLETE, "none", None),
    "E14": (COMPLETE, "none", None),
    "E15": (FAILURE, "race", None),
    "E15-right": (COMPLETE, "none", None),
    "E16": (FAILURE, "race", None),
    "E16-right": (COMPLETE, "none", None),
    "E17": (COMPLETE, "none", no_failure(2)),
    "E18": (FAILURE, "race", None),
    "E19-barrier": (FAILURE, "race", None),
    "E19-barrier-right": (COMPLETE, "none", None),
    "E19-checksum": (FAILURE, "race", None),
    "E19-checksum-right": (COMPLETE, "none", None),
    "E19-debug": (FAILURE, "race", None),
    "E19-sor": (FAILURE, "race", None),
    "E19-sor-right": (COMPLETE, "none", None),
    "E19-lufact": (FAILURE, "race", None),
    "E19-lufact-right": (COMPLETE, "none", None),
    "E19-moldyn": (FAILURE, "race", None),
    "E19-moldyn-right": (COMPLETE, "none", None),
    "E19-crypt": (COMPLETE, "none", no_failure(1)),
    "E19-sparsemult": (COMPLETE, "none", no_failure(1)),
    "E19-series": (COMPLETE, "none", no_failure(1)),
}


def report_of(xblock, program, name, options):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "report.json")
        subprocess.run([xblock, "run", "--quiet", "--frontier=none", f"--json={path}", *options, "--", program, name], capture_output=True, check=False)
        return json.loads(path.read_text()) if path.exists() else {"verdict": "no report", "failures": [], "schedules": 0, "summary": ""}


def main():
    xblock, program, which = sys.argv[1:]
    answers = CONTEST if which == "contest" else CONCJ
    listed = subprocess.run([xblock, "run", "--quiet", "--", program], capture_output=True, text=True, check=True).stdout.split()
    wrong = [f"{name} has no answer, or is no program" for name in set(listed) ^ set(answers)]
    for name, (verdict, kinds, count) in answers.items():
        report = report_of(xblock, program, name, ["--keep-going", "--shorten=0", f"--max-schedules={MOST.get(name, 20000)}"])
        got = ",".join(sorted({f["kind"] for f in report["failures"]})) or "none"
        failing = sum(f["count"] for f in report["failures"] if f["kind"] != "race")
        line = f"{name}: {report['summary']}"
        print(line)
        if report["verdict"] != verdict or got != kinds:
            wrong.append(f"{line}; expected {verdict}, {kinds}; found {got}")
        if count and (report["schedules"], failing) != (count.classes, count.failingClasses):
            wrong.append(f"{line}; {failing} fail; expected {count}")
    for name in SLEEP if which == "contest" else ():
        report = report_of(xblock, program, name, ["--mode=sleep", "--keep-going", "--shorten=0", "--max-schedules=50000"])
        if report["verdict"] != answers[name][0]:
            wrong.append(f"{name}: {report['summary']}; expected {answers[name][0]}")
    if which == "contest":  # P10: each thread is run on as long as it can
        first = report_of(xblock, program, "P10", [])["failures"]
        if not first or first[0]["foundAt"] != 1:
            wrong.append(f"P10: {first}")
    if which == "concj":  # what the reader of E12 sees
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "report.json")
            subprocess.run([xblock, "run", "--quiet", "--outcomes", f"--json={path}", "--", program, "E12"], capture_output=True, check=False)
            seen = sorted(o["output"] for o in json.loads(path.read_text())["outcomes"])
            if seen != ["0\n", "1\n", "2\n", "3\n", "42\n"]:
                wrong.append(f"E12: {seen}")
    sys.exit("\n".join(wrong) or None)


if __name__ == "__main__":
    main()
