#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace loop::formats {

/// A machine's hardware, as its profile describes it for the sheet; missing values are unknown.
struct Hardware {
    std::string processor, accelerators, network;
    std::string topology;                                   ///< as parse_topology() reads it
    std::optional<std::int64_t> nodes, cores, memory_bytes; ///< cores and memory of one node
    std::optional<std::int64_t> word_bits;                  ///< width of a general register

    static constexpr auto members = [](auto& fields, auto& self) {
        fields.unless_empty("processor", self.processor);
        fields.unless_empty("accelerators", self.accelerators);
        fields.unless_empty("network", self.network);
        fields.unless_empty("topology", self.topology);
        fields.unless_null("nodes", self.nodes);
        fields.unless_null("cores", self.cores);
        fields.unless_null("memory_bytes", self.memory_bytes);
        fields.unless_null("word_bits", self.word_bits);
    };
};

} // namespace loop::formats
