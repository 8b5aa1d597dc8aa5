#pragma once

#include "report/surface/lines.h"
#include "report/surface/probes.h"
#include "report/surface/published.h"
#include "report/surface/ratio.h"
#include "report/sweep/sheet.h"

/// Everything that a report on surfaces shows, from one sweep or several.
namespace loop::report {

struct SurfaceStudy {
    SurfaceStudy() = default;
    SurfaceStudy(SurfaceStudy&&) = default; ///< ratios keep pointing to the surfaces
    SurfaceStudy& operator=(SurfaceStudy&&) = default;
    SurfaceStudy(const SurfaceStudy&) = delete;
    SurfaceStudy& operator=(const SurfaceStudy&) = delete;

    std::string title;
    std::vector<Surface> surfaces;
    std::vector<SurfaceRatio> ratios; ///< of machines, then of versions
    std::vector<SurfaceLine> beside_ping_pong, over_ranks, over_buffers;
    std::vector<Probes> probes; ///< of the surfaces' machines
    Published published;        ///< to compare with; the caller reads it
    formats::Verdict verdict;
    std::vector<std::string> facts; ///< how and on what machine it was measured, as "what: text"
};

/// The result has no surfaces if the sweep saved no results of Apex-Map, or if each surface has only one
/// point.
SurfaceStudy study_of(const Sweep& sweep);

/// Compares each sweep (given with its name) with the first one, or with the one named `base`. A sweep of
/// several machines counts as one sweep per machine. Throws FormatError if there are fewer than two, and
/// ChoiceError if none has that name.
SurfaceStudy compared(const std::vector<std::pair<std::string, Sweep>>& sweeps, const std::string& base);

std::vector<Chart> surface_plots(const SurfaceStudy& study);
/// `charts`: those of surface_plots() that a page shows.
Document surface_document(const SurfaceStudy& study, const std::vector<Chart>& charts = {});

/// Schema "loop-surfaces/1" (docs/apexmap.md), for results.json.
Json surface_results(const SurfaceStudy& study);
/// One line per point of each surface, or of each ratio.
std::string surface_csv(const SurfaceStudy& study);
std::string ratio_csv(const SurfaceStudy& study);

} // namespace loop::report
