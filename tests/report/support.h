#pragma once

#include "base/text/json.h"

#include <fstream>
#include <iterator>
#include <string>

using loop::Json;

/// A stored run of 7 launches on 3 ranks, with phases, communication, results and notes.
inline Json stored_run() {
    std::ifstream file(std::string(REPORT_TESTS) + "/ring.json");
    return Json::parse(std::string(std::istreambuf_iterator<char>(file), {}));
}
