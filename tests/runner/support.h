#pragma once

#include "compiler/compiler.h"
#include "runner/outcome/ranks/rank_outcome.h"
#include "runner/outcome/verdict.h"
#include "runner/system/failure.h"

#include <string>

using loop::Json;

/// Message and hint of the Failure that `action` throws; empty when it throws none.
template <typename Action>
std::string failure_of(Action action) {
    try {
        action();
    } catch (const loop::runner::Failure& failure) {
        return std::string(failure.what()) + (failure.hint().empty() ? "" : " | " + failure.hint());
    }
    return {};
}

/// A record of rank `rank` as a good rank writes it.
Json good_record(int rank, int ranks = 2);

/// The record's two lines.
std::string record_file(const Json& record);

/// The same as it is read.
loop::formats::RankRecord record_in(const Json& json);

/// A launch whose ranks all have good records.
loop::runner::LaunchResult good_launch(int ranks = 2);

loop::RankPlace seen(loop::RankState state, bool inside, int line, int detail = 0,
                     loop::Construct construct = loop::Construct::Exchange);
