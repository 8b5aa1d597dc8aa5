#include "base/locality/parallel_forms.h"

#include "base/locality/forms.h"
#include "base/locality/remarks.h"
#include "base/text/strings.h"

#include <fmt/core.h>

namespace loop::locality {
namespace {

std::string row(const std::string& name, const std::string& accesses, const std::string& m,
                const std::string& l, const std::string& alpha) {
    return fmt::format("{:<20} {:>12} {:>14} {:>10} {:>8}", name, accesses, m, l, alpha);
}

std::string owner_columns(const std::string& own, const std::string& remote, const std::string& expected,
                          const std::string& unowned) {
    return fmt::format(" {:>11} {:>8} {:>9} {:>10}", own, remote, expected, unowned);
}

std::string rows_of(const ParallelLocality& found, std::size_t number) {
    const RankLocality& rank = found.ranks[number];
    std::string text;
    for (std::size_t k = 0; k < rank.found.streams.size(); ++k) {
        const Stream& stream = rank.found.streams[k];
        const std::string suffix = rank.found.streams.size() == 1 ? "" : ", " + stream_name(rank.found, k);
        text += row(fmt::format("rank {}{}", number, suffix),
                    k == 0 ? fmt::format("{}", rank.found.accesses) : "", fmt::format("{}", stream.m),
                    fmt::format("{}", stream.l), fmt::format("{:.4g}", stream.alpha));
        if (found.has_owners && k == 0)
            text += owner_columns(percent(rank.own_share), percent(rank.remote_fraction()),
                                  percent(expected_remote_fraction(found.together, rank.own_share)),
                                  fmt::format("{}", rank.unowned));
        text += "\n";
    }
    return text;
}

std::string table_of(const ParallelLocality& found) {
    std::string text = row("", "addresses", "M, words", "L, words", "alpha");
    if (found.has_owners) text += owner_columns("own memory", "remote", "Apex-Map", "no owner");
    text += "\n";
    for (std::size_t rank = 0; rank < found.ranks.size(); ++rank)
        text += rows_of(found, rank);
    return text;
}

std::uint64_t unowned_of(const ParallelLocality& found) {
    std::uint64_t unowned = 0;
    for (const RankLocality& rank : found.ranks)
        unowned += rank.unowned;
    return unowned;
}

std::vector<std::string> owner_remarks(const ParallelLocality& found) {
    std::vector<std::string> remarks;
    if (!found.has_owners) return remarks;
    remarks.push_back(fmt::format(
        "remote: {} of the addresses are in the memory of another rank; Apex-Map with the M, L, and "
        "alpha of all ranks together expects {}",
        percent(found.remote_fraction()), percent(found.expected_remote_fraction())));
    if (const std::uint64_t unowned = unowned_of(found); unowned != 0)
        remarks.push_back(
            fmt::format("{} are in memory that no rank owns, and are left out", counted(unowned, "address")));
    std::vector<int> without;
    for (std::size_t rank = 0; rank < found.ranks.size(); ++rank)
        if (found.ranks[rank].own_share == 0) without.push_back(static_cast<int>(rank));
    if (!without.empty())
        remarks.push_back(rank_list(without) + ": no memory is theirs, so all their accesses are remote");
    return remarks;
}

} // namespace

std::string text_of(const ParallelLocality& found, const std::string& origin) {
    std::string text = text_of(found.together, origin);
    if (text.back() != '\n') text += "\n";
    text += "\n" + table_of(found);
    for (const std::string& remark : owner_remarks(found))
        text += "\n" + remark;
    return found.has_owners ? text + "\n" : text;
}

Json json_value(const ParallelLocality& found, const std::string& origin) {
    Json json = json_value(found.together, origin);
    json["ranks"] = Json::array();
    for (std::size_t number = 0; number < found.ranks.size(); ++number) {
        const RankLocality& rank = found.ranks[number];
        Json item;
        item["rank"] = number;
        item["addresses"] = rank.found.accesses;
        item["words_read"] = rank.found.words;
        item["streams"] = streams_json(rank.found);
        if (found.has_owners) {
            item["own_share"] = rank.own_share;
            item["remote"] = rank.remote_fraction();
            item["remote_expected"] = expected_remote_fraction(found.together, rank.own_share);
            item["no_owner"] = rank.unowned;
        }
        json["ranks"].push_back(item);
    }
    if (found.has_owners) {
        json["remote"] = found.remote_fraction();
        json["remote_expected"] = found.expected_remote_fraction();
    }
    Json& remarks = json["remarks"];
    for (const std::string& remark : owner_remarks(found))
        remarks.push_back(remark);
    return json;
}

} // namespace loop::locality
