# Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
"""Checks what --log writes of log_tells_what_each_schedule_did.c: check_log.py XBLOCK PROGRAM. Standard library only."""
import json
import os
import subprocess
import sys
import xml.etree.ElementTree as xml

xblock, program = sys.argv[1:]
source = [line.rstrip() for line in open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "log_tells_what_each_schedule_did.c"))]
line = {word: next(i + 1 for i, text in enumerate(source) if text.endswith("// " + word)) for word in "ABC"}


def run(file, *options, arguments=()):
    path = f"{program}.{file}"
    subprocess.run([xblock, "run", "--quiet", f"--log={path}", *options, "--", program, *arguments], capture_output=True)
    return path


def check(condition, what):
    if not condition:
        sys.exit(f"check_log.py: {what}")


for options in (["--keep-going"], ["--keep-going", "--restore=reexecute"], ["--policy=random", "--keep-going", "--max-schedules=20"]):
    log = json.load(open(run("log.json", *options)))
    check(log["program"] == [program] and log["leftOut"] == 0 and not log["races"], f"the head of {log}")
    schedules = log["schedules"]
    check([s["number"] for s in schedules] == list(range(1, len(schedules) + 1)), "numbers")
    numbers = {}
    for s in schedules:
        digits = ""
        for block in s["blocks"]:
            name = block["thread"].rsplit("/", 1)[-1]
            check(name == "main" or name in [f"log_tells_what_each_schedule_did.c:{line[w]}#1" for w in "ABC"], f"the name {name}")
            numbers.setdefault(name, set()).add(block["number"])
            for event in block["events"]:
                if event["event"] == "lock m":
                    digits += {line["B"]: "2", line["C"]: "3"}[int(name.split(":")[1].split("#")[0])]
        # What the log says happened is what the program computed of it.
        check(s["end"] == ("completed" if digits == "23" else "failed"), f"schedule {s['number']}: {digits}, {s['end']}")
        check(("failure" in s) == (s["end"] == "failed"), "the failure")
    check({s["end"] for s in schedules} == {"completed", "failed"}, "both ends")
    if options[0].startswith("--policy"):  # to a search the orders of two creations are one
        check(sorted(numbers[f"log_tells_what_each_schedule_did.c:{line['C']}#1"]) == [2, 3], f"C is T2 and T3: {numbers}")
    again = open(run("log.json", *options)).read()
    check(json.loads(again) == log, "the same again")
    tree = xml.parse(run("log.xml", *options)).getroot()
    found = [(s.get("end"), [(b.get("thread"), [e.text for e in b]) for b in s]) for s in tree.findall("schedule")]
    check(found == [(s["end"], [(b["thread"], [e["event"] for e in b["events"]]) for b in s["blocks"]]) for s in schedules], "XML")

# One thread has one schedule, and no blocks to tell of; it was left out, even where it failed.
for arguments, end in (["alone"], "completed"), (["alone", "fails"], "failed"):
    log = json.load(open(run("log.json", arguments=arguments)))
    check(len(log["schedules"]) == 1, f"one thread: {log}")
    one = log["schedules"][0]
    check((one["number"], one["end"], one["schedule"], one["blocks"]) == (1, end, "x1:", []), f"one thread: {one}")
    check(one.get("failure", "").startswith("assertion 'argc < 3'") == (end == "failed"), f"one thread: {one}")
    # A name in capitals is one of XML as well.
    tree = xml.parse(run("LOG.XML", arguments=arguments)).getroot()
    check([(s.get("number"), s.get("end")) for s in tree.findall("schedule")] == [("1", end)], "one thread, as XML")

# The sample behind a search goes on with its numbers, which it began again at 1; failures are those of the report, which is of both.
log = json.load(open(run("log.json", "--policy=auto", "--keep-going", "--max-schedules=5", "--share=20")))
check([s["number"] for s in log["schedules"]] == [1, 2, 3, 4, 5], f"auto: {[s['number'] for s in log['schedules']]}")
check(all(("failure" in s) == (s["end"] == "failed") for s in log["schedules"]), "auto: failures")
