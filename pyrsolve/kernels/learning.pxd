from pyrsolve.kernels.closure cimport Closure

cdef class Learning(Closure):
    cdef public int variables, level, jumps
    # variables: their pairs (a second pair only in complete groups of four), and the way back
    cdef int *end
    cdef int *variable_first
    cdef int *variable_of
    # the assignment
    cdef int *value
    cdef int *level_of
    cdef int *place
    cdef long long *reason
    cdef int *trail
    cdef int trailed, looked
    cdef int *level_trail
    cdef int *level_order
    cdef int level_room
    cdef object saved_counter, saved_free, saved_gone, store_level_trail, store_level_order
    cdef int *level_counter
    cdef unsigned long long *level_free
    cdef unsigned long long *level_gone
    # clauses
    cdef object arena_store, clause_store, hint_store, hint_first_store
    cdef int *arena
    cdef int arena_used, arena_room
    cdef int *clause_at
    cdef int *axiom
    cdef object axiom_store
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
    cdef long long conflict

    cdef int variable_between(self, int a, int b) noexcept
    cdef bint enqueue(self, int literal, long long reason) noexcept
    cdef bint propagate(self) noexcept
    cdef bint at_least_one(self, int t) noexcept
    cdef bint at_most_one(self, int v, int t) noexcept
    cdef bint visit(self, int literal) noexcept
    cdef int literals_of(self, long long code) noexcept
    cdef int add_clause(self, int *source, int size) noexcept
    cdef void attach(self, int c) noexcept
    cdef void rewrite(self, int c) noexcept
    cdef void watch_deepest(self, int c) noexcept
    cdef int lead_with_deepest(self, int *literals, int start, int size) noexcept
    cdef void note_hint(self, long long code) noexcept
    cdef void close_hints(self) noexcept
    cdef void new_level(self) noexcept
    cdef void backjump(self, int level) noexcept
    cdef int conflict_level(self) noexcept
    cdef bint learn(self) noexcept
    cdef int resolve(self, int highest) noexcept
    cdef int shrink(self, int count) noexcept
    cdef void record_hints(self) noexcept
    cdef void bump(self, int v) noexcept
