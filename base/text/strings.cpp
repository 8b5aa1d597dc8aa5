#include "base/text/strings.h"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>

namespace loop {

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view blanks = " \t\r\n";
    text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
    return text.substr(0, text.find_last_not_of(blanks) + 1);
}

std::vector<std::string> split_list(std::string_view text) {
    std::vector<std::string> parts;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(',', begin), text.size());
        parts.emplace_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return parts;
}

std::string counted(long long number, const std::string& word) {
    const std::string ending = number == 1                                                   ? ""
                               : !word.empty() && (word.back() == 'h' || word.back() == 's') ? "es"
                                                                                             : "s";
    return std::to_string(number) + " " + word + ending;
}

std::string joined(const std::vector<std::string>& words, std::string_view separator) {
    std::string text;
    for (const std::string& word : words) {
        if (!text.empty()) text += separator;
        text += word;
    }
    return text;
}

std::string some_of(const std::vector<std::string>& words, std::size_t most, std::string_view separator) {
    if (words.size() <= most) return joined(words, separator);
    const std::vector<std::string> first(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(most));
    return fmt::format("{}{}and {} more", joined(first, separator), separator, words.size() - most);
}

void add_once(std::vector<std::string>& words, const std::string& word) {
    if (std::find(words.begin(), words.end(), word) == words.end()) words.push_back(word);
}

std::string replaced(std::string text, std::string_view what, std::string_view with) {
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size()))
        text.replace(at, what.size(), with);
    return text;
}

std::string line_list(const std::vector<int>& lines) {
    constexpr std::size_t most = 3;
    std::vector<std::string> numbers;
    for (const int line : lines)
        numbers.push_back(std::to_string(line));
    const std::string word = numbers.size() == 1 ? "line " : "lines ";
    return word + (numbers.size() == 2 ? joined(numbers, " and ") : some_of(numbers, most));
}

std::string rank_list(std::vector<int> ranks, std::size_t most_parts) {
    std::sort(ranks.begin(), ranks.end());
    std::vector<std::string> parts;
    for (std::size_t begin = 0; begin < ranks.size();) {
        std::size_t end = begin + 1;
        while (end < ranks.size() && ranks[end] == ranks[end - 1] + 1)
            ++end;
        if (end - begin > 2) {
            parts.push_back(fmt::format("{} to {}", ranks[begin], ranks[end - 1]));
        } else {
            for (std::size_t i = begin; i < end; ++i)
                parts.push_back(std::to_string(ranks[i]));
        }
        begin = end;
    }
    if (parts.empty()) return "no rank";
    if (parts.size() > most_parts) {
        parts.resize(most_parts);
        parts.emplace_back("others");
    }
    std::string text = ranks.size() == 1 ? "rank " : "ranks ";
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (i > 0) text += i + 1 == parts.size() ? " and " : ", ";
        text += parts[i];
    }
    return text;
}

std::vector<std::string_view> lines_of(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        lines.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

} // namespace loop
