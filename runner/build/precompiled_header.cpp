#include "runner/build/precompiled_header.h"

#include "compiler/compiler.h"
#include "runner/build/dependencies.h"
#include "runner/build/failed_build.h"
#include "runner/build/runtime_library.h"

namespace loop::runner {

namespace fs = std::filesystem;

namespace {

constexpr const char* header_kind = "headers";
constexpr const char* header_name = "program.h"; // the compiler finds `program.h.gch` beside it
constexpr const char *rules_name = "program.d", *header_record_name = "dependencies";
constexpr int days_unused = 30;

} // namespace

PrecompiledHeader::PrecompiledHeader(const Cache& cache, std::vector<std::string> compile, std::string key)
    : cache_(cache), compile_(std::move(compile)), key_(std::move(key)) {}

std::optional<fs::path> PrecompiledHeader::find() const {
    std::optional<fs::path> folder = cache_.find(header_kind, key_);
    if (folder && !are_unchanged(read_file(*folder / header_record_name))) folder.reset();
    return folder;
}

std::vector<std::string> PrecompiledHeader::use(const fs::path& folder) {
    return {"-include", (folder / header_name).string()};
}

std::unique_ptr<PrecompiledHeader::Making> PrecompiledHeader::make() const {
    if (cache_.remembered(key_)) return nullptr;
    std::optional<Descriptor> lock = cache_.try_lock(header_kind, key_);
    if (!lock || find()) return nullptr;
    return std::unique_ptr<Making>(new Making(*this, std::move(*lock)));
}

PrecompiledHeader::Making::Making(const PrecompiledHeader& header, Descriptor lock)
    : header_(header), lock_(std::move(lock)), folder_(header.cache_.work_directory()) {
    const fs::path text = folder_.path() / header_name;
    write_file(text, compiler::common_includes);
    command_ = {header.compile_, temporary_files_in(folder_.path()), false};
    for (const std::string& argument :
         {std::string("-v"), std::string("-MD"), std::string("-MF"), (folder_.path() / rules_name).string(),
          std::string("-x"), std::string("c++-header"), std::string("-c"), text.string(), std::string("-o"),
          text.string() + ".gch"})
        command_.arguments.push_back(argument);
}

void PrecompiledHeader::Making::finish(const ExitStatus& ended, const fs::path& log) const {
    const Cache& cache = header_.cache_;
    if (!ended.good()) return cache.remember(header_.key_, "no precompiled header");
    const UsedHeaders used = used_headers({}, folder_.path() / rules_name, log, "");
    write_file(folder_.path() / header_record_name, dependency_record(used, {cache.root()}));
    cache.place(header_kind, header_.key_, folder_.path());
    cache.remove_unused(header_kind, days_unused);
}

} // namespace loop::runner
