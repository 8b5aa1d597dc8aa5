#include "base/locality/program_check.h"

#include "base/locality/remarks.h"

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
    if (check.is_alike())
        return fmt::format(
            "No Kolmogorov-Smirnov distance is above {}: the program has the locality of the stream.",
            percent(max_ks_distance));
    return fmt::format("A Kolmogorov-Smirnov distance is above {}: the program has another locality than the "
                       "stream.",
                       percent(max_ks_distance));
}

Json side(const Stream& stream, double words) {
    return {{"M", stream.m}, {"L", stream.l}, {"alpha", stream.alpha}, {"words_read", words}};
}

} // namespace

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
    text += "\n" + judgement(check) + "\n";
    if (check.times)
        text +=
            fmt::format("time per word: original {:.3g} ns (the whole run), program {:.3g} ns (\\APEXMAP), "
                        "program / original {:.3g}; medians of {} native runs of each, in turn\n",
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
    if (check.times) {
        json["original_ns_per_word"] = check.times->original;
        json["program_ns_per_word"] = check.times->program;
        json["time_ratio"] = check.times->program / check.times->original;
        json["native_runs"] = check.times->runs;
    }
    return json;
}

} // namespace loop::locality
