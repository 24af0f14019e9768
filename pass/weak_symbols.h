//===- weak_symbols.h - what of LLVM is bound as the plugin is loaded ------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions.
// SPDX: Apache-2.0 WITH LLVM-exception
//
// Included in front of every file of the pass. Each symbol of LLVM that is data, or whose address is taken, is made weak
// here: in a compiler whose LLVM lacks it the plugin is loaded nevertheless, and refuses the compiler
// (other_versions.h). lit-tests/driver/other-llvm-is-refused.test finds one that is missing here. Left as it is:
// DisableABIBreakingChecks, which LLVM makes so that a compiler of another layout does not load the plugin.
//===-----------------------------------------------------------------------------------------===//
#pragma once

// llvm::CaptureTracker, a base class of the pass: what its vtable and type information name.
asm(".weak _ZN4llvm14CaptureTracker13shouldExploreEPKNS_3UseE");
asm(".weak _ZN4llvm14CaptureTracker23isDereferenceableOrNullEPNS_5ValueERKNS_10DataLayoutE");
asm(".weak _ZN4llvm14CaptureTrackerD2Ev");
asm(".weak _ZTIN4llvm14CaptureTrackerE");
// llvm::PreservedAnalyses::AllAnalysesKey.
asm(".weak _ZN4llvm17PreservedAnalyses14AllAnalysesKeyE");
// The vtables of llvm::ConstantFolder and llvm::IRBuilderDefaultInserter, of every IRBuilder.
asm(".weak _ZTVN4llvm14ConstantFolderE");
asm(".weak _ZTVN4llvm24IRBuilderDefaultInserterE");
