# Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
"""Interrupts a search, and goes on with it as its report says. Standard library only.

    interrupt_and_resume.py XBLOCK EVERY SIGNAL-WAY[,SIGNAL-WAY...] [OPTION...] -- PROGRAM [ARG...]

Once the search has written its first frontier, after EVERY schedules, the signal comes: to the command, to its whole group (as from
a terminal), to both (as from timeout(1)), or to the process that explores. What follows must be a whole report, in text, JSON,
SARIF and JUnit, of the same numbers, with a command. That command, run in a shell, must say what the search says that nobody
interrupts. The latter runs with SIGINT ignored, as in the background of some shells, and gets one.
"""
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ElementTree


def fail(what):
    sys.exit(f"interrupt_and_resume.py: {what}")


def read(path):
    with open(path, encoding="utf-8") as file:
        report = json.load(file)
    del report["seconds"]
    return report


def explorer(pid):
    with open(f"/proc/{pid}/task/{pid}/children", encoding="ascii") as file:
        return int(file.read().split()[0])


def send(how, number, pid):
    if how == "command":
        os.kill(pid, number)
    elif how == "explorer":
        os.kill(explorer(pid), number)
    else:
        if how == "timeout":
            os.kill(pid, number)
        os.killpg(pid, number)


def check_part(text, folder, code, ran):
    """The report of a search that was interrupted, by `ran` as it says; the command that goes on."""
    report = read(f"{folder}/report.json")
    if "traceback" in text.lower() or report["exitCode"] != code or code not in (1, 2):
        fail(f"exit code {code}: {text}")
    if (report["verdict"] == "failure") != bool(report["failures"]) or report["summary"] not in text:
        fail(f"verdict {report['verdict']} with {len(report['failures'])} failures: {text}")
    if f"({ran})" not in report["summary"] or report["mode"] != ran:
        fail(f"not told to be of {ran}: {report['summary']}, {report['mode']}")
    told = [line for line in report["left"] if line.startswith(f"interrupted after {report['schedules']} schedules; ")]
    if len(told) != 1 or "left: interrupted after" not in text or f"go on: {report['goOn']}\n" not in text:
        fail(f"left {report['left']}: {text[-1000:]}")
    with open(f"{folder}/report.sarif", encoding="utf-8") as file:
        invocation = json.load(file)["runs"][0]["invocations"][0]
    if f"left: {told[0]}" not in [n["message"]["text"] for n in invocation["toolExecutionNotifications"]]:
        fail(f"SARIF: {invocation}")
    ElementTree.parse(f"{folder}/report.xml")
    return report["goOn"], report["schedules"]


def main():
    words = sys.argv[1:]
    dashes = words.index("--")
    xblock, every, ways, options, program = words[0], words[1], words[2].split(","), words[3:dashes], words[dashes:]
    environment = dict(os.environ, XBLOCK_OPTIONS=os.environ.get("XBLOCK_OPTIONS", "") + f" frontier-every={every}",
                       PATH=os.path.dirname(xblock) + os.pathsep + os.environ["PATH"])
    with tempfile.TemporaryDirectory() as folder:
        command = [xblock, "run", *options, "--frontier=a frontier", "--json=report.json", "--sarif=report.sarif",
                   "--junit=report.xml", *program]

        def start():
            return subprocess.Popen(command, cwd=folder, env=environment, start_new_session=True, text=True,
                                    stdout=subprocess.PIPE, stderr=subprocess.STDOUT)

        signal.signal(signal.SIGINT, signal.SIG_IGN)
        whole = start()
        os.killpg(whole.pid, signal.SIGINT)
        expected = [whole.communicate()[0], whole.returncode, read(f"{folder}/report.json")]
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # whoever started this may have ignored it
        for way in ways:
            number, how = getattr(signal, way.split("-")[0]), way.split("-")[1]
            running = start()
            while not os.path.exists(f"{folder}/a frontier"):
                if running.poll() is not None:
                    fail(f"ended: {running.communicate()[0]}")
                time.sleep(0.001)
            send(how, number, running.pid)
            text = running.communicate()[0]
            asked = dict(word.lstrip("-").split("=", 1) for word in options if "=" in word)
            go_on, schedules = check_part(text, folder, running.returncode, asked.get("policy", asked.get("mode", "dpor")))
            if schedules >= expected[2]["schedules"]:
                fail(f"{way} interrupts nothing")
            done = subprocess.run(go_on, shell=True, cwd=folder, env=environment, text=True, stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, check=False)
            if [done.stdout, done.returncode, read(f"{folder}/report.json")] != expected:
                fail(f"{way}, then {go_on}:\n{done.stdout}\nexpected:\n{expected[0]}")
            if os.path.exists(f"{folder}/a frontier"):
                fail("the frontier is left behind")
        print(expected[2]["summary"])


if __name__ == "__main__":
    main()
