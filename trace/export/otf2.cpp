#include "trace/export/export.h"
#include "trace/export/otf2_definitions.h"
#include "trace/export/otf2_errors.h"
#include "trace/export/requests.h"
#include "trace/export/walk.h"

#include <fmt/format.h>
#include <otf2/otf2.h>

#include <algorithm>

namespace loop::report {

namespace {

OTF2_FlushType always_flush(void*, OTF2_FileType, OTF2_LocationRef, void*, bool) {
    return OTF2_FLUSH;
}

OTF2_TimeStamp no_timestamp(void*, OTF2_FileType, OTF2_LocationRef) {
    return 0; // flushes need no timestamps, as the measurement is over
}

const OTF2_FlushCallbacks flush_callbacks = {always_flush, no_timestamp};

/// Writes one rank's events to the archive.
class RankArchive {
public:
    RankArchive(const Trace& trace, const RankTrace& rank, const Otf2Numbers& numbers, OTF2_EvtWriter* writer)
        : trace_(&trace), rank_(&rank), numbers_(&numbers), writer_(writer), requests_(requests_of(rank)) {}

    void write() {
        Walk walk(*rank_);
        check(OTF2_EvtWriter_Enter(writer_, nullptr, at(walk.begin_ns()), numbers_->program_region()));
        follow(
            walk, [&](const Step& step) { open(step); }, [&](const Step& step) { close(step); },
            [&](const Step& step) { happen(step); });
        const std::int64_t end_ns = std::max(walk.end_ns(), rank_->end_ns);
        for (const std::uint64_t request : pending_sends_)
            check(OTF2_EvtWriter_MpiIsendComplete(writer_, nullptr, at(end_ns), request));
        check(OTF2_EvtWriter_Leave(writer_, nullptr, at(end_ns), numbers_->program_region()));
    }

    std::uint64_t left_out() const { return left_out_; }

private:
    OTF2_TimeStamp at(std::int64_t time_ns) const { return numbers_->timestamp(time_ns); }
    static void check(OTF2_ErrorCode code) { require_otf2(code, "the events of a rank cannot be written"); }

    void open(const Step& step) {
        const OTF2_TimeStamp time = at(step.time_ns);
        if (step.region == RegionKind::Excluded) {
            check(OTF2_EvtWriter_MeasurementOnOff(writer_, nullptr, time, OTF2_MEASUREMENT_OFF));
            return;
        }
        check(OTF2_EvtWriter_Enter(writer_, nullptr, time, region_of(step)));
        if (step.collective != nullptr && is_known(*step.collective)) {
            check(OTF2_EvtWriter_MpiCollectiveBegin(writer_, nullptr, time));
            begun_ = step.collective;
        }
    }

    bool is_known(const Event& event) const { return event.communicator < trace_->communicators.size(); }

    void close(const Step& step) {
        const OTF2_TimeStamp time = at(step.time_ns);
        if (step.region == RegionKind::Excluded)
            check(OTF2_EvtWriter_MeasurementOnOff(writer_, nullptr, time, OTF2_MEASUREMENT_ON));
        else
            check(OTF2_EvtWriter_Leave(writer_, nullptr, time, region_of(step)));
    }

    OTF2_RegionRef region_of(const Step& step) const {
        return step.region == RegionKind::Site ? numbers_->region(step.site) : numbers_->waiting_region();
    }

    void happen(const Step& step) {
        const Event& event = *step.event;
        const OTF2_TimeStamp time = at(step.time_ns);
        switch (event.kind) {
        case EventKind::Send:
            send(event, time);
            break;
        case EventKind::Receive:
            receive(event, time);
            break;
        case EventKind::Post:
            check(OTF2_EvtWriter_MpiIrecvRequest(writer_, nullptr, time, request_of(event)));
            break;
        case EventKind::Mark:
            check(OTF2_EvtWriter_ParameterInt(writer_, nullptr, time, Otf2Numbers::mark_parameter,
                                              event.bytes));
            break;
        case EventKind::Collective:
            collective(event, time);
            break;
        case EventKind::Enter:
        case EventKind::Leave:
        case EventKind::Wait:
        case EventKind::Resume:
        case EventKind::Excluded:
        case EventKind::Included:
            break;
        }
    }

    std::uint64_t request_of(const Event& event) const {
        return requests_.number[static_cast<std::size_t>(&event - rank_->events.data())];
    }

    void send(const Event& event, OTF2_TimeStamp time) {
        const std::uint32_t receiver = numbers_->rank_in(event.communicator, event.partner);
        if (receiver == OTF2_UNDEFINED_UINT32) {
            ++left_out_;
            return;
        }
        const auto tag = static_cast<std::uint32_t>(event.tag);
        const auto bytes = static_cast<std::uint64_t>(event.bytes);
        if (numbers_->sends_without_waiting(event.site)) {
            const std::uint64_t request = requests_.posted + 1 + pending_sends_.size();
            check(OTF2_EvtWriter_MpiIsend(writer_, nullptr, time, receiver, event.communicator, tag, bytes,
                                          request));
            pending_sends_.push_back(request);
        } else {
            check(OTF2_EvtWriter_MpiSend(writer_, nullptr, time, receiver, event.communicator, tag, bytes));
        }
    }

    void receive(const Event& event, OTF2_TimeStamp time) {
        const std::uint32_t sender = numbers_->rank_in(event.communicator, event.partner);
        if (sender == OTF2_UNDEFINED_UINT32) {
            ++left_out_;
            return;
        }
        const auto tag = static_cast<std::uint32_t>(event.tag);
        const auto bytes = static_cast<std::uint64_t>(event.bytes);
        const std::uint64_t request = request_of(event);
        check(request == 0
                  ? OTF2_EvtWriter_MpiRecv(writer_, nullptr, time, sender, event.communicator, tag, bytes)
                  : OTF2_EvtWriter_MpiIrecv(writer_, nullptr, time, sender, event.communicator, tag, bytes,
                                            request));
    }

    void collective(const Event& event, OTF2_TimeStamp time) {
        if (!is_known(event)) {
            ++left_out_;
            return;
        }
        if (begun_ != &event) check(OTF2_EvtWriter_MpiCollectiveBegin(writer_, nullptr, time));
        begun_ = nullptr;
        const std::uint32_t root = event.partner < 0 ? OTF2_COLLECTIVE_ROOT_NONE
                                                     : numbers_->rank_in(event.communicator, event.partner);
        const OTF2_CollectiveOp operation = collective_of(*trace_, event);
        check(OTF2_EvtWriter_MpiCollectiveEnd(writer_, nullptr, time, operation, event.communicator, root,
                                              static_cast<std::uint64_t>(event.bytes), 0));
    }

    const Trace* trace_;
    const RankTrace* rank_;
    const Otf2Numbers* numbers_;
    OTF2_EvtWriter* writer_;
    Requests requests_;
    std::vector<std::uint64_t> pending_sends_;
    const Event* begun_ = nullptr;
    std::uint64_t left_out_ = 0;
};

/// An archive being written. Throws the library's errors instead of printing them.
class Archive {
public:
    explicit Archive(const std::string& folder)
        : archive_(OTF2_Archive_Open(folder.c_str(), "traces", OTF2_FILEMODE_WRITE, std::uint64_t(1) << 20,
                                     std::uint64_t(4) << 20, OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE)) {
        if (archive_ == nullptr)
            throw ExportError("the OTF2 archive cannot be created" + otf2_reason(OTF2_ERROR_INVALID));
    }
    Archive(const Archive&) = delete;
    Archive& operator=(const Archive&) = delete;
    ~Archive() {
        if (archive_ != nullptr) OTF2_Archive_Close(archive_);
    }

    OTF2_Archive* get() const { return archive_; }
    void close() {
        OTF2_Archive* archive = archive_;
        archive_ = nullptr;
        require_otf2(OTF2_Archive_Close(archive), "the OTF2 archive cannot be finished");
    }

private:
    OTF2_Archive* archive_;
};

std::uint64_t write_events(const Trace& trace, const Otf2Numbers& numbers, OTF2_Archive* archive,
                           std::vector<std::uint64_t>& counts) {
    std::uint64_t left_out = 0;
    require_otf2(OTF2_Archive_OpenEvtFiles(archive), "the files of events cannot be opened");
    for (const RankTrace& rank : trace.ranks) {
        OTF2_EvtWriter* writer = OTF2_Archive_GetEvtWriter(archive, static_cast<OTF2_LocationRef>(rank.rank));
        if (writer == nullptr)
            throw ExportError("the events of a rank cannot be written" + otf2_reason(OTF2_ERROR_INVALID));
        RankArchive events(trace, rank, numbers, writer);
        events.write();
        left_out += events.left_out();
        std::uint64_t count = 0;
        require_otf2(OTF2_EvtWriter_GetNumberOfEvents(writer, &count), "the events cannot be counted");
        counts.push_back(count);
        require_otf2(OTF2_Archive_CloseEvtWriter(archive, writer), "the events of a rank cannot be written");
    }
    require_otf2(OTF2_Archive_CloseEvtFiles(archive), "the files of events cannot be closed");
    return left_out;
}

/// Writes empty local definitions. They need no clock offsets, as all times are already on one clock.
void write_local_definitions(const Trace& trace, OTF2_Archive* archive) {
    require_otf2(OTF2_Archive_OpenDefFiles(archive), "the local definitions cannot be opened");
    for (const RankTrace& rank : trace.ranks) {
        OTF2_DefWriter* writer = OTF2_Archive_GetDefWriter(archive, static_cast<OTF2_LocationRef>(rank.rank));
        if (writer == nullptr)
            throw ExportError("the local definitions cannot be written" + otf2_reason(OTF2_ERROR_INVALID));
        require_otf2(OTF2_Archive_CloseDefWriter(archive, writer), "the local definitions cannot be written");
    }
    require_otf2(OTF2_Archive_CloseDefFiles(archive), "the local definitions cannot be closed");
}

} // namespace

Remarks write_otf2(const Trace& trace, const std::string& folder) {
    Remarks remarks = remarks_on(trace);
    const Otf2Quiet quiet;
    const Otf2Numbers numbers(trace);
    Archive archive(folder);
    require_otf2(OTF2_Archive_SetFlushCallbacks(archive.get(), &flush_callbacks, nullptr),
                 "OTF2 cannot be set up");
    require_otf2(OTF2_Archive_SetSerialCollectiveCallbacks(archive.get()), "OTF2 cannot be set up");
    require_otf2(OTF2_Archive_SetCreator(archive.get(), otf2_creator), "OTF2 cannot be set up");
    require_otf2(OTF2_Archive_SetDescription(archive.get(), "a run of a LOOP program"),
                 "OTF2 cannot be set up");
    std::vector<std::uint64_t> counts;
    const std::uint64_t left_out = write_events(trace, numbers, archive.get(), counts);
    write_local_definitions(trace, archive.get());
    OTF2_GlobalDefWriter* definitions = OTF2_Archive_GetGlobalDefWriter(archive.get());
    if (definitions == nullptr)
        throw ExportError("the definitions cannot be written" + otf2_reason(OTF2_ERROR_INVALID));
    write_definitions(trace, numbers, counts, definitions);
    require_otf2(OTF2_Archive_CloseGlobalDefWriter(archive.get(), definitions),
                 "the definitions cannot be written");
    archive.close();
    if (left_out > 0)
        remarks.push_back(
            fmt::format("{} messages are left out: their partner is not in their communicator", left_out));
    return remarks;
}

} // namespace loop::report
