#include "comm/reduction_contents.h"

#include <catch2/catch.hpp>

#include <vector>

using namespace loop::runtime;
using loop::Element;
using loop::Op;

namespace {

constexpr Op ops[] = {Op::sum, Op::prod, Op::min,  Op::max, Op::band,
                      Op::bor, Op::bxor, Op::land, Op::lor, Op::lxor};
constexpr Element elements[] = {Element::Double,   Element::Float, Element::Int,
                                Element::LongLong, Element::Char,  Element::UnsignedChar};

template <class Use>
void for_all_reductions(Use use) {
    for (const Op op : ops)
        for (const Element element : elements)
            if (is_defined(op, element)) use(op, element);
}

} // namespace

TEST_CASE("a reduction without one of the ranks has another result") {
    for_all_reductions([](Op op, Element element) {
        for (int ranks = 2; ranks <= 64; ++ranks) {
            INFO(name_of(op) << " of " << name_of(element) << " on " << ranks << " ranks");
            const Reduction reduction{op, element, ranks};
            CHECK(combined_period(reduction, ranks) != combined_period(reduction, ranks - 1));
        }
    });
}

TEST_CASE("wrong bytes of a reduction are counted, also behind the first period") {
    for_all_reductions([](Op op, Element element) {
        const Reduction reduction{op, element, 1};
        const std::vector<char> period = combined_period(reduction, 1);
        const long long first = 1000, count = 3 * reduction_period;
        std::vector<char> data(static_cast<std::size_t>(first + count) * bytes_of(element));
        fill_contribution(data.data(), first + count, reduction, 0);
        char* const part = data.data() + static_cast<std::size_t>(first) * bytes_of(element);
        const std::size_t bytes = static_cast<std::size_t>(count) * bytes_of(element);
        CHECK(count_wrong_result_bytes(part, bytes, first, period) == 0);
        for (const std::size_t at : {std::size_t{0}, bytes / 3, bytes / 2, bytes - 1})
            part[at] = static_cast<char>(part[at] ^ 1);
        CHECK(count_wrong_result_bytes(part, bytes, first, period) == 4);
    });
}
