#pragma once

#include "report/trace/trace.h"

#include <otf2/otf2.h>

#include <map>
#include <string>
#include <vector>

namespace loop::report {

/// What a region of the archive is in a trace.
struct ImportedRegion {
    enum class Role { Site, Program, Waiting };
    Role role = Role::Site;
    std::uint32_t site = 0;
};

struct ImportedCommunicator {
    std::uint16_t index = 0;   ///< in Trace::communicators
    bool global_ranks = false; ///< events name world ranks, not ranks in it
};

/// The definitions of an archive, gathered while the library calls back.
struct ImportedDefinitions {
    std::uint64_t ticks_per_second = 0;
    std::uint64_t clock_origin = 0;
    bool is_ours = false; ///< written by `loop trace`

    std::vector<TraceSite> sites;
    std::vector<Communicator> communicators;
    std::map<OTF2_RegionRef, ImportedRegion> regions;
    std::map<OTF2_CommRef, ImportedCommunicator> communicator_of;
    std::vector<OTF2_LocationRef> ranks; ///< the location of each rank
    std::vector<std::string> hosts;      ///< by rank
    std::uint64_t other_locations = 0;   ///< threads and devices that are no ranks
    OTF2_ParameterRef mark_parameter = OTF2_UNDEFINED_PARAMETER;
    std::map<OTF2_LocationRef, std::string> problems; ///< written by LOOP's own export
    std::map<OTF2_LocationRef, std::uint64_t> dropped;
};

/// ImportError when they cannot be read, or make no sense.
ImportedDefinitions read_definitions(OTF2_Reader* reader);

} // namespace loop::report
