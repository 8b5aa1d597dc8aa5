#pragma once

#include "compiler/compiler.h"
#include "runner/profile/profile.h"
#include "runner/run/run.h"
#include "runner/system/interrupts.h"
#include "runner/system/logger.h"

/// Charged work has no results on a simulated machine. If data that ranks receive decide what they do, as in
/// `if (residual < tolerance) break;`, a run without these results is another one than on a real machine.
namespace loop::runner {

/// What a simulated run leaves out of a program (`leaves_out_work` and the lines of `run`). Does nothing
/// on real machines. Failure (Usage) if work was executed while host code is timed, which would count it
/// twice.
void resolve_charged_work(const compiler::ProgramSummary& program, ResolvedRun& run);

/// Whether, after resolve_charged_work(), it must be found out whether received data decide what ranks do.
bool leaves_steering_open(const compiler::ProgramSummary& program, const ResolvedRun& run);

/// resolve_charged_work(), and then finds out by the recorder whether received data decide what a simulated
/// program with charged work does. If so, the work is executed, as with `--verify`
/// (`run.settings.verify`). `run.about_steering` says it on the sheet, also if the recorder cannot
/// execute the program. Does nothing if the user has decided
/// (`--verify`, `--no-verify`), on real machines, and for programs without charged work or received data.
void resolve_steering(const compiler::Compilation& compilation, const Installation& installation,
                      ResolvedRun& run, Interrupts& interrupts, const Logger& logger);

/// Says if the work is executed for this reason.
void report_steering(const ResolvedRun& run, const Logger& logger);

} // namespace loop::runner
