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
    const Site& site;
};

Line& line_of(const SendArguments& call) {
    static Lasting<std::map<std::tuple<Construct, const char*, int>, Line>> lines;
    return lines()[{call.construct, call.site.file, call.site.line}];
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

    Pattern make() {
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
        }
    }

    const SendArguments& call_;
    int ranks_;
    PatternBuilder builder_;
};

KeptSend worked_out(const SendArguments& call) {
    if (call.count < 0) fail(call.site, call.construct, "COUNT is ", call.count, "; it must not be negative");
    Pattern pattern;
    if (call.count > 0) pattern = MessagesOfAll(call).make();
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
            size};
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

void record_send(const SendArguments& call) {
    const KeptSend& messages = kept_for(call);
    record(call.construct, call.site, messages.pattern, messages.size);
}

} // namespace

// The two constructs differ in when a rank sends.
#define LOOP_SEND(name, Region, id)                                                                          \
    void name(const Sizes& size, const Pairs& pairs, const Where& where, long long count, const From&,       \
              const Into&, Site site) {                                                                      \
        record_send({Construct::id, size, pairs, where, count, site});                                       \
    }                                                                                                        \
    Region::Region(const Sizes& size, const Pairs& pairs, const Where& where, long long count, const From&,  \
                   const Into&, Site site)                                                                   \
        : site_(site), pending_(nullptr) {                                                                   \
        record_send({Construct::id, size, pairs, where, count, site});                                       \
    }                                                                                                        \
    Region::~Region() = default;                                                                             \
    void start_##name(Handle& handle, const Sizes& size, const Pairs& pairs, const Where& where,             \
                      long long count, const From&, const Into&, Site site) {                                \
        record_send({Construct::id, size, pairs, where, count, site});                                       \
        add_started(handle);                                                                                 \
    }
LOOP_SEND(send, Sending, Send)
LOOP_SEND(relay, Relaying, Relay)

} // namespace loop
