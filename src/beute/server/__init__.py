"""Tables for people over HTTP: rooms, the store, what is sent and received, bots that think beside it."""
