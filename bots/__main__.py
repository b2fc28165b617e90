"""``python -m battlewise.bots``: the command line."""

from battlewise.bots.cli import main

if __name__ == "__main__":
    main()
