#include "compiler/constructs/construct.h"

#include <loop/calls.h>

#include <fmt/core.h>

#include <string_view>

// Prints the table of constructs for editors/generate.py, one construct per line: its name, its group, which
// names stand after its arguments, and the names of its arguments.
namespace loop::compiler {

namespace {

std::string_view group_of(const ConstructInfo& row) {
    if (row.is_declaration() || row.shape == Shape::Array) return "declaration";
    if (row.shape == Shape::Open || row.shape == Shape::Close) return "frame";
    if (call_info(row.name).role == ConstructRole::Kernel) return "kernel";
    if (row.statement() == StatementRule::Required) return "control";
    return row.communicates ? "communication" : "action";
}

std::string_view names_after(const ConstructInfo& row) {
    if (row.shape == Shape::Array) return "arrays";
    return row.shape == Shape::Loop ? "iterator" : "none";
}

void print(std::string_view name, const ConstructInfo& row) {
    fmt::print("{} {} {}", name, group_of(row), names_after(row));
    for (const Parameter& parameter : row.parameters)
        fmt::print(" {}", parameter.name);
    fmt::print("\n");
}

} // namespace

} // namespace loop::compiler

int main() {
    using namespace loop::compiler;
    for (const ConstructInfo& row : construct_table())
        print(row.name, row);
    print("Mat", *find_construct("Mat")); // as printed in the paper
}
