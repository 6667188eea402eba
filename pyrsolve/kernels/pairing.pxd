from pyrsolve.kernels.learning cimport Learning

cdef class PairingSearch(Learning):
    cdef public long long nodes, conflicts
    cdef public int deadlocks
    cdef public int switch_after
    cdef int words_a_set
    cdef object deadlock_store
    cdef unsigned long long *deadlock
    cdef int deadlock_room
    cdef int *trial_counter
    cdef unsigned long long *trial_free
    cdef unsigned long long *trial_gone
    cdef unsigned long long *scanned
    cdef int *candidate
    cdef int *fate
    cdef int candidates
    cdef public int status

    cdef bint begin(self)
    cdef void find_candidates(self) noexcept
    cdef bint enable(self, int pair) noexcept
    cdef void forbid(self, int pair) noexcept
    cdef int strengthen(self) except -1
    cdef int next_deadlock(self)
    cpdef void adopt(self, PairingSearch other, object used)
    cdef void keep_deadlock(self)
    cdef int frees(self, int u) noexcept
    cdef int choose_in_play(self) noexcept
    cdef int choose_by_activity(self) noexcept
    cpdef int run(self, long long nodes, long long closures) except -1
