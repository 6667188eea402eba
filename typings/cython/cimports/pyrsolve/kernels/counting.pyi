from pyrsolve.kernels.counting import *
