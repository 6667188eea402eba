from pyrsolve.kernels.closure cimport Closure
from pyrsolve.kernels.counting cimport Positions

cdef class PairingCount:
    cdef Closure board
    cdef readonly Positions table
    cdef int pairs, primes, key_words
    cdef object pair_store, prime_store, key_store, value_store, counter_store, free_store, gone_store
    cdef object chosen_store, frame_store, option_store, clash_store, ways_store, first_store
    cdef int *pair
    cdef unsigned long long *prime
    cdef unsigned long long *key
    cdef unsigned long long *value
    cdef int *saved_counter
    cdef unsigned long long *saved_free
    cdef unsigned long long *saved_gone
    cdef unsigned long long *chosen
    cdef int *frame
    cdef int *option
    cdef unsigned long long *clash
    cdef unsigned long long *ways
    cdef int depth
    cdef readonly long long positions
    cdef readonly int status

    cdef void factor(self) noexcept
    cdef void write_key(self) noexcept
    cdef bint enter(self) except? -1
    cdef bint advance(self) noexcept
    cpdef int run(self, long long steps) except? -1
