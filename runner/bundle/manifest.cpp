#include "runner/bundle/manifest.h"

#include "runner/system/failure.h"

#include <fmt/core.h>

namespace loop::runner {


namespace {

constexpr const char* schema = "loop-bundle/1";

std::string text_at(const Json& object, const char* key, const std::string& origin) {
    const auto found = object.find(key);
    if (found == object.end() || !found->is_string())
        throw Failure(ExitCode::InputOutput, fmt::format("`{}` has no `{}`", origin, key));
    return found->get<std::string>();
}

} // namespace

std::string manifest_text(const compiler::Compilation& compilation, const std::string& file,
                          const MachineProfile& profile) {
    const SourceFacts source = source_facts(compilation);
    return record_text({{"schema", schema},
                        {"loop", LOOP_VERSION},
                        {"machine", profile.name},
                        {"name", source.name},
                        {"source", source.file},
                        {"description", source.description},
                        {"hash", source.hash},
                        {"file", file}});
}

Manifest read_manifest(const std::string& text, const std::string& origin) {
    const Json object = Json::parse_or_discard(text);
    if (!object.is_object() || object.value("schema", Json()) != schema)
        throw Failure(ExitCode::InputOutput, fmt::format("`{}` is not of schema {}", origin, schema),
                      "a newer loop may have written it");
    Manifest manifest;
    manifest.source.name = text_at(object, "name", origin);
    manifest.source.file = text_at(object, "source", origin);
    manifest.source.description = text_at(object, "description", origin);
    manifest.source.hash = text_at(object, "hash", origin);
    manifest.file = text_at(object, "file", origin);
    manifest.loop = text_at(object, "loop", origin);
    if (manifest.file.empty() || manifest.file.find('/') != std::string::npos)
        throw Failure(ExitCode::InputOutput, fmt::format("`{}`: `file` is not the name of a file", origin));
    return manifest;
}

bool lies_beside(const std::filesystem::path& file) {
    const std::filesystem::path path = file.lexically_normal();
    return !path.empty() && path.is_relative() && *path.begin() != "..";
}

} // namespace loop::runner
