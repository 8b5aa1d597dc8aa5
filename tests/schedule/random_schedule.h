#pragma once

#include "base/schedule/schedule.h"

#include <random>

namespace loop::tests {

/// A random execution on all ranks; every third operation is in a group.
schedule::Schedule random_schedule(std::mt19937& random);

} // namespace loop::tests
