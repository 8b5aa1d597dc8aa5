#include "compiler/check/constants.h"

#include "compiler/check/operations.h"

#include <algorithm>
#include <unordered_map>

namespace loop::compiler {

namespace {

constexpr int longest_copy_chain = 8;

bool is_decimal(std::string_view text) {
    if (text.substr(0, 1) == "-") text.remove_prefix(1);
    const bool digits = std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
    return !text.empty() && digits && (text.size() == 1 || text.front() != '0');
}

/// MPI_SUM, MPI_INT; not MPI_Comm_rank.
bool is_mpi_constant(std::string_view word) {
    return word.size() > 5 && word.substr(0, 4) == "MPI_" &&
           std::none_of(word.begin(), word.end(), [](char c) { return c >= 'a' && c <= 'z'; });
}

/// The type that a name of MPI's stands for; 0: not one of C's types.
int type_of(std::string_view name) {
    static const std::unordered_map<std::string_view, int> types = {
        {"MPI_CHAR", 1},
        {"MPI_SIGNED_CHAR", 2},
        {"MPI_INT8_T", 2},
        {"MPI_UNSIGNED_CHAR", 3},
        {"MPI_UINT8_T", 3},
        {"MPI_SHORT", 4},
        {"MPI_INT16_T", 4},
        {"MPI_UNSIGNED_SHORT", 5},
        {"MPI_UINT16_T", 5},
        {"MPI_INT", 6},
        {"MPI_INT32_T", 6},
        {"MPI_UNSIGNED", 7},
        {"MPI_UINT32_T", 7},
        {"MPI_LONG", 8},
        {"MPI_INT64_T", 8},
        {"MPI_LONG_LONG", 8},
        {"MPI_LONG_LONG_INT", 8},
        {"MPI_AINT", 8},
        {"MPI_OFFSET", 8},
        {"MPI_COUNT", 8},
        {"MPI_UNSIGNED_LONG", 9},
        {"MPI_UINT64_T", 9},
        {"MPI_UNSIGNED_LONG_LONG", 9},
        {"MPI_FLOAT", 10},
        {"MPI_DOUBLE", 11},
        {"MPI_LONG_DOUBLE", 12},
        {"MPI_C_BOOL", 13},
        {"MPI_CXX_BOOL", 13},
        {"MPI_WCHAR", 14},
        {"MPI_C_COMPLEX", 15},
        {"MPI_C_FLOAT_COMPLEX", 15},
        {"MPI_CXX_FLOAT_COMPLEX", 15},
        {"MPI_C_DOUBLE_COMPLEX", 16},
        {"MPI_CXX_DOUBLE_COMPLEX", 16},
        {"MPI_C_LONG_DOUBLE_COMPLEX", 17},
        {"MPI_CXX_LONG_DOUBLE_COMPLEX", 17},
        {"MPI_FLOAT_INT", 18},
        {"MPI_DOUBLE_INT", 19},
        {"MPI_LONG_INT", 20},
        {"MPI_SHORT_INT", 21},
        {"MPI_2INT", 22},
        {"MPI_LONG_DOUBLE_INT", 23},
    };
    const auto found = types.find(name);
    return found == types.end() ? 0 : found->second;
}

} // namespace

Constants::Constants(const HostCode& host, const Variables& variables, const std::vector<Write>& writes)
    : host_(host), variables_(variables) {
    for (const Write& write : writes)
        writes_[write.target].push_back(&write);
}

std::vector<std::string> Constants::values(std::size_t function, std::uint32_t first,
                                           std::uint32_t last) const {
    std::vector<std::string> found;
    if (!add_values(found, function, first, last, 0)) return {};
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
}

std::optional<std::string> Constants::value(std::size_t function, std::uint32_t first,
                                            std::uint32_t last) const {
    const std::vector<std::string> found = values(function, first, last);
    return found.size() == 1 ? std::optional(found.front()) : std::nullopt;
}

bool Constants::add_values(std::vector<std::string>& found, std::size_t function, std::uint32_t first,
                           std::uint32_t last, int depth) const {
    if (first >= last || found.size() >= most_values) return false;
    if (last == first + 1 && host_.is_name(first) && !is_mpi_constant(host_.word(first)))
        return add_variable(found, function, first, depth);
    const bool minus = host_.is(first, "-") && last == first + 2;
    const bool number = host_.tokens[last - 1].kind == Token::Kind::Number;
    if ((last == first + 1 || minus) && (number || (!minus && is_mpi_constant(host_.word(first))))) {
        found.push_back((minus ? "-" : "") + std::string(host_.word(last - 1)));
        return true;
    }
    // c ? a : b
    std::uint32_t question = first;
    while (question < last && !host_.is(question, "?"))
        question = behind_token(host_, question);
    std::uint32_t colon = question;
    while (colon < last && !host_.is(colon, ":"))
        colon = behind_token(host_, colon);
    return colon < last && add_values(found, function, question + 1, colon, depth) &&
           add_values(found, function, colon + 1, last, depth);
}

/// Adds the values of a variable, if all that it gets are constants.
bool Constants::add_variable(std::vector<std::string>& found, std::size_t function, std::uint32_t token,
                             int depth) const {
    if (depth >= longest_copy_chain || function == none) return false;
    const auto writes = writes_.find(variables_.at(function, host_.word(token), token));
    if (writes == writes_.end()) return false;
    return std::all_of(writes->second.begin(), writes->second.end(), [&](const Write* write) {
        return write->first < write->last &&
               add_values(found, write->function, write->first, write->last, depth + 1);
    });
}

bool differ(std::string_view a, std::string_view b) {
    if (a == b) return false;
    return (is_decimal(a) && is_decimal(b)) || (is_mpi_constant(a) && is_mpi_constant(b));
}

bool is_c_type(std::string_view name) {
    return type_of(name) != 0;
}

bool types_differ(std::string_view a, std::string_view b) {
    return type_of(a) != 0 && type_of(b) != 0 && type_of(a) != type_of(b);
}

} // namespace loop::compiler
