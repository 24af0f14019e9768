# Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
"""Compiles a file that says all that xblock/xblock.h lets it say, and the same file with nothing of it, and compares the code.

    costs_nothing.py INCLUDE FOLDER

Says what is wrong on stderr. Standard library only."""
import os
import re
import subprocess
import sys

include, folder = sys.argv[1:]

BODY = """
#ifdef SAYS
#include <xblock/xblock.h>
#define SAY(x) x
#else
#define SAY(x)
#endif
extern int work(int);
int looks(int), asserted(int);
int program(int *p) {
  int i, n = 0;
  SAY(xblock_begin();)
  SAY(xblock_switch_point();)
  for (i = 0; i < 3; ++i) {
    SAY(xblock_ignore_begin();)
    n += work(*p);
    SAY(xblock_ignore_end();)
    SAY(xblock_atomic_begin();)
    n += work(n);
    SAY(xblock_atomic_end();)
    SAY(xblock_assert(asserted(n) == 2);)
    SAY(if (xblock_is_active()) n = looks(n);)
    SAY(if (xblock_choose(3)) n = looks(n + 1);)
  }
  SAY(xblock_lock_acquired(p);)
  SAY(xblock_lock_released(p);)
  SAY(xblock_lock_acquired_shared(p);)
  SAY(xblock_lock_released_shared(p);)
  SAY(xblock_happens_before(p);)
  SAY(xblock_happens_after(p);)
  SAY(if (xblock_lock_instead(p) || xblock_trylock_instead(p) || xblock_unlock_instead(p)) n = 7;)
  SAY(xblock_outcome("n", n);)
  SAY(if (xblock_is_active()) xblock_fail("active");)
  SAY(xblock_end();)
  return n;
}
"""
SCOPES = """
int scopes(int *p) {
  SAY(xblock::ignore_scope ignored;)
  SAY(xblock::atomic_section section;)
  SAY(if (xblock::is_active() || xblock::choose(2)) return 1;)
  SAY(xblock::happens_before(p); xblock::happens_after(p);)
  SAY(xblock::lock_acquired(p); xblock::lock_released(p);)
  SAY(xblock::lock_acquired_shared(p); xblock::lock_released_shared(p);)
  SAY(if (xblock::lock_instead(p) || xblock::trylock_instead(p) || xblock::unlock_instead(p)) return 2;)
  SAY(xblock::outcome("n", 1);)
  SAY(xblock::switch_point();)
  return work(*p);
}
"""
COMPILERS = [("clang-19", "c", ["c90", "c99", "c11", "c23"]), ("gcc", "c", ["c90", "c99", "c11", "c17"]),
             ("clang++-19", "cpp", ["c++98", "c++11", "c++17", "c++23"]), ("g++", "cpp", ["c++98", "c++11", "c++17", "c++20"])]

wrong = []


def compiled(compiler, suffix, standard, level, says):
    """The object."""
    source = os.path.join(folder, f"p.{suffix}")
    with open(source, "w", encoding="utf-8") as file:
        file.write(BODY + (SCOPES if suffix == "cpp" else ""))
    target = os.path.join(folder, f"{compiler}{standard}{level}{says}.o")
    command = [compiler, f"-std={standard}", level, "-Wall", "-Wextra", "-Werror", f"-I{include}", "-c", source, "-o", target]
    done = subprocess.run(command + (["-DSAYS"] if says else []), capture_output=True, text=True)
    if done.returncode:
        wrong.append(f"{' '.join(command)}: {done.stderr}")
        return None
    return target


def names(target):
    return subprocess.run(["llvm-nm-19", target], capture_output=True, text=True, check=True).stdout


def code(target):
    text = subprocess.run(["llvm-objdump-19", "-dr", "--no-show-raw-insn", target], capture_output=True, text=True, check=True).stdout
    return re.sub(r"^.*file format.*$", "", text, flags=re.M)


for compiler, suffix, standards in COMPILERS:
    for standard in standards:
        for level in ("-O0", "-O2"):
            with_it, without = (compiled(compiler, suffix, standard, level, says) for says in (True, False))
            if not with_it or not without:
                continue
            if names(with_it) != names(without) if level == "-O2" else re.search(r"xblock_|asserted", names(with_it)):
                wrong.append(f"{compiler} -std={standard} {level}: {names(with_it)}")
            if level == "-O2" and code(with_it) != code(without):
                wrong.append(f"{compiler} -std={standard} {level}: {code(with_it)}, and without it {code(without)}")

print("\n".join(wrong), file=sys.stderr)
sys.exit(1 if wrong else 0)
