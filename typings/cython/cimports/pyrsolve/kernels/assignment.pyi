from pyrsolve.kernels.assignment import *
