# Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
"""native_reports.py XBLOCK PROGRAM, in a folder with PROGRAM (native_runs_write_reports.c): looks at the reports of its runs on real threads."""
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import time

import ci_reports

XBLOCK, PROGRAM = sys.argv[1:]
FILES = ["--json=r.json", "--html=r.html", "--sarif=r.sarif", "--junit=r.xml"]
UNKNOWN = {"thread", "schedule", "threads", "blocks", "switches", "turningPoint", "steps"}  # of real threads


def check(holds, what):
    if not holds:
        sys.exit(f"native_reports.py: {what}")


def call(*options, words=(), code):
    done = subprocess.run([XBLOCK, "run", "--policy=native", *options, "--", PROGRAM, *words], capture_output=True, timeout=300)
    check(done.returncode == code, f"{options} {words}: exit code {done.returncode}, not {code}: {done.stderr[-800:]}")
    return done


def reports(done):
    """The JSON, after a look at all four, and at what was printed."""
    report = json.loads(pathlib.Path("r.json").read_text(encoding="utf-8"))
    page = pathlib.Path("r.html").read_text(encoding="utf-8")
    data = json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.S).group(1))
    run, case = ci_reports.sarif("r.sarif"), ci_reports.junit("r.xml")
    check(not ci_reports.wrong, ci_reports.wrong)
    kinds = [failure["kind"] for failure in report["failures"]]
    check(kinds == [one["ruleId"] for one in run["results"]] == [failure["kind"] for failure in data["failures"]], f"kinds {kinds}")
    check([one["occurrenceCount"] for one in run["results"]] == [failure["count"] for failure in report["failures"]], "counts")
    check(report["exitCode"] == done.returncode == run["invocations"][0]["exitCode"], "exit codes")
    text = done.stderr.decode()
    check(report["summary"] in text and data["summary"] == report["summary"], f"{report['summary']} is not in {text}")
    check(report["mode"] == "native" and report["program"][0] == PROGRAM, report["program"])
    check(not {"blocks", "aborted", "steps"} & set(report), f"keys {list(report)}")
    check(report["seconds"] > 0, "no time")
    failed = case.find("failure")
    check((failed is not None) == (report["verdict"] == "failure"), "JUnit tells another verdict")
    for failure, one in zip(report["failures"], run["results"]):
        check(not UNKNOWN & set(failure), f"{list(failure)}")
        check(one["message"]["text"] == failure["message"] and failure["message"] in text and failure["message"] in failed.text, failure["message"])
        check(one["properties"]["replay"] == failure["replay"] and failure["replay"] in text and failure["replay"] in failed.text, failure["replay"])
    return report


def again(failure):
    """What the replay of it says, by the command that the report has."""
    words = failure["replay"].split(" ")
    check(words[:2] == ["xblock", "run"] and f"--native-log={failure['log']}" in words, words)
    done = subprocess.run([XBLOCK, "run", *FILES, *words[2:]], capture_output=True, timeout=100)
    check(done.returncode == 1, f"{words}: {done.stderr}")
    report = reports(done)
    check(report["replay"] and report["schedules"] == 1 and report["events"] > 0 and "sampled" not in report, report)
    check(report["summary"] == f"xblock: replay: {report['events']} events, {failure['kind']}, as in the log (native)", report["summary"])
    replayed = report["failures"][0]
    check({key: replayed[key] for key in ("kind", "message", "log", "replay", "output")} ==
          {key: failure[key] for key in ("kind", "message", "log", "replay", "output")}, f"{replayed}, and the failure {failure}")
    check(replayed["count"] == 1 and "foundAt" not in replayed, replayed)


def failures():
    report = reports(call("--keep-going", "--max-schedules=80", "--noise-probability=0", *FILES, words=["each"], code=1))
    sampled = report["sampled"]
    check(report["schedules"] == sampled["schedules"] == 80 and not report["stoppedAtFailure"], report["summary"])
    check(set(sampled) == {"schedules", "failing", "firstFailing"}, sampled)
    check(report["policy"] == "native" and report["seed"] == 1 and report["noise"] == {"kind": "mixed", "probability": 0, "strength": 10}, report["noise"])
    expected = {"died of SIGABRT": ("abort", 3), "died of SIGSEGV": ("signal", 4), "ended with exit code 7": ("exit", 5)}
    check({failure["message"] for failure in report["failures"]} == set(expected), report["failures"])
    check(sampled["failing"] == sum(failure["count"] for failure in report["failures"]), sampled)
    check(sampled["firstFailing"] == min(failure["foundAt"] for failure in report["failures"]), sampled)
    check(report["summary"] == f"xblock: failure: 3 failures in {sampled['failing']} of 80 schedules (native)", report["summary"])
    check(report["left"] == ["sampled only: 80 runs on real threads (seed 1, mixed noise at 0 %, strength 10)", "--max-schedules was reached"], report["left"])
    for failure in report["failures"]:
        kind, chosen = expected[failure["message"]]
        check(failure["kind"] == kind and failure["output"] == f"sum 3, chosen {chosen}, <b> & \x01\ntold\n", failure)
        check(failure["log"] == f"program.{failure['foundAt']}.xblock-native" and os.path.exists(failure["log"]), failure["log"])
        again(failure)
    # The first of them ends it, unless it is to go on.
    first = reports(call("--noise-probability=0", *FILES, words=["each"], code=1))
    check(first["stoppedAtFailure"] and first["schedules"] == sampled["firstFailing"] and len(first["failures"]) == 1, first)
    check(first["summary"].endswith(f"in schedule {sampled['firstFailing']} (native); --keep-going samples on"), first["summary"])
    stuck = reports(call("--stuck-seconds=1", *FILES, words=["hang"], code=1))["failures"][0]
    check(stuck["kind"] == "stuck" and stuck["message"] == "no end in 1 s: a deadlock or a livelock, perhaps", stuck)


def others():
    done = call("--max-schedules=5", *FILES, code=2)
    report = reports(done)
    check(report["verdict"] == "incomplete" and report["failures"] == [] and report["sampled"] == {"schedules": 5, "failing": 0}, report)
    check(done.stdout == b"sum 3, chosen 0, <b> & \x01\n" and done.stderr.startswith(b"told\n"), done)
    check("1000 runs are the bound" in reports(call(*FILES, "--noise-probability=0", code=2))["left"][1], "no bound is told")
    check(reports(call("--time=1", *FILES, code=2))["left"][1] == "--time was reached", "no time is told")
    done = call("--quiet", "--max-schedules=5", "--json=-", code=2)
    check(json.loads(done.stdout)["schedules"] == 5 and done.stderr == b"told\nxblock: incomplete: 5 schedules, 0 failures (native)\n", done)
    lines = call("--quiet", "--progress=always", "--time=7", code=2).stderr.decode()
    check(re.search(r"^xblock: [\d,]+ schedules, [\d,]+/s, 0 failures$", lines, re.M), lines)
    coloured = call("--color=always", "--max-schedules=1", code=2).stderr
    check(b"\x1b[" in coloured, coloured)
    unsupported = reports(call(*FILES, words=["cancel"], code=4))
    check(unsupported["verdict"] == "unsupported" and not UNKNOWN & set(unsupported["unsupported"]), unsupported)
    check(unsupported["unsupported"]["message"] == "call of pthread_cancel in a run on real threads", unsupported)


def interrupted():
    begun = subprocess.Popen([XBLOCK, "run", "--policy=native", "--keep-going", "--max-schedules=1000000", *FILES, "--", PROGRAM, "each"],
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    until = time.monotonic() + 100
    while len(list(pathlib.Path(".").glob("program.*.xblock-native"))) < 3 and time.monotonic() < until:
        time.sleep(0.01)
    begun.send_signal(signal.SIGTERM)  # SIGINT may be ignored where tests run
    begun.stdout, out = None, begun.stdout
    _, error = begun.communicate(timeout=100)
    out.close()
    report = reports(subprocess.CompletedProcess([], begun.returncode, b"", error))
    check(report["verdict"] == "failure" and report["left"][1] == "interrupted", report["left"])
    check(report["goOn"].startswith("xblock run --resume --policy=native"), report["goOn"])
    more = report["schedules"] + 50
    words = [word for word in report["goOn"].split(" ")[2:] if not word.startswith("--max-schedules")]
    done = subprocess.run([XBLOCK, "run", f"--max-schedules={more}", *words], capture_output=True, timeout=100)
    whole = reports(done)
    check(whole["schedules"] == more and "goOn" not in whole, whole["summary"])
    for before, after in zip(report["failures"], whole["failures"]):
        same = ("kind", "message", "foundAt", "log", "replay", "output")
        check({key: before[key] for key in same} == {key: after[key] for key in same} and before["count"] <= after["count"], f"{before}, then {after}")


def children(pid):
    try:
        return [int(word) for word in pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()]
    except OSError:  # it has ended
        return []


def runs(pid):
    """Whether the process that the command started has begun a run, in a process of its own: it looks at interrupts by then."""
    return any(children(child) for child in children(pid))


def interrupted_replay():
    hangs = reports(call("--stuck-seconds=1", *FILES, words=["hang"], code=1))["failures"][0]
    begun = subprocess.Popen([XBLOCK, "run", "--policy=native", "--stuck-seconds=unlimited", "--native-log=" + hangs["log"], *FILES, "--", PROGRAM, "hang"],
                             stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    until = time.monotonic() + 100
    while not runs(begun.pid) and time.monotonic() < until:
        time.sleep(0.01)
    begun.send_signal(signal.SIGTERM)
    _, error = begun.communicate(timeout=100)
    report = reports(subprocess.CompletedProcess([], begun.returncode, b"", error))
    check(report["verdict"] == "incomplete" and report["left"] == ["interrupted"] and report["failures"] == [], report)
    check(re.fullmatch(r"xblock: replay: \d+ events, not to its end \(native\)", report["summary"]), report["summary"])


def refused():
    log = next(str(path) for path in pathlib.Path(".").glob("program.*.xblock-native") if "SIGABRT" in path.read_text(encoding="utf-8"))
    for option, line in [("--outcomes", "--outcomes does not go with --policy=native: leave it out"), ("--log=l.json", "--log does not go with --policy=native: leave it out"),
                         ("--verbose", "--verbose does not go with --policy=native: leave it out"),
                         ("--json=no/where", "cannot write no/where: No such file or directory; check the path and its permissions"),
                         ("--html=r.json", "--json and --html are one file, r.json, and the second would replace the first: give each its own"),
                         (f"--json={log}", f"--native-log and --json are one file, {log}, and the second would replace the first: give each its own")]:
        options = [option, "--native-log=" + log] if log in option else [option, "--json=r.json"] if option.startswith("--html") else [option]
        done = call(*options, words=["each"], code=3)
        check(done.stderr.decode() == f"xblock: {line}\n" and not done.stdout, f"{option}: {done.stderr}")
    # What does not come to the end of its log is not called one that does not fit where only the time was over.
    late = call("--stuck-seconds=1", "--native-log=" + log, words=["hang"], code=3).stderr.decode()
    check(re.fullmatch(r"xblock: the run came to \d+ of the \d+ events of the log in 1 s: it needs a larger --stuck-seconds, or it does not fit; .*\n", late), late)


failures()
others()
refused()
interrupted_replay()
for left in pathlib.Path(".").glob("program.*.xblock-native"):
    left.unlink()
interrupted()
