#pragma once

#include "base/formats/campaign.h"

/// plan.json, schema "loop-sweep/1" (docs/sweeps.md): what a sweep measures.
namespace loop::formats {

inline constexpr const char* plan_file_name = "plan.json";

/// A workload on a machine, built once and launched at many points.
struct PlanTarget {
    std::string workload, machine;
    std::string source; ///< the workload's file
    std::string source_hash, profile_hash;
    std::string build; ///< hash of everything that the program is built from

    static constexpr auto members = [](auto& fields, auto& self) {
        fields.expected("workload", self.workload);
        fields.expected("machine", self.machine);
        fields("source", self.source);
        fields.expected("source_hash", self.source_hash);
        fields.expected("profile_hash", self.profile_hash);
        fields("build", self.build);
    };
};

/// One combination of all factors.
struct PlanPoint {
    int number = 0;
    std::string folder; ///< relative to the sweep's folder
    std::string workload, machine, variation;
    int ranks = 0;
    std::optional<int> size, iterations; ///< as requested
    Pairs set;

    static constexpr auto members = [](auto& fields, auto& self) {
        fields.expected("number", self.number);
        fields.expected("folder", self.folder);
        fields.expected("workload", self.workload);
        fields.expected("machine", self.machine);
        fields.expected("variation", self.variation);
        fields.expected("ranks", self.ranks);
        fields.expected("size", self.size);
        fields.expected("iterations", self.iterations);
        fields.named("set", self.set);
    };
};

struct PlanRecord {
    static constexpr const char* schema = "loop-sweep/1";

    std::string name, started;
    std::string loop; ///< the version of LOOP
    std::vector<std::string> command;
    std::string folder; ///< the folder in which the sweep was started
    Campaign campaign;
    std::vector<PlanTarget> targets;
    std::vector<PlanPoint> points;

    static constexpr auto members = [](auto& fields, auto& self) {
        fields.schema("schema", schema);
        fields("name", self.name);
        fields("started", self.started);
        fields("loop", self.loop);
        fields("command", self.command);
        fields("folder", self.folder);
        fields.expected("campaign", self.campaign);
        fields.expected("targets", self.targets);
        fields.expected("points", self.points);
    };
};

/// Reads all valid members and reports problems; empty if the schema is unknown. Accepts any text.
inline std::optional<PlanRecord> read_plan(std::string_view text, Problems& problems,
                                           Reader::Texts texts = Reader::Texts::AsTheyAre) {
    return from_json<PlanRecord>(Json::parse_or_discard(text), problems, texts);
}

} // namespace loop::formats
