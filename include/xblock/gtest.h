//===- gtest.h - GoogleTest tests whose body is explored ---------------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//
// XBLOCK_TEST(Suite, Name) { ... } and XBLOCK_TEST_F(Fixture, Name) { ... } are TEST and TEST_F, and run the body under every schedule
// that matters. The first assertion that fails, in whichever thread, ends its schedule, which is the test's failure.
// GoogleTest itself must be compiled with xblock-clang++. See docs/testing-frameworks.md.
//===------------------------------------------------------------------------------------------------===//
#ifndef XBLOCK_GTEST_H
#define XBLOCK_GTEST_H

#include "xblock/explore.h"

#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include <cstring>
#include <new>
#include <string>

namespace xblock {
namespace gtest {
namespace detail {

/// In one line, with the place.
inline std::string told(const ::testing::TestPartResult &part) {
  const char *file = part.file_name() ? part.file_name() : "?", *slash = std::strrchr(file, '/');
  std::string text = (slash ? slash + 1 : file) + (":" + std::to_string(part.line_number())) + ": ", word;
  for (const char *c = part.message(); *c; ++c) {
    if (*c != '\n') {
      text += *c;
      continue;
    }
    while (c[1] == ' ' || c[1] == '\n')
      ++c;
    if (c[1])
      text += text.back() == ':' ? " " : ", ";
  }
  return text;
}

/// While schedules are searched: what fails, fails the schedule; all else is told when the body runs for its effects.
class Reporter : public ::testing::ScopedFakeTestPartResultReporter {
public:
  explicit Reporter(::testing::TestPartResultArray *unused)
      : ScopedFakeTestPartResultReporter(INTERCEPT_ALL_THREADS, unused) {}
  void ReportTestPartResult(const ::testing::TestPartResult &part) override {
    if (part.failed())
      __xblock_fail(told(part).c_str());
  }
};

/// For good: the process ends with the search.
inline void report_to_search() {
  static ::testing::TestPartResultArray unused;
  alignas(Reporter) static char room[sizeof(Reporter)];
  new (room) Reporter(&unused);
}

/// Whether GoogleTest was compiled with hooks: by a function of its library that writes.
inline bool gtest_has_hooks() {
  static ::testing::internal::Random random(1);
  __xblock_probe_begin();
  random.Generate(1);
  return __xblock_probe_end(&random) != 0;
}

template <typename Body> void explore(Body &body, xblock::options how, bool hooks, bool samples = false) {
  if (__xblock_explore && !gtest_has_hooks()) {
    FAIL() << "xblock: GoogleTest was compiled without hooks, and what it changes would not go back with a schedule: compile "
              "gtest-all.cc with xblock-clang++ (docs/testing-frameworks.md)";
  }
  const ::testing::TestInfo *test = ::testing::UnitTest::GetInstance()->current_test_info();
  const std::string name = std::string(test->test_suite_name()) + "." + test->name();
  const std::string filter = "--gtest_filter=" + name;
  const char *const added[] = {filter.c_str(), nullptr};
  if (how.name.empty())
    how.name = name;
  how.reports = false;
  auto whole = [&body] {
    if (xblock::searches())
      report_to_search();
    body();
  };
  const result r = xblock::detail::explore(whole, how, hooks, {"--gtest_", added});
  switch (r.verdict) {
  case verdict::complete:
  case verdict::not_explored:
    return;
  case verdict::failure: {
    const failure &first = r.failures.front();
    if (first.line)
      ADD_FAILURE_AT(first.file.c_str(), static_cast<int>(first.line)) << r.report;
    else
      ADD_FAILURE_AT(test->file(), test->line()) << r.report;
    return;
  }
  case verdict::incomplete:
    if (samples && r.failures.empty())
      return;
    [[fallthrough]];
  default: // nothing was shown
    ADD_FAILURE_AT(test->file(), test->line()) << r.report;
  }
}

} // namespace detail

/// Within any test: TEST_P, TYPED_TEST, ... The options have the test's name unless they have one.
template <typename Body> void explore(Body &&body, const options &how = {}) {
  detail::explore(body, how, !__xblock_explore || xblock::detail::has_hooks());
}

/// Runs the body under up to `schedules` schedules by chance (--policy; random unless the options name another), until one fails: that is
/// the test's failure. If none does the test passes, which shows nothing of other schedules: the verdict on stderr is incomplete.
template <typename Body> void sample(Body &&body, std::uint64_t schedules, options how = {}) {
  how.maxSchedules = schedules;
  if (!how.policy)
    how.policy = "random";
  detail::explore(body, how, !__xblock_explore || xblock::detail::has_hooks(), true);
}

} // namespace gtest
} // namespace xblock

#define XBLOCK_TEST(suite, name) XBLOCK_TEST_OF_(suite, name, ::testing::Test, ::testing::internal::GetTestTypeId())
#define XBLOCK_TEST_F(fixture, name) XBLOCK_TEST_OF_(fixture, name, fixture, ::testing::internal::GetTypeId<fixture>())

/// The same by chance: up to so many schedules, until one fails (docs/sampling.md).
#define XBLOCK_SAMPLE(suite, name, schedules) XBLOCK_SAMPLE_OF_(suite, name, schedules, ::testing::Test, ::testing::internal::GetTestTypeId())
#define XBLOCK_SAMPLE_F(fixture, name, schedules) XBLOCK_SAMPLE_OF_(fixture, name, schedules, fixture, ::testing::internal::GetTypeId<fixture>())

#define XBLOCK_TEST_OF_(suite, name, fixture, id) XBLOCK_BODY_OF_(suite, name, fixture, id, explore([this] { this->xblock_body(); }))
#define XBLOCK_SAMPLE_OF_(suite, name, schedules, fixture, id)                                     \
  XBLOCK_BODY_OF_(suite, name, fixture, id, sample([this] { this->xblock_body(); }, schedules))

#define XBLOCK_BODY_OF_(suite, name, fixture, id, how)                                             \
  class suite##_##name##_XblockBody : public fixture {                                             \
  protected:                                                                                       \
    void xblock_body();                                                                            \
  };                                                                                               \
  GTEST_TEST_(suite, name, suite##_##name##_XblockBody, id) { ::xblock::gtest::how; }              \
  void suite##_##name##_XblockBody::xblock_body()

#endif
