#include "app/derive/sizes.h"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <optional>

namespace loop::app {

namespace {

using Sizes = std::vector<long long>;

/// A word of a command that ends with a number: "64", "--size=64", "n64".
struct Word {
    std::string before;
    long long number = 0;
};

std::optional<Word> word_of(const std::string& text) {
    const std::size_t last = text.find_last_not_of("0123456789");
    const std::size_t begin = last == std::string::npos ? 0 : last + 1;
    Word word{text.substr(0, begin)};
    const char* const end = text.data() + text.size();
    const auto result = std::from_chars(text.data() + begin, end, word.number);
    return begin < text.size() && result.ec == std::errc() ? std::optional(word) : std::nullopt;
}

bool differ(const Sizes& sizes) {
    return std::any_of(sizes.begin(), sizes.end(), [&](long long one) { return one != sizes.front(); });
}

bool are_positive(const Sizes& sizes) {
    return std::all_of(sizes.begin(), sizes.end(), [](long long one) { return one > 0; });
}

/// The numbers at this place of all commands. Nothing if there is something else, or if they are the numbers
/// of ranks.
std::optional<Sizes> numbers_at(std::size_t place, const std::vector<report::RunRecord>& runs) {
    Sizes numbers;
    std::string before;
    bool are_ranks = true;
    for (const report::RunRecord& run : runs) {
        const std::optional<Word> word = word_of(run.commands.repeat[place]);
        if (!word || (!numbers.empty() && word->before != before)) return std::nullopt;
        before = word->before;
        numbers.push_back(word->number);
        are_ranks = are_ranks && word->number == run.ranks;
    }
    return are_ranks ? std::nullopt : std::optional(numbers);
}

ProblemSizes of_parameters(const std::vector<report::RunRecord>& runs) {
    ProblemSizes sizes;
    for (const report::RunRecord& run : runs)
        for (const auto& [name, value] : run.parameters)
            if (const auto word = word_of(value); name == "size" && word && word->before.empty())
                sizes.values.push_back(word->number);
    sizes.source = "the sizes of the runs";
    if (sizes.values.size() != runs.size()) sizes.values.clear();
    return sizes;
}

ProblemSizes of_commands(const std::vector<report::RunRecord>& runs) {
    const std::size_t words = runs.front().commands.repeat.size();
    ProblemSizes sizes;
    for (const report::RunRecord& run : runs)
        if (run.commands.repeat.size() != words) return {};
    for (std::size_t place = 0; place < words; ++place) {
        std::optional<Sizes> numbers = numbers_at(place, runs);
        if (!numbers || !differ(*numbers)) continue;
        if (!sizes.values.empty()) return {}; // several numbers differ
        sizes.values = std::move(*numbers);
        sizes.source = fmt::format("word {} of the recorded commands", place + 1);
    }
    return sizes;
}

} // namespace

ProblemSizes sizes_of(const std::vector<report::RunRecord>& runs) {
    for (const auto& from : {of_parameters, of_commands})
        if (ProblemSizes sizes = from(runs); differ(sizes.values) && are_positive(sizes.values)) return sizes;
    return {};
}

} // namespace loop::app
