"""One connection to a broker, with the library paho-mqtt. It subscribes to nothing, so nothing can be pressed there."""

from __future__ import annotations

import logging
import select
import socket
import struct
import sys
import time
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from companion.broker.broker_status import BrokerFault
from companion.broker.topics import OFFLINE, Topics
from companion.support.frozen_dataclasses import frozen

log = logging.getLogger(__name__)
PORT, ENCRYPTED_PORT = 1883, 8883
KEEPALIVE_S = 120
"""Seconds without a message after which the connection is tested."""
_MOST_BYTES = 2
"""The most bytes that may follow the length of a message: those of the answers to what this program sends."""
_FORGET, _DELIVER = struct.pack("ii", 1, 0), struct.pack("ii", 0, 0)
"""Values of SO_LINGER: at the end, the kernel forgets or delivers what the broker lacks. If it delivered a result after
a cut of the network, that would arrive twice: on the next connection, too."""
_NONSENSE = (2, 10)
"""Codes of the library for bytes that are no MQTT: MQTT_ERR_PROTOCOL and MQTT_ERR_NOT_SUPPORTED."""
_WRONG_LOGIN = (4, 5, 134, 135)
"""Reasons of a refusal, as MQTT 3.1.1 numbers them and as version 2 of the library does."""


@frozen
class BrokerAddress:
    """The address of a broker, from the settings."""

    host: str
    port: int
    encrypted: bool

    @classmethod
    def of(cls, setting: str) -> BrokerAddress:
        """Return the address in a valid setting."""
        parts = urlsplit(setting)
        encrypted = parts.scheme == "mqtts"
        return cls(parts.hostname or "", parts.port or (ENCRYPTED_PORT if encrypted else PORT), encrypted)


class BrokerError(Exception):
    """The broker cannot be used."""

    def __init__(self, fault: BrokerFault, cause: str) -> None:
        """`cause` is for the log."""
        super().__init__(cause)
        self.fault = fault


class MqttConnection:
    """A connection that is used once: nothing of one that was lost stays in memory."""

    def __init__(self, address: BrokerAddress, login: tuple[str, str] | None, topics: Topics | None = None) -> None:
        """Prepare a connection; without topics, it is one without name and last will. Raises BrokerError."""
        if address.encrypted:
            _allow_openssl()  # before the library asks for it
        try:
            from paho.mqtt import client as mqtt
        except ImportError as error:
            raise BrokerError(BrokerFault.LIBRARY, str(error)) from error
        # Version 1.6 of the library has one interface for callbacks, 2.x asks for the one to use.
        versions: Any = getattr(mqtt, "CallbackAPIVersion", None)
        interface = (versions.VERSION2,) if versions is not None else ()
        new_client: Callable[..., mqtt.Client] = mqtt.Client
        self._client = new_client(
            *interface,
            client_id=topics.client if topics is not None else "",
            clean_session=True,
            protocol=mqtt.MQTTv311,
            reconnect_on_failure=False,
        )
        self._address = address
        self.accepted = False
        """True once the broker has accepted the connection."""
        self.acknowledged: int | None = None
        """Id of the message that was acknowledged last."""
        self._fault: BrokerError | None = None
        self._sent = time.monotonic()
        """The time at which something was sent last, or that the library was last asked to test the connection."""
        self._client.on_connect = self._on_connect
        self._client.on_publish = self._on_publish
        self._client.on_message = self._on_message
        if topics is not None:
            self._client.will_set(topics.online, OFFLINE, qos=1, retain=True)
        if login is not None:
            self._client.username_pw_set(*login)

    def open(self) -> None:
        """Connect; this may take seconds. Raises BrokerError."""
        try:
            if self._address.encrypted:
                import ssl

                self._client.tls_set_context(ssl.create_default_context())
            self._client.connect(self._address.host, self._address.port, KEEPALIVE_S)
            self._sent = time.monotonic()
            self._set_linger(_FORGET)
        except ImportError as error:
            raise BrokerError(BrokerFault.LIBRARY, str(error)) from error
        except (OSError, ValueError) as error:
            fault = BrokerFault.CERTIFICATE if _is_of_tls(error) else BrokerFault.UNREACHABLE
            raise BrokerError(fault, str(error)) from error

    @property
    def _lost(self) -> BrokerFault:
        return BrokerFault.LOST if self.accepted else BrokerFault.UNREACHABLE

    @property
    def wants_write(self) -> bool:
        """True while something that was published is not yet with the kernel: then nothing more is published."""
        return bool(self._client.want_write())

    def wait(self, seconds: float | None, *others: socket.socket) -> None:
        """Wait until the broker or one of the other sockets has something, and work through it.

        This takes at most `seconds`, if they are given, and at most as long as the connection may be quiet. Raises
        BrokerError once the connection has ended.
        """
        own = self._client.socket()
        if own is None:
            raise self._fault or BrokerError(self._lost, "the connection was closed")
        writers = [own] if self.wants_write else []
        quiet = max(0.0, self._sent + KEEPALIVE_S - time.monotonic())
        longest = quiet if seconds is None else min(seconds, quiet)
        readable, writable, _ = select.select([own, *others], writers, [], longest)
        self._work(is_readable=own in readable, is_writable=own in writable)

    def _work(self, *, is_readable: bool, is_writable: bool) -> None:
        code = 0
        try:
            if is_readable:
                code = self._read()
            if is_writable and not code and self.wants_write:
                code = int(self._client.loop_write())
                self._sent = time.monotonic()
            code = code or int(self._client.loop_misc())
            if time.monotonic() - self._sent >= KEEPALIVE_S:  # the library has asked the broker for a sign of life
                self._sent = time.monotonic()
        except BrokerError:
            raise
        except Exception as error:
            # The library fails in many ways on bytes that are no MQTT.
            raise BrokerError(BrokerFault.BAD_ANSWER, f"{type(error).__name__}: {error}") from error
        if self._fault is not None:
            raise self._fault
        if code:
            fault = BrokerFault.BAD_ANSWER if code in _NONSENSE else self._lost
            raise BrokerError(fault, f"the connection was lost ({code})")

    def _read(self) -> int:
        """Read what is there, with what TLS has decrypted already: the socket does not report that."""
        while True:
            code = int(self._client.loop_read())
            coming: Any = getattr(self._client, "_in_packet", {})
            if coming.get("remaining_length", 0) > _MOST_BYTES:  # the library would read up to 256 MB into memory
                raise BrokerError(BrokerFault.BAD_ANSWER, "the broker sends a long message")
            own: Any = self._client.socket()
            if code or own is None or self._fault is not None or not getattr(own, "pending", int)():
                return code

    def publish(self, topic: str, payload: bytes, *, qos: int = 0, retain: bool = False) -> int:
        """Publish a message and return its id."""
        message_id = int(self._client.publish(topic, payload, qos=qos, retain=retain).mid)
        self._sent = time.monotonic()
        return message_id

    def close(self) -> None:
        """Say goodbye, as far as the kernel takes it at once, and close."""
        self._set_linger(_DELIVER)
        self._client.disconnect()
        try:
            self._client.loop_write()
        except (OSError, ValueError) as error:
            log.debug("the broker was left without goodbye: %s", error)
        self.drop()

    def drop(self) -> None:
        """Close without a goodbye: then the broker publishes the last will."""
        own = self._client.socket()
        if own is not None:
            own.close()

    def _set_linger(self, linger: bytes) -> None:
        own: Any = self._client.socket()
        if own is not None:
            own.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)

    def _on_connect(self, *arguments: Any) -> None:
        reason = arguments[3]  # a number, or in version 2 of the library an object with one
        code = int(getattr(reason, "value", reason))
        if code == 0:
            self.accepted = True
            return
        fault = BrokerFault.LOGIN if code in _WRONG_LOGIN else BrokerFault.BAD_ANSWER
        self._fault = BrokerError(fault, f"the broker refuses ({code})")

    def _on_publish(self, *arguments: Any) -> None:
        self.acknowledged = int(arguments[2])

    def _on_message(self, *_: Any) -> None:
        self._fault = BrokerError(BrokerFault.BAD_ANSWER, "the broker sends what nobody asked for")


def _allow_openssl() -> None:
    """Let `ssl` be imported: companion/__main__.py forbids it because without encryption it only takes memory."""
    modules: dict[str, Any] = sys.modules
    if modules.get("_ssl", True) is None:
        del modules["_ssl"]


def _is_of_tls(error: Exception) -> bool:
    return any(kind.__name__ == "SSLError" for kind in type(error).__mro__)
