from pyrsolve.kernels.pairing cimport PairingSearch

cdef class Proof:
    cdef PairingSearch search
    cdef list stores
    cdef int *lead
    cdef int *other
    cdef long long *base
    cdef int *clause_id
    cdef int *unit_id
    cdef int *equal_id
    cdef public object used, lits, lits_first, hints, hints_first
    cdef public int steps, deadlocks
    cdef public long long axioms
    cdef list todo

    cdef int rank(self, int t, int partner) noexcept
    cdef long long exclusion(self, int t, int p, int q) noexcept
    cdef long long amo(self, int u, int v) noexcept
    cdef long long resolve_code(self, long long code) noexcept
    cdef bint want(self, long long code) noexcept
    cdef bint expand(self, long long code) noexcept
    cdef int signed(self, int literal) noexcept
    cdef void close_step(self) noexcept
    cdef void emit(self, long long code) noexcept
    cdef void emit_deadlock(self, int c) noexcept
    cdef void emit_unit(self, int v) noexcept
    cdef void emit_equal(self, int v) noexcept
