#pragma once

#include <map>
#include <string>
#include <vector>

namespace loop::report::derive {

/// What a program declares: its parameters, and tables for what no formula gives.
class Declarations {
public:
    /// A loop's count, a parameter; `iterations` for main loops, all of which have the same count.
    std::string count(long long times, bool is_main);
    /// The size of messages; a parameter unless it is small. `used_by` is a text for the user.
    std::string bytes(long long value, const std::string& used_by);
    /// `name`_N, a table of this type.
    std::string table(const std::string& name, const std::string& type, const std::string& content);

    std::vector<std::string> parameters() const;
    const std::vector<std::string>& tables() const { return tables_; }

private:
    static constexpr std::size_t most_parameters = 8; ///< of each kind; further values are written as numbers

    std::map<long long, std::string> counts_, sizes_;
    std::vector<std::string> parameters_, tables_;
    bool has_iterations_ = false;
};

} // namespace loop::report::derive
