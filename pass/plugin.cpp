//===- plugin.cpp - how clang and opt find the pass ------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions.
// SPDX: Apache-2.0 WITH LLVM-exception
//
// clang -fpass-plugin=libxblock.so runs it behind all optimisation, at every -O level; opt knows it
// as `xblock` and `xblock-checks`. There are no options: a clang plugin cannot take them.
//===-----------------------------------------------------------------------------------------===//
#include "ignored_functions.h"
#include "inline_checks.h"
#include "instrument.h"
#include "library_orders.h"
#include "library_preconditions.h"
#include "other_sanitizers.h"
#include "other_versions.h"
#include "spin_loops.h"

#include <llvm/Config/llvm-config.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Passes/PassPlugin.h>

using namespace llvm;

static void registerCallbacks(PassBuilder &builder) {
  builder.registerPipelineStartEPCallback([](ModulePassManager &passes, OptimizationLevel) {
    passes.addPass(xblock::RefuseSanitizers());
    passes.addPass(xblock::KeepIgnoredApart());
    passes.addPass(xblock::ShortenSpins());
    passes.addPass(xblock::StrengthenLibraryOrders());
    passes.addPass(xblock::CheckLibraryPreconditions());
  });
  builder.registerOptimizerLastEPCallback(
      [](ModulePassManager &passes, OptimizationLevel) {
        passes.addPass(xblock::Instrument());
        passes.addPass(xblock::InlineChecks());
      });
  builder.registerPipelineParsingCallback(
      [](StringRef name, ModulePassManager &passes, ArrayRef<PassBuilder::PipelineElement>) {
        if (name == "xblock")
          passes.addPass(xblock::Instrument());
        else if (name == "xblock-checks")
          passes.addPass(xblock::InlineChecks());
        else
          return false;
        return true;
      });
}

extern "C" __attribute__((visibility("default"))) PassPluginLibraryInfo llvmGetPassPluginInfo() {
  xblock::refuseOtherVersions();
  return {LLVM_PLUGIN_API_VERSION, "xblock", LLVM_VERSION_STRING, registerCallbacks};
}
