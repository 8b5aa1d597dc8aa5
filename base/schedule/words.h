#pragma once

#include "base/schedule/schedule.h"

#include <initializer_list>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// The words of the recorder's file. All functions throw FormatError, which names the line.
namespace loop::schedule {

/// The words of one line, from left to right.
class Words {
public:
    Words(std::string_view line, std::size_t number) : rest_(line), number_(number) {}

    std::string_view word();
    std::string rest() { return std::string(rest_); }
    bool is_empty() const { return rest_.empty(); }

    long long number(long long min = std::numeric_limits<long long>::min(),
                     long long max = std::numeric_limits<long long>::max()) {
        return whole(word(), min, max);
    }
    /// `12`, or `12:45` with a column.
    template <class Place>
    void place(Place& place) {
        constexpr int most = std::numeric_limits<int>::max();
        const std::string_view text = word();
        const std::size_t colon = text.find(':');
        place.line = static_cast<int>(whole(text.substr(0, colon), 0, most));
        if (colon != std::string_view::npos)
            place.column = static_cast<int>(whole(text.substr(colon + 1), 1, most));
    }
    double amount(); ///< not negative
    double change();
    /// One of these words.
    template <class Value>
    Value choice(std::initializer_list<std::pair<std::string_view, Value>> all) {
        const std::string_view text = word();
        for (const auto& [name, value] : all)
            if (text == name) return value;
        refuse_word(text);
    }
    /// The rest, such as `3 (0*2 1)*10`: numbers of the first `operations` operations.
    std::vector<Folded> folded(std::size_t operations);

    [[noreturn]] void refuse(const std::string& problem) const;
    [[noreturn]] void refuse_word(std::string_view text) const;

private:
    long long whole(std::string_view text, long long min, long long max) const;

    std::string_view rest_;
    std::size_t number_;
};

} // namespace loop::schedule
