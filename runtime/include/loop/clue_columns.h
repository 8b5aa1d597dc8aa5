#pragma once

#include <loop/result_kinds.h>

#include <string>

// What runtime and reports know of \CLUE: how many messages are pending, and the columns of an execution in
// the CSV line that a program prints if it was started by hand, and in clue.csv of `loop clue`.
namespace loop::clue_columns {

// The messages of a cell each (`EDGES: "cells"`) that are pending at a time, for each edge and direction.
inline constexpr int cells_in_flight = 16;

// A rank's metrics; a line has each statistic over the ranks for each of them.
inline constexpr ResultKind metrics[] = {kinds::wall_time, kinds::user_time, kinds::system_time,
                                         kinds::page_faults, kinds::context_switches};
inline constexpr const char* statistics[] = {"mean", "deviation", "min", "max"};

// "wall_time_s_mean", "page_faults_max"
inline std::string name(const ResultKind& metric, const char* statistic) {
    std::string text = metric.name;
    for (char& c : text)
        if (c == ' ') c = '_';
    if (*metric.unit != '\0') text += std::string("_") + metric.unit;
    return text + "_" + statistic;
}

inline constexpr const char act[] = "act_million_per_s";
inline constexpr const char net_act[] = "net_act_million_per_s";
inline constexpr const char ranks[] = "ranks";
inline constexpr const char width[] = "width";   // cells in a row
inline constexpr const char height[] = "height"; // rows of each rank
inline constexpr const char type[] = "type";     // of a cell
inline constexpr const char iterations[] = "iterations";
inline constexpr const char neighbours[] = "neighbours";
inline constexpr const char edges[] = "edges";
inline constexpr const char order[] = "order";
inline constexpr const char update[] = "update";
inline constexpr const char indices[] = "indices";

} // namespace loop::clue_columns
