from pyrsolve.kernels.search_state cimport SearchState

cdef class Positions:
    cdef readonly int width, stride
    cdef readonly long long count, room, budget, slots
    cdef public object store, slot_store
    cdef unsigned long long *word
    cdef int *slot
    cdef bint fresh

    cdef long long home(self, unsigned long long *key) noexcept
    cdef long long home_of(self, long long number) noexcept
    cdef long long find(self, unsigned long long *key) except? -2
    cdef bint grow(self) except? -1
    cpdef long long bytes(self)

cdef class Counting:
    cdef SearchState state
    cdef readonly Positions table
    cdef int primes
    cdef object prime_store, mark_store, size_store, frame_store, list_store, dead_store
    cdef unsigned long long *prime
    cdef int *mark
    cdef double *size
    cdef long long *frame
    cdef int *listed
    cdef long long *dead
    cdef long long marked, frame_room, list_room, dead_room, reached
    cdef readonly long long depth, dead_ends, winnable, edges
    cdef readonly int status

    cdef bint arrive(self, int move) except? -1
    cpdef int run(self, long long steps) except? -1
    cdef void add(self, long long number) noexcept
