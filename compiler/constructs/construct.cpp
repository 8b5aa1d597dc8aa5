#include "compiler/constructs/construct.h"

#include "compiler/reference/reference.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
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

StatementRule ConstructInfo::statement() const {
    constexpr Shape with_statement[] = {Shape::Region, Shape::Loop, Shape::Choice, Shape::Start};
    if (std::find(std::begin(with_statement), std::end(with_statement), shape) == std::end(with_statement))
        return StatementRule::None;
    return shape == Shape::Region && !function.empty() ? StatementRule::Optional : StatementRule::Required;
}

std::string_view ConstructInfo::synopsis() const {
    const std::string_view page = page_of_construct(name);
    return page.substr(0, page.find('\n'));
}

std::string_view ConstructInfo::example() const {
    constexpr std::string_view mark = "\nExample: ";
    const std::string_view page = page_of_construct(name);
    const std::size_t begin = page.rfind(mark) + mark.size();
    return page.substr(begin, page.find('\n', begin) - begin);
}

KindInfo about(ParameterKind kind) {
    constexpr bool number = true, text = true;
    switch (kind) {
    case ParameterKind::Address:
        return {"the address of an int variable"};
    case ParameterKind::Value:
        return {"an expression", number, text};
    case ParameterKind::Number:
        return {"a number", number};
    case ParameterKind::Bytes:
        return {"a size in bytes", number, !text, 0};
    case ParameterKind::Count:
        return {"a count", number, !text, 0};
    case ParameterKind::Positive:
        return {"a count, at least 1", number, !text, 1};
    case ParameterKind::Numbered:
        return {"a size in bytes, at least 8", number, !text, 8};
    case ParameterKind::Threads:
        return {"a number of threads, at least 1", number, !text, 1};
    case ParameterKind::Alignment:
        return {"a power of two", number, !text, 1};
    case ParameterKind::Mode:
        return {R"("standard", "synchronous", or "buffered")", !number, text};
    case ParameterKind::Rank:
        return {"a rank", number, !text, 0};
    case ParameterKind::Seconds:
        return {"a time in seconds", number, !text, 0};
    case ParameterKind::Distance:
        return {"a distance between ranks, at least 1", number, !text, 1};
    case ParameterKind::Partners:
        return {"a number of partners, at least 1", number, !text, 1};
    case ParameterKind::Type:
        return {"a C++ type"};
    case ParameterKind::Array:
        return {"a matrix or vector"};
    case ParameterKind::Matrix:
        return {"a matrix"};
    case ParameterKind::Vector:
        return {"a vector"};
    case ParameterKind::Pointer:
        return {"a pointer to user data"};
    case ParameterKind::Places:
        return {"a pointer to user data, or a list `{...}` by place"};
    case ParameterKind::Pairs:
        return {"pairs such as `r -> r + 1`"};
    case ParameterKind::Sizes:
        return {"a size in bytes, a list `{...}` by place, or a function of the sender", number, !text, 0};
    case ParameterKind::Blocks:
        return {"a size in bytes, or a function of the rank", number, !text, 0};
    case ParameterKind::PairBlocks:
        return {"a size in bytes, or a function of sender and receiver", number, !text, 0};
    case ParameterKind::Where:
        return {"a condition on the sender", number};
    case ParameterKind::Groups:
        return {"the group of each rank, such as `r -> r / 4`", number};
    case ParameterKind::Order:
        return {"a number for each rank", number};
    case ParameterKind::Text:
        return {"a string", !number, text};
    case ParameterKind::Literal:
        return {"a string constant", !number, text};
    case ParameterKind::Flag:
        return {"true or false", number};
    case ParameterKind::Library:
        return {"own or cblas"};
    case ParameterKind::Declaration:
        return {"type name = default"};
    case ParameterKind::Handle:
        return {"the name of a handle"};
    case ParameterKind::Side:
        return {"sends or receives"};
    case ParameterKind::Op:
        return {"sum, prod, min, max, band, bor, bxor, land, lor, or lxor"};
    case ParameterKind::Element:
        return {"double, float, int, long long, char, or unsigned char"};
    }
    return {};
}

const std::vector<std::string>& words_of(ParameterKind kind) {
    static const std::vector<std::string> none, libraries{"own", "cblas"}, sides{"sends", "receives"},
        operations{"sum", "prod", "min", "max", "band", "bor", "bxor", "land", "lor", "lxor"},
        elements{"double", "float", "int", "long long", "char", "unsigned char"};
    switch (kind) {
    case ParameterKind::Library:
        return libraries;
    case ParameterKind::Side:
        return sides;
    case ParameterKind::Op:
        return operations;
    case ParameterKind::Element:
        return elements;
    default:
        return none;
    }
}

bool is_amount(ParameterKind kind) {
    switch (kind) {
    case ParameterKind::Number:
    case ParameterKind::Bytes:
    case ParameterKind::Count:
    case ParameterKind::Positive:
    case ParameterKind::Numbered:
    case ParameterKind::Sizes:
    case ParameterKind::Blocks:
    case ParameterKind::PairBlocks:
        return true;
    default:
        return false;
    }
}

} // namespace loop::compiler
