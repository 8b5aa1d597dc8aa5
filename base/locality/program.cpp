#include "base/locality/program.h"

#include "base/locality/remarks.h"
#include "base/locality/repeats.h"
#include "base/text/clean.h"
#include "base/text/strings.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace loop::locality {
namespace {

constexpr std::uint64_t apexmap_word_bytes = 8;
constexpr std::uint64_t max_words_of_block = std::uint64_t{1} << 30; // the max that \APEXMAP accepts
struct RepeatedAccess {
    std::uint64_t m;
    std::uint64_t l;
    Repeats repeats;
};

// What each of `ranks` ranks accesses, so that all together access what the stream did.
RepeatedAccess access_of(const Stream& stream, const Characterization& found, int ranks) {
    const double words_of_word = static_cast<double>(found.grain.word_bytes) / apexmap_word_bytes;
    const double l = std::round(static_cast<double>(stream.l) * words_of_word);
    const auto parts = static_cast<std::uint64_t>(ranks);
    const std::uint64_t blocks = std::max<std::uint64_t>(1, (stream.m / stream.l + parts - 1) / parts);
    const std::uint64_t block =
        std::min<std::uint64_t>(max_words_of_block, static_cast<std::uint64_t>(std::max(1.0, l)));
    const double words = static_cast<double>(found.words) * stream.share * words_of_word / ranks;
    const auto read = static_cast<std::uint64_t>(std::llround(words / static_cast<double>(block)));
    return {blocks * block, block, repeats_of(read, block)};
}

// Makes text safe for a comment: it cannot end the comment.
std::string harmless(const std::string& text) {
    return replaced(in_comment(text), "*", "_");
}

} // namespace

std::string program_of(const Characterization& found, const std::string& origin, int ranks) {
    const bool is_one = found.streams.size() == 1;
    std::string text = fmt::format("/*\n * Apex-Map with the locality of {}, found by `loop characterize`.\n",
                                   harmless(origin));
    if (ranks == 1)
        text += fmt::format(" * Each rank reads as many words as the stream: {} of {} bytes.\n", found.words,
                            found.grain.word_bytes);
    else
        text +=
            fmt::format(" * {0} ranks together read as many words as the {0} streams: {1} of {2} bytes.\n",
                        ranks, found.words, found.grain.word_bytes);
    if (!is_one)
        text += " * Two streams, one after the other, each with its share of the words; the original mixes "
                "them.\n";
    for (const std::string& remark : remarks_on(found))
        text += " * " + remark + ".\n";
    text += " */\n#include <string>\n";
    std::string calls;
    for (std::size_t k = 0; k < found.streams.size(); ++k) {
        const std::string suffix = is_one ? "" : k == 0 ? "_short" : "_long";
        const std::string of = is_one ? "" : ", " + stream_name(found, k);
        const Stream& stream = found.streams[k];
        const RepeatedAccess access = access_of(stream, found, ranks);
        text +=
            fmt::format("\\PARAM(long long M{} = {}, \"8-byte words per rank{}\")\n", suffix, access.m, of);
        text += fmt::format("\\PARAM(long long L{} = {}, \"words per block{}\")\n", suffix, access.l, of);
        text += fmt::format(
            "\\PARAM(double alpha{} = {:.6g}, \"temporal locality{}; Kolmogorov-Smirnov distance {}\")\n",
            suffix, stream.alpha, of, percent(stream.ks_distance));
        text += fmt::format("\\PARAM(long long I{} = {}, \"blocks per repeat{}\")\n", suffix,
                            access.repeats.blocks, of);
        text += fmt::format("\\PARAM(long long N{} = {}, \"repeats{}; {} of all words\")\n", suffix,
                            access.repeats.count, of, percent(stream.share));
        calls += fmt::format("    \\APEXMAP(M{0} * nodes, L{0}, alpha{0}, I: I{0}, N: N{0}, VERSION: "
                             "version, WARMUP: 0{1});\n",
                             suffix, is_one ? "" : fmt::format(", NAME: \"{}\"", stream_name(found, k)));
    }
    text += fmt::format("\\PARAM(std::string version = \"{}\", \"sequential, basic, async or rma\")\n\n",
                        ranks == 1 ? "sequential" : "async");
    text += "int main() {\n    int nodes, me, host, size;\n    \\OPEN0(&nodes, &me, &host, &size, 1000);\n";
    return text + calls + "    \\CLOSE0();\n}\n";
}

} // namespace loop::locality
