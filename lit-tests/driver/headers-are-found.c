// RUN: %xblock_cc -Werror -x c++ -fsyntax-only %s
// The headers of xblock need no -I.

#include <xblock/abi.h>
