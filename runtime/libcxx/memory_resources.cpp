// Part of xblock, under the Apache License v2.0 with LLVM Exceptions. SPDX: Apache-2.0 WITH LLVM-exception
// The memory resources of std::pmr of libc++: what its headers leave to its library. The pools keep each allocation by itself,
// in a list, and so differ from libc++'s in where memory lies only.
#include <cstdint>
#include <memory>
#include <memory_resource>
#include <new>

_LIBCPP_BEGIN_NAMESPACE_STD

namespace pmr {

/// From the end of what is left, down to `start`.
static void *takeFrom(char *start, char *&current, size_t bytes, size_t alignment) {
  auto low = reinterpret_cast<uintptr_t>(start), high = reinterpret_cast<uintptr_t>(current);
  if (high - low < bytes)
    return nullptr;
  uintptr_t at = (high - bytes) & ~(static_cast<uintptr_t>(alignment) - 1);
  if (at < low)
    return nullptr;
  return current = reinterpret_cast<char *>(at);
}
void *monotonic_buffer_resource::__initial_descriptor::__try_allocate_from_chunk(size_t bytes, size_t alignment) {
  return __cur_ ? takeFrom(__start_, __cur_, bytes, alignment) : nullptr;
}
void *monotonic_buffer_resource::__chunk_footer::__try_allocate_from_chunk(size_t bytes, size_t alignment) {
  return takeFrom(__start_, __cur_, bytes, alignment);
}

void *monotonic_buffer_resource::do_allocate(size_t bytes, size_t alignment) {
  if (void *p = __initial_.__try_allocate_from_chunk(bytes, alignment))
    return p;
  if (void *p = __chunks_ ? __chunks_->__try_allocate_from_chunk(bytes, alignment) : nullptr)
    return p;
  constexpr size_t footer = sizeof(__chunk_footer), footerAlignment = alignof(__chunk_footer);
  size_t align = alignment < footerAlignment ? footerAlignment : alignment;
  size_t last = __chunks_             ? static_cast<size_t>(reinterpret_cast<char *>(__chunks_) - __chunks_->__start_)
                : __initial_.__start_ ? static_cast<size_t>(__initial_.__end_ - __initial_.__start_)
                                      : __initial_.__size_ / 2;
  size_t room = bytes > 2 * last ? bytes : 2 * last;
  room = (room + align - 1) & ~(align - 1);
  auto *start = static_cast<char *>(__res_->allocate(room + footer, align));
  __chunks_ = new (start + room) __chunk_footer{__chunks_, start, start + room, align};
  return __chunks_->__try_allocate_from_chunk(bytes, alignment);
}

/// Behind each allocation.
struct unsynchronized_pool_resource::__adhoc_pool::__chunk_footer {
  __chunk_footer *next;
  char *start;
  size_t size, alignment; // of all of it
};
void *unsynchronized_pool_resource::__adhoc_pool::__do_allocate(memory_resource *upstream, size_t bytes, size_t alignment) {
  size_t align = alignment < alignof(__chunk_footer) ? alignof(__chunk_footer) : alignment;
  size_t room = (bytes + alignof(__chunk_footer) - 1) & ~(alignof(__chunk_footer) - 1);
  size_t size = room + sizeof(__chunk_footer);
  auto *start = static_cast<char *>(upstream->allocate(size, align));
  __first_ = new (start + room) __chunk_footer{__first_, start, size, align};
  return start;
}
void unsynchronized_pool_resource::__adhoc_pool::__do_deallocate(memory_resource *upstream, void *p, size_t, size_t) {
  for (__chunk_footer **link = &__first_; *link; link = &(*link)->next)
    if ((*link)->start == p) {
      __chunk_footer *found = *link;
      *link = found->next;
      upstream->deallocate(found->start, found->size, found->alignment);
      return;
    }
}
void unsynchronized_pool_resource::__adhoc_pool::__release_ptr(memory_resource *upstream) {
  while (__chunk_footer *first = __first_) {
    __first_ = first->next;
    upstream->deallocate(first->start, first->size, first->alignment);
  }
}

unsynchronized_pool_resource::unsynchronized_pool_resource(const pool_options &options, memory_resource *upstream)
    : __res_(upstream), __fixed_pools_(nullptr), __num_fixed_pools_(0) {
  // Bounds as the default is where 0 is given; a largest block is a power of two of 8 bytes at least.
  size_t blocks = options.max_blocks_per_chunk;
  __options_max_blocks_per_chunk_ = static_cast<uint32_t>(
      blocks == 0 || blocks > __max_blocks_per_chunk ? __max_blocks_per_chunk : blocks);
  size_t largest = options.largest_required_pool_block;
  largest = largest == 0 ? __default_largest_block_size : largest > __max_largest_block_size ? __max_largest_block_size : largest;
  for (size_t size = __smallest_block_size; __num_fixed_pools_ == 0 || size / 2 < largest; size *= 2)
    ++__num_fixed_pools_;
}
pool_options unsynchronized_pool_resource::options() const {
  pool_options options;
  options.max_blocks_per_chunk = __options_max_blocks_per_chunk_;
  options.largest_required_pool_block = __smallest_block_size << (__num_fixed_pools_ - 1);
  return options;
}
void unsynchronized_pool_resource::release() { __adhoc_pool_.__release_ptr(__res_); }
void *unsynchronized_pool_resource::do_allocate(size_t bytes, size_t alignment) {
  return __adhoc_pool_.__do_allocate(__res_, bytes, alignment);
}
void unsynchronized_pool_resource::do_deallocate(void *p, size_t bytes, size_t alignment) {
  __adhoc_pool_.__do_deallocate(__res_, p, bytes, alignment);
}
bool synchronized_pool_resource::do_is_equal(const memory_resource &other) const noexcept { return &other == this; }

} // namespace pmr

_LIBCPP_END_NAMESPACE_STD
