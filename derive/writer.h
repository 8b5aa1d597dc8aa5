#pragma once

#include "derive/declarations.h"
#include "derive/family.h"
#include "derive/statements.h"

#include <map>
#include <set>

namespace loop::report::derive {

/// Writes the statements of a family as those of a program.
class Writer {
public:
    /// `anonymous`: without the names of files.
    Writer(const Family& family, bool anonymous);

    Codes codes();
    Declarations& declarations() { return declarations_; }

private:
    /// A statement and the phases around it.
    struct Item {
        Phases phases;
        Code code;
    };
    using Items = std::vector<Item>;
    using LoadsAt = std::vector<const Loads*>; ///< by number of ranks

    /// What is decided alike for all statements with the same construct.
    struct Call {
        double before = 0, inside = 0; ///< seconds of all executions
        double executions = 0;
    };

    /// A statement's construct, steps as the program may tell them, and loads.
    struct Written {
        std::vector<Step> named;
        Steps steps;
        LoadsAt before, inside;
        std::string key; ///< of its `Call`
    };

    Written written(const Statement& statement);
    void count_calls(const Statements& statements);
    bool overlaps(const Written& written) const;

    Items items_of(const Statements& statements, bool is_outer);
    void add_loop(Items& items, const Statement& statement, bool is_main);
    void add_run(Items& items, const Run& run, const Counts& counts);
    void add_step(Items& items, const Statement& statement);
    /// `mean`: of one load in all statements with this construct; below 0: not known.
    void add_loads(Items& items, const LoadsAt& loads, const Counts& counts, const Phases& next, double mean);
    std::string work_text(const Load& load, const LoadsAt& loads, const Counts& counts);
    Step named(Step step) const;

    static Codes codes_of(const Items& items, std::size_t depth = 0);
    static Phases common_phases(const Items& items);

    const Family& family_;
    const bool anonymous_;
    Declarations declarations_;
    std::map<std::string, Call> calls_; ///< by shape and origin
    std::set<Phases> named_;            ///< phases that the program has
};

} // namespace loop::report::derive
