/* A library without hooks. */
#include <sys/syscall.h>
#include <unistd.h>

void kill_process(int signal) { syscall(SYS_kill, getpid(), signal); }
