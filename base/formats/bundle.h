#pragma once

#include "base/formats/run_record.h"

/// bundle.json, schema "loop-bundle/1": what `loop report` needs to know about a bundle to report on its runs
/// (docs/bundles.md).
namespace loop::formats {

inline constexpr const char* bundle_file_name = "bundle.json";

struct Bundle {
    static constexpr const char* schema = "loop-bundle/1";

    std::string loop; ///< the version of LOOP that wrote it
    std::string machine;
    RunSource source; ///< without the text
    std::string file; ///< the source's name in the bundle, without `.loop`

    static constexpr auto members = [](auto& fields, auto& self) {
        fields.schema("schema", schema);
        fields.expected("loop", self.loop);
        fields("machine", self.machine);
        fields.expected("name", self.source.name);
        fields.expected("source", self.source.file);
        fields.expected("description", self.source.description);
        fields.expected("hash", self.source.hash);
        fields.expected("file", self.file);
        fields.unless_empty("flags", self.source.flags);
        fields.unless_empty("libraries", self.source.libraries);
    };
};

} // namespace loop::formats
