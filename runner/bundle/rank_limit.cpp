#include "runner/bundle/rank_limit.h"

#include "runner/system/failure.h"

#include <fmt/core.h>

namespace loop::runner {

void refuse_ranks_without_files(std::size_t ranks, std::size_t files, const std::filesystem::path& from) {
    constexpr std::size_t always = 65536, for_a_file = 4;
    if (ranks > always + for_a_file * files)
        throw Failure(ExitCode::InputOutput,
                      fmt::format("`{}` lists {} ranks, but there are only {} files of ranks", from.string(),
                                  ranks, files),
                      "copy back the whole folder, with the records of all ranks");
}

} // namespace loop::runner
