# Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
"""Explores a program and checks what was found. Standard library only.

    explore.py XBLOCK [OPTION...] -- PROGRAM [ARG...] -- EXPECTATION...

Runs `XBLOCK run OPTION... --json=... -- PROGRAM ARG...` and says on stderr everything that is not as expected.
Each EXPECTATION is KEY=VALUE, KEY<=VALUE (numbers) or KEY~REGEX:
  verdict=W             complete, failure, incomplete, usage or unsupported; the exit code must fit it
  schedules, redundant, blocks, aborted, foundAt     numbers; foundAt is that of the first failure
  failures=K:N,...      the distinct failures in the order found: kind, and number of schedules that showed it
  failures=K,...        without numbers: the kinds only
  message, output       of the first failure
  unsupported           what is not modelled, and where
  summary               the last line of the text report
  stdout                of the program (use \\n for a new line)
  threads=NAME,...      names of the threads of the first failure
Always checked: the keys and types of the JSON, and that --restore=reexecute gives the same exit code, the same stdout and
the same JSON apart from `seconds`; and so does a search (not what --policy samples) that --max-schedules ends half way and --resume goes on with. The
pseudo option --no-reexecute leaves these runs out.
"""
import json
import os
import re
import subprocess
import sys
import tempfile

EXIT = {"complete": 0, "failure": 1, "incomplete": 2, "usage": 3, "unsupported": 4}
TYPES = {"verdict": str, "mode": str, "schedules": int, "blocks": int, "redundant": int, "aborted": int, "failures": list,
         "seconds": (int, float)}
FAILURE_TYPES = {"kind": str, "message": str, "schedule": str, "count": int, "foundAt": int, "threads": list,
                 "output": str}


def run(xblock, options, program):
    """(exit code, stdout, stderr, report or None)"""
    handle, path = tempfile.mkstemp(suffix=".json")
    os.close(handle)
    try:
        done = subprocess.run([xblock, "run", *options, f"--json={path}", "--", *program], capture_output=True)
        with open(path, "rb") as file:
            text = file.read()
    finally:
        os.unlink(path)
    return done.returncode, done.stdout, done.stderr.decode(errors="replace"), json.loads(text) if text else None


def shape(report):
    """What is wrong with the keys and types of a report."""
    wrong = [f"JSON: {k} is {report.get(k)!r}" for k, t in TYPES.items() if not isinstance(report.get(k), t)]
    for failure in report.get("failures", []):
        wrong += [f"JSON: failure: {k} is {failure.get(k)!r}" for k, t in FAILURE_TYPES.items()
                  if not isinstance(failure.get(k), t)]
        wrong += [f"JSON: thread without a stack: {t}" for t in failure.get("threads", [])
                  if not isinstance(t.get("stack"), list)]
    return wrong


def value(report, stdout, key, expected):
    """The value of key, in the form of the expectation."""
    first = report["failures"][0] if report["failures"] else {}
    if key == "stdout":
        return stdout.decode(errors="replace").replace("\n", "\\n")
    if key == "failures":
        counted = ":" in expected
        return ",".join(f"{f['kind']}:{f['count']}" if counted else f["kind"] for f in report["failures"]) or "none"
    if key == "threads":
        return ",".join(t["name"] for t in first.get("threads", []))
    if key == "unsupported":
        return report.get("unsupported", {}).get("message", "")
    if key in ("message", "output", "foundAt"):
        return str(first.get(key, "")).replace("\n", "\\n")
    return str(report.get(key))


def check(expectation, report, stdout):
    """What is wrong with it, or None."""
    match = re.fullmatch(r"(\w+)(<=|=|~)(.*)", expectation, re.S)
    if not match:
        sys.exit(f"explore.py: not an expectation: {expectation}")
    key, relation, expected = match.groups()
    actual = value(report, stdout, key, expected)
    met = {"=": lambda: actual == expected, "<=": lambda: int(actual) <= int(expected),
           "~": lambda: re.search(expected, actual) is not None}[relation]()
    return None if met else f"{key} is {actual}, expected {relation} {expected}"


def same(a, b):
    """What differs between two runs, apart from the time they took."""
    wrong = [f"exit codes differ: {a[0]}, {b[0]}"] if a[0] != b[0] else []
    wrong += [f"outputs differ: {a[1]!r}, {b[1]!r}"] if a[1] != b[1] else []
    if (a[3] is None) != (b[3] is None):
        return wrong + ["only one of them wrote JSON"]
    for key in sorted(set(a[3] or {}) | set(b[3] or {})):
        if key != "seconds" and a[3].get(key) != b[3].get(key):
            wrong.append(f"JSON: {key} differs: {a[3].get(key)!r}, {b[3].get(key)!r}")
    return wrong


def broken_off(xblock, options, program, schedules):
    """The search, ended half way and gone on with."""
    with tempfile.TemporaryDirectory() as folder:
        frontier = f"--frontier={folder}/frontier"
        run(xblock, [*options, frontier, f"--max-schedules={schedules // 2}"], program)
        if not os.path.exists(f"{folder}/frontier"):
            return None
        ended = run(xblock, [*options, frontier, "--resume"], program)
        if os.path.exists(f"{folder}/frontier"):
            sys.exit("explore.py: a search that has ended leaves its frontier behind")
        return ended


def main():
    words = sys.argv[1:]
    if words.count("--") < 2:
        sys.exit(__doc__)
    one = words.index("--")
    two = len(words) - 1 - words[::-1].index("--")
    xblock, options, program, expectations = words[0], words[1:one], words[one + 1:two], words[two + 1:]
    # These, of the command line or of the whole suite, are of snapshots only.
    given = [*options, os.environ.get("XBLOCK_OPTIONS", "")]
    reexecute = not any("verify-restore" in o or "memory=strict" in o or o == "--no-reexecute" for o in given)
    options = [o for o in options if o != "--no-reexecute"]
    # Without snapshots a hundredth: the same blocks, so that the same is found.
    shorten = [] if any(o.startswith("--shorten") for o in options) or not reexecute else ["--shorten=200"]
    again = options + ["--shorten=20000"] * bool(shorten) + ["--restore=reexecute"]
    options = shorten + options
    first = run(xblock, options, program)
    code, stdout, stderr, report = first
    if report is None:
        wrong = [f"exit code {code}, no JSON"]
    else:
        wrong = shape(report) or [w for w in (check(e, report, stdout) for e in expectations) if w]
        # That a program is not the same when it runs again must not stand in for what it is refused for.
        doubted = "something else when it ran again" in value(report, stdout, "unsupported", "")
        if doubted and not any("something else" in e for e in expectations):
            wrong.append(value(report, stdout, "unsupported", ""))
        if code != EXIT.get(report.get("verdict")):
            wrong.append(f"exit code {code} with verdict {report.get('verdict')}")
        if reexecute:
            wrong += ["--restore=reexecute: " + w for w in same(first, run(xblock, again, program))]
        limited = any(o.startswith(("--max-schedules", "--time")) for o in options)
        sampled = any(o.startswith("--policy=") and o != "--policy=dpor" for o in options)  # run/sampling_goes_on.test
        if reexecute and not limited and not sampled and report.get("schedules", 0) > 1:
            ended = broken_off(xblock, options, program, report["schedules"])
            if ended:
                wrong += ["--resume: " + w for w in same(first, ended)]
            else:
                wrong.append("--resume: a limit left no frontier")
    if wrong:
        print(stderr, file=sys.stderr)
        sys.exit("\n".join(["explore.py " + " ".join(words), *wrong]))


if __name__ == "__main__":
    main()
