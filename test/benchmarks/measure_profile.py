# Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
"""Explores programs in many ways with a build of -DXBLOCK_PROFILE=generate. Standard library only; for scripts/profile.

    measure_profile.py BUILD FOLDER

Each run writes what it ran to where LLVM_PROFILE_FILE says. Programs of one shape would make the rest of the runtime look cold: so
beside those that are benchmarks all that the papers name is sampled, and random programs are searched in each mode.
"""
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, "../..")
PAPERS = os.path.join(ROOT, "lit-tests/papers")
SEARCHED = 0, 1, 2  # complete, failure, incomplete
POLICIES = "random", "pct", "pos", "surw", "concj", "noise"


def main():
    build, folder = (os.path.abspath(a) for a in sys.argv[1:3])
    bin_folder = os.path.join(build, "bin")

    def compiled(source, *options):
        program = os.path.join(folder, os.path.splitext(os.path.basename(source))[0])
        compiler = "xblock-clang++" if source.endswith(".cpp") else "xblock-clang"
        subprocess.run([os.path.join(bin_folder, compiler), "-O2", "-g", "-w", *options, source, "-o", program], check=True)
        return program

    def explore(program, *options):
        done = subprocess.run([os.path.join(bin_folder, "xblock"), "run", "--quiet", "--frontier=none", *options, "--", *program], capture_output=True)
        if done.returncode not in SEARCHED:
            sys.exit(f"measure_profile: exit code {done.returncode}: {' '.join(program)} {' '.join(options)}\n{done.stderr.decode()}")

    benchmark = {name: compiled(os.path.join(HERE, name + ".c")) for name in ("increment", "perf", "prefix", "compute")}
    for check in ("race", "none", "lockset"):
        for reuse in ("blocks", "none"):
            for mode in ("exitblock-rw", "dpor", "sleep"):
                explore([benchmark["increment"], "2", "8"], f"--mode={mode}", f"--check={check}", f"--reuse={reuse}")
                explore([benchmark["perf"], "4", "3"], f"--mode={mode}", f"--check={check}", f"--reuse={reuse}", "--max-schedules=20000")
                explore([benchmark["perf"], "4", "3", "java"], f"--mode={mode}", f"--check={check}", f"--reuse={reuse}",
                        "--max-schedules=20000")
    explore([benchmark["prefix"], "100"], "--max-schedules=5000")
    explore([benchmark["compute"], "sieve", "200000"])
    explore([benchmark["compute"], "compress", "2"])

    for name in ("contest", "concj"):
        program = compiled(os.path.join(PAPERS, f"programs_of_{name}.cpp"), "-std=c++20")
        listed = subprocess.run([program], capture_output=True, text=True, check=True).stdout.split()
        for one in listed:
            explore([program, one], "--max-schedules=2000", "--keep-going")
            for policy in POLICIES:
                explore([program, one], f"--policy={policy}", "--seed=1", "--max-schedules=300", "--keep-going")

    subprocess.run([sys.executable, os.path.join(ROOT, "test/end_to_end/compare.py"), bin_folder,
                    os.path.join(bin_folder, "emit_programs"), os.path.join(folder, "programs"), "4711", "8"], check=True)


if __name__ == "__main__":
    main()
