#pragma once

#include "report/surface/lines.h"
#include "report/surface/ratio.h"
#include "report/sweep/sheet.h"

/// Everything that a report on surfaces shows, from one sweep or several: sheet, page, tables, pictures.
namespace loop::report {

struct SurfaceStudy {
    SurfaceStudy() = default;
    SurfaceStudy(SurfaceStudy&&) = default; ///< the ratios go on pointing to the surfaces
    SurfaceStudy& operator=(SurfaceStudy&&) = default;
    SurfaceStudy(const SurfaceStudy&) = delete;
    SurfaceStudy& operator=(const SurfaceStudy&) = delete;

    std::string title;
    std::vector<Surface> surfaces;
    std::vector<SurfaceRatio> ratios;
    std::vector<SurfaceLine> beside_ping_pong, over_ranks, over_buffers;
    formats::Verdict verdict;
    std::vector<std::string> facts; ///< how and on what it was measured, "what: text"
};

/// No surfaces where the sweep has kept no results of Apex-Map, or each has but one point.
SurfaceStudy study_of(const Sweep& sweep);

/// Sweeps and their names, each compared with the first or with the one named `base`; a sweep of
/// several machines is each of them. FormatError where there are not two, ChoiceError where none has that
/// name.
SurfaceStudy compared(const std::vector<std::pair<std::string, Sweep>>& sweeps, const std::string& base);

std::vector<Plot> surface_plots(const SurfaceStudy& study);
/// Pictures that could not be drawn are left out.
Document surface_document(const SurfaceStudy& study, const std::vector<DrawnPlot>& drawn = {});

/// Schema "loop-surfaces/1" (docs/apexmap.md), for results.json.
Json surface_results(const SurfaceStudy& study);
/// A line for each point of each surface; a line for each point of each ratio.
std::string surface_csv(const SurfaceStudy& study);
std::string ratio_csv(const SurfaceStudy& study);

} // namespace loop::report
