from pyrsolve.kernels.memory import *
