# Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
"""Random programs whose threads share a stream on a pipe, against the same programs with a recursive mutex in place of its lock.

    stream_locks.py BIN FOLDER [SEED [COUNT]]

BIN has xblock-clang. In one form each call is fgetc, clearerr, flockfile, funlockfile or ftrylockfile of an unbuffered stream, in the other
one a read of a byte, or nothing, between pthread_mutex_lock and pthread_mutex_unlock, or those alone; beside them are writes to the
pipe, and a mutex. Compared: the sets of what the threads read, and whether there is a deadlock; in mode dpor and sleep, and by
re-execution. Standard library only.
"""
import os
import random
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
from files import explore  # noqa: E402

STREAM = {"get": "fgetc(in)", "clear": "(clearerr(in), 0)", "lock": "flockfile(in)", "unlock": "funlockfile(in)", "try": "ftrylockfile(in) == 0"}
MUTEX = {"get": "got()", "clear": "(pthread_mutex_lock(&own), pthread_mutex_unlock(&own), 0)", "lock": "pthread_mutex_lock(&own)",
         "unlock": "pthread_mutex_unlock(&own)", "try": "pthread_mutex_trylock(&own) == 0"}


def simple(rng):
    return rng.choice(["get", "get", "put", "put", "clear"])


def generate(rng):
    threads = []
    for _ in range(rng.choice([2, 2, 3])):
        items = []
        for _ in range(rng.randrange(1, 4 if len(threads) < 2 else 2)):
            kind = rng.choice(["simple", "simple", "simple", "lock", "mutex", "try"])
            items.append((kind, [simple(rng) for _ in range(1 if kind == "simple" else rng.randrange(1, 3))]))
        threads.append(items)
    return rng.randrange(3), threads


def emit(program, names):
    before, threads = program
    text = PRELUDE
    for t, items in enumerate(threads):
        said = 0

        def step(kind):
            nonlocal said
            said += 1
            value = f"put('{chr(ord('a') + t * 8 + said)}')" if kind == "put" else names[kind]
            return f"  said[{t}][{said - 1}] = {value};\n"
        text += f"static void *run{t}(void *unused) {{\n"
        for kind, inner in items:
            if kind == "try":
                text += f"  if ({names['try']}) {{\n" + "".join(map(step, inner)) + f"  {names['unlock']};\n  }}\n"
                continue
            around = {"lock": (names["lock"], names["unlock"]), "mutex": ("pthread_mutex_lock(&m)", "pthread_mutex_unlock(&m)"), "simple": ("", "")}[kind]
            text += f"  {around[0]};\n" + "".join(map(step, inner)) + f"  {around[1]};\n"
        text += "  return unused;\n}\n"
    text += 'int main(void) {\n  pthread_t threads[3];\n  if (pipe(ends)) return 1;\n  in = fdopen(ends[0], "r");\n  setvbuf(in, NULL, _IONBF, 0);\n'
    text += f'  if (write(ends[1], "XYZ", {before}) != {before}) return 1;\n'
    text += "".join(f"  pthread_create(&threads[{t}], NULL, run{t}, NULL);\n" for t in range(len(threads)))
    text += "".join(f"  pthread_join(threads[{t}], NULL);\n" for t in range(len(threads)))
    return text + '  for (int t = 0; t < 3; ++t)\n    for (int i = 0; i < 8; ++i)\n      printf("%d ", said[t][i]);\n}\n'


PRELUDE = r"""
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>
static int ends[2], said[3][8];
static FILE *in;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, own = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static int put(char c) { return write(ends[1], &c, 1) == 1; }
static int got(void) {
  unsigned char c = 0;
  pthread_mutex_lock(&own);
  int n = read(ends[0], &c, 1);
  pthread_mutex_unlock(&own);
  return n == 1 ? c : EOF;
}
"""


def main():
    bin_folder, folder = sys.argv[1:3]
    seed, count = (int(a) for a in sys.argv[3:] + ["1", "40"][len(sys.argv) - 3:])
    os.makedirs(folder, exist_ok=True)
    folder = os.path.abspath(folder)
    rng = random.Random(seed)
    bad = states = deadlocks = 0
    schedules = [0, 0]
    for number in range(count):
        program, found = generate(rng), []
        for form, names in enumerate((STREAM, MUTEX)):
            path = os.path.join(folder, f"p{number}{'sm'[form]}")
            with open(path + ".c", "w", encoding="utf-8") as file:
                file.write(emit(program, names))
            subprocess.run([os.path.join(bin_folder, "xblock-clang"), "-w", "-g", f"-O{number % 3}", path + ".c", "-o", path], check=True)
            for more in (["mode=dpor"], ["mode=sleep"], ["mode=dpor", "restore=reexecute"])[:3 if form == 0 else 1]:
                cwd = os.path.join(folder, "run")
                shutil.rmtree(cwd, ignore_errors=True)
                os.mkdir(cwd)
                code, printed, n = explore(path, cwd, *more)
                found.append((code, printed))
                if more == ["mode=dpor"]:
                    schedules[form] += n
        if any(f != found[-1] for f in found) or found[-1][0]:
            bad += 1
            print(f"p{number}: {program}", *found, sep="\n  ", flush=True)
        else:
            states += len(found[-1][1])
            deadlocks += "deadlock" in found[-1][1]
    print(f"{count} programs with {states} results, {deadlocks} that can deadlock, {schedules[0]} schedules, with a mutex {schedules[1]}: {bad} differ")
    sys.exit(bad != 0)


if __name__ == "__main__":
    main()
