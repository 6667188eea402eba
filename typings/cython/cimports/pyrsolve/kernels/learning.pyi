from pyrsolve.kernels.learning import *
