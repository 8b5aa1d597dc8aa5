#include "report/read/trust.h"

#include "report/read/run.h"
#include "base/text/words.h"

#include <fmt/core.h>

#include <algorithm>

namespace loop::report {

namespace {

constexpr std::size_t named = 3; ///< of what a reason is one of

std::string listed(const std::vector<std::string>& names) {
    std::string text;
    for (std::size_t i = 0; i < std::min(named, names.size()); ++i)
        text += (i == 0 ? "" : ", ") + names[i];
    return names.size() > named ? fmt::format("{}, and {} more", text, names.size() - named) : text;
}

} // namespace

void Trust::add(Word word, const std::string& reason, const std::string& of) {
    word_ = std::max(word_, word);
    auto found = std::find_if(reasons_.begin(), reasons_.end(), [&](const Reason& item) {
        return item.text == reason && item.word == word && item.of.empty() == of.empty();
    });
    if (found == reasons_.end()) found = reasons_.insert(found, {word, reason, {}});
    if (!of.empty() && std::find(found->of.begin(), found->of.end(), of) == found->of.end())
        found->of.push_back(of);
}

void Trust::add(const Trust& other, const std::string& of) {
    word_ = std::max(word_, other.word_);
    for (const Reason& reason : other.reasons_) {
        if (reason.of.empty()) add(reason.word, reason.text, of);
        for (const std::string& inner : reason.of)
            add(reason.word, reason.text, of.empty() ? inner : of + ", " + inner);
    }
}

std::string Trust::word() const {
    using Verdict = formats::Verdict::Word;
    if (word_ == Word::Valid) return verdict_text(Verdict::Valid);
    return verdict_text(word_ == Word::Invalid ? Verdict::Invalid : Verdict::ValidWithNotes);
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
        lines.push_back(reason->of.empty() ? reason->text
                                           : fmt::format("{} ({})", reason->text, listed(reason->of)));
    return lines;
}

std::vector<std::string> Trust::reasons_counted(const std::string& what) const {
    std::vector<std::string> lines;
    for (const Reason* reason : sorted())
        lines.push_back(reason->of.empty()
                            ? reason->text
                            : fmt::format("{} ({})", reason->text,
                                          counted(static_cast<long long>(reason->of.size()), what)));
    return lines;
}

std::string Trust::why() const {
    constexpr std::size_t most = 2;
    const std::vector<std::string> all = reasons();
    std::string text;
    for (std::size_t i = 0; i < std::min(most, all.size()); ++i)
        text += (i == 0 ? "" : "; ") + all[i];
    return all.size() > most ? fmt::format("{}; and {} more", text, all.size() - most) : text;
}

/// A run's reasons are one list, those that make it INVALID first and not told from the others.
Trust trust_of(const Run& run) {
    Trust trust;
    const bool invalid = run.verdict == formats::verdict_text(formats::Verdict::Word::Invalid);
    for (const std::string& reason : run.reasons)
        invalid ? trust.invalidate(reason) : trust.note(reason);
    if (run.verdict.empty()) trust.note("nobody has judged this run");
    if (invalid && run.reasons.empty()) trust.invalidate("its sheet says so");
    return trust;
}

} // namespace loop::report
