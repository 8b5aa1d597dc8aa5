#pragma once

#include "compiler/check/writes.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace loop::compiler {

/// The values of arguments, where the file shows them: numbers and MPI's constants, also through variables
/// that get nothing else.
class Constants {
public:
    Constants(const HostCode& host, const Variables& variables, const std::vector<Write>& writes);

    /// The values that tokens [first, last) of a function may have, at most `most_values`; empty if the file
    /// does not show them all.
    std::vector<std::string> values(std::size_t function, std::uint32_t first, std::uint32_t last) const;
    /// The one value that the tokens have, or nullopt.
    std::optional<std::string> value(std::size_t function, std::uint32_t first, std::uint32_t last) const;

    static constexpr std::size_t most_values = 8;

private:
    bool add_values(std::vector<std::string>& found, std::size_t function, std::uint32_t first,
                    std::uint32_t last, int depth) const;
    bool add_variable(std::vector<std::string>& found, std::size_t function, std::uint32_t token,
                      int depth) const;

    const HostCode& host_;
    const Variables& variables_;
    std::map<Variables::Variable, std::vector<const Write*>> writes_;
};

/// Whether two constants are surely not the same number, root, or operation.
bool differ(std::string_view a, std::string_view b);

/// Whether a datatype is MPI's name of a C type.
bool is_c_type(std::string_view name);

/// Whether two datatypes are surely not the same: only MPI's names of C types are compared, without MPI_BYTE
/// and MPI_PACKED, which match others.
bool types_differ(std::string_view a, std::string_view b);

} // namespace loop::compiler
