//===- reexecute_world_linux.h - the World that starts over for every state -----------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// The oracle for snapshots (--restore=reexecute): each state is reached by a fresh fork of this process, which has not
// run any of the program, that runs the program from its start along the schedule. A child holds a ProcessWorld and
// answers one request at a time over two pipes.
//
// Invariants
//  1. The child, if there is one and it is not spoiled, is in the state after the steps of prefix_.
//  2. spoiled_ after an outcome whose state is undefined; the next restore starts over.
//===------------------------------------------------------------------------------------------------===//
#pragma once

#include "world/block_record.h"
#include "world/program.h"

#include <sys/types.h>
#include <vector>

namespace xblock {

enum class Request : uint8_t;
struct Reader;

class ReexecuteWorld final : public Program {
public:
  ~ReexecuteWorld() override;

  void prologue(void *(*entry)(void *), Outcome &out) override;
  bool explain(const Schedule &schedule, bool deadlock, Finding &finding, Ending &last, std::string *error) override;
  bool follow(const Schedule &schedule, const OnBlock &did, std::string *error) override;
  void explainPrologue(const Outcome &out, Finding &finding) override;
  std::string outputOf(int stream) override;
  void runFirstAgain() override;
  void writeTo(Writer &out) override;
  void readFrom(Reader &in) override;

  std::vector<ThreadId> initial() override;
  void run(ThreadId t, std::span<const uint16_t> choices, Outcome &out) override;
  bool available(Resource r) override;
  bool owner(Resource r, ThreadId &out) override;
  SnapshotId save() override;
  void restore(SnapshotId s) override;
  void discard(SnapshotId s) override;
  void refine(std::span<const LockEdge> edges) override;
  void promote(std::span<const uint32_t> places) override;
  void observe(std::span<const Resource> locks) override;

private:
  void start(Outcome &out);
  void needChild();
  void endChild();
  template <typename... Given> Reader ask(Request request, Given &...given);

  void *(*entry_)(void *) = nullptr;
  pid_t child_ = 0;
  int to_ = -1, from_ = -1;
  bool spoiled_ = false;
  std::vector<BlockRecord> prefix_;
  std::vector<BlockRecord> first_; ///< the first schedule, but for a block that failed
  std::vector<size_t> marks_;
  Boundaries boundaries_;
};

} // namespace xblock
