"""A check of the broker for `doctor`: it connects once without a name, and publishes an empty message."""

from __future__ import annotations

import socket
import time
from contextlib import closing
from ipaddress import ip_address, ip_network

from companion.broker.broker_status import BrokerFault
from companion.broker.mqtt_connection import BrokerAddress, BrokerError, MqttConnection
from companion.broker.topics import CHECK_TOPIC

_PATIENCE_S = 10.0
_ALLOWED = tuple(
    map(
        ip_network,
        ("127.0.0.0/8", "::1/128", "169.254.0.0/16", "fe80::/10", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16",
         "100.64.0.0/10", "fc00::/7"),
    )
)  # fmt: skip
"""The networks that systemd/companion.service allows."""


def broker_fault(setting: str, login: tuple[str, str] | None, patience_s: float = _PATIENCE_S) -> BrokerFault | None:
    """Return why the broker cannot be used; None if it accepts, and acknowledges a message. Raises nothing."""
    deadline = time.monotonic() + patience_s
    try:
        with closing(MqttConnection(BrokerAddress.of(setting), login)) as connection:
            connection.open()
            message_id = None
            while message_id is None or connection.acknowledged != message_id:
                if message_id is None and connection.accepted:
                    message_id = connection.publish(CHECK_TOPIC, b"", qos=1)
                left = deadline - time.monotonic()
                if left <= 0:
                    return BrokerFault.NO_ANSWER
                connection.wait(left)
    except BrokerError as error:
        return error.fault
    return None


def outside_address(setting: str) -> str | None:
    """Return an address of the broker that the service may not reach, or None. A name without address has none."""
    address = BrokerAddress.of(setting)
    try:
        infos = socket.getaddrinfo(address.host, address.port, type=socket.SOCK_STREAM)
    except OSError:
        return None
    numbers = [str(info[4][0]).partition("%")[0] for info in infos]
    return next((number for number in numbers if not any(ip_address(number) in network for network in _ALLOWED)), None)
