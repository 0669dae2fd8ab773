"""The status of the connection to the broker, for the status page, the log and `doctor`."""

from __future__ import annotations

from enum import Enum

from companion.rules.text import Text, say
from companion.session.system_status import Condition
from companion.support.frozen_dataclasses import frozen
from companion.support.install_commands import this_system

LIBRARY = "paho.mqtt"
"""The module that speaks MQTT."""


class BrokerFault(Enum):
    """Reason why the broker does not get what it should."""

    LIBRARY = "library"
    """The library is not installed."""
    MACHINE_ID = "machine_id"
    """The machine has no id, so the box has none."""
    LOGIN_FILE = "login_file"
    """The file with user and password cannot be used."""
    UNREACHABLE = "unreachable"
    """Nothing answers at the address."""
    LOST = "lost"
    """The connection was lost after the broker had accepted it; another box with the same id causes that, too."""
    LOGIN = "login"
    """The broker refuses user and password."""
    CERTIFICATE = "certificate"
    """No authority of this system vouches for the certificate, or nothing encrypted is spoken there."""
    BAD_ANSWER = "bad_answer"
    """No broker answers there, or one that sends unexpected messages."""
    NO_ANSWER = "no_answer"
    """It accepts, and never acknowledges."""


@frozen
class BrokerStatus:
    """The status of the connection."""

    address: str
    connected: bool = False
    fault: BrokerFault | None = None
    """The last fault; None while connected, and before the first attempt has ended."""

    def condition(self) -> Condition:
        """Return the line of the status page."""
        if self.fault is not None:
            text = say(f"how.broker.{self.fault.value}", address=self.address)
            return Condition("broker", False, text, advice(self.fault))
        key = "how.broker.well" if self.connected else "how.broker.connecting"
        return Condition("broker", True, say(key, address=self.address))


def advice(fault: BrokerFault) -> Text:
    """Return what to do about a fault."""
    if fault is BrokerFault.LIBRARY:
        return say("how.broker.library.advice", command=this_system().install_command(LIBRARY) or LIBRARY)
    return say(f"how.broker.{fault.value}.advice")
