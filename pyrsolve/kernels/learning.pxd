from pyrsolve.kernels.assignment cimport Assignment

# what allocates may raise MemoryError: no `noexcept` there

cdef class Learning(Assignment):
    cdef object arena_store, clause_store, hint_store, hint_first_store, axiom_store
    cdef int *arena
    cdef int arena_used, arena_room
    cdef int *clause_at
    cdef int *axiom
    cdef public int clauses
    cdef int unwatched
    cdef int clause_room
    cdef long long *hint
    cdef int hints, hint_room
    cdef int *hint_first
    cdef int *watch
    # analysis
    cdef double *activity
    cdef object activity_store
    cdef double bump_by, decay
    cdef int *seen
    cdef int *lits
    cdef int *learned
    cdef int learned_size, resolved
    cdef int *marked
    cdef int *queue

    cdef bint propagate(self) noexcept
    cdef bint visit(self, int literal) noexcept
    cdef int literals_of(self, long long code) noexcept
    cdef int add_clause(self, int *source, int size) except -1
    cdef void attach(self, int c) noexcept
    cdef void rewrite(self, int c) noexcept
    cdef void watch_deepest(self, int c) noexcept
    cdef int lead_with_deepest(self, int *literals, int start, int size) noexcept
    cdef void note_hint(self, long long code)
    cdef void close_hints(self) noexcept
    cdef int conflict_level(self) noexcept
    cdef bint learn(self) except -1
    cdef int resolve(self, int highest) noexcept
    cdef int shrink(self, int count) noexcept
    cdef void record_hints(self)
    cdef void bump(self, int v) noexcept
