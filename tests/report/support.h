#pragma once

#include "report/read/run.h"

#include <fstream>
#include <iterator>
#include <string>

using loop::Json;
using Word = loop::formats::Verdict::Word;

/// A stored run of 7 launches on 3 ranks, with phases, communication, results and notes.
inline Json stored_run() {
    std::ifstream file(std::string(REPORT_TESTS) + "/ring.json");
    return Json::parse(std::string(std::istreambuf_iterator<char>(file), {}));
}

/// Adds a complete launch in which rank 0 recorded these series.
inline void add_launch(loop::report::RunRecord& run, std::vector<loop::report::Series> series) {
    loop::formats::RunLaunch launch;
    launch.index = static_cast<int>(run.launches.size()) + 1;
    launch.complete = true;
    launch.ranks.resize(1);
    launch.ranks[0].record.emplace().series = std::move(series);
    run.launches.push_back(std::move(launch));
}
