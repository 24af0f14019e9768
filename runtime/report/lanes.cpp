//===- lanes.cpp - a schedule drawn as one lane per thread --------------------------------------------===//
// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
//===------------------------------------------------------------------------------------------------===//
#include "report/lanes.h"
#include "report/counted.h"
#include "report/shown.h"

#include <algorithm>
#include <vector>

namespace xblock {
namespace {

constexpr std::size_t kIndent = 4;
constexpr std::size_t kGap = 3;
constexpr std::size_t kWidest = 110; // of all lanes beside each other, unless a terminal is narrower
constexpr std::size_t kFirst = 20;   // rows kept at the beginning of a long schedule,
constexpr std::size_t kLast = 40;    // and at its end, where the failure is

struct Line {
  std::string text;
  std::string place;
  bool failure = false;
  bool operator==(const Line &) const = default;
};

struct Row {
  std::size_t number, last; // of the blocks, from 1; 0 stands for rows left out
  std::size_t lane;
  std::vector<Line> lines;
};

struct Lane {
  ThreadId thread;
  std::string name;
  std::size_t text = 0;  // widest text that has a place beside it
  std::size_t place = 0; // widest place
  std::size_t alone = 0; // widest text without a place
  std::size_t width() const {
    return std::max({name.size(), alone, text + (place ? place + 1 : 0)});
  }
};

std::string padded(const std::string &text, std::size_t width) {
  return text + std::string(width > text.size() ? width - text.size() : 0, ' ');
}

class Drawing {
public:
  Drawing(const Finding &finding, Paint paint, std::size_t columns)
      : finding_(finding), paint_(paint), widest_(columns ? std::min(columns, kWidest) : kWidest) {
    std::size_t n = finding.blocks.size();
    for (std::size_t i = 0; i < n; ++i)
      if (n <= kFirst + kLast || i < kFirst || i >= n - kLast)
        addRow(i);
      else if (i == kFirst)
        rows_.push_back(
            {0, 0, 0, {{counted(n - kFirst - kLast, "block", "blocks") + " left out", ""}}});
    std::sort(lanes_.begin(), lanes_.end(), [](auto &a, auto &b) { return a.thread < b.thread; });
    for (Row &row : rows_)
      if (row.number)
        row.lane = laneOf(finding.blocks[row.number - 1].thread);
    measure();
  }

  std::string print() const {
    std::size_t all = kIndent + numberWidth_;
    for (const Lane &lane : lanes_)
      all += kGap + lane.width();
    return all <= widest_ ? columns() : marks();
  }

private:
  std::size_t laneOf(ThreadId thread) {
    for (std::size_t i = 0; i < lanes_.size(); ++i)
      if (lanes_[i].thread == thread)
        return i;
    std::string name = "T" + std::to_string(index(thread));
    for (const ThreadReport &report : finding_.threads)
      if (report.thread == thread && !report.name.empty())
        name = printable(report.name, false);
    lanes_.push_back({thread, name});
    return lanes_.size() - 1;
  }

  /// Whether the block is the last of a thread that ended.
  bool endsHere(std::size_t block) const {
    const std::vector<BlockReport> &blocks = finding_.blocks;
    ThreadId thread = blocks[block].thread;
    auto again = std::find_if(blocks.begin() + static_cast<std::ptrdiff_t>(block) + 1, blocks.end(),
                              [&](const BlockReport &later) { return later.thread == thread; });
    return again == blocks.end() && std::any_of(finding_.threads.begin(), finding_.threads.end(),
                                                [&](const ThreadReport &report) {
                                                  return report.thread == thread &&
                                                         report.state == "ended";
                                                });
  }

  void addRow(std::size_t block) {
    const BlockReport &report = finding_.blocks[block];
    laneOf(report.thread);
    Row row{block + 1, block + 1, 0, {}};
    for (const Event &event : report.events)
      row.lines.push_back({printable(event.text, false), shortPlace(event.file, event.line)});
    const Failure &failure = finding_.failure;
    bool last = block + 1 == finding_.blocks.size();
    if (last && !failure.key.empty() && failure.thread == report.thread && failure.kind != FailureKind::Deadlock &&
        failure.kind != FailureKind::Livelock)
      row.lines.push_back({name(failure.kind), "", true});
    else if (endsHere(block))
      row.lines.push_back({"end", ""});
    if (row.lines.empty())
      row.lines.push_back({"-", ""});
    auto turns = [&](std::size_t i) { return finding_.turn && finding_.turn->block == i; };
    if (Row *before = rows_.empty() ? nullptr : &rows_.back();
        before && !turns(block) && !turns(block - 1) && before->last == block && before->lines == row.lines &&
        finding_.blocks[block - 1].thread == report.thread)
      before->last = row.last;
    else
      rows_.push_back(std::move(row));
  }

  /// "7", "7-9", or "" of rows left out.
  static std::string label(const Row &row) {
    std::string text = row.number ? std::to_string(row.number) : "";
    return row.last == row.number ? text : text + "-" + std::to_string(row.last);
  }

  void measure() {
    for (const Row &row : rows_)
      numberWidth_ = std::max(numberWidth_, label(row).size());
    for (const Row &row : rows_)
      for (const Line &line : row.lines)
        if (row.number) {
          Lane &lane = lanes_[row.lane];
          std::size_t &widest = line.place.empty() ? lane.alone : lane.text;
          widest = std::max(widest, line.text.size());
          lane.place = std::max(lane.place, line.place.size());
        }
  }

  /// The number of the block on its first line, and the space before it; a mark if it is the turning point.
  std::string margin(const Row &row, bool first) const {
    std::string number = first ? label(row) : "";
    std::string space(numberWidth_ - number.size(), ' ');
    bool turn = first && finding_.turn && finding_.turn->block + 1 == row.number;
    return std::string(kIndent - 2, ' ') + (turn ? paint_.red(">") : " ") + " " + space + paint_.dim(number);
  }

  std::string painted(const Line &line, std::size_t textWidth) const {
    std::string text = line.failure ? paint_.red(line.text) : line.text;
    if (line.place.empty())
      return text;
    return text + std::string(textWidth - line.text.size() + 1, ' ') + paint_.dim(line.place);
  }

  std::string leftOut(const Row &row) const {
    return std::string(kIndent + numberWidth_ + kGap, ' ') + paint_.dim(row.lines[0].text) + "\n";
  }

  std::string columns() const {
    std::string text(kIndent + numberWidth_, ' ');
    for (std::size_t i = 0; i < lanes_.size(); ++i) {
      std::string name =
          i + 1 < lanes_.size() ? padded(lanes_[i].name, lanes_[i].width()) : lanes_[i].name;
      text += std::string(kGap, ' ') + paint_.bold(name);
    }
    text += "\n";
    for (const Row &row : rows_) {
      if (!row.number) {
        text += leftOut(row);
        continue;
      }
      std::size_t before = kGap;
      for (std::size_t i = 0; i < row.lane; ++i)
        before += lanes_[i].width() + kGap;
      for (const Line &line : row.lines)
        text += margin(row, &line == row.lines.data()) + std::string(before, ' ') +
                painted(line, lanes_[row.lane].text) + "\n";
    }
    return text;
  }

  std::string marks() const {
    std::string text(kIndent + numberWidth_, ' ');
    std::size_t all = 0, widestText = 0;
    for (const Lane &lane : lanes_) {
      text += " " + paint_.bold(lane.name);
      all += lane.name.size() + 1;
      widestText = std::max(widestText, lane.text);
    }
    text += "\n";
    for (const Row &row : rows_) {
      if (!row.number) {
        text += leftOut(row);
        continue;
      }
      std::size_t before = 1;
      for (std::size_t i = 0; i < row.lane; ++i)
        before += lanes_[i].name.size() + 1;
      for (const Line &line : row.lines) {
        bool first = &line == row.lines.data();
        text += margin(row, first) + std::string(before, ' ') + (first ? "*" : " ") +
                std::string(all - before - 1 + kGap, ' ') + painted(line, widestText) + "\n";
      }
    }
    return text;
  }

  const Finding &finding_;
  Paint paint_;
  std::vector<Lane> lanes_;
  std::vector<Row> rows_;
  std::size_t widest_, numberWidth_ = 0;
};

} // namespace

std::string printLanes(const Finding &finding, Paint paint, std::size_t columns) {
  return finding.blocks.empty() ? "" : Drawing(finding, paint, columns).print();
}

} // namespace xblock
