//===- plugin_linux.h - the shared library that --plugin names ------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// What it may define: include/xblock/plugin.h (ConcJ's selection by the user, and its handlers). It runs on the explorer's stack. Private memory.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "engine/policy.h"
#include "engine/search.h"
#include "options/options.h"

#include <memory>
#include <string>

namespace xblock {

/// Before the program runs. What is wrong with it, in one line; "" if nothing is, or none is asked for.
std::string loadPlugin(const Options &options);
/// Asks its scheduler.
std::unique_ptr<Policy> makePluginPolicy();
/// Whether its scheduler knows nothing, in a run that is gone on with, of the schedules before.
bool pluginForgets();
/// Has it told of what is found, beside whom `observer` tells.
void tellPlugin(SearchObserver &observer);

} // namespace xblock
