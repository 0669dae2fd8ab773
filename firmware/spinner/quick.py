"""MicroPython's own words where there are any: elsewhere they mean nothing, and the code runs as it stands."""

try:
    import micropython
except ImportError:

    class micropython:  # noqa: N801 - stands for the module
        """The two names that the other files use of MicroPython's module."""

        @staticmethod
        def const(number):
            """The number itself."""
            return number

        @staticmethod
        def native(function):
            """The function itself."""
            return function


const = micropython.const
