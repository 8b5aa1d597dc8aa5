#include "derive/sequence.h"

#include <fmt/core.h>

#include <algorithm>
#include <tuple>
#include <utility>

namespace loop::report::derive {

namespace {

std::string collective_text(const Operation& operation) {
    std::string text = operation.name;
    if (operation.root >= 0) text += fmt::format(" root {}", operation.root);
    if (operation.bytes > 0) text += fmt::format(", {} B", operation.bytes);
    if (!operation.members.empty()) text += " among";
    for (const int member : operation.members)
        text += fmt::format(" {}", member);
    return text;
}

} // namespace

bool ends_at_once(const RankSequence& rank, std::size_t index) {
    const std::vector<Operation>& operations = rank.operations;
    return operations[index].flight == Flight::starts && index + 1 < operations.size() &&
           operations[index + 1].flight == Flight::finishes &&
           operations[index + 1].handle == operations[index].handle;
}

void append(Computations& all, const Computations& more) {
    for (const Computation& one : more) {
        if (all.empty() || all.back().phases != one.phases) {
            all.push_back(one);
        } else {
            all.back().seconds += one.seconds;
            all.back().odd_seconds += one.odd_seconds;
        }
    }
}

void append(Messages& all, const Messages& more) {
    all.insert(all.end(), more.begin(), more.end());
    std::stable_sort(all.begin(), all.end(),
                     [](const Message& a, const Message& b) { return a.partner < b.partner; });
}

std::vector<std::string> canonical(const RankSequence& sequence) {
    std::vector<std::string> texts;
    std::vector<std::tuple<int, long long, std::string>>
        run; // messages one after the other in the same direction
    const char* direction = "";
    const auto end_run = [&] {
        std::sort(run.begin(), run.end());
        for (auto& message : run)
            texts.push_back(std::move(std::get<2>(message)));
        run.clear();
    };
    const auto add = [&](const char* words, const Messages& messages) {
        if (!messages.empty() && direction != words) end_run();
        if (!messages.empty()) direction = words;
        for (const Message& message : messages)
            run.emplace_back(message.partner, message.bytes,
                             fmt::format("{} {}, {} B", words, message.partner, message.bytes));
    };
    const char* const to = "send to";
    const char* const from = "receive from";
    for (std::size_t i = 0; i < sequence.operations.size(); ++i) {
        const Operation& operation = sequence.operations[i];
        if (operation.is_collective()) {
            end_run();
            const bool is_begin = operation.flight == Flight::starts && !ends_at_once(sequence, i);
            texts.push_back((is_begin ? "begin of " : "") + collective_text(operation));
        } else if (operation.flight == Flight::finishes && !(i > 0 && ends_at_once(sequence, i - 1))) {
            end_run();
            texts.push_back("end of a collective operation");
        }
        add(to, operation.sends);
        add(from, operation.receives);
    }
    end_run();
    return texts;
}

} // namespace loop::report::derive
