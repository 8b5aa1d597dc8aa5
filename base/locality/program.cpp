#include "base/locality/program.h"

#include "base/locality/addresses.h"
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

std::string heading(const Characterization& found, const std::string& origin, int ranks) {
    std::string text = fmt::format("/*\n * Apex-Map with the locality of {}, found by `loop characterize`.\n",
                                   harmless(origin));
    if (ranks == 1)
        text += fmt::format(" * Each rank reads as many words as the stream: {} of {} bytes.\n", found.words,
                            found.grain.word_bytes);
    else
        text +=
            fmt::format(" * {0} ranks together read as many words as the {0} streams: {1} of {2} bytes.\n",
                        ranks, found.words, found.grain.word_bytes);
    if (found.streams.size() > 1)
        text += " * Two streams, one after the other, each with its share of the words; the original mixes "
                "them.\n";
    for (const std::string& remark : remarks_on(found))
        text += " * " + remark + ".\n";
    return text + " */\n";
}

// Of the names of a stream's parameters.
std::string suffix_of(const Characterization& found, std::size_t number) {
    return found.streams.size() == 1 ? "" : number == 0 ? "_short" : "_long";
}

// `shares`: the memory of how many ranks a rank of this program has.
std::string parameters_of(const Characterization& found, std::size_t number, int ranks, int shares) {
    const std::string suffix = suffix_of(found, number);
    const std::string of = found.streams.size() == 1 ? "" : ", " + stream_name(found, number);
    const Stream& stream = found.streams[number];
    const RepeatedAccess access = access_of(stream, found, ranks);
    std::string text = fmt::format("\\PARAM(long long M{} = {}, \"8-byte words per rank{}\")\n", suffix,
                                   access.m * static_cast<std::uint64_t>(shares), of);
    text += fmt::format("\\PARAM(long long L{} = {}, \"words per block{}\")\n", suffix, access.l, of);
    text += fmt::format(
        "\\PARAM(double alpha{} = {:.6g}, \"temporal locality{}; Kolmogorov-Smirnov distance {}\")\n", suffix,
        stream.alpha, of, percent(stream.ks_distance));
    text += fmt::format("\\PARAM(long long I{} = {}, \"blocks per repeat{}\")\n", suffix,
                        access.repeats.blocks, of);
    text += fmt::format("\\PARAM(long long N{} = {}, \"repeats{}; {} of all words\")\n", suffix,
                        access.repeats.count, of, percent(stream.share));
    return text;
}

std::string call_of(const Characterization& found, std::size_t number, const char* more) {
    const std::string name =
        found.streams.size() == 1 ? "" : fmt::format(", NAME: \"{}\"", stream_name(found, number));
    return fmt::format(
        "    \\APEXMAP(M{0} * nodes, L{0}, alpha{0}, I: I{0}, N: N{0}, VERSION: version, WARMUP: "
        "0, SECONDS: 0{1}{2});\n",
        suffix_of(found, number), more, name);
}

// Makes the words first, so that writing them is not between the marks. Reads them one after the other.
std::string traced_call_of(const Characterization& found, std::size_t number) {
    return fmt::format("    \\APEXMAP(M{0} * nodes, L{0}, alpha{0}, I: 1, N: 1, VERSION: version, WARMUP: 0, "
                       "SECONDS: 0, NAME: \"words{0}\");\n"
                       "    mark(loop::apexmap_words());\n{1}    mark({{nullptr, 0}});\n",
                       suffix_of(found, number), call_of(found, number, ", COMPUTE: \"strict\""));
}

std::string marks() {
    return fmt::format(
        "#include <loop/held_words.h>\n#include <valgrind/valgrind.h>\n\n"
        "static void mark(loop::HeldWords words) {{\n"
        "    VALGRIND_PRINTF(\"{} %lx %lld\\n\", (unsigned long)words.begin, 8 * words.count);\n"
        "}}\n\n",
        mark_word);
}

std::string text_of_program(const Characterization& found, const std::string& origin, int ranks,
                            bool is_traced) {
    std::string text = heading(found, origin, ranks) + "#include <string>\n" + (is_traced ? marks() : "");
    std::string calls;
    for (std::size_t k = 0; k < found.streams.size(); ++k) {
        text += parameters_of(found, k, ranks, is_traced ? ranks : 1);
        calls += is_traced ? traced_call_of(found, k) : call_of(found, k, "");
    }
    text += fmt::format("\\PARAM(std::string version = \"{}\", \"sequential, basic, async or rma\")\n\n",
                        ranks == 1 || is_traced ? "sequential" : "async");
    text += "int main() {\n    int nodes, me, host, size;\n    \\OPEN0(&nodes, &me, &host, &size, 1000);\n";
    return text + calls + "    \\CLOSE0();\n}\n";
}

} // namespace

std::string program_of(const Characterization& found, const std::string& origin, int ranks) {
    return text_of_program(found, origin, ranks, false);
}

std::string traced_program_of(const Characterization& found, const std::string& origin, int ranks) {
    return text_of_program(found, origin, ranks, true);
}

} // namespace loop::locality
