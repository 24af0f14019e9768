# Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
"""Random C programs that cancel threads, explored, against brute force over their statements. Standard library only.

    cancellation.py BIN FOLDER [SEED [PROGRAMS]]

BIN has xblock-clang. Compared: the set of final states that the schedules print, and whether the program can deadlock; in
modes dpor and sleep, and by re-execution.

A request acts where POSIX and glibc let it act: at pthread_testcancel, waits on semaphores and condition variables, and between any
two statements while the thread is cancelled asynchronously; there as soon as it was made (docs/limitations.md).

What it found: the end of a cleanup handler's scope, of the asynchronous type, and of the function are steps of their own, and matter to mode
sleep too.
"""
import json
import os
import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

VARIABLES, SEMAPHORES = 2, 2


def body(rng, me, threads, length):
    """Statements of thread `me`, 0 being main. No lock is taken where the thread is cancelled asynchronously."""
    ops, enabled, asynchronous = [], True, False
    for _ in range(length):
        kinds = ["store", "add", "own", "post"]
        kinds += ["cancel"] * (3 if me == 0 else 1)
        if me:
            kinds += ["test", "wait", "state", "type", "type", "own", "key"]
        else:
            kinds += ["set"]
        window = enabled and asynchronous
        if me and not window:
            kinds += ["await"]
        kind = rng.choice(kinds)
        if kind in ("store", "add"):
            ops.append((kind, rng.randrange(VARIABLES), rng.randint(1, 3)))
        elif kind in ("own", "key"):
            ops.append((kind, rng.randint(1, 2)))
        elif kind in ("post", "wait"):
            ops.append((kind, rng.randrange(SEMAPHORES)))
        elif kind == "cancel":
            ops.append((kind, rng.choice([t for t in range(1, threads + 1) if t != me] or [1])))
        elif kind == "state":
            enabled = not enabled
            ops.append((kind, int(not enabled)))
        elif kind == "type":
            asynchronous = not asynchronous
            ops.append((kind, int(asynchronous)))
        else:
            ops.append((kind,))
    return ops


def program(rng):
    threads = rng.choice([1, 2, 2])
    return [body(rng, me, threads, rng.randint(1, 4 if threads == 2 else 6)) for me in range(threads + 1)]


# A thread; how: "runs", "waits" (on the condition variable), "woken", "unwinds", "destroys" (the value of the key), "ended".
AT, DISABLED, ASYNCHRONOUS, REQUESTED, HOW, OWN, HANDLED, KEY, DESTROYED, CANCELLED = range(10)


def finals(bodies):
    """What the program can print, and whether it can deadlock."""
    thread = (0, 0, 0, 0, "runs", 0, 0, 0, 0, 0)
    start = (tuple([thread] * len(bodies)), (0,) * VARIABLES, (0,) * SEMAPHORES, 0)
    seen, todo, ends, deadlock = {start}, [start], set(), False
    while todo:
        state = todo.pop()
        after = [s for t in range(len(bodies)) for s in steps(bodies, state, t)]
        if state[0][0][HOW] == "ended":
            ends.add(shown(state))
        elif not after:
            deadlock = True
        for s in after:
            if s not in seen:
                seen.add(s)
                todo.append(s)
    return ends, deadlock


def shown(state):
    threads, variables = state[0], state[1]
    return " ".join(map(str, variables)) + "".join(
        f"; {t[OWN]} {t[HANDLED]} {t[DESTROYED]} {t[CANCELLED]}" for t in threads[1:]) + "\n"


def replaced(values, at, value):
    return values[:at] + (value,) + values[at + 1:]


def steps(bodies, state, t):
    """The states after one step of thread t; the mutex is held within a step only."""
    threads, variables, semaphores, flag = state
    me = threads[t]

    def to(threads=threads, variables=variables, semaphores=semaphores, flag=flag, **mine):
        new = threads[t]
        for name, value in mine.items():
            new = replaced(new, globals()[name.upper()], value)
        return (replaced(threads, t, new), variables, semaphores, flag)

    acts = me[REQUESTED] and not me[DISABLED]
    if me[HOW] == "ended":
        return []
    if me[HOW] == "unwinds":  # the handler is pushed before the first statement, and popped after the last
        return [to(how="destroys", handled=1 + variables[0] if me[AT] <= len(bodies[t]) else 0)]
    if me[HOW] == "destroys":
        return [to(how="ended", destroyed=me[KEY] and me[KEY] * 10 + variables[1])]
    cancelled = to(how="unwinds", cancelled=1)
    if me[HOW] == "waits":
        return [cancelled] if acts else []
    if me[HOW] == "woken":
        return [to(how="runs")] + ([cancelled] if acts else [])
    if acts and me[ASYNCHRONOUS]:
        return [cancelled]
    if t == 0 and me[AT] == len(bodies[0]):
        return [to(how="ended")] if all(x[HOW] == "ended" for x in threads[1:]) else []
    if me[AT] == len(bodies[t]):
        return [to(at=me[AT] + 1)]
    if me[AT] == len(bodies[t]) + 1:
        return [to(how="destroys")]
    kind, *given = bodies[t][me[AT]]
    at = given[0] if given else 0
    go = me[AT] + 1
    if kind == "store":
        return [to(at=go, variables=replaced(variables, at, given[1]))]
    if kind == "add":
        return [to(at=go, variables=replaced(variables, at, variables[at] + given[1]))]
    if kind == "own":
        return [to(at=go, own=me[OWN] * 3 + at)]
    if kind == "key":
        return [to(at=go, key=at)]
    if kind == "post":
        return [to(at=go, semaphores=replaced(semaphores, at, semaphores[at] + 1))]
    if kind == "wait" and not acts:
        return [to(at=go, semaphores=replaced(semaphores, at, semaphores[at] - 1))] if semaphores[at] else []
    if kind in ("test", "wait"):
        return [cancelled] if acts else [to(at=go)]
    if kind == "state":
        return [to(at=go, disabled=at)]
    if kind == "type":
        return [to(at=go, asynchronous=at)]
    if kind == "cancel":
        if at == t:
            return [to(at=go, requested=1)]
        return [to(at=go, threads=replaced(threads, at, replaced(threads[at], REQUESTED, 1)))]
    if kind == "set":
        woken = tuple(replaced(x, HOW, "woken") if x[HOW] == "waits" else x for x in threads)
        return [to(at=go, flag=1, threads=woken)]
    assert kind == "await"
    if flag:
        return [to(at=go)]
    return [cancelled] if acts else [to(how="waits")]


HEAD = """
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
static _Atomic int variables[2];
static volatile int own[3], handled[3], destroyed[3];
static sem_t semaphores[2];
static sem_t begun;
static int flag;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_key_t key;
static pthread_t threads[3];
static void handle(void *me) { handled[(intptr_t)me] = 1 + variables[0]; }
static void unlock(void *unused) { pthread_mutex_unlock(&mutex); }
static void destroy(void *value) { destroyed[(intptr_t)value % 8] = (intptr_t)value / 8 * 10 + variables[1]; }
static void await(void) {
  pthread_mutex_lock(&mutex);
  pthread_cleanup_push(unlock, NULL);
  while (!flag)
    pthread_cond_wait(&condition, &mutex);
  pthread_cleanup_pop(1);
}
static void start(void) { // who cancels it was told of all threads
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
  sem_wait(&begun);
  pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, NULL);
}
static void set(void) {
  pthread_mutex_lock(&mutex);
  flag = 1;
  pthread_cond_broadcast(&condition);
  pthread_mutex_unlock(&mutex);
}
"""


def statement(op, me):
    kind = op[0]
    return {
        "store": lambda: f"variables[{op[1]}] = {op[2]};",
        "add": lambda: f"atomic_fetch_add(&variables[{op[1]}], {op[2]});",
        "own": lambda: f"own[{me}] = own[{me}] * 3 + {op[1]};",
        "key": lambda: f"pthread_setspecific(key, (void *)(intptr_t)({op[1]} * 8 + {me}));",
        "post": lambda: f"sem_post(&semaphores[{op[1]}]);",
        "wait": lambda: f"sem_wait(&semaphores[{op[1]}]);",
        "test": lambda: "pthread_testcancel();",
        "state": lambda: f"pthread_setcancelstate({op[1]}, NULL);",
        "type": lambda: f"pthread_setcanceltype({op[1]}, NULL);",
        "cancel": lambda: f"pthread_cancel(threads[{op[1]}]);",
        "set": lambda: "set();",
        "await": lambda: "await();",
    }[kind]()


def emit(bodies):
    text = HEAD
    for me, ops in enumerate(bodies[1:], 1):
        text += f"static void *run{me}(void *me) {{\n  start();\n  pthread_cleanup_push(handle, me);\n"
        text += "".join(f"  {statement(op, me)}\n" for op in ops)
        text += "  pthread_cleanup_pop(0);\n  return NULL;\n}\n"
    text += "int main(void) {\n  void *result;\n  pthread_key_create(&key, destroy);\n"
    text += "  sem_init(&begun, 0, 0);\n  sem_init(&semaphores[0], 0, 0);\n  sem_init(&semaphores[1], 0, 0);\n"
    for me in range(1, len(bodies)):
        text += f"  pthread_create(&threads[{me}], NULL, run{me}, (void *){me});\n"
    text += "".join("  sem_post(&begun);\n" for _ in bodies[1:])
    text += "".join(f"  {statement(op, 0)}\n" for op in bodies[0])
    text += '  char line[256];\n  int cancelled[3];\n'
    for me in range(1, len(bodies)):
        text += f"  pthread_join(threads[{me}], &result);\n  cancelled[{me}] = result == PTHREAD_CANCELED;\n"
    text += '  int n = sprintf(line, "%d %d", variables[0], variables[1]);\n'
    for me in range(1, len(bodies)):
        text += f'  n += sprintf(line + n, "; %d %d %d %d", own[{me}], handled[{me}], destroyed[{me}], cancelled[{me}]);\n'
    text += '  n += sprintf(line + n, "\\n");\n  return write(1, line, n) != n;\n}\n'
    return text


def explore(program, mode, restore):
    """(exit code, kinds of failures or what was printed, outputs)"""
    base = f"{program}.{mode}.{restore}"
    options = f"mode={mode} restore={restore} keep-going quiet shorten=0 json={base}.json outputs={base}.outcomes"
    done = subprocess.run([program], env=dict(os.environ, XBLOCK_OPTIONS=options), capture_output=True, timeout=300)
    if done.returncode > 1:
        return done.returncode, done.stderr.decode(errors="replace"), set()
    with open(base + ".json", encoding="utf-8") as file:
        report = json.load(file)
    with open(base + ".outcomes", encoding="utf-8") as file:
        outcomes = set(json.load(file))
    return done.returncode, (report["schedules"], sorted({f["kind"] for f in report["failures"]})), outcomes


def check(bin_folder, folder, number, bodies):
    source, built = os.path.join(folder, f"{number}.c"), os.path.join(folder, f"{number}")
    with open(source, "w", encoding="utf-8") as file:
        file.write(emit(bodies))
    subprocess.run([os.path.join(bin_folder, "xblock-clang"), "-g", "-O1" if number % 2 else "-O0", source, "-o", built], check=True)
    expected, deadlock = finals(bodies)
    wrong, schedules = [], {}
    for mode, restore in ("dpor", "snapshot"), ("sleep", "snapshot"), ("dpor", "reexecute"):
        code, report, outcomes = explore(built, mode, restore)
        if code > 1:
            wrong.append(f"{mode} {restore}: exit code {code}: {report}")
            continue
        schedules[mode, restore] = report[0]
        if report[1] != (["deadlock"] if deadlock else []):
            wrong.append(f"{mode} {restore}: failures {report[1]}, expected deadlock: {deadlock}")
        if outcomes - expected:
            wrong.append(f"{mode} {restore}: impossible: {sorted(outcomes - expected)}")
        if expected - outcomes:
            wrong.append(f"{mode} {restore}: missed: {sorted(expected - outcomes)}")
    if not wrong and schedules["dpor", "snapshot"] != schedules["dpor", "reexecute"]:
        wrong.append(f"schedules differ: {schedules}")
    return wrong, len(expected), deadlock, schedules


def main():
    bin_folder, folder = sys.argv[1:3]
    seed, programs = (int(a) for a in (sys.argv[3:5] + ["1", "60"][len(sys.argv) - 3:])[:2])
    os.makedirs(folder, exist_ok=True)
    rng = random.Random(seed)
    all_bodies = [program(rng) for _ in range(programs)]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(lambda x: check(bin_folder, folder, *x), enumerate(all_bodies)))
    for number, (wrong, *_) in enumerate(results):
        if wrong:
            print(f"{number}.c: {all_bodies[number]}", *wrong, sep="\n  ")
    bad = sum(bool(r[0]) for r in results)
    print(f"{programs} programs with {sum(r[1] for r in results)} final states, {sum(r[2] for r in results)} of which can deadlock, "
          f"{sum(sum(r[3].values()) for r in results)} schedules: {bad} differ")
    sys.exit(bad != 0)


if __name__ == "__main__":
    main()
