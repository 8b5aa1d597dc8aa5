#pragma once

#include "report/surface/model.h"
#include "report/surface/study.h"

/// Sections of the page of surfaces that several files make.
namespace loop::report {

/// Table 2 of the paper, for the machines of the study and, below, for the published ones.
Section machine_section(const SurfaceStudy& study);

/// The times and bandwidths of all places of a model, with their intervals.
DataTable model_table(const SurfaceModel& model);

/// The published points beside those of the study's surfaces; nothing if there are no published points.
Section published_section(const SurfaceStudy& study);

} // namespace loop::report
