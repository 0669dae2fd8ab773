"""The MQTT broker: topics and payloads of the public state, results until the broker has them, and the connection."""
