#include "cli/published_surfaces.h"

#include "cli/report_files.h"
#include "runner/system/files.h"
#include "runner/system/installation.h"

namespace loop::cli {

report::Published published_surfaces() {
    const std::filesystem::path folder = runner::find_installation().machines / "published";
    const auto read = [&](const char* name, auto entries_of) {
        return entries_of(runner::read_file(folder / name), (folder / name).string());
    };
    try {
        return {read("apexmap-machines-2005.csv", report::published_surface_machines),
                read("apexmap-2005.csv", report::published_surface_points)};
    } catch (const report::FormatError& error) {
        throw failure_of(error);
    }
}

} // namespace loop::cli
