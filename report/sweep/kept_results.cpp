#include "report/sweep/kept_results.h"

#include "report/table.h"

#include "base/text/json.h"

#include <cmath>
#include <optional>

namespace loop::report {

namespace {

std::string text_in(const Json& line, const char* key) {
    return line.contains(key) && line[key].is_string() ? printable(line[key].get<std::string>()) : "";
}

std::map<std::string, double> numbers_in(const Json& line, const char* key) {
    std::map<std::string, double> numbers;
    if (!line.contains(key) || !line[key].is_object()) return numbers;
    for (const auto& [name, value] : line[key].items())
        if (value.is_number()) numbers[printable(name)] = value.get<double>();
    return numbers;
}

std::optional<KeptResult> kept_result(const Json& line) {
    if (!line.is_object() || text_in(line, "schema") != "loop-kept-results/1") return std::nullopt;
    KeptResult kept;
    kept.construct = text_in(line, "construct");
    kept.name = text_in(line, "name");
    kept.failed = line.contains("failed") && line["failed"] == true;
    kept.numbers = numbers_in(line, "arguments");
    kept.results = numbers_in(line, "results");
    if (line.contains("arguments") && line["arguments"].is_object())
        for (const auto& [name, value] : line["arguments"].items())
            if (value.is_string()) kept.words[printable(name)] = printable(value.get<std::string>());
    return kept;
}

} // namespace

double KeptResult::number(const std::string& argument, double otherwise) const {
    const auto found = numbers.find(argument);
    return found == numbers.end() ? otherwise : found->second;
}

std::vector<KeptResult> kept_results(const std::string& text) {
    std::vector<KeptResult> all;
    for (std::size_t begin = 0, end = 0; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1)
        if (auto kept = kept_result(Json::parse_or_discard(text.substr(begin, end - begin))))
            all.push_back(std::move(*kept));
    return all;
}

} // namespace loop::report
