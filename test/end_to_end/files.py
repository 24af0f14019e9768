# Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
"""Random programs that work on files, against every interleaving of their calls as the system itself does them.

    files.py BIN FOLDER [SEED [COUNT [FIRST]]]

BIN has xblock-clang. FOLDER is for programs and their files. A program is two or three threads with a few calls each, on a few
names in one folder and on descriptors of their own or that they share; its result is what each call returned, or its errno, and what
the files hold in the end. Compared: the set of results that the schedules print with that of all interleavings, each done here by
system calls in a fresh folder; in mode dpor and sleep, and by re-execution. Standard library only.
"""
import errno
import itertools
import json
import os
import random
import shutil
import subprocess
import sys

NAMES = ["a", "b", "d", "d/c"]
SHARED = 2  # descriptors that main opens before: 0 reads and writes "a", 1 appends to "b"
INTERLEAVINGS = 1300  # most of a program


def call(rng, own):
    """One call: (kind, arguments...); `own`: whether the thread has a descriptor by then."""
    fd = rng.choice(["own", "s0", "s1"] if own else ["s0", "s1", "s0"])
    name, other = rng.choice(NAMES), rng.choice(NAMES)
    return rng.choice([
        ("open", name, rng.choice(["O_RDWR|O_CREAT", "O_RDONLY", "O_RDWR|O_CREAT|O_EXCL", "O_RDWR|O_TRUNC", "O_WRONLY|O_APPEND"])),
        ("open", name, "O_RDWR|O_CREAT"),
        ("write", fd, rng.choice(["x", "yz", "123"])), ("write", fd, "w"), ("read", fd, rng.randrange(1, 4)), ("read", fd, 2),
        ("pread", fd, 3, rng.randrange(3)), ("pwrite", fd, "P", rng.randrange(4)), ("seek", fd, rng.randrange(-1, 3), rng.choice([0, 1, 2])),
        ("cut", fd, rng.randrange(4)), ("close", "own") if own else ("size", name), ("size", name), ("links", name), ("fsize", fd),
        ("rename", name, other), ("unlink", name), ("mkdir", rng.choice(["d", "b"])), ("rmdir", "d"), ("link", name, other),
        ("access", name), ("list",), ("dup", fd) if not own else ("access", name),
    ])


def generate(rng):
    threads = []
    for _ in range(rng.choice([2, 2, 2, 3])):
        calls, own = [], False
        for _ in range(rng.randrange(1, 5)):
            c = call(rng, own)
            own = own or c[0] in ("open", "dup")
            calls.append(c)
        threads.append(calls)
    return threads


def interleavings(threads):
    total = 1
    left = sum(map(len, threads))
    for calls in threads:
        for i in range(len(calls)):
            total = total * (left - i) // (i + 1)
        left -= len(calls)
    return total


# As the system does it.

FLAGS = {name: getattr(os, name) for name in ("O_RDWR", "O_CREAT", "O_RDONLY", "O_EXCL", "O_TRUNC", "O_WRONLY", "O_APPEND")}


def flags(text):
    return sum(FLAGS[f] for f in text.split("|"))


def attempt(step, own, shared):
    """(result, own descriptor)"""
    kind, *rest = step
    fd = None
    if rest and rest[0] in ("own", "s0", "s1"):
        fd = own if rest[0] == "own" else shared[int(rest[0][1])]
        fd = -1 if fd is None else fd
    try:
        if kind == "open":
            return 0, os.open(rest[0], flags(rest[1]), 0o644)
        if kind == "dup":
            return 0, os.dup(fd)
        if kind == "close":
            os.close(fd)
            return 0, None
        if kind == "list":
            return sum(hash_name(n) for n in os.listdir(".")), own
        return {
            "write": lambda: os.write(fd, rest[1].encode()),
            "read": lambda: number(os.read(fd, rest[1])),
            "pread": lambda: number(os.pread(fd, rest[1], rest[2])),
            "pwrite": lambda: os.pwrite(fd, rest[1].encode(), rest[2]),
            "seek": lambda: os.lseek(fd, rest[1], rest[2]),
            "cut": lambda: os.ftruncate(fd, rest[1]) or 0,
            "size": lambda: os.stat(rest[0]).st_size if not os.path.isdir(rest[0]) else 77,
            "links": lambda: os.stat(rest[0]).st_nlink if not os.path.isdir(rest[0]) else 77,
            "fsize": lambda: os.fstat(fd).st_size,
            "rename": lambda: os.rename(rest[0], rest[1]) or 0,
            "unlink": lambda: os.unlink(rest[0]) or 0,
            "mkdir": lambda: os.mkdir(rest[0], 0o755) or 0,
            "rmdir": lambda: os.rmdir(rest[0]) or 0,
            "link": lambda: os.link(rest[0], rest[1]) or 0,
            "access": lambda: 0 if os.access(rest[0], os.F_OK) else -errno_of_access(rest[0]),
        }[kind](), own
    except OSError as error:
        return -error.errno, own


def errno_of_access(name):
    try:
        os.stat(name)
    except OSError as error:
        return error.errno
    return 0


def number(data):
    value = len(data)
    for byte in data:
        value = value * 256 + byte
    return value


def hash_name(name):
    return sum(ord(c) for c in name)


def end():
    """What the files hold."""
    text = []
    for name in NAMES:
        try:
            with open(name, "rb") as file:
                text.append(f"{name}={file.read().decode()}")
        except OSError as error:
            text.append(f"{name}!{error.errno}")
    return " ".join(text).replace("\0", ".")


def results(threads, folder):
    found = set()
    order = [t for t, calls in enumerate(threads) for _ in calls]
    for way in sorted(set(itertools.permutations(order))) if len(order) <= 6 else distinct(threads):
        shutil.rmtree(folder, ignore_errors=True)
        os.mkdir(folder)
        back = os.getcwd()
        os.chdir(folder)
        try:
            prepare()
            shared = [os.open("a", os.O_RDWR), os.open("b", os.O_WRONLY | os.O_APPEND)]
            own, at, said = [None] * len(threads), [0] * len(threads), [[] for _ in threads]
            opened = []
            for t in way:
                result, own[t] = attempt(threads[t][at[t]], own[t], shared)
                if threads[t][at[t]][0] in ("open", "dup") and result == 0:
                    opened.append(own[t])
                at[t] += 1
                said[t].append(result)
            found.add("; ".join(" ".join(map(str, s)) for s in said) + "; " + end())
            for fd in set(opened + shared):
                try:
                    os.close(fd)
                except OSError:
                    pass
        finally:
            os.chdir(back)
    return found


def distinct(threads):
    """All interleavings, one by one."""
    def go(left):
        if not any(left):
            yield []
            return
        for t, n in enumerate(left):
            if n:
                for rest in go(left[:t] + [n - 1] + left[t + 1:]):
                    yield [t] + rest
    yield from go([len(calls) for calls in threads])


def prepare():
    with open("a", "w", encoding="utf-8") as file:
        file.write("AB")
    with open("b", "w", encoding="utf-8") as file:
        file.write("")


# As a program.

def emit(threads):
    def expression(step):
        kind, *rest = step
        if rest and rest[0] in ("own", "s0", "s1"):
            fd = "own" if rest[0] == "own" else f"shared[{rest[0][1]}]"
        name = f'"{rest[0]}"' if rest else ""
        return {
            "open": lambda: f'opened(&own, open({name}, {rest[1]}, 0644))',
            "dup": lambda: f"opened(&own, dup({fd}))",
            "close": lambda: "closed(&own)",
            "write": lambda: f'got(write({fd}, "{rest[1]}", {len(rest[1])}))',
            "read": lambda: f"number(text, read({fd}, text, {rest[1]}))",
            "pread": lambda: f"number(text, pread({fd}, text, {rest[1]}, {rest[2]}))",
            "pwrite": lambda: f'got(pwrite({fd}, "{rest[1]}", 1, {rest[2]}))',
            "seek": lambda: f"got(lseek({fd}, {rest[1]}, {rest[2]}))",
            "cut": lambda: f"got(ftruncate({fd}, {rest[1]}))",
            "size": lambda: f"sized({name}, 0)", "links": lambda: f"sized({name}, 1)",
            "fsize": lambda: f"fsized({fd})",
            "rename": lambda: f'got(rename({name}, "{rest[1]}"))', "unlink": lambda: f"got(unlink({name}))",
            "mkdir": lambda: f"got(mkdir({name}, 0755))", "rmdir": lambda: f"got(rmdir({name}))",
            "link": lambda: f'got(link({name}, "{rest[1]}"))', "access": lambda: f"got(access({name}, F_OK))",
            "list": lambda: "listed()",
        }[kind]()
    functions = "".join(
        f"static void *run{t}(void *unused) {{\n  int own = -1;\n  char text[8];\n"
        + "".join(f"  said[{t}][{i}] = {expression(step)};\n" for i, step in enumerate(calls))
        + "  (void)own, (void)text;\n  return unused;\n}\n" for t, calls in enumerate(threads))
    main = "".join(f"  pthread_create(&threads[{t}], NULL, run{t}, NULL);\n" for t in range(1, len(threads)))
    main += "  run0(NULL);\n" + "".join(f"  pthread_join(threads[{t}], NULL);\n" for t in range(1, len(threads)))
    for t, calls in enumerate(threads):
        main += "".join(f'  printf("{" " if i else ""}%ld", said[{t}][{i}]);\n' for i in range(len(calls))) + '  printf("; ");\n'
    main += "".join(f'  show("{name}", "{" " if i else ""}");\n' for i, name in enumerate(NAMES))
    return PRELUDE + functions + "int main(void) {\n  pthread_t threads[3];\n" \
        '  FILE *a = fopen("a", "w");\n  fputs("AB", a);\n  fclose(a);\n  fclose(fopen("b", "w"));\n' \
        '  shared[0] = open("a", O_RDWR);\n  shared[1] = open("b", O_WRONLY | O_APPEND);\n' + main + "}\n"


PRELUDE = r"""
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
static int shared[2];
static long said[3][8];
static long got(long r) { return r < 0 ? -errno : r; }
static long opened(int *own, int fd) { return fd < 0 ? -errno : (*own = fd, 0); }
static long closed(int *own) { long r = got(close(*own)); *own = r ? *own : -1; return r; }
static long number(const char *text, long n) {
  if (n < 0) return -errno;
  long value = n;
  for (long i = 0; i < n; ++i) value = value * 256 + (unsigned char)text[i];
  return value;
}
static long sized(const char *name, int links) {
  struct stat s;
  if (stat(name, &s)) return -errno;
  return S_ISDIR(s.st_mode) ? 77 : links ? (long)s.st_nlink : (long)s.st_size;
}
static long fsized(int fd) { struct stat s; return fstat(fd, &s) ? -errno : (long)s.st_size; }
static long listed(void) {
  DIR *d = opendir(".");
  long sum = 0;
  for (struct dirent *e; (e = readdir(d));)
    if (strcmp(e->d_name, ".") && strcmp(e->d_name, ".."))
      for (const char *c = e->d_name; *c; ++c) sum += *c;
  closedir(d);
  return sum;
}
static void show(const char *name, const char *before) {
  char text[64];
  int fd = open(name, O_RDONLY);
  long n = fd < 0 ? -1 : read(fd, text, sizeof text);
  if (n < 0) { printf("%s%s!%d", before, name, errno); return; }
  for (long i = 0; i < n; ++i) if (!text[i]) text[i] = '.';
  printf("%s%s=%.*s", before, name, (int)n, text);
  close(fd);
}
"""


def explore(program, cwd, *more):
    """(exit code, what was printed, of how many schedules)"""
    options = f"check=none keep-going quiet frontier=none json={program}.json outputs={program}.out leaks=never {' '.join(more)}"
    done = subprocess.run([program], cwd=cwd, env=dict(os.environ, XBLOCK_OPTIONS=options), capture_output=True, timeout=600)
    if done.returncode:
        return done.returncode, done.stderr.decode(errors="replace"), 0
    with open(program + ".json", encoding="utf-8") as file, open(program + ".out", encoding="utf-8") as out:
        return 0, set(json.load(out)), json.load(file)["schedules"]


def main():
    bin_folder, folder = sys.argv[1:3]
    seed, count, first = (int(a) for a in sys.argv[3:] + ["1", "60", "0"][len(sys.argv) - 3:])
    os.makedirs(folder, exist_ok=True)
    folder = os.path.abspath(folder)
    rng = random.Random(seed)
    bad = schedules = states = ways = number_of = 0
    while number_of < count:
        threads = generate(rng)
        # A list is several calls: what it sees of changes in between is open.
        if interleavings(threads) > INTERLEAVINGS or (any(c[0] == "list" for t in threads for c in t) and len(threads) > 2):
            continue
        number_of += 1
        if number_of <= first:
            continue
        program = os.path.join(folder, f"p{number_of}")
        with open(program + ".c", "w", encoding="utf-8") as file:
            file.write(emit(threads))
        subprocess.run([os.path.join(bin_folder, "xblock-clang"), "-w", "-g", f"-O{number_of % 3}", program + ".c", "-o", program], check=True)
        expected = results(threads, os.path.join(folder, "native"))
        cwd = os.path.join(folder, "run")
        wrong = []
        for more in (["mode=dpor"], ["mode=sleep"], ["mode=dpor", "restore=reexecute"]):
            shutil.rmtree(cwd, ignore_errors=True)
            os.mkdir(cwd)
            code, printed, n = explore(program, cwd, *more)
            lists = any(c[0] == "list" for t in threads for c in t)
            if code or (printed - expected and not lists) or expected - printed:
                wrong.append(f"{more}: " + (f"exit code {code}: {printed}" if code else
                                            f"impossible: {sorted(printed - expected)[:3]}, missed: {sorted(expected - printed)[:3]}"))
            if more == ["mode=dpor"]:
                schedules += n
        bad += bool(wrong)
        states += len(expected)
        ways += interleavings(threads)
        if wrong:
            print(f"p{number_of}.c: {threads}", *wrong, sep="\n  ", flush=True)
    print(f"{count - first} programs, {ways} interleavings with {states} results, {schedules} schedules: {bad} differ")
    sys.exit(bad != 0)


if __name__ == "__main__":
    main()
