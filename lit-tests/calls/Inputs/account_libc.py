# Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
"""Accounts for every function of libc.so.6 and libm.so.6, so that another version of glibc is noticed. Standard library only.

    account_libc.py CLANG LIBXBLOCK_RT.SO INTERCEPTS.DEF

A function has a row in intercepts.def, is exported by the runtime (malloc and its like), or stands below with the reason why it does no harm that it
runs as it is: it reads nothing of the program's memory, and writes nothing there. Prints those of which nothing is known, lines below that fit
nothing, and those that are not what the line says; exit status 1 if there are any. Looked at are functions that a program can be linked to by
glibc's headers or without: default versions, but those for glibc's own libraries (GLIBC_PRIVATE).
"""
import os
import re
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
from accounted import fitting, output, rows, symbols

# Forms of a function of libm for the types: those of _Float128 are not declared for clang.
FORMS = r"(f|l|f32|f32x|f64|f64x|f128)?"
REAL = ("acos asin atan acosh asinh atanh cos sin tan cosh sinh tanh atan2 hypot pow exp exp2 exp10 expm1 log log2 log10 log1p cbrt sqrt erf erfc tgamma j0 j1 jn y0 "
        "y1 yn ceil floor trunc round roundeven rint nearbyint lrint llrint lround llround fromfp fromfpx ufromfp ufromfpx fabs fma fmod remainder drem fdim "
        "f(max|min)(mag|imum(_mag)?(_num)?)? copysign nextafter nexttoward nextup nextdown ldexp scalb scalbn scalbln logb ilogb llogb significand finite isinf isnan")
COMPLEX = "cabs carg cimag creal conj cproj cpow csqrt cexp clog clog10 cacos casin catan cacosh casinh catanh ccos csin ctan ccosh csinh ctanh"
CLASSES = "alnum alpha blank cntrl digit graph lower print punct space upper xdigit"

# By value: the headers declare no pointer among the parameters, but for a locale, which is libc's. Checked.
BY_VALUE = [
    (rf"({'|'.join(REAL.split())}){FORMS}$", "numbers of numbers; errno is each thread's"),
    (rf"({'|'.join(COMPLEX.split())}|__clog10){FORMS}$", "the same of complex numbers"),
    (r"[fd](add|sub|mul|div|fma|sqrt)l?$|f\d\dx?(add|sub|mul|div|fma|sqrt)f\d+x?$", "the same, with a result of another type"),
    (rf"__(signbit|fpclassify|issignaling|iseqsig|isinf|isnan|finite){FORMS}$|__iscanonicall$", "behind macros of <math.h>"),
    (r"fe(clear|raise|set|test|get)except$|fe[gs]etround$|fe(en|dis)ableexcept$", "the environment is each thread's"),
    (r"(l|ll|imax)?abs$|(l|ll|imax)?div$|(__)?ffs(l|ll)?$", "numbers of numbers"),
    (rf"(__)?isw?({'|'.join(CLASSES.split())})(_l)?$|(__)?iswctype(_l)?$|isctype$|__isctype$|(__)?(is|to)ascii(_l)?$", "constant tables of the locale, which stays while threads are explored"),
    (r"(__)?tow?(lower|upper)(_l)?$|(__)?towctrans(_l)?$|_to(lower|upper)$|btowc$|wctob$|wcwidth$", "the same"),
    (r"(hton|ntoh)[ls]$|inet_(lnaof|netof|makeaddr)$|gnu_dev_(major|minor|makedev)$|inet6_(option|rth)_space$|dysize$|difftime$", "numbers of numbers"),
    (r"get(e?[ug]id|pagesize|dtablesize|hostid)$|__getpagesize$|group_member$", "what the system says of the process, which nothing that is not refused changes"),
    (r"(__)?getauxval$|get_(nprocs|nprocs_conf|phys_pages)$|(__)?sched_get_priority_(max|min)$", "reads the machine, and random bytes that the runtime makes the same in every run"),
    (r"(m(un)?lockall)$", "where memory lies, not what it holds"),
    (r"mallinfo2?$|mallopt$|malloc_trim$", "of libc's own heap, which the program's memory is not from"),
    (r"nl_langinfo(_l)?$|localeconv$|gai_strerror$|hstrerror$|strerror(name|desc)_np$|sig(abbrev|descr)_np$|gnu_get_libc_(version|release)$", "constant texts of libc and of its locale, which stays"),
    (r"__ctype_(b|tolower|toupper)_loc$|__ctype_get_mb_cur_max$|__libc_current_sigrt(max|min)$|__x86_get_cpuid_feature_leaf$", "constant tables of libc"),
    (r"__errno_location$|__h_errno_location$", "errno is each thread's; who sets h_errno is refused"),
    (r"closelog$", "closes what only syslog() uses, which is refused"),
]
# Pointers that are not followed, or only by what the program's code or a function with a row does.
BY_POINTER = [
    (r"mlock2?$|munlock$|posix_madvise$", "where memory lies, not what it holds: glibc does without POSIX_MADV_DONTNEED"),
    (r"freeifaddrs$|if_freenameindex$", "free() of what refused functions made, which the runtime exports"),
    (r"dlv?sym$", "looks a constant name up; that what it finds has no model is in docs/limitations.md"),
    (r"_dl_mcount_wrapper_check$", "nothing, unless libc profiles the program"),
]
# Declared in no header: of libc's own code, of compilers, or behind -D_FORTIFY_SOURCE, which the compilers' wrappers undo. Checked.
NOT_DECLARED = [
    (r"_IO_", "the inside of libc's streams, of which old headers had some"),
    (r"__((f|v|vf|sw|vsw|fw|vw|vfw|d|vd|as|vas|obstack_|obstack_v)?w?printf|v?syslog)_chk$", "behind _FORTIFY_SOURCE"),
    (r"__(f?gets|fgets_unlocked|fgetws|fgetws_unlocked|fread|fread_unlocked|read|pread|pread64|recv|recvfrom|readlink|readlinkat|realpath|getcwd|getwd)_chk$", "behind _FORTIFY_SOURCE"),
    (r"__(getdomainname|getgroups|gethostname|getlogin_r|ptsname_r|ttyname_r|confstr|poll|ppoll|longjmp)_chk$|__fdelt_(chk|warn)$|__chk_fail$", "behind _FORTIFY_SOURCE"),
    (r"__(mbs?n?r?towcs|wcs?n?r?tombs|wcrtomb|wctomb|wcpn?cpy|wcsn?cpy|wcsn?cat|wmem(p?cpy|move|set))_chk$", "behind _FORTIFY_SOURCE"),
    (r"__(open|open64|openat|openat64|mq_open)_2$", "behind _FORTIFY_SOURCE"),
    (r"__(x|l?x|f?x)(stat|statat)(64)?$|__xmknod(at)?$", "of programs that were linked before glibc 2.33"),
    (r"__cyg_profile_func_(enter|exit)$|__fentry__$|_?mcount$|moncontrol$|__profile_frequency$|_dl_mcount_wrapper$", "of compilers' profiles"),
    (r"__cxa_(finalize|thread_atexit_impl)$|__register_atfork$|__stack_chk_fail$", "of compilers and of the part of libc that is linked statically"),
    (r"__libc_(start_main|init_first|freeres|mallinfo|mallopt|sa_len|allocate_rtsig)$|__pthread_cleanup_routine$|_pthread_cleanup_(push|pop)$", "of libc's start and end"),
    (r"__isoc99_vf?w+scanf$|__(under|wunder|wover|wu)flow$|__printf_fp$", "the inside of libc's streams"),
    (r"__nl_langinfo_l$|__bsd_getpgrp$$|__nss_hostname_digits_dots$|__ivaliduser$|_obstack_(allocated_p|free)$$", "old names"),
]


HEADERS = """
    aio.h aliases.h argp.h argz.h arpa/inet.h arpa/nameser.h arpa/nameser_compat.h assert.h complex.h ctype.h dirent.h dlfcn.h envz.h err.h errno.h
    error.h execinfo.h fcntl.h fenv.h fmtmsg.h fnmatch.h fstab.h fts.h ftw.h gconv.h getopt.h glob.h gnu/libc-version.h grp.h gshadow.h iconv.h ifaddrs.h
    inttypes.h langinfo.h libgen.h libintl.h limits.h locale.h malloc.h math.h mcheck.h mntent.h monetary.h mqueue.h netdb.h netinet/ether.h
    netinet/if_ether.h netinet/in.h nl_types.h obstack.h poll.h printf.h pthread.h pty.h pwd.h re_comp.h regex.h resolv.h sched.h search.h semaphore.h
    setjmp.h sgtty.h shadow.h signal.h spawn.h stdint.h stdio.h stdio_ext.h stdlib.h string.h strings.h sys/acct.h sys/auxv.h sys/epoll.h sys/eventfd.h
    sys/fanotify.h sys/file.h sys/fsuid.h sys/gmon.h sys/inotify.h sys/io.h sys/ioctl.h sys/ipc.h sys/klog.h sys/mman.h sys/mount.h sys/msg.h
    sys/personality.h sys/pidfd.h sys/platform/x86.h sys/prctl.h sys/profil.h sys/ptrace.h sys/quota.h sys/random.h sys/reboot.h sys/resource.h sys/rseq.h
    sys/select.h sys/sem.h sys/sendfile.h sys/shm.h sys/signalfd.h sys/single_threaded.h sys/socket.h sys/stat.h sys/statfs.h sys/statvfs.h sys/swap.h
    sys/sysinfo.h sys/sysmacros.h sys/time.h sys/timeb.h sys/timerfd.h sys/times.h sys/timex.h sys/uio.h sys/utsname.h sys/vlimit.h sys/wait.h sys/xattr.h
    syslog.h termios.h threads.h time.h ttyent.h uchar.h ucontext.h ulimit.h unistd.h utime.h utmp.h utmpx.h wchar.h wctype.h wordexp.h
""".split()


def declared(clang):
    """{name: the parameters of its declarations in glibc's headers, as they are written}"""
    source = "#define _GNU_SOURCE\n#define _REGEX_RE_COMP\n" + "".join(f"#include <{header}>\n" for header in HEADERS)
    text = output(clang, "-x", "c", "-E", "-P", "-", text=source)
    return dict(re.findall(r"\b(\w+) ?\(((?:[^()]|\([^()]*\))*)\)", text))


def main():
    clang, runtime, table = sys.argv[1:]
    functions = {}
    for library in ("libc.so.6", "libm.so.6"):
        path = output(clang, f"-print-file-name={library}").strip()
        for line in output("llvm-nm", "-D", "--defined-only", path).splitlines():
            kind, name = line.split()[-2:]
            if kind in "TWi" and "@@" in name and not name.endswith("@@GLIBC_PRIVATE"):
                functions[name.split("@@")[0]] = library
    listed, ours, parameters = rows(table), symbols("-D", "--defined-only", runtime), declared(clang)
    left = {name: name for name in functions if name not in ours and name not in listed}
    lines = BY_VALUE + BY_POINTER + NOT_DECLARED
    found, unknown, unused = fitting([pattern for pattern, _ in lines], left)
    wrong = [f"unknown: {name} of {functions[name]}" for name in unknown] + [f"fits nothing: {pattern}" for pattern in unused]
    for name, i in found.items():
        if i < len(BY_VALUE) and re.search(r"[*\[]", parameters.get(name, "")):
            wrong.append(f"said to be by value: {name}({parameters[name]})")
        if i >= len(BY_VALUE) + len(BY_POINTER) and name in parameters:
            wrong.append(f"said to be declared nowhere: {name}({parameters[name]})")
    if len(parameters) < 1000 or "strlen" not in functions:
        wrong.append(f"{len(parameters)} functions are declared, and {len(functions)} exported: too few")
    print("\n".join(sorted(wrong)))
    if wrong:
        sys.exit(1)
    print(f"{len(functions)} functions: {len(functions) - len(left)} seen or refused, {len(left)} harmless")


if __name__ == "__main__":
    main()
