"""Hot code in Cython's pure Python mode: arrays and numbers in, arrays and numbers out."""
