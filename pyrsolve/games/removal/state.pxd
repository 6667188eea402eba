from pyrsolve.kernels.closure cimport Closure
from pyrsolve.kernels.search_state cimport SearchState

cdef class RemovalState(SearchState):
    cdef Closure board
    cdef readonly int pairs, marks
    cdef readonly bint odd, reducing
    cdef int tile_words
    cdef list stores
    cdef int *pair
    cdef unsigned long long *seed
    cdef int *frees
    cdef unsigned long long *gone
    cdef unsigned long long one
    cdef object activity_store
    cdef double *activity
    cdef double bump
    cdef int conflicts
    # what is decided and forbidden, and how to take it back
    cdef unsigned long long *undecided
    cdef int *decided
    cdef int decisions
    cdef int *trail_tile
    cdef unsigned long long *trail_mask
    cdef int trailed, looked
    cdef int *mark
    cdef bint lost
    cdef unsigned long long hashed

    cdef void blame(self) noexcept
    cdef int freed_by(self, int u) noexcept
    cdef void put_back(self, int u) noexcept
    cdef void narrow(self, int t, unsigned long long mask) noexcept
    cdef void decide(self, int a, int b) noexcept
    cdef void square(self, int g) noexcept
    cdef void look_at(self, int t) noexcept
    cdef void follow(self) noexcept

cdef unsigned long long mixed(unsigned long long z) noexcept
