"""Tests of `companion/broker`: topics, payloads, results, and the connection with a scripted broker."""
