#include "runner/artifact/artifact.h"

#include "runner/artifact/result_files.h"
#include "runner/artifact/texts.h"
#include "runner/bundle/bundle.h"
#include "runner/run/run_directory.h"
#include "runner/system/failure.h"
#include "runner/system/files.h"
#include "runner/system/process.h"

#include <fmt/core.h>

#include <algorithm>

namespace loop::runner {

namespace fs = std::filesystem;

namespace {

bool is_archive(const fs::path& output) {
    const std::string name = output.filename().string();
    const std::string end = ".tar.gz";
    return name.size() > end.size() && name.compare(name.size() - end.size(), end.size(), end) == 0;
}

void check_archive_is_free(const fs::path& output) {
    std::error_code ignored;
    if (fs::exists(output, ignored))
        throw Failure(ExitCode::InputOutput, fmt::format("`{}` exists", output.string()),
                      "artifacts are never overwritten; name another file");
}

/// Whether `path` is in `folder`, however both are spelled.
bool is_below(const fs::path& path, const fs::path& folder) {
    std::error_code ignored;
    const fs::path inner = fs::weakly_canonical(path, ignored), outer = fs::weakly_canonical(folder, ignored);
    return std::mismatch(outer.begin(), outer.end(), inner.begin(), inner.end()).first == outer.end();
}

/// Writes everything below `folder`. Returns the number of places for the author.
int write_content(const fs::path& folder, const ArtifactRequest& request, const Installation& installation) {
    const std::vector<std::string> bundles = bundle_names(request);
    make_folder(folder / "bundles");
    for (std::size_t i = 0; i < bundles.size(); ++i) {
        const ArtifactProgram& program = request.programs[i];
        export_bundle(*program.compilation, program.headers, installation,
                      {program.machine, folder / "bundles" / bundles[i]});
    }
    copy_results(request.results, folder / "records");
    const ArtifactFacts facts{request, bundles, bytes_below(folder)};
    const auto form = [&](const char* name) { return read_file(installation.artifact / name); };
    const std::string appendix = appendix_text(form("appendix.md"), facts);
    write_file(folder / "appendix.md", appendix);
    write_file(folder / "README.md", artifact_readme(form("README.md"), facts));
    write_file(folder / "reproduce.sh", reproduce_script(form("reproduce.sh"), facts));
    write_file(folder / "environment.txt", environment_text(facts));
    return places_for_author(appendix);
}

void pack(const fs::path& folder, const fs::path& archive) {
    Interrupts interrupts;
    const Answer answer = ask({"tar", "--owner=0", "--group=0", "-C", folder.parent_path().string(), "-czf",
                               archive.string(), "--", folder.filename().string()},
                              interrupts);
    if (!answer.status.good())
        throw Failure(ExitCode::InputOutput, "tar could not pack the artifact",
                      "name a folder instead of a `.tar.gz` file, or install tar")
            .with_details(answer.text);
}

} // namespace

int write_artifact(const ArtifactRequest& request, const Installation& installation) {
    const bool packs = is_archive(request.output);
    packs ? check_archive_is_free(request.output) : check_is_free(request.output);
    const fs::path absolute = fs::absolute(request.output).lexically_normal();
    const fs::path target = absolute.has_filename() ? absolute : absolute.parent_path();
    if (is_below(target, request.results))
        throw Failure(ExitCode::Usage,
                      fmt::format("the artifact `{}` would be inside the results", request.output.string()),
                      "give another place with `-o`");
    make_folder(target.parent_path());
    TemporaryDirectory scratch(target.parent_path(), ".loop-artifact");
    const fs::path folder = scratch.path() / (packs ? target.stem().stem() : target.filename());
    make_folder(folder);
    const int places = write_content(folder, request, installation);
    fs::path finished = folder;
    if (packs) {
        finished = scratch.path() / "artifact.tar.gz";
        pack(folder, finished);
    }
    std::error_code error;
    fs::rename(finished, target, error);
    if (error) refuse_file("create", request.output, error.value());
    return places;
}

} // namespace loop::runner
