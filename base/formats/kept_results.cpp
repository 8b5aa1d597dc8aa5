#include "base/formats/kept_results.h"

#include "base/text/clean.h"

#include <loop/record_keys.h>

namespace loop::formats {

namespace {

/// Numbers and strings are distinguished by their JSON types.
struct KeptLine : KeptResult {
    Json all_arguments, all_results;

    static constexpr auto members = [](auto& fields, auto& self) {
        fields.schema(keys::schema, keys::kept_results_schema);
        fields(keys::construct, self.construct);
        fields(keys::name, self.name);
        fields(keys::failed, self.failed);
        fields(keys::arguments, self.all_arguments);
        fields(keys::results, self.all_results);
    };
};

/// True and false count as 1 and 0.
std::map<std::string, double> numbers_in(const Json& members) {
    std::map<std::string, double> numbers;
    for (const auto& [name, value] : members.items()) {
        if (value.is_number()) numbers[clean_text(name)] = value.get<double>();
        if (value.is_boolean()) numbers[clean_text(name)] = value.get<bool>() ? 1 : 0;
    }
    return numbers;
}

} // namespace

double KeptResult::number(const std::string& argument, double otherwise) const {
    const auto found = numbers.find(argument);
    return found == numbers.end() ? otherwise : found->second;
}

std::vector<KeptResult> read_kept_results(std::string_view text) {
    std::vector<KeptResult> all;
    for (std::size_t begin = 0, end = 0; (end = text.find('\n', begin)) != std::string::npos;
         begin = end + 1) {
        const Json json = Json::parse_or_discard(text.substr(begin, end - begin));
        Problems ignored;
        auto line = from_json<KeptLine>(json, ignored, Reader::Texts::Clean);
        if (!line) continue;
        line->numbers = numbers_in(line->all_arguments);
        line->results = numbers_in(line->all_results);
        for (const auto& [name, value] : line->all_arguments.items())
            if (value.is_string()) line->words[clean_text(name)] = clean_text(value.get<std::string>());
        all.push_back(std::move(*line));
    }
    return all;
}

} // namespace loop::formats
