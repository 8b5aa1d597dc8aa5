#include "report/count/json.h"

#include "report/count/figures.h"

#include <algorithm>

namespace loop::report {

using schedule::Counts;
using schedule::LineCounts;
using schedule::RankCounts;
using schedule::Traffic;
using schedule::Work;

namespace {

Json json_of(const Traffic& traffic) {
    return Json{{"messages", traffic.messages}, {"bytes", traffic.bytes}};
}

Json json_of(const schedule::Collective& data) {
    return Json{{"given", data.given}, {"got", data.got}};
}

Json json_of(const Work& work) {
    Json all = Json::object();
    for (const WorkFigure& figure : work_figures)
        all[figure.key] = work.*figure.amount;
    return all;
}

Json lines_as_json(const Counts& counts) {
    Json all = Json::array();
    for (const LineCounts& line : counts.lines) {
        Json one = json_of(line.all);
        one["construct"] = line.call;
        one["file"] = line.file;
        one["line"] = line.line;
        if (line.column > 0) one["column"] = line.column;
        one["calls"] = line.calls;
        one["largest_h"] = line.largest_h;
        one["not_measured"] = json_of(line.not_measured);
        one["to_oneself"] = json_of(line.to_oneself);
        one["collective_bytes"] = json_of(line.collective);
        one["collective_bytes_not_measured"] = json_of(line.collective_not_measured);
        all.push_back(std::move(one));
    }
    return all;
}

Json phases_as_json(const Counts& counts) {
    Json all = Json::array();
    for (const schedule::PhaseCounts& phase : counts.phases) {
        Json one = json_of(phase.all);
        one["name"] = phase.name;
        one["largest_h"] = phase.largest_h;
        one["collective_bytes"] = json_of(phase.collective);
        one["work"] = json_of(phase.work);
        all.push_back(std::move(one));
    }
    return all;
}

Json ranks_as_json(const Counts& counts) {
    Json all = Json::object();
    for (const RankFigure& figure : rank_figures) {
        std::string key = figure.name;
        std::replace(key.begin(), key.end(), ' ', '_');
        Json values = Json::array();
        for (const RankCounts& rank : counts.by_rank)
            values.push_back(figure.of(rank));
        all[key] = std::move(values);
    }
    for (const WorkFigure& figure : work_figures)
        all[figure.key] =
            figures_of(counts, [&](const RankCounts& rank) { return rank.work.*figure.amount; });
    return all;
}

Json matrix_as_json(const Counts& counts) {
    Json rows = Json::array();
    for (const auto& row : counts.matrix) {
        Json cells = Json::array();
        for (const Traffic& traffic : row)
            cells.push_back(traffic.messages);
        rows.push_back(std::move(cells));
    }
    return Json{{"ranks_per_block", counts.block}, {"messages", std::move(rows)}};
}

} // namespace

Json count_as_json(const Counts& counts, const std::string& program) {
    Json all{{"schema", "loop-count/1"}, {"program", program}, {"ranks", counts.ranks}};
    all["total"] = json_of(counts.all);
    all["not_measured"] = json_of(counts.not_measured);
    all["to_oneself"] = json_of(counts.to_oneself);
    all["bisection"] = json_of(counts.across);
    all["collective_bytes"] = json_of(counts.collective);
    all["collective_bytes"]["across_the_bisection"] = counts.collective_across;
    all["collective_bytes_not_measured"] = json_of(counts.collective_not_measured);
    all["work"] = json_of(counts.work);
    all["constructs"] = lines_as_json(counts);
    all["phases"] = phases_as_json(counts);
    all["per_rank"] = ranks_as_json(counts);
    Json offsets = Json::array();
    for (const auto& [offset, traffic] : counts.by_offset) {
        Json one = json_of(traffic);
        one["offset"] = offset;
        offsets.push_back(std::move(one));
    }
    all["offsets"] = std::move(offsets);
    all["matrix"] = matrix_as_json(counts);
    all["notes"] = counts.notes;
    return all;
}

} // namespace loop::report
