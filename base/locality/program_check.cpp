#include "base/locality/program_check.h"

#include "base/locality/remarks.h"
#include "base/text/strings.h"

#include <fmt/core.h>

#include <algorithm>

namespace loop::locality {
namespace {

StreamCheck check_stream(const Stream& original, double words, const Observation& seen) {
    StreamCheck check;
    check.original = original;
    check.program = single_stream(seen);
    check.original_words = words;
    check.program_words = static_cast<double>(seen.words);
    check.reuse_distance = ks_distance(original.reuse_times, check.program.reuse_times);
    check.length_distance = ks_distance(original.run_lengths, check.program.run_lengths);
    return check;
}

// "short runs, original".
std::string name_of(const ProgramCheck& check, std::size_t number, const char* which) {
    return check.streams.size() == 1 ? which
                                     : fmt::format("{}, {}", number == 0 ? "short runs" : "long runs", which);
}

std::string check_row(const std::string& name, const Stream& stream, double words) {
    return fmt::format("{:<20} {:>14} {:>10} {:>8.4g} {:>14.0f}", name, stream.m, stream.l, stream.alpha,
                       words);
}

std::string judgement(const ProgramCheck& check) {
    const char* const original = check.ranks.empty() ? "the stream" : "all ranks together";
    if (check.is_alike())
        return fmt::format("No Kolmogorov-Smirnov distance is above {}: the program has the locality of {}.",
                           percent(max_ks_distance), original);
    return fmt::format("A Kolmogorov-Smirnov distance is above {}: the program has another locality than {}.",
                       percent(max_ks_distance), original);
}

Json side(const Stream& stream, double words) {
    return {{"M", stream.m}, {"L", stream.l}, {"alpha", stream.alpha}, {"words_read", words}};
}

RankCheck check_rank(const Characterization& rank, const std::vector<StreamCheck>& together) {
    RankCheck check;
    check.has_other_streams = rank.streams.size() != together.size();
    if (check.has_other_streams) return check;
    for (std::size_t k = 0; k < together.size(); ++k) {
        const Stream& program = together[k].program;
        check.reuse_distance =
            std::max(check.reuse_distance, ks_distance(rank.streams[k].reuse_times, program.reuse_times));
        check.length_distance =
            std::max(check.length_distance, ks_distance(rank.streams[k].run_lengths, program.run_lengths));
    }
    return check;
}

std::string rank_table(const ProgramCheck& check) {
    std::string text = fmt::format("{:<20} {:>12} {:>12}\n", "rank and program", "KS, reuse", "KS, runs");
    for (std::size_t number = 0; number < check.ranks.size(); ++number) {
        const RankCheck& rank = check.ranks[number];
        text += fmt::format("{:<20} ", fmt::format("rank {}", number));
        text += rank.has_other_streams ? "another number of streams\n"
                                       : fmt::format("{:>12} {:>12}\n", percent(rank.reuse_distance),
                                                     percent(rank.length_distance));
    }
    return text;
}

// The ranks that are not alike; nothing if all are.
std::string rank_sentence(const ProgramCheck& check) {
    std::vector<int> others;
    for (std::size_t rank = 0; rank < check.ranks.size(); ++rank)
        if (!check.ranks[rank].is_alike()) others.push_back(static_cast<int>(rank));
    if (others.empty()) return {};
    return fmt::format("{}: another locality than the program, which describes all ranks together.\n",
                       rank_list(others));
}

Json json_of_rank(const RankCheck& rank, std::size_t number) {
    Json json{{"rank", number}, {"alike", rank.is_alike()}};
    if (rank.has_other_streams) return json;
    json["ks_reuse"] = rank.reuse_distance;
    json["ks_runs"] = rank.length_distance;
    return json;
}

} // namespace

bool RankCheck::is_alike() const {
    return !has_other_streams && reuse_distance <= max_ks_distance && length_distance <= max_ks_distance;
}

bool ProgramCheck::is_alike() const {
    return std::all_of(streams.begin(), streams.end(), [](const StreamCheck& stream) {
        return stream.reuse_distance <= max_ks_distance && stream.length_distance <= max_ks_distance;
    });
}

ProgramCheck check_program(const Characterization& original, const std::vector<Observation>& program) {
    ProgramCheck check;
    for (std::size_t k = 0; k < program.size(); ++k) {
        const Stream& stream = original.streams[k];
        check.streams.push_back(
            check_stream(stream, stream.share * static_cast<double>(original.words), program[k]));
    }
    return check;
}

ProgramCheck check_program(const ParallelLocality& original, const std::vector<Observation>& program) {
    ProgramCheck check = check_program(original.together, program);
    for (StreamCheck& stream : check.streams)
        stream.original_words /= static_cast<double>(original.ranks.size());
    for (const RankLocality& rank : original.ranks)
        check.ranks.push_back(check_rank(rank.found, check.streams));
    return check;
}

std::string text_of(const ProgramCheck& check) {
    std::string text = fmt::format("{:<20} {:>14} {:>10} {:>8} {:>14} {:>12} {:>12}\n", "", "M, words",
                                   "L, words", "alpha", "words read", "KS, reuse", "KS, runs");
    for (std::size_t k = 0; k < check.streams.size(); ++k) {
        const StreamCheck& stream = check.streams[k];
        text += check_row(name_of(check, k, "original"), stream.original, stream.original_words) + "\n";
        text +=
            check_row(name_of(check, k, "program"), stream.program, stream.program_words) +
            fmt::format(" {:>12} {:>12}\n", percent(stream.reuse_distance), percent(stream.length_distance));
    }
    if (!check.ranks.empty()) text += "\n" + rank_table(check);
    text += "\n" + judgement(check) + "\n" + rank_sentence(check);
    if (check.times)
        text +=
            fmt::format("time per word: original {:.3g} ns (the whole run), program {:.3g} ns (\\APEXMAP), "
                        "program / original {:.3g}; medians of {} native runs of each, interleaved\n",
                        check.times->original, check.times->program,
                        check.times->program / check.times->original, check.times->runs);
    return text;
}

Json json_of(const ProgramCheck& check) {
    Json json;
    json["streams"] = Json::array();
    for (const StreamCheck& stream : check.streams)
        json["streams"].push_back({{"original", side(stream.original, stream.original_words)},
                                   {"program", side(stream.program, stream.program_words)},
                                   {"ks_reuse", stream.reuse_distance},
                                   {"ks_runs", stream.length_distance}});
    json["ks_threshold"] = max_ks_distance;
    json["alike"] = check.is_alike();
    for (std::size_t number = 0; number < check.ranks.size(); ++number)
        json["ranks"].push_back(json_of_rank(check.ranks[number], number));
    if (check.times) {
        json["original_ns_per_word"] = check.times->original;
        json["program_ns_per_word"] = check.times->program;
        json["time_ratio"] = check.times->program / check.times->original;
        json["native_runs"] = check.times->runs;
    }
    return json;
}

} // namespace loop::locality
