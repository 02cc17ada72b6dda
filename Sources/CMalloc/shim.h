// The allocator's settings and statistics, and trimming. Swift's Glibc module omits <malloc.h>; other C libraries lack it.
#ifndef TICKWIRE_CMALLOC_SHIM_H
#define TICKWIRE_CMALLOC_SHIM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <unistd.h>
#if defined(__GLIBC__)
#include <malloc.h>
#endif

// Bytes of the heap that the program uses; 0 where the allocator does not say (mallinfo2: glibc 2.33).
static inline size_t tickwire_heap_in_use(void) {
#if defined(__GLIBC__) && (__GLIBC__ > 2 || __GLIBC_MINOR__ >= 33)
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
#else
    return 0;
#endif
}

// Sets how many heaps all threads share; glibc calls them arenas. Otherwise there are up to eight for each core.
static inline void tickwire_heaps_max(int count) {
#if defined(__GLIBC__)
    mallopt(M_ARENA_MAX, count);
#endif
}

static inline size_t tickwire_page_bytes(void) {
    return (size_t)sysconf(_SC_PAGESIZE);
}

// Gives free pages back to the system, wherever in the heap they lie.
static inline bool tickwire_heap_trim(void) {
#if defined(__GLIBC__)
    return malloc_trim(0) == 1;
#else
    return false;
#endif
}

#endif
