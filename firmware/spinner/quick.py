"""MicroPython's own names, or replacements without effect on another Python."""

try:
    import micropython
except ImportError:

    class micropython:  # noqa: N801 - named like the module
        """The two names that the other files use of MicroPython's module."""

        @staticmethod
        def const(number):
            """Return the number."""
            return number

        @staticmethod
        def native(function):
            """Return the function."""
            return function


const = micropython.const
