#!/usr/bin/python3
"""A message bus with a NetworkManager on it, for tests, led line by line from standard input.

network_manager.py SOCKET, then lines:
  bus start | bus kill          starts a dbus-daemon at SOCKET, or kills it
  manager start | manager stop  takes the name of NetworkManager on the bus, or gives it up
  set NAME SIGNATURE VALUE      changes a property, and tells if the manager is there
  hint NAME SIGNATURE VALUE     changes a property, and tells that, but not its value
  answer properties|error|list  what GetAll answers with: a{sv}, an error, an array of strings
  connections                   prints how many connections the bus has besides this program's
  liar close|garbage|silent     listens at SOCKET and breaks the protocol in that way
  liar accepted                 prints how many connections were accepted
Each line is answered by one line: a number, or `ok`. An exception ends the program.
"""

import os
import signal
import socket
import subprocess
import sys
import threading

import dbus
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

NAME = "org.freedesktop.NetworkManager"
PATH = "/org/freedesktop/NetworkManager"
PROPERTIES = "org.freedesktop.DBus.Properties"
CONFIGURATION = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>session</type><listen>unix:path={}</listen><auth>EXTERNAL</auth>
<policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy>
</busconfig>"""
KINDS = {"u": dbus.UInt32, "i": dbus.Int32, "s": dbus.String}


class Manager(dbus.service.Object):
    def __init__(self, lead, bus):
        self.lead = lead
        super().__init__(bus, PATH)

    @dbus.service.method(PROPERTIES, in_signature="s", out_signature=None)
    def GetAll(self, interface):
        if self.lead.answer == "error":
            raise dbus.exceptions.DBusException("no", name="org.example.Refused")
        if self.lead.answer == "list":
            return dbus.Array(["Metered", "1"], signature="s")
        return dbus.Dictionary(self.lead.properties, signature="sv")

    @dbus.service.signal(PROPERTIES, signature="sa{sv}as")
    def PropertiesChanged(self, interface, changed, invalidated):
        pass


class Liar:
    def __init__(self, path, mode):
        self.mode, self.accepted, self.kept = mode, 0, []
        if os.path.exists(path):
            os.unlink(path)
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(path)
        self.listener.listen()
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            connection, _ = self.listener.accept()
            self.accepted += 1
            if self.mode == "garbage":
                connection.recv(1)
                connection.sendall(b"OK 0123456789abcdef0123456789abcdef\r\nAGREE_UNIX_FD\r\n" + os.urandom(4096))
            if self.mode == "silent":
                self.kept.append(connection)
            else:
                connection.close()


class Lead:
    def __init__(self, path):
        self.path = path
        self.properties = {}
        self.answer = "properties"
        self.daemon = self.bus = self.manager = self.liar = None

    def do_bus(self, verb):
        if verb == "start":
            with open(self.path + ".conf", "w") as file:
                file.write(CONFIGURATION.format(self.path))
            self.daemon = subprocess.Popen(
                ["dbus-daemon", f"--config-file={self.path}.conf", "--nofork", "--print-address"],
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                # It says what it would rather have on a whole system.
                stderr=subprocess.DEVNULL, preexec_fn=die_with_parent)
            # The address is printed when it listens.
            if not self.daemon.stdout.readline():
                raise SystemExit("dbus-daemon did not start")
        else:
            self.drop()
            self.daemon.kill()
            self.daemon.wait()

    def drop(self):
        if self.manager:
            self.manager.remove_from_connection()
        if self.bus:
            self.bus.close()
        self.bus = self.manager = None

    def do_manager(self, verb):
        if verb == "stop":
            self.drop()
            return
        self.bus = dbus.bus.BusConnection(f"unix:path={self.path}")
        self.bus.set_exit_on_disconnect(False)
        self.manager = Manager(self, self.bus)
        self.bus.request_name(NAME)

    def do_set(self, name, signature, value):
        self.properties[name] = KINDS[signature](value if signature == "s" else int(value))
        if self.manager:
            self.manager.PropertiesChanged(NAME, {name: self.properties[name]}, [])

    def do_hint(self, name, signature, value):
        self.properties[name] = KINDS[signature](value if signature == "s" else int(value))
        self.manager.PropertiesChanged(NAME, dbus.Dictionary({}, signature="sv"), [name])

    def do_answer(self, kind):
        self.answer = kind

    def do_connections(self):
        names = self.bus.list_names()
        return sum(name.startswith(":") for name in names) - 1

    def do_liar(self, what):
        if what == "accepted":
            return self.liar.accepted
        self.liar = Liar(self.path, what)

    def obey(self, line):
        verb, *arguments = line.split()
        answer = getattr(self, "do_" + verb)(*arguments)
        if self.bus:
            self.bus.flush()
        print("ok" if answer is None else answer, flush=True)


def die_with_parent():
    import ctypes
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)


def main():
    dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
    lead = Lead(sys.argv[1])
    loop = GLib.MainLoop()
    rest = b""

    def on_input(*_):
        nonlocal rest
        more = os.read(0, 4096)
        *lines, rest = (rest + more).split(b"\n")
        try:
            for line in lines:
                lead.obey(line.decode())
        except BaseException:
            loop.quit()
            raise
        if not more:
            loop.quit()
        return bool(more)

    GLib.io_add_watch(0, GLib.PRIORITY_DEFAULT, GLib.IO_IN | GLib.IO_HUP, on_input)
    loop.run()
    lead.drop()
    if lead.daemon and lead.daemon.poll() is None:
        lead.daemon.kill()
        lead.daemon.wait()


if __name__ == "__main__":
    main()
