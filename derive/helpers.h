#pragma once

#include <functional>
#include <string>
#include <vector>

/// What a derived program declares to say how something depends on its number of ranks.
namespace loop::report::derive {

/// The number of ranks of a trace, and the size of the problem; 0: not known.
struct Scale {
    Scale(int p, long long n = 0) : ranks(p), size(n) {}
    operator int() const { return ranks; }

    int ranks;
    long long size;
};

/// The numbers of ranks that a program was recorded on, some of them with several problem sizes.
using Counts = std::vector<Scale>;

/// One count for each number of ranks: formulas of the rank do not need the problem sizes.
Counts without_sizes(const Counts& counts);
bool have_sizes(const Counts& counts);

/// A number that depends on the number of ranks.
struct Extent {
    std::string text; ///< "nodes", "long_side"
    std::function<int(int)> value;
};

/// The number of ranks, the sides of grids of all ranks, and the base-2 logarithm.
const std::vector<Extent>& extents();

/// A variable of a derived program.
struct Helper {
    std::string name, declaration;
};

/// Those of `all` of which the lines, or others of these, use the names, in the order of `all`.
std::vector<Helper> used_of(const std::vector<Helper>& all, const std::vector<std::string>& lines);

/// All that a program may declare before its statements, in the order in which to declare them.
const std::vector<Helper>& all_helpers();

} // namespace loop::report::derive
