#include "runner/bundle/manifest.h"

#include "runner/system/failure.h"

#include <fmt/core.h>

namespace loop::runner {

Manifest read_manifest(const std::string& text, const std::string& origin) {
    formats::Problems problems;
    auto manifest = formats::from_json<Manifest>(Json::parse_or_discard(text), problems);
    if (!manifest)
        throw Failure(ExitCode::InputOutput, fmt::format("`{}` is not of schema {}", origin, Manifest::schema),
                      "a newer loop may have written it");
    if (!problems.empty())
        throw Failure(ExitCode::InputOutput, fmt::format("`{}` has no `{}`", origin, problems[0].member));
    if (manifest->file.empty() || manifest->file.find('/') != std::string::npos)
        throw Failure(ExitCode::InputOutput, fmt::format("`{}`: `file` is not the name of a file", origin));
    return std::move(*manifest);
}

bool lies_beside(const std::filesystem::path& file) {
    const std::filesystem::path path = file.lexically_normal();
    return !path.empty() && path.is_relative() && *path.begin() != "..";
}

} // namespace loop::runner
