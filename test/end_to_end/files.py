# Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
"""Random programs that work on files, against every interleaving of their calls as the system itself does them.

    files.py BIN FOLDER [SEED [COUNT [FIRST]]]

BIN has xblock-clang++. FOLDER is for programs and their files. A program is two or three threads with a few calls each, on a few
names in one folder, on descriptors of their own or that they share, on streams (FILE) that they share, a pipe, maps of a file, and
by std::ofstream; its result is what each call returned, or its errno, and what the files hold in the end. Compared: the set of results
that the schedules print with that of all interleavings, each done here by system calls, and by libc's own FILE, in a fresh folder; and whether
there is a deadlock (of who reads an empty pipe); in mode dpor and sleep, and by re-execution. Standard library only.
"""
import ctypes
import errno
import fcntl
import json
import mmap
import os
import random
import shutil
import struct
import subprocess
import sys
import termios

NAMES = ["a", "b", "d", "d/c"]
SHARED = 2  # descriptors that main opens before: 0 reads and writes "a", 1 appends to "b"
INTERLEAVINGS = 1300  # most of a program


FAMILIES = [[], [], ["stream"], ["stream"], ["pipe"], ["map"], ["cxx"], ["stream", "pipe"], ["pipe", "cxx"]]


def more(rng, family):
    """A call of a family beyond descriptors and names."""
    stream, other = rng.choice(["F0", "F0", "F1"]), rng.choice([0, 1, 2])
    return rng.choice({
        "stream": [("fputs", stream, rng.choice(["p", "qr"])), ("fgetc", "F0"), ("fgets", "F0", 3), ("fflush", stream), ("fseek", stream, rng.randrange(2), other),
                   ("ftell", stream), ("feof", "F0"), ("rewind", "F0"), ("flushall",)],
        "pipe": [("send", rng.choice(["x", "yz"])), ("send", "w"), ("receive", 1), ("receive", 2), ("waiting",)],
        "map": [("mapped",), ("store", rng.randrange(2)), ("load", rng.randrange(2))],
        "cxx": [("append", rng.choice(["a", "b", "d"]), rng.choice(["m", "no"]))],
    }[family])


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
    families, threads = rng.choice(FAMILIES), []
    for _ in range(rng.choice([2, 2, 2, 3])):
        calls, own = [("mapped",)] if "map" in families else [], False
        for _ in range(rng.randrange(1, 5)):
            c = more(rng, rng.choice(families)) if families and rng.random() < 0.7 else call(rng, own)
            if "map" in families and (c[0] == "cut" or "O_TRUNC" in str(c)):
                continue  # a file that is cut where it is mapped is refused
            if c[0] == "append":  # three calls: open, write, close
                calls += [("append1", c[1]), ("append2", c[2]), ("append3", c[1], c[2])]
                continue
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


LIBC = ctypes.CDLL(None, use_errno=True)
LIBC.fopen.restype = ctypes.c_void_p
LIBC.fgets.restype = ctypes.c_void_p
LIBC.ftell.restype = ctypes.c_long


def of_libc(function, *arguments):
    result = function(*arguments)
    return -ctypes.get_errno() if result == -1 and ctypes.get_errno() else result


def on_stream(kind, file, rest):
    file = ctypes.c_void_p(file)
    ctypes.set_errno(0)
    if kind == "fgets":
        line = ctypes.create_string_buffer(8)
        return number(line.value) if LIBC.fgets(line, rest[0], file) else 0
    return {
        "fputs": lambda: int(LIBC.fputs(rest[0].encode(), file) >= 0) if rest else 0,
        "fgetc": lambda: LIBC.fgetc(file), "fflush": lambda: LIBC.fflush(file), "fseek": lambda: LIBC.fseek(file, ctypes.c_long(rest[0]), rest[1]),
        "ftell": lambda: LIBC.ftell(file), "feof": lambda: int(LIBC.feof(file) != 0), "rewind": lambda: LIBC.rewind(file) and 0 or 0,
    }[kind]()


def in_pipe(fd):
    return struct.unpack("i", fcntl.ioctl(fd, termios.FIONREAD, b"\0\0\0\0"))[0]


def enabled(step, shared):
    return step[0] != "receive" or in_pipe(shared["pipe"][0]) > 0


def attempt(step, own, shared):
    """(result, own descriptor)"""
    kind, *rest = step
    if rest and rest[0] in ("F0", "F1"):
        return on_stream(kind, shared[rest[0]], rest[1:]), own
    if kind == "flushall":
        return LIBC.fflush(None), own
    if kind == "send":
        return os.write(shared["pipe"][1], rest[0].encode()), own
    if kind == "receive":
        return number(os.read(shared["pipe"][0], rest[0])), own
    if kind == "waiting":
        return in_pipe(shared["pipe"][0]), own
    if kind in ("mapped", "store", "load"):
        if kind == "store":
            shared["map"][rest[0]] = ord("M") + rest[0]
        return (shared["map"][rest[0]] if kind == "load" else 0), own
    if kind.startswith("append"):
        return append(kind, rest, shared), own
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


def append(kind, rest, shared):
    """A std::ofstream that appends; its calls tell nothing but the last, whether all went well."""
    stack = shared["appending"]
    if kind == "append1":
        try:
            stack[shared["thread"]] = os.open(rest[0], os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o666)
        except OSError:
            stack[shared["thread"]] = None
    elif stack[shared["thread"]] is not None:
        if kind == "append2":
            os.write(stack[shared["thread"]], rest[0].encode())
        else:
            os.close(stack[shared["thread"]])
            return 1
    return 0


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
    """What all interleavings give, in which "deadlock" is one."""
    found, left = set(), [[]]
    while left:  # prefixes of orders that can be run, each anew from its start
        way = left.pop()
        shutil.rmtree(folder, ignore_errors=True)
        os.mkdir(folder)
        back = os.getcwd()
        os.chdir(folder)
        try:
            result, ways = run(threads, way)
        finally:
            os.chdir(back)
        left += ways
        if result is not None:
            found.add(result)
    return found


def run(threads, way):
    """One order: goes on from the prefix with the first thread that can. (Its result, the prefixes that branch off)"""
    prepare()
    shared = {0: os.open("a", os.O_RDWR), 1: os.open("b", os.O_WRONLY | os.O_APPEND), "pipe": os.pipe(), "appending": {}}
    shared |= {"F0": LIBC.fopen(b"a", b"r+"), "F1": LIBC.fopen(b"b", b"a")}
    with open("a", "r+b") as file:
        shared["map"] = mmap.mmap(file.fileno(), 2)
    own, at, said = [None] * len(threads), [0] * len(threads), [[] for _ in threads]
    opened, branches, done, stuck = [], [], [], False
    while any(n < len(t) for n, t in zip(at, threads)):
        can = [t for t, calls in enumerate(threads) if at[t] < len(calls) and enabled(calls[at[t]], shared)]
        if not can:
            stuck = True
            break
        if len(done) < len(way):
            t = way[len(done)]
        else:
            t = can[0]
            branches += [done + [other] for other in can[1:]]
        shared["thread"] = t
        step = threads[t][at[t]]
        result, own[t] = attempt(step, own[t], shared)
        if step[0] in ("open", "dup") and result == 0:
            opened.append(own[t])
        at[t] += 1
        done.append(t)
        said[t].append(result)
    for name in ("F0", "F1"):
        LIBC.fclose(ctypes.c_void_p(shared[name]))
    text = "deadlock" if stuck else "; ".join(" ".join(map(str, s)) for s in said) + "; " + end()
    shared["map"].close()
    for fd in set(opened + [shared[0], shared[1], *shared["pipe"]] + [fd for fd in shared["appending"].values() if fd is not None]):
        try:
            os.close(fd)
        except OSError:
            pass
    return text, branches


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
            "fputs": lambda: f'fputs("{rest[-1]}", {rest[0]}) >= 0', "fgetc": lambda: "fgetc(F0)", "fgets": lambda: f"line(text, {rest[-1]})",
            "fflush": lambda: f"streamed(fflush({rest[0]}))", "fseek": lambda: f"fseek({rest[0]}, {rest[-2]}, {rest[-1]})", "ftell": lambda: f"ftell({rest[0]})",
            "feof": lambda: "feof(F0) != 0", "rewind": lambda: "(rewind(F0), 0)", "flushall": lambda: "streamed(fflush(NULL))",
            "send": lambda: f'got(write(ends[1], "{rest[0]}", {len(rest[0]) if rest else 0}))', "receive": lambda: f"number(text, read(ends[0], text, {rest[0]}))",
            "waiting": lambda: "waiting()", "mapped": lambda: "(map = mapped(), 0)",
            "store": lambda: f"stored(map, {rest[0]})", "load": lambda: f"loaded(map, {rest[0]})",
            "append1": lambda: "0", "append2": lambda: "0", "append3": lambda: f'appended("{rest[0]}", "{rest[-1]}")',
        }[kind]()
    functions = "".join(
        f"static void *run{t}(void *unused) {{\n  int own = -1;\n  char text[8];\n  volatile char *map = NULL;\n"
        + "".join(f"  said[{t}][{i}] = {expression(step)};\n" for i, step in enumerate(calls))
        + "  (void)own, (void)text, (void)map;\n  return unused;\n}\n" for t, calls in enumerate(threads))
    main = "".join(f"  pthread_create(&threads[{t}], NULL, run{t}, NULL);\n" for t in range(1, len(threads)))
    main += "  run0(NULL);\n" + "".join(f"  pthread_join(threads[{t}], NULL);\n" for t in range(1, len(threads)))
    for t, calls in enumerate(threads):
        main += "".join(f'  printf("{" " if i else ""}%ld", said[{t}][{i}]);\n' for i in range(len(calls))) + '  printf("; ");\n'
    main += "  fclose(F0), fclose(F1);\n"
    main += "".join(f'  show("{name}", "{" " if i else ""}");\n' for i, name in enumerate(NAMES))
    return PRELUDE + functions + "int main(void) {\n  pthread_t threads[3];\n" \
        '  FILE *a = fopen("a", "w");\n  fputs("AB", a);\n  fclose(a);\n  fclose(fopen("b", "w"));\n' \
        '  shared[0] = open("a", O_RDWR);\n  shared[1] = open("b", O_WRONLY | O_APPEND);\n  if (pipe(ends)) return 1;\n' \
        '  F0 = fopen("a", "r+");\n  F1 = fopen("b", "a");\n' + main + "}\n"


PRELUDE = r"""
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fstream>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
static int shared[2], ends[2];
static FILE *F0, *F1;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static long said[3][16];
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
static long streamed(long r) { return r < 0 && errno ? -errno : r; }
static long line(char *text, int n) { return fgets(text, n, F0) ? number(text, strlen(text)) : 0; }
static long waiting(void) { int n; return ioctl(ends[0], FIONREAD, &n) ? -errno : n; }
static char *mapped(void) { return (char *)mmap(NULL, 2, PROT_READ | PROT_WRITE, MAP_SHARED, shared[0], 0); }
static long stored(volatile char *map, int i) {
  pthread_mutex_lock(&m);
  map[i] = 'M' + i;
  pthread_mutex_unlock(&m);
  return 0;
}
static long loaded(volatile char *map, int i) {
  pthread_mutex_lock(&m);
  long c = map[i];
  pthread_mutex_unlock(&m);
  return c;
}
static long appended(const char *name, const char *text) {
  std::ofstream file(name, std::ios::app);
  file << text;
  bool good = file.good();
  file.close();
  return good;
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
    options = f"check=none keep-going quiet shorten=0 frontier=none json={program}.json outputs={program}.out leaks=never {' '.join(more)}"
    done = subprocess.run([program], cwd=cwd, env=dict(os.environ, XBLOCK_OPTIONS=options), capture_output=True, timeout=600)
    if done.returncode not in (0, 1):
        return done.returncode, done.stderr.decode(errors="replace"), 0
    with open(program + ".json", encoding="utf-8") as file, open(program + ".out", encoding="utf-8") as out:
        told, printed = json.load(file), set(json.load(out))
    kinds = {failure["kind"] for failure in told["failures"]}
    if kinds - {"deadlock"}:
        return 1, done.stderr.decode(errors="replace"), 0
    return 0, printed | kinds, told["schedules"]


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
        with open(program + ".cpp", "w", encoding="utf-8") as file:
            file.write(emit(threads))
        subprocess.run([os.path.join(bin_folder, "xblock-clang++"), "-w", "-g", f"-O{number_of % 3}", program + ".cpp", "-o", program], check=True)
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
            print(f"p{number_of}.cpp: {threads}", *wrong, sep="\n  ", flush=True)
    print(f"{count - first} programs, {ways} interleavings with {states} results, {schedules} schedules: {bad} differ")
    sys.exit(bad != 0)


if __name__ == "__main__":
    main()
