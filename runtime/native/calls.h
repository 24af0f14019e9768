//===- calls.h - the kinds of calls that threads wait in -----------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// Each takes the real call as a function that returns 0 or an error's number.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "native/turn.h"

namespace xblock::native {

/// One that never waits: within the turn.
template <typename Call> auto instant(Call call) {
  event();
  return call();
}

/// One that waits for another thread: recorded once it has what it waits for, replayed when that is due.
template <typename Call> auto waiting(Call call) {
  if (!active())
    return call();
  giveBack();
  disturb();
  waitUntilDue();
  auto result = call();
  giveBack(); // pthread_once calls the program
  take();
  return result;
}

/// One that waits for another thread unless `attempt`, which returns `busy` then, can do it at once: so what nobody else has is taken within the turn.
template <typename Attempt, typename Call> int acquiring(Attempt attempt, int busy, Call call) {
  if (!active() || !recordsOrDisturbs())
    return waiting(call);
  event();
  int result = attempt();
  if (result != busy)
    return result;
  takeBackEvent();
  giveBack();
  result = call();
  take();
  return result;
}

/// One that does not wait, and whose result depends on what others hold.
template <typename Call> int trying(Call call) {
  event();
  if (!follows()) {
    int result = call();
    keepResult(result);
    return result;
  }
  int result = static_cast<int>(nextResult());
  if (result == 0 && call() != 0)
    doesNotFit();
  return result;
}

/// One that waits up to a time; `untimed` waits for ever.
template <typename Call, typename Untimed> int timed(Call call, Untimed untimed) {
  if (!active())
    return call();
  giveBack();
  disturb();
  if (!waitUntilDue()) {
    int result = call();
    take();
    keepResult(result);
    return result;
  }
  take();
  int result = static_cast<int>(nextResult());
  return result == 0 ? untimed() : result;
}

} // namespace xblock::native
