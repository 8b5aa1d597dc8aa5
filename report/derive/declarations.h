#pragma once

#include "report/derive/values.h"

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace loop::report::derive {

/// What a program declares: its parameters, and tables for what no formula gives.
class Declarations {
public:
    /// A loop's count, of a parameter; `iterations` for main loops, all of which have the same count.
    std::string count(const Values& times, const Counts& counts, bool is_main);
    /// The size of messages, of a parameter unless it is small. `used_by` is a text for the user.
    std::string bytes(const Values& values, const Counts& counts, const std::string& used_by);
    /// Something depends on the number of ranks in an unknown way: the program has what it is on the first.
    void misfit(const std::string& what) { misfits_.insert(what); }
    /// The name of a table of this type: `name`_N, or that of an equal one.
    std::string table(const std::string& name, const std::string& type, const std::string& content);

    /// A table of lists.
    std::string table(const std::string& name, const std::string& type,
                      const std::vector<std::vector<long long>>& lists);

    std::vector<std::string> parameters() const;
    const std::set<std::string>& misfits() const { return misfits_; }
    const std::vector<std::string>& tables() const { return tables_; }
    bool only_times() const { return only_times_; } ///< all tables are of times

private:
    static constexpr std::size_t most_parameters = 8; ///< of each kind; further values are written as numbers

    std::string count(long long times, bool is_main);
    std::string bytes(long long value, const std::string& help);

    std::map<long long, std::string> counts_, sizes_;
    std::vector<std::string> parameters_, tables_;
    std::map<std::pair<std::string, std::string>, std::string> table_names_; ///< by type and content
    bool only_times_ = true;
    std::set<std::string> misfits_;
    bool has_iterations_ = false;
};

} // namespace loop::report::derive
