#include "derive/unify.h"

#include "derive/times.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace loop::report::derive {

namespace {

std::vector<Number> column(const std::vector<Ids>& ids, std::size_t place, const Numbers& numbers) {
    std::vector<Number> all;
    for (const Ids& one : ids)
        all.push_back(numbers.at(one[place]));
    return all;
}

/// The scopes in these statements.
std::set<long long> scopes_in(const Ids& ids, const Numbers& numbers) {
    std::set<long long> scopes;
    for (const std::size_t id : ids)
        if (numbers.at(id).kind == NumberKind::scope) scopes.insert(numbers.at(id).value);
    return scopes;
}

/// Variables that are declared around the statements differ even if they have the same name.
bool are_one(const std::vector<Number>& all, const std::set<long long>& scopes) {
    const Number& first = all.front();
    if (first.kind == NumberKind::local && scopes.count(first.value) == 0) return false;
    return std::all_of(all.begin(), all.end(),
                       [&](const Number& one) { return one.kind == first.kind && one.text == first.text; });
}

Spread spread_of(const std::vector<Number>& all) {
    Spread spread;
    for (const Number& one : all)
        append(spread, one.spread);
    return spread;
}

std::vector<Number>::const_iterator longest(const std::vector<Number>& all) {
    return std::max_element(all.begin(), all.end(),
                            [](const Number& a, const Number& b) { return a.weight < b.weight; });
}

/// The mean of times that are one for all ranks, and alike; of all times if any, that of most passes. Nothing
/// if they are not.
std::optional<Number> mean_time(const std::vector<Number>& all, Times times) {
    double least = all.front().seconds, most = least, sum = 0, weight = 0;
    for (const Number& one : all) {
        if (one.kind != NumberKind::seconds) return std::nullopt;
        if (one.seconds < 0 && times == Times::all) return *longest(all);
        if (one.seconds < 0) return std::nullopt;
        least = std::min(least, one.seconds);
        most = std::max(most, one.seconds);
        sum += one.seconds * one.weight;
        weight += one.weight;
    }
    if (times == Times::alike && !are_alike(least, most)) return std::nullopt;
    Number mean = all.front();
    mean.seconds = sum / weight;
    mean.weight = weight;
    mean.spread = spread_of(all);
    mean.text = seconds_text(mean.seconds);
    return mean;
}

/// What a local variable is: "seconds" of "pass.seconds" and of "seconds_of_pass[pass]".
std::string name_of_local(const std::string& text) {
    const std::size_t dot = text.find('.'), begin = dot == std::string::npos ? 0 : dot + 1;
    const std::string name = text.substr(begin, text.find_first_of("_[", begin) - begin);
    return name == "pass" ? "number" : name;
}

std::string name_of(const Number& number) {
    switch (number.kind) {
    case NumberKind::passes:
        return "passes";
    case NumberKind::bytes:
        return "bytes";
    case NumberKind::seconds:
        return "seconds";
    case NumberKind::local:
        return name_of_local(number.text);
    default:
        return "values";
    }
}

/// The token of a variable's name.
class Names {
public:
    Names(Numbers& numbers, const std::string& scope, std::string prefix)
        : numbers_(numbers), scope_(numbers.at(ids_in(scope).front()).value), prefix_(std::move(prefix)) {}

    std::string token(const std::vector<Number>& all, const std::vector<std::string>& tokens,
                      Unified& unified) {
        std::vector<std::string> texts;
        for (const Number& one : all)
            texts.push_back(one.text);
        const auto [known, is_new] = names_.try_emplace({all.front().type, texts});
        if (is_new) {
            const std::string base = name_of(all.front());
            const int number = ++used_[base];
            known->second = base + (number == 1 ? "" : "_" + std::to_string(number));
            unified.variables.push_back({known->second, all.front().type, tokens});
        }
        Number local{NumberKind::local};
        local.value = scope_;
        local.text = prefix_ + known->second;
        local.type = all.front().type;
        local.spread = spread_of(all);
        return numbers_.token(std::move(local));
    }

private:
    Numbers& numbers_;
    long long scope_;
    std::string prefix_;
    std::map<std::pair<std::string, std::vector<std::string>>, std::string> names_;
    std::map<std::string, int> used_;
};

/// The number without its variation.
std::string steady_token(std::size_t id, Numbers& numbers) {
    if (numbers.at(id).spread.empty()) return token_of(id);
    Number steady = numbers.at(id);
    steady.spread.clear();
    return numbers.token(std::move(steady));
}

/// Numbers with the same text as one.
std::string same_token(std::size_t id, const std::vector<Number>& all, Numbers& numbers) {
    if (all.front().spread.empty()) return token_of(id);
    Number one = all.front();
    one.spread = spread_of(all);
    return numbers.token(std::move(one));
}

} // namespace

std::string new_scope(Numbers& numbers) {
    Number scope{NumberKind::scope};
    scope.value = static_cast<long long>(numbers.count());
    return numbers.token(std::move(scope));
}

Unified unified(const std::vector<Codes>& occurrences, Numbers& numbers, const std::string& scope,
                const std::string& prefix, Times times) {
    std::vector<Ids> ids;
    for (const Codes& codes : occurrences)
        ids.push_back(ids_in(codes));
    Unified all{occurrences.front(), {}};
    Names names(numbers, scope, prefix);
    const std::set<long long> scopes = scopes_in(ids.front(), numbers);
    std::size_t place = 0;
    const auto token = [&](std::size_t id, std::size_t) {
        const std::vector<Number> numbers_here = column(ids, place, numbers);
        std::vector<std::string> tokens;
        for (const Ids& one : ids)
            tokens.push_back(steady_token(one[place], numbers));
        ++place;
        if (are_one(numbers_here, scopes)) return same_token(id, numbers_here, numbers);
        if (const auto mean = mean_time(numbers_here, times)) return numbers.token(*mean);
        return names.token(numbers_here, tokens, all);
    };
    visit_texts(all.codes, [&](std::string& text) { text = replaced(text, token); });
    return all;
}

} // namespace loop::report::derive
