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
    cdef int *candidate
    cdef int candidates
    cdef public int status

    cdef bint begin(self)
    cdef void find_candidates(self)
    cdef bint enable(self, int v)
    cdef void forbid(self, int v)
    cdef int strengthen(self)
    cdef void keep_deadlock(self)
    cdef int choose_in_play(self)
    cdef int choose_by_activity(self)
    cdef bint lists_second(self, int v)
    cpdef int run(self, long long nodes, long long closures)
