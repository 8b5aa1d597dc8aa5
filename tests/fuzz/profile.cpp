// A machine profile, and the launch command that follows from it.
#include "runner/profile/profile.h"

#include "runner/launch/machine_kind.h"
#include "runner/system/failure.h"
#include "target.h"

using namespace loop::runner;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    try {
        const MachineProfile profile = parse_profile(loop_fuzz::text_of(data, size), "a.toml", "/folder");
        in_folder(launch_arguments(profile, 4, "/folder/program"), "/folder/run");
        host_file(profile);
        kind_of(profile)->usual_ranks();
        loop_fuzz::expect_json(machine_record(profile).dump(2));
    } catch (const Failure&) {
    }
    return 0;
}
