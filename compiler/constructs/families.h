#pragma once

#include "compiler/constructs/construct.h"

/// The rows of the table of constructs, by family; construct_table() puts them together in this order, which
/// is that of the language reference.
namespace loop::compiler {

std::vector<ConstructInfo> frame_constructs();
std::vector<ConstructInfo> data_constructs();
std::vector<ConstructInfo> structure_constructs();
std::vector<ConstructInfo> computation_constructs();
std::vector<ConstructInfo> pair_constructs();
std::vector<ConstructInfo> multibroadcast_constructs();
std::vector<ConstructInfo> tree_constructs();
std::vector<ConstructInfo> marking_and_work_constructs();
std::vector<ConstructInfo> kernel_constructs();
std::vector<ConstructInfo> declaring_and_result_constructs();

} // namespace loop::compiler
