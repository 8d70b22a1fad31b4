"""Tests of parsing the address of the office server, or refusing it with a reason."""

import pytest

from briefbank.network.address import Address, BadAddress, parse_address, permit


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("http://192.168.1.20:8000/v1", Address("http", "192.168.1.20", 8000, "/v1")),
        (" https://ocr.office.example/ ", Address("https", "ocr.office.example", 443, "")),
        ("http://localhost", Address("http", "localhost", 80, "")),
        ("http://[::1]:8000/v1/", Address("http", "::1", 8000, "/v1")),
    ],
)
def test_addresses_are_understood(text: str, address: Address) -> None:
    assert parse_address(text) == address


@pytest.mark.parametrize(
    "text",
    [
        "192.168.1.20:8000",
        "ftp://office/v1",
        "http://user:secret@office/v1",
        "http://user@office/v1",
        "http:///v1",
        "http://office/v1?key=1",
        "http://office/v1#a",
        "http://office:0/v1",
        "http://office:99999/v1",
        "http://[::1/v1",
        "http://off ice/v1",
        "http://оffice/v1",
        "http://office/\r\nX: y",
    ],
)
def test_an_invalid_address_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(BadAddress) as caught:
        parse_address(text)
    assert "cannot be used" in caught.value.title and "http://192.168.1.20:8000/v1" in caught.value.remedy
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize("number", ["127.0.0.1", "10.1.2.3", "192.168.0.9", "::1", "fd00::1"])
def test_within_the_office_pages_may_travel_unencrypted(number: str) -> None:
    permit(parse_address("http://office/v1"), number)


def test_beyond_it_they_may_not() -> None:
    with pytest.raises(BadAddress, match="https"):
        permit(parse_address("http://office/v1"), "8.8.8.8")
    permit(parse_address("https://office/v1"), "8.8.8.8")
