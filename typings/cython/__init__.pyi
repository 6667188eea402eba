# What the kernels use of Cython's pure Python mode, as plain Python types; lets mypy --strict check them uncompiled.
from array import array
from typing import Literal, TypeVar

_T = TypeVar("_T")

int = int
long = int
longlong = int
ulonglong = int
double = float
bint = bool
p_int = array[int]
p_longlong = array[int]
p_ulonglong = array[int]
p_double = array[float]

compiled: Literal[False]

def declare(kind: type[_T], value: _T = ...) -> _T: ...
def cast(kind: type[_T], value: object) -> _T: ...
