#include "host_calls/known_layouts.h"

#include "host_calls/buffer_uses.h"
#include "host_calls/signatures.h"
#include "host_calls/thread_use.h"
#include "host_calls/type_contents.h"
#include "session/lasting.h"
#include "session/simulation.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <unordered_map>
#include <vector>

namespace loop::runtime::trace {
namespace {

struct KnownLayout {
    bool is_derived = false;
    std::shared_ptr<const TypeLayout> layout;
};
Lasting<std::unordered_map<std::uint64_t, KnownLayout>> layouts;

struct Extents {
    std::int64_t extent = 0, lower = 0, upper = 0; // lower, upper: of the data
};

#ifdef SMPI_H // which has no 64-bit functions
using Extent = MPI_Aint;
#define LOOP_EXTENT(name) PMPI_Type_get_##name
#else
using Extent = MPI_Count;
#define LOOP_EXTENT(name) PMPI_Type_get_##name##_x
#endif

Extents extents_of_data(MPI_Datatype type) {
    Extent lower = 0, extent = 0, true_lower = 0, true_extent = 0;
    LOOP_EXTENT(extent)(type, &lower, &extent);
    LOOP_EXTENT(true_extent)(type, &true_lower, &true_extent);
    return {extent, true_lower, true_lower + true_extent};
}

// Reads the layout of a type that MPI knows. Without blocks if it cannot be read.
class LayoutReader {
public:
    explicit LayoutReader(MPI_Datatype type) : contents_(type), extents_(extents_of_data(type)) {
        if (is_predefined(type))
            add_entries(all_, {{{extents_.lower, extents_.upper}}, extents_.extent}, 0, 1, 0);
        else
            read();
        all_.extent = extents_.extent;
        if (!is_whole_) all_.blocks.push_back({extents_.upper - 1, extents_.upper});
    }

    TypeLayout result() { return all_; }

private:
    std::int64_t integer(std::size_t index) const { return contents_.integer(index); }

    static TypeLayout layout_of(MPI_Datatype type) { return LayoutReader(type).result(); }

    // `count` entries of the part that follow each other, the first one at `place`.
    void add(const TypeLayout& part, std::int64_t place, std::int64_t count) {
        is_whole_ = is_whole_ && add_entries(all_, part, place, count, part.extent);
    }

    void read() {
        if (contents_.parts().empty()) return;
        const bool has_one_part = contents_.combiner() != MPI_COMBINER_STRUCT;
        const TypeLayout part = has_one_part ? layout_of(contents_.parts()[0]) : TypeLayout{};
        const auto blocks = static_cast<std::size_t>(std::max<std::int64_t>(integer(0), 0));
        switch (contents_.combiner()) {
        case MPI_COMBINER_DUP:
        case MPI_COMBINER_RESIZED:
            return add(part, 0, 1);
        case MPI_COMBINER_CONTIGUOUS:
            return add(part, 0, integer(0));
        case MPI_COMBINER_VECTOR:
            return read_vector(part, integer(2) * part.extent);
        case MPI_COMBINER_HVECTOR:
            return read_vector(part, contents_.place(0));
        case MPI_COMBINER_INDEXED:
            for (std::size_t i = 0; i < blocks; ++i)
                add(part, integer(1 + blocks + i) * part.extent, integer(1 + i));
            return;
        case MPI_COMBINER_HINDEXED:
            for (std::size_t i = 0; i < blocks; ++i)
                add(part, contents_.place(i), integer(1 + i));
            return;
        case MPI_COMBINER_INDEXED_BLOCK:
            for (std::size_t i = 0; i < blocks; ++i)
                add(part, integer(2 + i) * part.extent, integer(1));
            return;
        case MPI_COMBINER_HINDEXED_BLOCK:
            for (std::size_t i = 0; i < blocks; ++i)
                add(part, contents_.place(i), integer(1));
            return;
        case MPI_COMBINER_STRUCT:
            return read_struct(blocks);
        case MPI_COMBINER_SUBARRAY:
            return read_subarray(part, blocks);
        default:
            return; // MPI_Type_create_darray, and what a later standard adds
        }
    }

    // Reads a part once that is there several times.
    void read_struct(std::size_t blocks) {
        std::unordered_map<std::uint64_t, TypeLayout> layouts_of_parts;
        for (std::size_t i = 0; i < blocks && i < contents_.parts().size(); ++i) {
            const MPI_Datatype part = contents_.parts()[i];
            const auto [known, is_new] = layouts_of_parts.try_emplace(handle_key(part));
            if (is_new) known->second = layout_of(part);
            add(known->second, contents_.place(i), integer(1 + i));
        }
    }

    void read_vector(const TypeLayout& part, std::int64_t stride) {
        if (part.blocks.empty() || integer(1) <= 0) return;
        for (std::int64_t i = 0; i < integer(0) && is_whole_; ++i)
            add(part, i * stride, integer(1));
    }

    // A part of an array, in rows of its fastest dimension.
    void read_subarray(const TypeLayout& part, std::size_t dimensions) {
        const bool is_fortran = integer(1 + 3 * dimensions) == MPI_ORDER_FORTRAN;
        std::vector<Dimension> all; // the fastest one first
        for (std::size_t i = 0; i < dimensions; ++i) {
            const std::size_t at = 1 + (is_fortran ? i : dimensions - 1 - i);
            all.push_back({integer(at), integer(at + dimensions), integer(at + 2 * dimensions)});
        }
        if (!all.empty()) add_rows(part, all, all.size() - 1, 0);
    }

    struct Dimension {
        std::int64_t size, length, first;
    };

    // `place`: in elements, of the dimensions above `which`.
    void add_rows(const TypeLayout& part, const std::vector<Dimension>& all, std::size_t which,
                  std::int64_t place) {
        const Dimension& own = all[which];
        if (part.blocks.empty()) return;
        place = place * own.size + own.first;
        if (which == 0) return add(part, place * part.extent, own.length);
        for (std::int64_t i = 0; i < own.length && is_whole_; ++i)
            add_rows(part, all, which - 1, place + i);
    }

    TypeContents contents_;
    Extents extents_;
    TypeLayout all_;
    bool is_whole_ = true;
};

// Types that MPI defines, whether or not their elements have a number in the call log.
bool is_defined_by_mpi(MPI_Datatype type) {
    const MPI_Datatype fortran[] = {MPI_INTEGER,   MPI_REAL,           MPI_DOUBLE_PRECISION, MPI_COMPLEX,
#ifndef SMPI_H // which lacks them
                                    MPI_CHARACTER, MPI_DOUBLE_COMPLEX, MPI_LOGICAL
#endif
    };
    if (type == MPI_DATATYPE_NULL) return false;
    const KnownType& known = known_type(type);
    if (!known.is_derived && known.sequence.elements > 0) return true;
    return std::find(std::begin(fortran), std::end(fortran), type) != std::end(fortran);
}

std::shared_ptr<const TypeLayout> read_layout(MPI_Datatype type) {
    auto layout = std::make_shared<TypeLayout>(LayoutReader(type).result());
    return layout->blocks.empty() ? nullptr : layout;
}

} // namespace

std::shared_ptr<const TypeLayout> known_layout(MPI_Datatype type) {
    const auto found = layouts().find(handle_key(type));
    const bool is_derived = found != layouts().end() && found->second.is_derived;
    // Other threads may have freed the type, and made another one with its handle.
    if (is_derived && thread_level() == MPI_THREAD_MULTIPLE) return nullptr;
    if (found != layouts().end()) return found->second.layout;
    if (!is_defined_by_mpi(type)) return nullptr;
    return (layouts()[handle_key(type)] = {false, read_layout(type)}).layout;
}

void learn_layout(MPI_Datatype type) {
    if (is_memory_known() && !is_predefined(type)) layouts()[handle_key(type)] = {true, read_layout(type)};
}

void forget_layout(MPI_Datatype type) {
    if (is_memory_known()) layouts().erase(handle_key(type));
}

} // namespace loop::runtime::trace
