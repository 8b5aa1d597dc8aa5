#include "derive/words.h"

#include <algorithm>
#include <map>
#include <regex>
#include <utility>

namespace loop::report::derive {

namespace {

/// The first name behind a backslash that is not `\AMONG` or `\START`.
std::string construct_in(const std::string& text) {
    static const std::regex name("\\\\([A-Z_0-9]+)");
    for (std::sregex_iterator at(text.begin(), text.end(), name), end; at != end; ++at)
        if ((*at)[1] != "AMONG" && (*at)[1] != "START") return (*at)[1];
    return {};
}

bool is_transpose(const std::string& text) {
    static const std::regex transposed("r % (\\w+) \\* \\1 \\+ r / \\1\\b");
    return text.find("transposed(r)") != std::string::npos || std::regex_search(text, transposed);
}

std::string word_for_send(const std::string& text) {
    if (is_transpose(text)) return "transpose";
    if (text.find(".at(r, ") != std::string::npos || text.find("r -> {") != std::string::npos) return "halo";
    return text.find("r ^ ") != std::string::npos ? "exchange" : "message";
}

const std::map<std::string, std::string>& words() {
    static const std::map<std::string, std::string> all{{"BCAST", "broadcast"},
                                                        {"REDUCE", "reduction"},
                                                        {"ALLREDUCE", "reduction"},
                                                        {"SCAN", "scan"},
                                                        {"EXSCAN", "scan"},
                                                        {"REDUCE_SCATTER", "reduction"},
                                                        {"GATHER", "gather"},
                                                        {"ALLGATHER", "gather"},
                                                        {"SCATTER", "scatter"},
                                                        {"ALLTOALL", "all_to_all"},
                                                        {"MULTIBCAST_ALTER", "all_to_all"},
                                                        {"MULTIBCAST_ME", "all_to_all"},
                                                        {"MULTIBCAST0", "all_to_all"},
                                                        {"BARRIER", "barrier"},
                                                        {"VISIBLE_SYNC", "barrier"},
                                                        {"RELAY", "sweep"},
                                                        {"EXCHANGE", "exchange"},
                                                        {"COMMUNICATE", "shift"}};
    return all;
}

const std::map<std::string, std::string>& titles() {
    static const std::map<std::string, std::string> all{{"all_to_all", "all-to-all"},
                                                        {"halo", "halo exchange"}};
    return all;
}

using Counted = std::vector<std::pair<std::string, int>>;

void count_words(Counted& words, const Codes& codes) {
    for (const Code& code : codes) {
        const std::string word = word_for(code.text);
        const auto same =
            std::find_if(words.begin(), words.end(), [&](const auto& one) { return one.first == word; });
        if (same != words.end())
            ++same->second;
        else if (!word.empty())
            words.emplace_back(word, 1);
        count_words(words, code.body);
    }
}

/// At most two, the most frequent ones, in the order of their first statements.
std::vector<std::string> most_frequent(const Codes& codes) {
    Counted all;
    count_words(all, codes);
    Counted sorted = all;
    std::stable_sort(sorted.begin(), sorted.end(),
                     [](const auto& a, const auto& b) { return a.second > b.second; });
    sorted.resize(std::min<std::size_t>(sorted.size(), 2));
    std::vector<std::string> words;
    for (const auto& one : all)
        if (std::find(sorted.begin(), sorted.end(), one) != sorted.end()) words.push_back(one.first);
    return words;
}

} // namespace

std::string word_for(const std::string& construct) {
    const std::string name = construct_in(construct);
    if (name == "SEND") return word_for_send(construct);
    const auto found = words().find(name);
    return found == words().end() ? std::string() : found->second;
}

std::string name_for(const Codes& codes) {
    std::string name;
    for (const std::string& word : most_frequent(codes))
        name += (name.empty() ? "" : "_and_") + word;
    return name.empty() ? "steps" : name;
}

std::string title_for(const Codes& codes) {
    std::string title;
    for (const std::string& word : most_frequent(codes)) {
        const auto found = titles().find(word);
        title += (title.empty() ? "" : " and ") + (found != titles().end() ? found->second : word + "s");
    }
    return title.empty() ? "computation" : title;
}

} // namespace loop::report::derive
