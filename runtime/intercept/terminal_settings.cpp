// Settings of a terminal in the program's memory: no terminal is asked, or set.
#include "intercept/accesses.h"

#include <termios.h>

using namespace xblock;

XBLOCK_FUNCTION(speed_t, cfgetispeed, (const termios *settings), { return cfgetispeed(readBytes(settings, sizeof *settings, site)); })
XBLOCK_FUNCTION(speed_t, cfgetospeed, (const termios *settings), { return cfgetospeed(readBytes(settings, sizeof *settings, site)); })

#define XBLOCK_CHANGED(type, name, parameters, ...)                                                \
  XBLOCK_FUNCTION(type, name, parameters, { return name(result(readBytes(settings, sizeof *settings, site), site) __VA_OPT__(, ) __VA_ARGS__); })
XBLOCK_CHANGED(int, cfsetispeed, (termios * settings, speed_t speed), speed)
XBLOCK_CHANGED(int, cfsetospeed, (termios * settings, speed_t speed), speed)
XBLOCK_CHANGED(int, cfsetspeed, (termios * settings, speed_t speed), speed)
XBLOCK_CHANGED(void, cfmakeraw, (termios * settings))
