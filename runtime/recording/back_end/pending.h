#pragma once

#include "recording/recorder.h"

// Calls whose statement is executed.
namespace loop::runtime {

struct PendingExchange {
    recording::OperationNumber call;
};

struct PendingCollective {
    recording::OperationNumber call;
};

} // namespace loop::runtime

namespace loop::recording {

inline Course with_statement() {
    Course course;
    course.extent = Course::Extent::Around;
    return course;
}

} // namespace loop::recording
