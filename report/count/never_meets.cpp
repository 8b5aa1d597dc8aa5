#include "report/count/never_meets.h"

#include "base/text/place.h"
#include "base/text/strings.h"
#include "report/document/values.h"

#include <fmt/core.h>

#include <algorithm>

namespace loop::report {

using schedule::Endpoint;
using schedule::NeverMeets;
using schedule::RankRange;
using schedule::UnevenCalls;
using schedule::Unmet;

namespace {

constexpr std::size_t most_rows = 32, most_rank_parts = 8;

Value any_or(int value) {
    return value == Endpoint::any ? text_value("any") : text_value(std::to_string(value));
}

DataTable table_of(const std::vector<Unmet>& messages, const std::string& source) {
    DataTable table{"never-meets",
                    "",
                    {"call", "line", "sender", "receiver", "tag", "communicator", "messages", "lacks"},
                    {}};
    for (std::size_t i = 0; i < std::min(messages.size(), most_rows); ++i) {
        const Endpoint& endpoint = messages[i].endpoint;
        const int rank = messages[i].rank;
        table.rows.push_back({text_value(schedule::shown_call(endpoint.call)),
                              placed_line(source, endpoint.file, endpoint.line),
                              any_or(endpoint.is_send ? rank : endpoint.partner),
                              any_or(endpoint.is_send ? endpoint.partner : rank), any_or(endpoint.tag),
                              text_value(endpoint.communicator), count_value(endpoint.times),
                              text_value(endpoint.is_send ? "a receive" : "a message")});
    }
    if (messages.size() > most_rows)
        table.note = fmt::format("{} more are in the JSON output.", messages.size() - most_rows);
    return table;
}

std::vector<int> ranks_of(const std::vector<RankRange>& ranges) {
    std::vector<int> ranks;
    for (const RankRange& range : ranges)
        for (int rank = range.first; rank <= range.last; ++rank)
            ranks.push_back(rank);
    std::sort(ranks.begin(), ranks.end());
    return ranks;
}

/// "line 4", "lines 4, 9", "line 4, halo.h:9"
std::string lines_text(const UnevenCalls& calls, const std::string& source) {
    std::vector<std::string> lines, others;
    for (const auto& [file, line] : calls.lines)
        if (is_file_of_program(file, source))
            lines.push_back(std::to_string(line));
        else
            others.push_back(fmt::format("{}:{}", file, line));
    if (lines.empty()) return joined(others, ", ");
    others.insert(others.begin(), (lines.size() == 1 ? "line " : "lines ") + joined(lines, ", "));
    return joined(others, ", ");
}

std::string sentence_of(const UnevenCalls& calls, const std::string& source) {
    std::string text;
    for (const auto& [ranges, times] : calls.by_ranks)
        text +=
            fmt::format("{}{}: {}", text.empty() ? "" : "; ", rank_list(ranks_of(ranges), most_rank_parts),
                        times == 1 ? "once" : fmt::format("{} times", times));
    return fmt::format("Not all ranks call {} in {} equally often, so some wait forever: {}.",
                       schedule::shown_call(calls.call), lines_text(calls, source), text);
}

Json json_of(const Unmet& each) {
    const auto any_or = [](int value) { return value == Endpoint::any ? Json(nullptr) : Json(value); };
    const Endpoint& endpoint = each.endpoint;
    return Json{{"call", endpoint.call},
                {"file", endpoint.file},
                {"line", endpoint.line},
                {"sender", any_or(endpoint.is_send ? each.rank : endpoint.partner)},
                {"receiver", any_or(endpoint.is_send ? endpoint.partner : each.rank)},
                {"tag", any_or(endpoint.tag)},
                {"communicator", endpoint.communicator},
                {"messages", endpoint.times},
                {"lacks", endpoint.is_send ? "receive" : "message"}};
}

Json json_of(const UnevenCalls& calls) {
    Json lines = Json::array(), by_ranks = Json::array();
    for (const auto& [file, line] : calls.lines)
        lines.push_back(Json{{"file", file}, {"line", line}});
    for (const auto& [ranges, times] : calls.by_ranks)
        by_ranks.push_back(Json{{"ranks", ranks_of(ranges)}, {"calls", times}});
    return Json{{"call", calls.call}, {"lines", std::move(lines)}, {"by_ranks", std::move(by_ranks)}};
}

} // namespace

Section never_meets_section(const NeverMeets& all, const std::string& source) {
    Section section{"never-meets", "What never meets"};
    if (!all.messages.empty()) {
        section.paragraphs.push_back("Sends and receives of host code are compared by their number, for each "
                                     "sender, receiver, tag, and communicator.");
        section.tables.push_back(table_of(all.messages, source));
    }
    for (const UnevenCalls& calls : all.calls)
        section.items.push_back(sentence_of(calls, source));
    return section;
}

Json json_of(const NeverMeets& all) {
    Json messages = Json::array(), calls = Json::array();
    for (const Unmet& each : all.messages)
        messages.push_back(json_of(each));
    for (const UnevenCalls& each : all.calls)
        calls.push_back(json_of(each));
    return Json{{"messages", std::move(messages)}, {"calls", std::move(calls)}};
}

} // namespace loop::report
