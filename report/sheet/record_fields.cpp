#include "report/sheet/record_fields.h"
#include "base/text/shell.h"

#include <fmt/core.h>

#include <algorithm>

namespace loop::report {


const Json& field(const Json& object, const std::string& key) {
    return object[key];
}

const Json& field(const Json& object, const std::string& key, const std::string& inner) {
    return field(field(object, key), inner);
}

std::string field_text(const Json& value) {
    if (value.is_null()) return "";
    if (value.is_string()) return value.get<std::string>();
    if (value.is_boolean()) return value.get<bool>() ? "yes" : "no";
    if (value.is_number_float()) return fmt::format("{:.6g}", value.get<double>());
    if (!value.is_array()) return value.dump();
    std::vector<std::string> words;
    for (const Json& word : value)
        words.push_back(field_text(word));
    return shell_words(words);
}

std::vector<std::string> rank_texts(const Json& record, const std::vector<std::string>& path) {
    std::vector<std::string> texts;
    for (const Json& launch : field(record, "launches"))
        for (const Json& rank : field(launch, "ranks")) {
            const Json* value = &field(rank, "record");
            for (const std::string& key : path)
                value = &field(*value, key);
            const std::string text = field_text(*value);
            if (!text.empty() && std::find(texts.begin(), texts.end(), text) == texts.end())
                texts.push_back(text);
        }
    return texts;
}

} // namespace loop::report
