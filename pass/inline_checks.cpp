//===- inline_checks.cpp - the checks, and who gets one --------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions.
// SPDX: Apache-2.0 WITH LLVM-exception
//===-----------------------------------------------------------------------------------------===//
#include "inline_checks.h"

#include "abi_emit.h"
#include "llvm_versions.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

using namespace llvm;

namespace xblock {

static constexpr StringRef kMark = "xblock.checked";

/// Of a granule of the heap all of whose bytes may be accessed.
static constexpr uint64_t kWhole = 8;

/// A hook of an access of 1, 2, 4 or 8 bytes that lies in one granule.
static bool isHookOfGranule(const Instruction &instruction) {
  const auto *call = dyn_cast<CallInst>(&instruction);
  const Function *callee = call ? call->getCalledFunction() : nullptr;
  return callee && is_contained({"__xblock_read1", "__xblock_read2", "__xblock_read4", "__xblock_read8",
                                 "__xblock_write1", "__xblock_write2", "__xblock_write4", "__xblock_write8"},
                                callee->getName());
}

static LoadInst *loadByte(IRBuilder<> &at, Value *address) {
  LoadInst *load = at.CreateLoad(at.getInt8Ty(), address);
  load->setMetadata(LLVMContext::MD_nosanitize, MDNode::get(at.getContext(), {}));
  return load;
}

/// Where the entry block is split its variables must not come to lie behind, where they would be made anew.
static void gatherVariables(BasicBlock &entry) {
  Instruction *first = &*entry.begin();
  for (Instruction &instruction : make_early_inc_range(entry))
    if (auto *variable = dyn_cast<AllocaInst>(&instruction); variable && variable->isStaticAlloca() && variable != first)
      variable->moveBefore(first);
}

/// `look` says whether each access is looked at.
static void check(CallInst &call, Constant *look) {
  BasicBlock *head = call.getParent();
  BasicBlock *hook = SplitBlock(head, &call);
  BasicBlock *behind = SplitBlock(hook, call.getNextNode());
  LLVMContext &context = call.getContext();
  BasicBlock *one = BasicBlock::Create(context, "", head->getParent(), hook);
  BasicBlock *heap = BasicBlock::Create(context, "", head->getParent(), hook);
  MDNode *seldom = MDBuilder(context).createBranchWeights(1, (1U << 20) - 1); // as LLVM has it for what is unlikely
  auto branch = [&](IRBuilder<> &at, Value *condition, BasicBlock *then, BasicBlock *otherwise, MDNode *weights = nullptr) {
    at.CreateCondBr(condition, then, otherwise, weights);
  };

  head->getTerminator()->eraseFromParent();
  IRBuilder<> at(head);
  at.SetCurrentDebugLocation(call.getDebugLoc());
  branch(at, at.CreateIsNotNull(loadByte(at, look)), hook, one, seldom);

  at.SetInsertPoint(one);
  Value *address = at.CreatePtrToInt(call.getArgOperand(0), at.getInt64Ty());
  Value *part = at.CreateLShr(address, XBLOCK_GUARDED_SHIFT);
  branch(at, at.CreateICmpEQ(part, at.getInt64(XBLOCK_GUARDED_BEGIN >> XBLOCK_GUARDED_SHIFT)), heap, behind);

  at.SetInsertPoint(heap);
  Value *granule = at.CreateLShr(at.CreateSub(address, at.getInt64(XBLOCK_GUARDED_BEGIN)), 3);
  Value *shadow = at.CreateIntToPtr(at.CreateAdd(granule, at.getInt64(XBLOCK_GUARDED_SHADOW)), at.getPtrTy());
  branch(at, at.CreateICmpNE(loadByte(at, shadow), at.getInt8(kWhole)), hook, behind, seldom);
}

static bool checkAll(Function &function, Constant *look) {
  SmallVector<CallInst *, 64> calls;
  for (Instruction &instruction : instructions(function))
    if (isHookOfGranule(instruction))
      calls.push_back(cast<CallInst>(&instruction));
  if (calls.empty())
    return false;
  gatherVariables(function.getEntryBlock());
  for (CallInst *call : calls)
    check(*call, look);
  return true;
}

PreservedAnalyses InlineChecks::run(Module &module, ModuleAnalysisManager &) {
  if (module.getNamedMetadata(kMark))
    return PreservedAnalyses::all();
  module.getOrInsertNamedMetadata(kMark);
  Constant *look = externalVariable(module, "__xblock_look", Type::getInt8Ty(module.getContext()), false);
  bool changed = false;
  for (Function &function : module)
    if (!function.isDeclarationForLinker() && !function.hasOptNone())
      changed |= checkAll(function, look);
  return changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace xblock
