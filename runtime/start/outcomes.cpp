#include "start/outcomes.h"

#include "report/shown.h"
#include "support/whole_io_linux.h"

#include <algorithm>

namespace xblock {

namespace {

Result resultOf(const std::string &key) {
  Result result;
  if (key[0] == 'o') {
    result.output = validUtf8(key.substr(1));
    return result;
  }
  for (size_t at = 1; at < key.size();) {
    size_t end = key.find('\n', at);
    std::string line = key.substr(at, end - at);
    size_t equals = line.rfind('=');
    result.values.emplace_back(validUtf8(line.substr(0, equals)), std::stoll(line.substr(equals + 1)));
    at = end + 1;
  }
  return result;
}

/// Every schedule that matters ran.
bool isWhole(const Report &report) {
  return !report.stoppedAtFailure && !report.unsupported && report.left.empty();
}

} // namespace

std::string Outcomes::prepare(const Options &options) {
  outputsWanted_ = !options.outputs.empty();
  wanted_ = options.outcomes || !options.expectOutcomes.empty();
  if (options.expectOutcomes.empty())
    return "";
  std::string error;
  std::optional<std::string> text = readRegularFile(options.expectOutcomes, &error);
  if (!text)
    return "--expect-outcomes: cannot read " + options.expectOutcomes + ": " + error;
  expected_ = parseResults(*text, &error);
  return expected_ ? "" : "--expect-outcomes: " + options.expectOutcomes + ": " + error;
}

void Outcomes::add(const std::string &key, const Schedule &schedule) {
  known_.insert(key);
  keys_.push_back(key);
  schedules_.push_back(schedule);
}

bool Outcomes::isExpected(const Result &result) const { return std::ranges::find(*expected_, result) != expected_->end(); }

std::optional<Failure> Outcomes::failureOf(const std::string &key) const {
  if (!expected_)
    return std::nullopt;
  Result result = resultOf(key);
  if (isExpected(result))
    return std::nullopt;
  return Failure{.kind = FailureKind::Outcome, .message = "not expected: " + told(result), .key = "outcome:" + key};
}

void Outcomes::addTo(Report &report) const {
  if (!wanted_)
    return;
  report.listsResults = true;
  for (size_t i = 0; i < keys_.size(); ++i) {
    report.results.push_back(resultOf(keys_[i]));
    report.results.back().schedule = schedules_[i];
  }
  if (!expected_ || !isWhole(report))
    return;
  for (const Result &result : *expected_) {
    if (std::ranges::find(report.results, result) != report.results.end())
      continue;
    Finding finding;
    finding.count = 0;
    finding.failure.kind = FailureKind::Outcome;
    finding.failure.message = "expected, and no schedule has it: " + told(result);
    report.findings.push_back(finding);
    report.verdict = Verdict::Failure;
  }
}

} // namespace xblock
