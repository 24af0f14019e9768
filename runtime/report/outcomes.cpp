//===- outcomes.cpp - results of schedules, as text and from a file -----------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "report/report.h"
#include "report/shown.h"

#include <nlohmann/json.hpp>

namespace xblock {

using Json = nlohmann::json;

std::string validUtf8(const std::string &text) {
  return Json::parse(Json(text).dump(-1, ' ', false, Json::error_handler_t::replace)).get<std::string>();
}

std::string told(const Result &result) {
  if (result.values.empty())
    return "output " + Json(result.output).dump(-1, ' ', false, Json::error_handler_t::replace);
  std::string text;
  for (const auto &[name, value] : result.values)
    text += (text.empty() ? "" : " ") + name + "=" + std::to_string(value);
  return text;
}

std::optional<std::vector<Result>> parseResults(const std::string &text, std::string *error) {
  Json json = Json::parse(text, nullptr, false);
  if (json.is_discarded()) {
    *error = "it is no JSON; give what --json wrote with --outcomes, or the list `outcomes` in it";
    return std::nullopt;
  }
  if (json.is_object() && json.contains("outcomes"))
    json = Json(json["outcomes"]);
  if (!json.is_array()) {
    *error = "it has no list `outcomes`: that is in what --json writes with --outcomes";
    return std::nullopt;
  }
  std::vector<Result> results;
  for (const Json &entry : json) {
    Result &result = results.emplace_back();
    bool output = entry.is_object() && entry.contains("output") && entry["output"].is_string();
    bool values = entry.is_object() && entry.contains("values") && entry["values"].is_object() && !entry["values"].empty();
    if (output)
      result.output = entry["output"].get<std::string>();
    if (values)
      for (const auto &[name, value] : entry["values"].items()) {
        values &= value.is_number_integer();
        result.values.emplace_back(name, values ? value.get<int64_t>() : 0);
      }
    if (output == values) {
      *error = "its outcome " + std::to_string(results.size()) + " has neither \"values\", whole numbers by name, nor \"output\", a text; see docs/verdicts.md";
      return std::nullopt;
    }
  }
  return results;
}

} // namespace xblock
