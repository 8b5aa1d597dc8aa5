#pragma once

#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace loop {

/// Returns the text without blanks at its ends.
std::string_view trimmed(std::string_view text);

/// Splits "a,b" at its commas; an empty text is one empty part.
std::vector<std::string> split_list(std::string_view text);

/// Converts the whole text to a number; nullopt if it is not one.
template <typename Number>
std::optional<Number> number_in(std::string_view text) {
    Number number{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

/// "3 points", "1 launch", "2 launches": the number and the word in singular or plural.
std::string counted(long long number, const std::string& word);
template <typename Whole>
std::string counted(Whole number, const std::string& word) {
    return counted(static_cast<long long>(number), word);
}

std::string joined(const std::vector<std::string>& words, std::string_view separator);

/// The first `most` words and the number of others: "a, b, c, and 4 more".
std::string some_of(const std::vector<std::string>& words, std::size_t most,
                    std::string_view separator = ", ");

/// Adds the word if it is not in the list.
void add_once(std::vector<std::string>& words, const std::string& word);

/// `text` with every `what` replaced; the replacement is not searched again.
std::string replaced(std::string text, std::string_view what, std::string_view with);

/// "rank 3", "ranks 0 and 2", "ranks 0 to 6 and 9"; parts beyond `most_parts` become "others".
std::string rank_list(std::vector<int> ranks, std::size_t most_parts = static_cast<std::size_t>(-1));

/// "line 5", "lines 5 and 9", "lines 5, 9, 12, and 4 more".
std::string line_list(const std::vector<int>& lines);

std::vector<std::string_view> lines_of(std::string_view text);
/// The lines point into the text, which must outlive them.
template <typename Text, typename = std::enable_if_t<std::is_same_v<Text, std::string>>>
std::vector<std::string_view> lines_of(Text&& temporary) = delete;

} // namespace loop
