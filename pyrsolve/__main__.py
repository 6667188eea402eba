"""``python -m pyrsolve``."""

from pyrsolve.cli.main import main

if __name__ == "__main__":
    main()
