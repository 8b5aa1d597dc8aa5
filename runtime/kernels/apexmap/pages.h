#pragma once

#include <cstddef>
#include <cstdint>
#include <istream>

// The pages of a rank's words. No MPI.
namespace loop::runtime::apexmap {

// What the words must be aligned to, so that the kernel can use huge pages from their beginning.
constexpr std::size_t huge_page_bytes = std::size_t{2} << 20;

// Local. Asks the kernel for huge pages in memory that nothing has touched yet. The kernel may ignore it.
void ask_for_huge_pages(void* memory, std::size_t bytes);

// Returns how many KiB of the memory at address `first` are in huge pages, at most all of it: the sum of
// AnonHugePages of the mappings that overlap it. Returns a negative number if `smaps`, a text as
// /proc/self/smaps, does not say so.
double kib_in_huge_pages(std::istream& smaps, std::uintptr_t first, std::size_t bytes);

} // namespace loop::runtime::apexmap
