#pragma once

#include "compiler/compiler.h"
#include "runner/outcome/ranks/rank_outcome.h"
#include "runner/outcome/verdict.h"
#include "runner/profile/profile.h"
#include "runner/system/failure.h"

#include <string>

using loop::Json;

/// Message and hint of the Failure that `action` throws; empty if it throws none.
template <typename Action>
std::string failure_of(Action action) {
    try {
        action();
    } catch (const loop::runner::Failure& failure) {
        return std::string(failure.what()) + (failure.hint().empty() ? "" : " | " + failure.hint());
    }
    return {};
}

/// The profile of a machine with hosts, with these lines in its section `launch`.
loop::runner::MachineProfile profile_of_hosts(const std::string& lines);

/// A correct record of rank `rank`.
Json good_record(int rank, int ranks = 2);

/// The file of a record: its two lines.
std::string record_file(const Json& record);

/// Reads the record.
loop::formats::RankRecord record_in(const Json& json);

/// A launch with correct records of all ranks.
loop::runner::LaunchResult good_launch(int ranks = 2);

loop::RankPlace seen(loop::RankState state, bool inside, int line, int detail = 0,
                     loop::Construct construct = loop::Construct::Exchange);
