# Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
"""Runs perf for the rows of tables 4.1 and 4.2 of paper 000 and compares the schedules. Standard library only.

    perf_rows.py XBLOCK PERF LIMIT      the rows of at most LIMIT schedules; exit status 1 if one differs
"""
import json
import os
import subprocess
import sys
import tempfile

# threads, locks, schedules ('javasafe' column), as printed in 1999; all are ((n+2)^k - 1)/(n+1)
TABLE_4_1 = [(2, 1, 4), (2, 2, 5), (2, 3, 6), (2, 100, 103), (2, 250, 253), (2, 500, 503), (2, 1000, 1003), (3, 1, 13),
             (3, 2, 21), (3, 3, 31), (3, 50, 2757), (3, 100, 10507), (4, 1, 40), (4, 2, 85), (4, 3, 156), (4, 10, 1885),
             (4, 20, 11155), (5, 1, 121), (5, 2, 341), (6, 10, 271453), (7, 5, 137257), (8, 3, 97656)]
TABLE_4_2 = [(5, 3, 781), (5, 4, 1555), (5, 5, 2801), (5, 10, 22621), (6, 1, 364), (6, 2, 1365), (6, 3, 3906),
             (6, 5, 19608), (7, 1, 1093), (7, 2, 5461), (7, 3, 19531), (8, 1, 3280), (8, 2, 21845), (8, 4, 335923),
             (9, 1, 9841), (9, 2, 87381), (10, 1, 29524), (10, 2, 349525), (11, 1, 88573), (12, 1, 265720)]


def schedules(xblock, perf, threads, locks):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "report.json")
        done = subprocess.run([xblock, "run", "--mode=exitblock-rw", f"--json={path}", "--", perf, str(threads),
                               str(locks), "java"], capture_output=True)
        if done.returncode != 0:
            return f"exit code {done.returncode}: {done.stderr.decode(errors='replace').strip()}"
        with open(path, encoding="utf-8") as file:
            return json.load(file)["schedules"]


def main():
    xblock, perf, limit = sys.argv[1], sys.argv[2], int(sys.argv[3])
    rows = [row for row in TABLE_4_1 + TABLE_4_2 if row[2] <= limit]
    met = 0
    for threads, locks, expected in rows:
        assert expected == ((locks + 2) ** threads - 1) // (locks + 1)
        actual = schedules(xblock, perf, threads, locks)
        met += actual == expected
        if actual != expected:
            print(f"perf {threads} {locks} java: {actual} schedules, expected {expected}")
    print(f"{met} of {len(rows)} rows")
    sys.exit(met != len(rows))


if __name__ == "__main__":
    main()
