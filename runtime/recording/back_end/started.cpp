#include "recording/back_end/started.h"

#include "constructs/back_end.h"
#include "recording/recorder.h"
#include "session/session.h"

#include <memory>
#include <vector>

namespace loop {

using namespace runtime;

namespace {

class RecordedCall final : public Started {
public:
    recording::OperationNumber call = 0;
};

} // namespace

recording::Course recording::course_of(const Handle& handle) {
    Course course;
    course.extent = Course::Extent::Started;
    course.hold = handle.hold();
    course.handle = handle.name();
    return course;
}

void recording::add_started(Handle& handle, Construct construct, const Site& site, OperationNumber call) {
    auto started = std::make_unique<RecordedCall>();
    started->construct = construct;
    started->site = site;
    started->group = the_session.group;
    started->untimed = the_session.untimed;
    started->number = next_started_number(construct, site);
    started->call = call;
    handle.add(started.release());
}

void back_end::finish(Started* first, const Site& site) {
    std::vector<recording::OperationNumber> calls;
    while (first != nullptr) {
        const std::unique_ptr<Started> started(first);
        calls.push_back(static_cast<const RecordedCall&>(*started).call);
        first = started->next;
    }
    recording::record_finish(site, calls);
}

} // namespace loop
