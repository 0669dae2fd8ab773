"""A wiring in words: what a screen reader says of a drawing, wire by wire."""

from __future__ import annotations

from companion.plans.wiring import Contact, Part, Wiring
from companion.plans.words import Words


def entry_told(part: Part, contact: Contact, words: Words) -> str:
    """A contact as it is printed at the part, or as the reader says it; empty where contacts are alike."""
    for name in (f"mark.{part.id}.{contact.mark}", f"mark.{contact.mark}"):
        if name in words:
            return words(name)
    return contact.mark


def told(wiring: Wiring, words: Words) -> str:
    """Every wire in a sentence."""
    sentences = [words(f"seen.{wiring.header.id}")]
    for part, contact in wiring.wires():
        name = words(f"part.{part.title}", n=part.number or 0)
        mark = entry_told(part, contact, words)
        to = f"{name}, {mark}" if mark else name
        colour = words("colour." + contact.colour)
        if contact.pin:
            sentences.append(words("told.wire", pin=contact.pin.number, name=contact.pin.name, colour=colour, to=to))
        else:
            through = words("told.through." + contact.resistor) if contact.resistor else ""
            sentences.append(words("told.ground", colour=colour, to=to, through=through))
    sentences += [words("told.rail", pin=pin.number) for pin in wiring.rails]
    sentences += [words("told.link")] * len(wiring.links)
    return " ".join(sentences)
