#pragma once

#include "base/formats/fields.h"

/// recording.json, schema "loop-recording/1" (docs/run-format.md): the command of a run that `loop record`
/// has recorded, and what only `loop record` knows of it.
namespace loop::formats {

inline constexpr const char* recording_file_name = "recording.json";

struct Recording {
    static constexpr const char* schema = "loop-recording/1";

    std::vector<std::string> repeat;  ///< the `loop record` command that repeats the run
    std::vector<std::string> command; ///< the command that it recorded
    std::string program;              ///< the file of the MPI program that the command starts
    Json environment;                 ///< as in run.json
    int code = 0, signal = 0;         ///< how the command ended; 0 while it runs
    bool judged = false; ///< run.json has what `loop record` knows of this launch, and is left as it is

    static constexpr auto members = [](auto& fields, auto& self) {
        fields.schema("schema", schema);
        fields.expected("repeat", self.repeat);
        fields.expected("command", self.command);
        fields("program", self.program);
        fields("environment", self.environment);
        fields("code", self.code);
        fields("signal", self.signal);
        fields("judged", self.judged);
    };
};

} // namespace loop::formats
