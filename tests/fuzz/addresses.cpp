// A stream of addresses in each format, and its characterization.
#include "base/locality/addresses.h"

#include "base/locality/forms.h"
#include "base/locality/last_touch.h"
#include "base/locality/program.h"
#include "compiler/compiler.h"
#include "target.h"

using namespace loop::locality;

namespace {

constexpr std::size_t memory_bytes = std::size_t(64) << 20;

/// Limit on the bytes that an input accesses, because one line may access a MiB.
constexpr std::uint64_t max_bytes = 1 << 22;

void observe(const std::vector<Access>& accesses, Observer& observer) {
    std::uint64_t bytes = 0;
    for (const Access& access : accesses) {
        if ((bytes += access.size) > max_bytes) throw AddressError("enough");
        observer.access(access.address, access.size);
    }
}

Characterization found_in(std::string_view text, AddressFormat format, Grain grain, std::size_t cut) {
    AddressParser parser(format);
    Observer observer(grain, memory_bytes);
    observe(parser.take(text.substr(0, cut)), observer);
    observe(parser.take(text.substr(cut)), observer);
    observe(parser.finish(), observer);
    const Observation seen = observer.finish();
    if (seen.accesses < 2) throw AddressError("too few");
    return characterize(seen);
}

} // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 2) return 0;
    constexpr AddressFormat formats[] = {AddressFormat::Text, AddressFormat::Binary, AddressFormat::Lackey};
    const std::string_view text = loop_fuzz::text_of(data + 2, size - 2);
    const Grain grain = data[0] & 4 ? Grain{1, 64} : Grain{};
    try {
        const Characterization found =
            found_in(text, formats[(data[0] & 3) % 3], grain, std::min<std::size_t>(data[1], text.size()));
        loop_fuzz::expect_clean(text_of(found, "a"));
        loop_fuzz::expect_json(json_of(found, "a"));
        if (!loop::compiler::compile({"a.loop", program_of(found, "a")}).ok())
            loop_fuzz::broken("the program that is alike can be compiled");
    } catch (const AddressError&) {
    } catch (const MemoryLimit&) {
    }
    return 0;
}
