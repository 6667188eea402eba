from pyrsolve.kernels.pairing cimport PairingSearch

cdef class Proof:
    cdef readonly PairingSearch search
    cdef list stores
    cdef int *lead
    cdef int *other
    cdef long long *base
    cdef int *clause_id
    cdef int *unit_id
    cdef int *equal_id
    cdef public object used
    cdef object lits, lits_first, hints, hints_first, tasks_store
    cdef int *lit
    cdef int *lit_first
    cdef long long *hint
    cdef int *hint_first
    cdef long long *task
    cdef int lit_count, hint_count, tasks
    cdef public int steps, deadlocks
    cdef public long long axioms

    cdef void put_lit(self, int literal)
    cdef void put_hint(self, long long number)
    cdef void put_task(self, long long code)
    cdef int rank(self, int t, int partner) noexcept
    cdef long long exclusion(self, int t, int p, int q) noexcept
    cdef long long amo(self, int u, int v) noexcept
    cdef long long resolve_code(self, long long code) noexcept
    cdef bint want(self, long long code) except -1
    cdef bint expand(self, long long code) except -1
    cdef int signed(self, int literal) noexcept
    cdef void close_step(self)
    cdef void emit(self, long long code)
    cdef void emit_deadlock(self, int c)
    cdef void emit_unit(self, int v)
    cdef void emit_equal(self, int v)
