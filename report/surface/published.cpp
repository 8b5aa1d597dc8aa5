#include "report/surface/published.h"

#include "base/text/csv.h"
#include "report/read/csv_row.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace loop::report {

namespace {

using What = PublishedPoint::What;
constexpr std::array<std::pair<const char*, What>, 9> words_of_points{
    {{"remote fraction", What::RemoteFraction},
     {"over ping-pong", What::OverPingPong},
     {"fastest", What::Fastest},
     {"needed L", What::NeededLength},
     {"growth of L", What::LengthGrowth},
     {"drop after L", What::DropAfter},
     {"low localities", What::LowLocalities},
     {"high localities", What::HighLocalities},
     {"largest ratio", What::LargestRatio}}};

What what_of(const CsvRow& row) {
    const std::string word = row.text("what");
    const auto found = std::find_if(words_of_points.begin(), words_of_points.end(),
                                    [&](const auto& entry) { return word == entry.first; });
    if (found == words_of_points.end()) row.fail("`what` is `" + word + "`, which is not a known point");
    return found->second;
}

/// The columns that must have a value.
std::vector<const char*> needed_columns(What what) {
    switch (what) {
    case What::RemoteFraction:
        return {"alpha", "value"};
    case What::OverPingPong:
        return {"alpha", "L", "value"};
    case What::Fastest:
        return {"alpha", "L"};
    case What::NeededLength:
        return {"alpha", "mbs", "value"};
    case What::LengthGrowth:
        return {"alpha", "alpha_to", "mbs", "value"};
    case What::DropAfter:
        return {"L"};
    case What::LowLocalities:
    case What::HighLocalities:
    case What::LargestRatio:
        return {"value"};
    }
    return {};
}

PublishedPoint point_of(const CsvRow& row) {
    const double ranks = row.above_zero("ranks");
    if (ranks != std::floor(ranks) || ranks > 1e9) row.fail("`ranks` is not a number of ranks");
    for (const char* column : needed_columns(what_of(row)))
        row.above_zero(column);
    return {what_of(row),        row.text("machine"),    row.text("over"),  static_cast<int>(ranks),
            row.number("alpha"), row.number("alpha_to"), row.number("L"),   row.number("mbs"),
            row.number("value"), row.number("value_to"), row.text("source")};
}

PublishedMachine machine_of(const CsvRow& row) {
    return {row.text("machine"),
            row.text("processor"),
            row.number("memory_node_mbs"),
            row.number("memory_process_mbs"),
            row.text("network"),
            row.number("network_node_mbs"),
            row.text("source")};
}

template <class Entry>
std::vector<Entry> entries(const std::string& csv, const std::string& origin,
                           Entry (*entry_of)(const CsvRow&)) {
    const std::vector<std::vector<std::string>> lines = csv_cells(csv);
    std::vector<Entry> all;
    for (std::size_t k = 1; k < lines.size(); ++k)
        all.push_back(entry_of(CsvRow(lines[0], lines[k], origin, k + 1)));
    return all;
}

} // namespace

std::vector<PublishedMachine> published_surface_machines(const std::string& csv, const std::string& origin) {
    return entries(csv, origin, machine_of);
}

std::vector<PublishedPoint> published_surface_points(const std::string& csv, const std::string& origin) {
    return entries(csv, origin, point_of);
}

} // namespace loop::report
