#include "base/locality/forms.h"

#include "base/text/clean.h"
#include "base/text/json.h"
#include "base/text/strings.h"
#include "base/text/units.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace loop::locality {
namespace {

// A remark reports values of Stream::runs_like_l below this.
constexpr double max_reported_runs_alike = 0.5;

std::string percent(double part) {
    return fmt::format("{:.1f} %", 100 * part);
}

std::string name_of(const Characterization& found, std::size_t number) {
    if (found.streams.size() == 1) return "the stream";
    return number == 0 ? "short runs" : "long runs";
}

std::vector<std::string> remarks_on(const Characterization& found) {
    std::vector<std::string> remarks;
    for (std::size_t k = 0; k < found.streams.size(); ++k) {
        const Stream& stream = found.streams[k];
        const std::string name = name_of(found, k);
        if (stream.reused == 0) {
            remarks.push_back(
                name + ": no word is read twice, so temporal locality cannot be measured; alpha is set to 1");
        } else if (stream.m <= stream.l) {
            remarks.push_back(name +
                              ": one block is read repeatedly, so every alpha fits; alpha is set to 1");
        }
        if (stream.ks_distance > max_ks_distance)
            remarks.push_back(fmt::format("{}: no alpha fits the reuse times (maximum difference {} of the "
                                          "words); treat the figures of Apex-Map as approximate",
                                          name, percent(stream.ks_distance)));
        if (stream.runs_like_l < max_reported_runs_alike)
            remarks.push_back(fmt::format("{}: run lengths vary widely; L is their mean", name));
    }
    return remarks;
}

// -- the program

constexpr std::uint64_t apexmap_word_bytes = 8;
constexpr std::uint64_t max_words_of_block = std::uint64_t{1} << 30; // the max that \APEXMAP accepts
constexpr double words_of_repeat = 1 << 20;                          // max; at least one block
constexpr double usual_indices = 1024;
constexpr double usual_repeats = 100;
constexpr double min_repeats = 20; // so that shares are accurate to a few percent

struct RepeatedAccess {
    std::uint64_t m;
    std::uint64_t l;
    double repeats;
};

RepeatedAccess access_of(const Stream& stream, const Grain& grain) {
    const auto bytes = static_cast<double>(grain.word_bytes);
    const double l = std::round(static_cast<double>(stream.l) * bytes / apexmap_word_bytes);
    const auto blocks = static_cast<std::uint64_t>(std::max<std::uint64_t>(1, stream.m / stream.l));
    const std::uint64_t block =
        std::min<std::uint64_t>(max_words_of_block, static_cast<std::uint64_t>(std::max(1.0, l)));
    return {blocks * block, block, usual_repeats};
}

double words_of_one_repeat(const RepeatedAccess& access) {
    const auto l = static_cast<double>(access.l);
    return l * std::max(1.0, std::min(usual_indices, std::floor(std::max(words_of_repeat, l) / l)));
}

std::vector<RepeatedAccess> accesses_of(const Characterization& found) {
    std::vector<RepeatedAccess> accesses;
    double words = 0; // of all streams together
    for (const Stream& stream : found.streams) {
        accesses.push_back(access_of(stream, found.grain));
        words = std::max(words, min_repeats * words_of_one_repeat(accesses.back()) / stream.share);
    }
    if (accesses.size() == 1) return accesses;
    for (std::size_t k = 0; k < accesses.size(); ++k)
        accesses[k].repeats = std::round(words * found.streams[k].share / words_of_one_repeat(accesses[k]));
    return accesses;
}

// Makes text safe for a comment: it cannot end the comment.
std::string harmless(const std::string& text) {
    return replaced(in_comment(text), "*", "_");
}

} // namespace

std::string text_of(const Characterization& found, const std::string& origin) {
    const auto& footprint = found.footprint;
    const auto word_bytes = static_cast<double>(found.grain.word_bytes);
    std::string text = fmt::format(
        "{}: {} addresses, {} reads of {}-byte words; {} distinct words on {} lines of {} bytes ({})\n\n",
        origin, found.accesses, found.words, found.grain.word_bytes, footprint.words, footprint.lines,
        found.grain.line_words * found.grain.word_bytes,
        bytes_text(static_cast<double>(footprint.lines * found.grain.line_words) * word_bytes));
    text += fmt::format("{:<11} {:>14} {:>10} {:>8} {:>10} {:>12} {:>12} {:>12}\n", "", "M, words",
                        "L, words", "alpha", "of words", "read before", "runs as L", "KS distance");
    for (std::size_t k = 0; k < found.streams.size(); ++k) {
        const Stream& stream = found.streams[k];
        text += fmt::format("{:<11} {:>14} {:>10} {:>8.4g} {:>10} {:>12} {:>12} {:>12}\n", name_of(found, k),
                            stream.m, stream.l, stream.alpha, percent(stream.share), percent(stream.reused),
                            percent(stream.runs_like_l), percent(stream.ks_distance));
    }
    for (const std::string& remark : remarks_on(found))
        text += "\n" + remark;
    return remarks_on(found).empty() ? text : text + "\n";
}

std::string json_of(const Characterization& found, const std::string& origin) {
    Json json;
    json["schema"] = "loop-locality/1";
    json["origin"] = origin;
    json["addresses"] = found.accesses;
    json["word_bytes"] = found.grain.word_bytes;
    json["line_bytes"] = found.grain.line_words * found.grain.word_bytes;
    json["words_read"] = found.words;
    json["words_touched"] = found.footprint.words;
    json["lines_touched"] = found.footprint.lines;
    json["extent_words"] = found.footprint.extent;
    json["streams"] = Json::array();
    for (const Stream& stream : found.streams)
        json["streams"].push_back({{"M", stream.m},
                                   {"L", stream.l},
                                   {"alpha", stream.alpha},
                                   {"share", stream.share},
                                   {"read_before", stream.reused},
                                   {"runs", stream.runs},
                                   {"runs_as_L", stream.runs_like_l},
                                   {"misfit", stream.ks_distance}});
    json["remarks"] = remarks_on(found);
    return json.dump(2) + "\n";
}

std::string program_of(const Characterization& found, const std::string& origin) {
    const std::vector<RepeatedAccess> accesses = accesses_of(found);
    const bool is_one = accesses.size() == 1;
    std::string text =
        fmt::format("/*\n * Apex-Map with the locality of {}: {} words read, found by `loop characterize`.\n",
                    harmless(origin), found.words);
    if (!is_one)
        text += " * Two streams, one after the other, each with its share of the words; the original mixes "
                "them.\n";
    for (const std::string& remark : remarks_on(found))
        text += " * " + remark + ".\n";
    text += " */\n#include <string>\n";
    std::string calls;
    for (std::size_t k = 0; k < accesses.size(); ++k) {
        const std::string suffix = is_one ? "" : k == 0 ? "_short" : "_long";
        const std::string of = is_one ? "" : ", " + name_of(found, k);
        const Stream& stream = found.streams[k];
        text += fmt::format("\\PARAM(long long M{} = {}, \"8-byte words per rank{}\")\n", suffix,
                            accesses[k].m, of);
        text +=
            fmt::format("\\PARAM(long long L{} = {}, \"words per block{}\")\n", suffix, accesses[k].l, of);
        text += fmt::format(
            "\\PARAM(double alpha{} = {:.6g}, \"temporal locality{}; Kolmogorov-Smirnov distance {}\")\n",
            suffix, stream.alpha, of, percent(stream.ks_distance));
        text += fmt::format("\\PARAM(long long N{} = {:.0f}, \"repeats{}; {} of all words\")\n", suffix,
                            accesses[k].repeats, of, percent(stream.share));
        calls += fmt::format("    \\APEXMAP(M{0} * nodes, L{0}, alpha{0}, N: N{0}, VERSION: version{1});\n",
                             suffix, is_one ? "" : fmt::format(", NAME: \"{}\"", name_of(found, k)));
    }
    text += "\\PARAM(std::string version = \"sequential\", \"sequential, basic, async or rma\")\n\n"
            "int main() {\n    int nodes, me, host, size;\n    \\OPEN0(&nodes, &me, &host, &size, 1000);\n";
    return text + calls + "    \\CLOSE0();\n}\n";
}

} // namespace loop::locality
