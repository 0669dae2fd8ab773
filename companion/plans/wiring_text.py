"""A wiring in words: what a screen reader says of a drawing, wire by wire."""

from __future__ import annotations

from companion.plans.plan_words import Words
from companion.plans.wiring import Contact, Part, Wiring


def entry_told(part: Part, contact: Contact, words: Words) -> str:
    """A contact as it is printed at the part, or as the reader says it; empty where contacts are alike."""
    for name in (f"mark.{part.id}.{contact.mark}", f"mark.{contact.mark}"):
        if name in words:
            return words(name)
    return contact.mark


def told(wiring: Wiring, words: Words) -> str:
    """Return how the header is seen, and every wire in a sentence."""
    return " ".join([words(f"seen.{wiring.header.id}"), *sentences(wiring, words)])


def sentences(wiring: Wiring, words: Words) -> list[str]:
    """Return a sentence for every wire."""
    told: list[str] = []
    for part, contact in wiring.wires():
        name = words(f"part.{part.title}", n=part.number or 0)
        mark = entry_told(part, contact, words)
        to = f"{name}, {mark}" if mark else name
        colour = words("colour." + contact.colour)
        value = words(f"value.{contact.resistor}") if contact.resistor else ""
        through = words("told.through", value=value) if value else ""
        if contact.pin:
            number, pin_name = contact.pin.number, contact.pin.name
            told.append(words("told.wire", pin=number, name=pin_name, colour=colour, through=through, to=to))
            if contact.bypass:
                told.append(words("told.beside", value=words(f"value.{contact.bypass}"), to=name))
        else:
            told.append(words("told.ground", colour=colour, to=to, through=through))
    for pin, fuse in wiring.fuses.items():
        told.append(words("told.fuse", pin=pin, value=words(f"value.{fuse}")))
    told += [words("told.rail", pin=pin.number) for pin in wiring.rails]
    told += [words("told.link")] * len(wiring.links)
    return told
