# Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
"""odd_reports.py XBLOCK EACH_WAY ODD

Runs EACH_WAY (replay/Inputs/fails_in_each_way.cpp) for each kind of failure, and ODD (odd_reports.cpp) under odd names, with odd arguments and
outputs, with --sarif, --junit, --json and --html, and checks that each file is what it should be: as ci_reports.py says; JSON, also in the
page; and that all four tell the same failures. Prints how many runs were looked at.
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import ci_reports

EACH = "assertion abort exception signal division jump overflow exit misuse use-after-free heap-overflow double-free invalid-free mismatch " \
       "stuck unsupported death-exit deadlock livelock race lockset leak early starvation outcome".split()
OPTIONS = {"stuck": ["--stuck-seconds=1"], "lockset": ["--check=lockset"], "starvation": ["--starvation=1"],
           "outcome": ["--expect-outcomes=none.json"]}
KINDS = {"division": "signal", "jump": "signal", "overflow": "signal", "death-exit": "death", "early": "abort", "unsupported": None,
         **dict.fromkeys("use-after-free heap-overflow double-free invalid-free mismatch leak".split(), "heap")}
# Names of the program, as bytes; each is an argument and what the program writes as well.
ODD = [b"a b", b"it's", b'"quoted"', b"a&b", b"<name>", b"\xff\xfe not UTF-8", b"\x01\x1b[31m\x7f", b"two\nlines", b"tab\there", "\u00fc\u4e2d\uffff\ufffe".encode(),
       b"]]>", b"</script>", b"&amp;", b"--", b"%41{0}", b"-", b"\xed\xa0\x80", b"$(x)`x`"]


def look(xblock, words, options=()):
    """The kinds that one run tells, after a look at its files."""
    done = subprocess.run([xblock, "run", "--keep-going", "--html=r.html", "--json=r.json", "--sarif=r.sarif", "--junit=r.xml", *options, "--",
                           *words], capture_output=True)
    where = f"{words}: {done.stderr[-500:]}"
    report = json.loads(pathlib.Path("r.json").read_text(encoding="utf-8"))
    page = pathlib.Path("r.html").read_text(encoding="utf-8")
    data = json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.S).group(1))
    run, case = ci_reports.sarif("r.sarif"), ci_reports.junit("r.xml")
    kinds = [failure["kind"] for failure in report["failures"]]
    assert kinds == [result["ruleId"] for result in run["results"]] == [failure["kind"] for failure in data["failures"]], where
    assert report["exitCode"] == done.returncode == run["invocations"][0]["exitCode"], where
    problem = case.find("failure") if report["verdict"] == "failure" else case.find("error")
    assert (problem is None) == (report["verdict"] == "complete"), where
    assert problem is None or not kinds or report["verdict"] != "failure" or problem.get("type") == kinds[0], where
    assert not ci_reports.wrong, f"{where}: {ci_reports.wrong}"
    return kinds, report


def main():
    xblock, each, odd = map(os.path.realpath, sys.argv[1:])
    runs = 0
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        pathlib.Path("none.json").write_text("[]")
        for what in EACH:
            kinds, report = look(xblock, [each, what], OPTIONS.get(what, ()))
            kind = KINDS.get(what, what)
            assert kind in kinds if kind else report["verdict"] == "unsupported", f"{what}: {kinds}, {report['verdict']}"
            runs += 1
        for name in ODD:
            program = b"./" + name.replace(b"/", b"_")
            shutil.copy(odd, program)
            for what in (b"fails", b"passes", b"throws"):
                kinds, report = look(xblock, [program, what, name])
                assert kinds == {b"fails": ["abort"], b"passes": [], b"throws": ["exception"]}[what], f"{name} {what}: {kinds}"
                runs += 1
            os.remove(program)
        shutil.copy(odd, "odd")
        kinds, report = look(xblock, ["./odd", "empty"])
        assert report["verdict"] == "complete" and kinds == []
        kinds, report = look(xblock, ["./odd", "many"])
        assert kinds == ["exit"] * 250, len(kinds)
        kinds, report = look(xblock, ["./odd", "nowhere", ""])
        assert kinds == ["signal"], kinds
        runs += 3
    print(f"{runs} runs")


main()
