"""What a game is: match protocol, offers, picks, scene, components, codec. Pure: no clock, no chance, no language."""
