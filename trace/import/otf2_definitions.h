#pragma once

#include "trace/read/trace.h"

#include <otf2/otf2.h>

#include <map>
#include <string>
#include <vector>

namespace loop::report {

/// What a region of the archive becomes in the trace.
struct ImportedRegion {
    enum class Role { Site, Program, Waiting };
    Role role = Role::Site;
    std::uint32_t site = 0;
};

struct ImportedCommunicator {
    std::uint16_t index = 0;   ///< index into Trace::communicators
    bool global_ranks = false; ///< events have world ranks, not ranks in this communicator
};

/// The definitions of an archive, collected by callbacks of the library.
struct ImportedDefinitions {
    std::uint64_t ticks_per_second = 0;
    std::uint64_t clock_origin = 0;
    std::int64_t origin_unix_ns = 0; ///< the date of `clock_origin`; 0: unknown
    bool is_ours = false;            ///< written by `loop trace`

    std::vector<TraceSite> sites;
    std::vector<Communicator> communicators;
    std::map<OTF2_RegionRef, ImportedRegion> regions;
    std::map<OTF2_CommRef, ImportedCommunicator> communicator_of;
    std::vector<OTF2_LocationRef> ranks; ///< the location of each rank
    std::vector<std::string> hosts;      ///< by rank
    std::uint64_t other_locations = 0;   ///< threads and devices that are not ranks
    OTF2_ParameterRef mark_parameter = OTF2_UNDEFINED_PARAMETER;
    std::map<OTF2_LocationRef, std::string> problems; ///< written by LOOP's own export
    std::map<OTF2_LocationRef, std::uint64_t> dropped;
};

/// Throws ImportError if the definitions cannot be read or are inconsistent.
ImportedDefinitions read_definitions(OTF2_Reader* reader);

} // namespace loop::report
