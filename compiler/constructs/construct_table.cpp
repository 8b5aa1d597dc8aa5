#include "compiler/constructs/families.h"

namespace loop::compiler {

namespace {

std::vector<ConstructInfo> build_table() {
    std::vector<ConstructInfo> table;
    for (const auto& family :
         {frame_constructs(), data_constructs(), structure_constructs(), computation_constructs(),
          pair_constructs(), multibroadcast_constructs(), tree_constructs(), marking_and_work_constructs(),
          kernel_constructs(), declaring_and_result_constructs()})
        table.insert(table.end(), family.begin(), family.end());
    return table;
}

} // namespace

const std::vector<ConstructInfo>& construct_table() {
    static const std::vector<ConstructInfo> table = build_table();
    return table;
}

} // namespace loop::compiler
