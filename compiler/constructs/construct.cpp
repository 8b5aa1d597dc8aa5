#include "compiler/constructs/construct.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

namespace loop::compiler {

const ConstructInfo* find_construct(std::string_view name) {
    static const auto by_name = [] {
        std::unordered_map<std::string_view, const ConstructInfo*> rows;
        for (const ConstructInfo& row : construct_table())
            rows.emplace(row.name, &row);
        rows.emplace("Mat", rows.at("MAT"));
        return rows;
    }();
    auto row = by_name.find(name);
    return row == by_name.end() ? nullptr : row->second;
}

std::vector<std::string> construct_names() {
    std::vector<std::string> names;
    for (const ConstructInfo& row : construct_table())
        names.push_back(fmt::format("\\{}", row.name));
    return names;
}

std::string construct_page(const ConstructInfo& construct) {
    std::string page =
        fmt::format("{}\n    {}\n\n{}\n", construct.synopsis, construct.summary, construct.details);
    if (!construct.parameters.empty()) page += "\nArguments, by position or by name:\n";
    for (const Parameter& parameter : construct.parameters)
        page += fmt::format("    {:<12}{}{}\n", parameter.name, describe(parameter.kind),
                            parameter.required ? "" : ", may be left out");
    return page + fmt::format("\nExample: {}\nFrom: {}\n", construct.example, construct.origin);
}

std::string_view describe(ParameterKind kind) {
    switch (kind) {
    case ParameterKind::Address:
        return "the address of an int variable";
    case ParameterKind::Value:
        return "an expression";
    case ParameterKind::Bytes:
        return "a size in bytes";
    case ParameterKind::Count:
        return "a count";
    case ParameterKind::Positive:
        return "a count, at least 1";
    case ParameterKind::Distance:
        return "a distance between ranks, at least 1";
    case ParameterKind::Partners:
        return "a number of partners, at least 1";
    case ParameterKind::Type:
        return "a C++ type";
    case ParameterKind::Array:
        return "a matrix or vector";
    case ParameterKind::Matrix:
        return "a matrix";
    case ParameterKind::Vector:
        return "a vector";
    case ParameterKind::Pointer:
        return "a pointer to user data";
    case ParameterKind::Text:
        return "a text";
    case ParameterKind::Flag:
        return "true or false";
    case ParameterKind::Library:
        return "own or cblas";
    case ParameterKind::Declaration:
        return "type name = default";
    }
    return "";
}

} // namespace loop::compiler
