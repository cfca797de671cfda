"""The home router is asked for a port, so that friends on the internet reach a table hosted here.

`RouterPort` in client/router/router_port.py is the front door, and the outcome it reports is in
client/router/router_reports.py. PCP (RFC 6887), NAT-PMP (RFC 6886) and UPnP-IGD are spoken by
codecs of our own that turn bytes into values, and by small speakers that carry the bytes. Only
the default gateway is believed. See docs/decisions/0029-the-router-is-asked-by-code-of-our-own.md.
"""
