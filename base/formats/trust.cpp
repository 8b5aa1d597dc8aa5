#include "base/formats/trust.h"

#include "base/text/strings.h"

#include <fmt/core.h>

#include <algorithm>

namespace loop::formats {

namespace {

constexpr std::size_t named = 3; ///< how many subjects a reason lists by name

} // namespace

void Trust::add(Word word, const std::string& reason, const std::string& of) {
    word_ = std::max(word_, word);
    const auto [place, is_new] = places_.insert({{word, reason, of.empty()}, reasons_.size()});
    if (is_new) reasons_.push_back({word, reason, {}});
    if (!of.empty()) reasons_[place->second].of.add(of);
}

void Trust::add(const Trust& other, const std::string& of) {
    word_ = std::max(word_, other.word_);
    for (const Reason& reason : other.reasons_) {
        if (reason.of.words().empty()) add(reason.word, reason.text, of);
        for (const std::string& inner : reason.of.words())
            add(reason.word, reason.text, of.empty() ? inner : of + ", " + inner);
    }
}

std::vector<const Trust::Reason*> Trust::sorted() const {
    std::vector<const Reason*> all;
    for (const Reason& reason : reasons_)
        all.push_back(&reason);
    std::stable_partition(all.begin(), all.end(),
                          [](const Reason* reason) { return reason->word == Word::Invalid; });
    return all;
}

std::vector<std::string> Trust::reasons() const {
    std::vector<std::string> lines;
    for (const Reason* reason : sorted())
        lines.push_back(reason->of.words().empty()
                            ? reason->text
                            : fmt::format("{} ({})", reason->text, some_of(reason->of.words(), named)));
    return lines;
}

std::vector<std::string> Trust::reasons_counted(const std::string& what) const {
    std::vector<std::string> lines;
    for (const Reason* reason : sorted())
        lines.push_back(reason->of.words().empty()
                            ? reason->text
                            : fmt::format("{} ({})", reason->text, counted(reason->of.words().size(), what)));
    return lines;
}

std::string Trust::why() const {
    return some_of(reasons(), 2, "; ");
}

} // namespace loop::formats
