#pragma once

#include <nlohmann/json.hpp>

#include <fstream>
#include <string>

/// A stored run of 7 launches on 3 ranks, with phases, communication, results and notes.
inline nlohmann::ordered_json stored_run() {
    std::ifstream file(std::string(REPORT_TESTS) + "/ring.json");
    return nlohmann::ordered_json::parse(file);
}
