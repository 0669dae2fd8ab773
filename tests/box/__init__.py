"""The whole program as a process, installed or in a virtual machine, with the plug pulled: `make test-box`.

`machine.py` starts a virtual machine with Debian's own kernel and its simulated lines. Tests in `inside` run in it:
they pull lines as fingers do and read lights back, on the machine's own clock, which a busy computer does not disturb.
`tests/devices/test_contracts.py` also runs there, the same tests that `make test` runs over simulated parts. `python -m
tests.box.machine run 'COMMAND'` tries anything in it.

`test_plug.py` gives the machine a disk and pulls its plug in the middle of a game. `test_card.py` fills the card or
makes it read-only; `on_disk` has what then runs inside. `test_i2c.py` puts a simulated screen behind `/dev/i2c-1`.
`installed/spinner.py` plugs a spinner into an installed box, with both ends of its USB cable in the machine's kernel.
`test_any_machine.py` changes what only root can change. `test_clock.py` sets the clock while the program runs.

`namespace.py` makes machines of another kind, which are only a network and a host name: no kernel has to start. In them
`test_network.py` tries networks, addresses and names with Debian's own Avahi, `test_proxy.py` the settings of nginx
and Caddy in docs/settings.md, and `test_broker.py` cuts the wire to Debian's Mosquitto.
"""
