"""The page's name on the home network: found by others, given up where it cannot be had."""

from __future__ import annotations

import uuid
from concurrent.futures import ThreadPoolExecutor

import pytest

from device.announce import NAMES, SERVICE, Announcement, may_announce
from tests.device.evenings import wait_until


class Other:
    """What another table answers."""

    def __init__(self, *addresses: str) -> None:
        self._addresses = list(addresses)

    def parsed_addresses(self) -> list[str]:
        return self._addresses


class Speaker:
    """An mDNS speaker without a network."""

    def __init__(self, taken: dict[str, Other] | None = None, broken: str = "") -> None:
        self.taken = taken or {}
        self.broken = broken
        self.registered: list[tuple[str, str, int, list[str]]] = []
        self.closed = False

    def get_service_info(self, kind: str, name: str, timeout: int) -> Other | None:
        assert kind == SERVICE
        return self.taken.get(name.removesuffix("." + SERVICE))

    def register_service(self, info) -> None:
        if self.broken == "register":
            raise OSError("network is unreachable")
        self.registered.append((info.name, info.server, info.port, info.parsed_addresses()))

    def unregister_all_services(self) -> None:
        if self.broken == "close":
            raise OSError("network is unreachable")
        self.registered.clear()

    def close(self) -> None:
        self.closed = True


def announced(speaker: Speaker, port: int = 8080, **more) -> tuple[Announcement, str | None]:
    announcement = Announcement(lambda: "192.0.2.7", port, make=lambda: speaker, **more).start()
    return announcement, announcement.wait(10.0)


def test_the_page_is_announced_and_taken_back():
    speaker, told = Speaker(), []
    announcement, url = announced(speaker, told=told.append)
    assert url == "http://dice-table.local:8080"
    assert told == [url]
    assert speaker.registered == [
        ("dice-table._http._tcp.local.", "dice-table.local.", 8080, ["192.0.2.7"])
    ]
    announcement.close()
    assert (speaker.registered, speaker.closed) == ([], True)
    assert announcement.url is None
    announcement.close()


def test_the_usual_port_is_not_written():
    assert announced(Speaker(), port=80)[1] == "http://dice-table.local"


def test_a_second_table_takes_another_name():
    speaker = Speaker({"dice-table": Other("192.0.2.4")})
    assert announced(speaker)[1] == "http://dice-table-2.local:8080"


def test_our_own_old_entry_is_no_other_table():
    speaker = Speaker({"dice-table": Other("192.0.2.7")})
    assert announced(speaker)[1] == "http://dice-table.local:8080"


def test_no_name_is_left():
    speaker = Speaker({name: Other("192.0.2.4") for name in NAMES})
    announcement, url = announced(speaker)
    assert url is None
    assert speaker.registered == []
    announcement.close()
    assert speaker.closed


def test_a_network_that_fails_is_no_fault_of_the_game():
    announcement, url = announced(Speaker(broken="register"))
    assert url is None
    announcement.close()
    announcement, url = announced(Speaker(broken="close"))
    assert url is not None
    announcement.close()

    def no_speaker() -> Speaker:
        raise OSError("no network")

    failed = Announcement(lambda: "192.0.2.7", 80, make=no_speaker).start()
    assert failed.wait(10.0) is None
    failed.close()


@pytest.mark.parametrize("address", ["127.0.0.1", "::1", "localhost", ""])
def test_this_machine_alone_is_not_announced(address):
    assert not may_announce(address)
    speaker = Speaker()
    announcement = Announcement(lambda: address, 8080, make=lambda: speaker).start()
    assert announcement.wait(1.0) is None
    announcement.close()
    assert speaker.registered == []


def test_the_name_follows_the_address_when_the_network_comes_up_late_or_changes():
    now, told, speakers = ["127.0.0.1"], [], []

    def speaker() -> Speaker:
        if now[0] == "192.0.2.7" and not speakers:
            speakers.append(Speaker(broken="register"))  # not all of it is up yet
        else:
            speakers.append(Speaker())
        return speakers[-1]

    def registered() -> list[list[str]]:
        return [addresses for one in speakers for *_, addresses in one.registered]

    announcement = Announcement(
        lambda: now[0], 8080, told=told.append, make=speaker, look_s=0.02
    ).start()
    assert announcement.wait(10.0) is None
    for address in ("192.0.2.7", "192.0.2.9"):
        now[0] = address
        wait_until(lambda: registered() == [now])
        wait_until(lambda: announcement.url == "http://dice-table.local:8080")
    now[0] = "127.0.0.1"
    wait_until(lambda: announcement.url is None)
    announcement.close()
    assert told == ["http://dice-table.local:8080"]
    assert not registered()
    assert all(one.closed for one in speakers)


# Where the kernel refuses a socket's options, zeroconf leaves the sockets that it had open.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_another_machine_finds_it_by_true_mdns():
    """Two speakers on the loopback interface; left out where that has no multicast.

    The name is one that no table has: one that runs on this machine meanwhile, here the one that
    is announced first, neither takes it nor answers for it.
    """
    from zeroconf import Zeroconf

    def make() -> Zeroconf:
        return Zeroconf(interfaces=["127.0.0.1"])

    name = f"test-{uuid.uuid4().hex[:16]}"
    beside = Announcement(lambda: "192.0.2.8", 8081, make=make).start()
    announcement = Announcement(lambda: "192.0.2.7", 8080, make=make, names=[name]).start()
    try:
        url = announcement.wait(15.0)
        if url is None:
            pytest.skip("this machine has no multicast on its loopback interface")
        assert url == f"http://{name}.local:8080"
        beside.wait(15.0)

        def ask():
            with make() as asking:
                return asking.get_service_info(SERVICE, f"{name}.{SERVICE}", timeout=4000)

        # In a thread of its own: a browser that other tests opened keeps an event loop in this one.
        with ThreadPoolExecutor(1) as beside_it:
            found = beside_it.submit(ask).result()
        assert found is not None
        assert found.parsed_addresses() == ["192.0.2.7"]
        assert (found.port, found.server) == (8080, f"{name}.local.")
    finally:
        announcement.close()
        beside.close()
