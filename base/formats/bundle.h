#pragma once

#include "base/formats/run_record.h"

/// bundle.json, schema "loop-bundle/1": what `loop report` needs to know about a bundle to report on its runs
/// (docs/bundles.md).
namespace loop::formats {

inline constexpr const char* bundle_file_name = "bundle.json";

struct Bundle {
    /// What a simulated machine does not compute of the program, and what it does not charge.
    struct Charging {
        bool has_work = false;         ///< there is work that is charged, and not executed
        bool receives_data = false;    ///< ranks may receive data that host code can read
        std::vector<int> result_lines; ///< of results that depend on such work
        std::vector<int> uncharged_lines;

        static constexpr auto members = [](auto& fields, auto& self) {
            fields("has_work", self.has_work);
            fields("receives_data", self.receives_data);
            fields("result_lines", self.result_lines);
            fields("uncharged_lines", self.uncharged_lines);
        };
    };

    static constexpr const char* schema = "loop-bundle/1";

    std::string loop; ///< the version of LOOP that wrote it
    std::string machine;
    RunSource source;                   ///< without the text
    std::string file;                   ///< the source's name in the bundle, without `.loop`
    std::optional<Charging> charging{}; ///< only for a simulated machine

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
        fields.unless_null("charging", self.charging);
    };
};

} // namespace loop::formats
