#include "derive/helpers.h"

#include <loop/topologies.h>

#include <algorithm>
#include <cctype>

namespace loop::report::derive {

namespace {

int side(int nodes, int dimensions, int dimension) {
    return Grid(nodes, dimensions).extent(dimension);
}

int levels(int nodes) {
    int levels = 0;
    while ((2 << levels) <= nodes)
        ++levels;
    return levels;
}

const std::vector<Helper> helpers{
    {"n", "const long long n = size; // of the problem"},
    {"varied", "long long draws = 0;\n"
               "const auto varied = [&](const std::vector<double>& factors) {\n"
               "    return factors[loop::pick(draws++ * nodes + me, factors.size())];\n"
               "};"},
    {"grid", "const loop::Grid grid(nodes, 2);"},
    {"long_side", "const int long_side = grid.extent(0);"},
    {"short_side", "const int short_side = grid.extent(1);"},
    {"torus", "const loop::Torus torus(nodes, 2);"},
    {"wide_grid", "const loop::Grid wide_grid = loop::Grid::of({short_side, long_side});"},
    {"wide_torus", "const loop::Torus wide_torus = loop::Torus::of({short_side, long_side});"},
    {"transposed", "const auto transposed = [=](int r) {\n"
                   "    const int block = long_side / short_side; // of ranks; the grid of blocks is square\n"
                   "    return block * (r / block % short_side * short_side + r / long_side) + r % block;\n"
                   "};"},
    {"grid_3", "const loop::Grid grid_3(nodes, 3);"},
    {"torus_3", "const loop::Torus torus_3(nodes, 3);"},
    {"levels", "const int levels = static_cast<int>(loop::doubling(2, nodes).size());"},
};

bool is_of_word(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// Whether the name is in the line, and not only as a part of another one.
bool uses(const std::string& line, const std::string& name) {
    for (std::size_t at = line.find(name); at != std::string::npos; at = line.find(name, at + 1)) {
        const std::size_t end = at + name.size();
        if ((at == 0 || !is_of_word(line[at - 1])) && (end == line.size() || !is_of_word(line[end])))
            return true;
    }
    return false;
}

} // namespace

const std::vector<Extent>& extents() {
    static const std::vector<Extent> all{
        {"nodes", [](int p) { return p; }},
        {"long_side", [](int p) { return side(p, 2, 0); }},
        {"short_side", [](int p) { return side(p, 2, 1); }},
        {"levels", levels},
        {"(nodes - 1)", [](int p) { return p - 1; }},
        {"(long_side - 1)", [](int p) { return side(p, 2, 0) - 1; }},
        {"(short_side - 1)", [](int p) { return side(p, 2, 1) - 1; }},
        {"(nodes / 2)", [](int p) { return p / 2; }},
        {"grid_3.extent(0)", [](int p) { return side(p, 3, 0); }},
        {"grid_3.extent(1)", [](int p) { return side(p, 3, 1); }},
        {"grid_3.extent(2)", [](int p) { return side(p, 3, 2); }},
    };
    return all;
}

const std::vector<Helper>& all_helpers() {
    return helpers;
}

bool have_sizes(const Counts& counts) {
    return std::any_of(counts.begin(), counts.end(), [&](const Scale& one) { return one.size > 0; });
}

Counts without_sizes(const Counts& counts) {
    const bool is_one = std::all_of(counts.begin(), counts.end(),
                                    [&](const Scale& one) { return one.ranks == counts.front().ranks; });
    return is_one ? Counts{counts.front().ranks} : counts;
}

std::vector<Helper> used_of(const std::vector<Helper>& all, const std::vector<std::string>& lines) {
    std::vector<Helper> used;
    for (auto helper = all.rbegin(); helper != all.rend(); ++helper) {
        const bool in_lines = std::any_of(lines.begin(), lines.end(),
                                          [&](const std::string& line) { return uses(line, helper->name); });
        const bool in_used = std::any_of(used.begin(), used.end(), [&](const Helper& other) {
            return uses(other.declaration, helper->name);
        });
        if (in_lines || in_used) used.insert(used.begin(), *helper);
    }
    return used;
}

} // namespace loop::report::derive
