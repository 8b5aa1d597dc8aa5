#include "recording/arrivals.h"
#include "recording/constructs/started.h"
#include "recording/recorder.h"
#include "session/failure.h"
#include "session/group.h"
#include "session/lasting.h"

#include <loop/send.h>
#include <loop/send_pattern.h>

#include <map>
#include <tuple>

namespace loop {

using namespace recording;
using namespace runtime;

namespace {

// What arrives at this rank from one sender.
struct Inbound {
    long long place, bytes;
};

// What a line has worked out for some values of its variables.
struct KeptSend {
    Kept pairs, sizes, where;
    long long sender;
    Ranks receivers;
    ByteCounts bytes;
    long long count;
    int ranks;
    PatternNumber pattern;
    long long size;
    std::vector<Inbound> inbound;
};

constexpr std::size_t most_kept = 16;

struct Line {
    std::vector<KeptSend> kept;
    std::size_t oldest = 0;
};

struct SendArguments {
    Construct construct;
    const Sizes& size;
    const Pairs& pairs;
    const Where& where;
    long long count;
    const Into& into;
    const Site& site;
};

Line& line_of(const SendArguments& call) {
    static Lasting<std::map<std::tuple<Construct, const char*, int, int>, Line>> lines;
    return lines()[{call.construct, call.site.file, call.site.line, call.site.column}];
}

bool matches(const KeptSend& kept, const SendArguments& call) {
    return kept.ranks == ranks_in_group() && kept.count == call.count && kept.sender == call.pairs.sender &&
           kept.receivers == call.pairs.receivers && kept.bytes == call.size.bytes &&
           call.pairs.function.kept.stays(kept.pairs) && call.size.function.kept.stays(kept.sizes) &&
           call.where.kept.stays(kept.where);
}

class MessagesOfAll {
public:
    explicit MessagesOfAll(const SendArguments& call) : call_(call), ranks_(ranks_in_group()) {}

    // Also adds what arrives at this rank to `inbound`.
    Pattern make(std::vector<Inbound>& inbound) {
        inbound_ = &inbound;
        call_.pairs.for_each(ranks_, [&](int sender, const Ranks& receivers) {
            if (!call_.where || call_.where(sender)) add(sender, receivers);
        });
        return builder_.take();
    }

private:
    void add(int sender, const Ranks& receivers) {
        if (call_.size.function)
            add(sender, receivers, call_.size.function(sender));
        else
            add(sender, receivers, call_.size.bytes);
    }

    void add(int sender, const Ranks& receivers, const ByteCounts& sizes) {
        if (sizes.size() != 1 && sizes.size() != receivers.size())
            fail(call_.site, call_.construct, "SIZE has ", sizes.size(), " values, but rank ", sender,
                 " has ", receivers.size(), " receivers");
        for (std::size_t place = 0; place < receivers.size(); ++place) {
            const long long receiver = receivers[place];
            if (receiver < 0 || receiver >= ranks_) continue;
            const long long bytes = sizes[sizes.size() == 1 ? 0 : place];
            if (bytes < 0)
                fail(call_.site, call_.construct, "the size is ", bytes, " bytes for rank ", sender,
                     "; it must not be negative");
            builder_.add(sender, receiver, bytes, call_.count, static_cast<long long>(place));
            if (receiver == rank_in_group())
                inbound_->push_back({static_cast<long long>(place), bytes * call_.count});
        }
    }

    const SendArguments& call_;
    int ranks_;
    PatternBuilder builder_;
    std::vector<Inbound>* inbound_ = nullptr;
};

KeptSend worked_out(const SendArguments& call) {
    if (call.count < 0) fail(call.site, call.construct, "COUNT is ", call.count, "; it must not be negative");
    Pattern pattern;
    std::vector<Inbound> inbound;
    if (call.count > 0) pattern = MessagesOfAll(call).make(inbound);
    const long long size = take_common_size(pattern);
    if (call.construct == Construct::Relay) {
        const std::vector<int> circle =
            patterns::find_circle(ranks_in_group(), {call.size, call.pairs, call.where, call.count});
        if (!circle.empty())
            fail(call.site, call.construct, "its pairs form a circle, for example at rank ",
                 rank_of_member(circle[0]), ": each of these ranks would wait for the one before it");
    }
    return {call.pairs.function.kept,
            call.size.function.kept,
            call.where.kept,
            call.pairs.sender,
            call.pairs.receivers,
            call.size.bytes,
            call.count,
            ranks_in_group(),
            add_pattern(std::move(pattern)),
            size,
            std::move(inbound)};
}

const KeptSend& kept_for(const SendArguments& call) {
    Line& line = line_of(call);
    for (const KeptSend& kept : line.kept)
        if (matches(kept, call)) return kept;
    KeptSend made = worked_out(call);
    if (line.kept.size() < most_kept) return line.kept.emplace_back(std::move(made));
    KeptSend& place = line.kept[line.oldest++ % most_kept];
    return place = std::move(made);
}

// Where a place begins if one address serves all of them: behind the places before it.
long long begin_of(const SendArguments& call, const std::vector<Inbound>& inbound, long long place) {
    const ByteCounts& bytes = call.size.bytes;
    if (bytes.size() == 1) return place * call.count * bytes[0];
    long long begin = 0;
    for (std::size_t before = 0; before < bytes.size() && static_cast<long long>(before) < place; ++before)
        begin += call.count * bytes[before];
    if (bytes.size() == 0)
        for (const Inbound& each : inbound)
            if (each.place < place) begin += each.bytes;
    return begin;
}

void arrive_in(const SendArguments& call, const DataPlace<void*>& data, long long before, long long bytes) {
    char* const begin = static_cast<char*>(data.data);
    if (data.block < 1) return arrive(call.construct, call.site, {begin + before, bytes});
    for (long long block = before / data.block; block < (before + bytes) / data.block; ++block)
        arrive(call.construct, call.site, {begin + block * data.stride, data.block});
}

void arrive_in(const SendArguments& call, const std::vector<Inbound>& inbound) {
    const bool each_has_own = call.into.size() > 1;
    for (const Inbound& message : inbound) {
        const auto place = static_cast<std::size_t>(each_has_own ? message.place : 0);
        if (place < call.into.size() && call.into[place].data != nullptr)
            arrive_in(call, call.into[place], each_has_own ? 0 : begin_of(call, inbound, message.place),
                      message.bytes);
    }
}

void record_send(const SendArguments& call) {
    const KeptSend& messages = kept_for(call);
    record(call.construct, call.site, messages.pattern, messages.size);
    arrive_in(call, messages.inbound);
}

} // namespace

// The two constructs differ in when a rank sends.
#define LOOP_SEND(name, Region, id)                                                                          \
    void name(const Sizes& size, const Pairs& pairs, const Where& where, long long count, const From&,       \
              const Into& into, Site site) {                                                                 \
        record_send({Construct::id, size, pairs, where, count, into, site});                                 \
    }                                                                                                        \
    Region::Region(const Sizes& size, const Pairs& pairs, const Where& where, long long count, const From&,  \
                   const Into& into, Site site)                                                              \
        : site_(site), pending_(nullptr) {                                                                   \
        record_send({Construct::id, size, pairs, where, count, into, site});                                 \
    }                                                                                                        \
    Region::~Region() = default;                                                                             \
    void start_##name(Handle& handle, const Sizes& size, const Pairs& pairs, const Where& where,             \
                      long long count, const From&, const Into& into, Site site) {                           \
        record_send({Construct::id, size, pairs, where, count, into, site});                                 \
        add_started(handle);                                                                                 \
    }
LOOP_SEND(send, Sending, Send)
LOOP_SEND(relay, Relaying, Relay)

} // namespace loop
