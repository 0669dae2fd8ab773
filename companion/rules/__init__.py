"""The definition of a game: match protocol, offers, picks, scene, components, codec. Pure: no clock, chance or text."""
