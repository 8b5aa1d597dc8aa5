#pragma once

#include "derive/numbers.h"
#include "derive/values.h"

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace loop::report::derive {

/// What the statements of a program refer to: numbers, which may become parameters, and tables for what no
/// formula gives. The texts that it returns contain tokens.
class Declarations {
public:
    std::string count(const Values& times, const Counts& counts, bool is_main);
    /// The size of messages. `used_by` is a text for the user.
    std::string bytes(const Values& values, const Counts& counts, const std::string& used_by);
    /// A time that each rank computes, `seconds` if it is one number; `weight` is how often it does.
    std::string seconds(const std::string& text, double seconds, double weight, const Spread& spread);
    /// A time for each rank. On other numbers of ranks, that of the rank at the same share of all.
    std::string times_by_rank(const std::vector<std::string>& values, double weight, const Spread& spread);
    /// Something depends on the number of ranks in an unknown way: the program has what it is on the first.
    void note_unexplained(const std::string& what) { unexplained_.insert(what); }
    /// The name of a table of this type: `name`_N, or that of an equal one.
    std::string table(const std::string& name, const std::string& type, const std::string& content);

    /// A table of lists.
    std::string table(const std::string& name, const std::string& type,
                      const std::vector<std::vector<long long>>& lists);

    /// The name of a function of `r`: `name`_N, or that of an equal one.
    std::string function(const std::string& name, const std::string& value);

    Numbers& numbers() { return numbers_; }
    const std::set<std::string>& unexplained() const { return unexplained_; }
    const std::vector<Helper>& tables() const { return tables_; }
    /// Whether there are tables of other things than times, which hold for one number of ranks only.
    bool has_tables_of_ranks() const { return has_tables_of_ranks_; }

private:
    std::string number(const ValueFormula& formula, Number number);

    Numbers numbers_;
    std::vector<Helper> tables_;
    std::map<std::pair<std::string, std::string>, std::string> table_names_; ///< by type and content
    bool has_tables_of_ranks_ = false;
    std::set<std::string> unexplained_;
};

} // namespace loop::report::derive
