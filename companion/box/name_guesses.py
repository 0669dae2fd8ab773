"""Guesses at a name that somebody writes: its likely next letters, and the whole name."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Collection, Sequence
from functools import lru_cache
from itertools import pairwise

from companion.rules.people_names import name_key

_COMMON = """
Anna Alice Antoine Arthur Adam Adrien Alex Amélie Agathe Amy Andrew Axel Aurélie Anne Albert Alain Abel Ali Alma Aya
Ben Baptiste Bruno Bastien Benoît Bernard Béatrice Bella
Camille Chloé Clara Charlotte Clément Claire Charlie Céline Cécile Christine Chris Catherine Carla Carl Colette
David Daniel Dan Denis Diane Dylan Dorothée Dora
Emma Élise Ella Eva Enzo Emily Éric Éloïse Ethan Esther Élodie Émile Éléonore Eve Eliott
Florian François Fanny Felix Florence Fred Fatou Frank Flora
Gabriel Guillaume Grace Gaspard George Grégoire Gilles Gérard Germaine
Hugo Henri Hélène Harry Hannah Henry Hervé Honoré
Inès Iris Isabelle Ivan Isaac Ian Irène
Jules Jeanne Julie Jack Jacques Jean Julien Jade James Joan John Joseph Juliette Jérôme Jim Joe Josh Judith
Karim Kate Kevin Karine Kim Katie
Louis Léa Léo Lucas Louise Lucie Lina Lola Laura Luc Lily Liam Lou Laurent Lise Léon Luna Lucy Léna Luca Leila Lisa
Marie Manon Martin Mathis Max Maxime Mia Marc Michel Mila Mathilde Margot Mohamed Marion Marco Mark Mary Mike Maya
Mina
Nathan Noah Nina Noé Nicolas Nora Nathalie Nick Nadia Nils Noémie
Oscar Olivia Olivier Oliver Océane Odile Omar
Paul Pierre Philippe Pauline Peter Patrick Pascal Pia Pablo
Quentin
Raphaël Rose Romain Robin Robert Rémi Rachel Ruby Rita Roland Ryan
Sarah Sam Sophie Simon Sacha Sofia Samuel Stella Sébastien Sandra Sylvie Sara Steve Suzanne Susan
Tom Thomas Théo Thibault Timothée Tim Tina Tess Tristan
Ugo Ursula
Victor Victoire Vincent Valentin Valérie Vera Violette Véronique
William Will Wendy Walter
Xavier
Yasmine Yann Yves Yanis Youssef
Zoé Zack Zélie Zoe
"""
_COMMON_NAMES = tuple(_COMMON.split())
"""First names that are common where French or English is spoken, the more likely ones first for each letter."""


class NameGuesses:
    """Guesses from names that are known here, and from common first names. Accents need not be written."""

    def __init__(self, known: Sequence[str] = (), taken: Collection[str] = ()) -> None:
        """`known` comes first; nobody in `taken` is guessed."""
        self._taken = frozenset(map(name_key, taken))
        self._names = tuple(dict.fromkeys(name_key(name) for name in (*known, *_COMMON_NAMES)))
        self._known = tuple(known)

    def letters(self, typed: str, letters: str) -> list[str]:
        """Return small letters, the likeliest next one after `typed` first.

        First come those of names that begin so, then those that follow the last letter in other names, then frequent
        ones.
        """
        exact, alike = _next_letters(self._names, name_key(typed) + " " * typed.endswith(" "))
        pairs = _letters_after(self._names, typed[-1:].casefold())
        frequent = _letter_counts(self._names)
        keys = {letter: (exact[letter], alike[letter], pairs[letter], frequent[letter]) for letter in letters}
        return sorted(letters, key=lambda letter: keys[letter], reverse=True)

    def name(self, typed: str, longest: int) -> str | None:
        """Return the likeliest whole name that begins so, of at most `longest` letters; None if no name does."""
        begin = _without_accents(typed)
        for name in (*self._known, *_COMMON_NAMES):
            continues = len(typed) < len(name) <= longest and _without_accents(name).startswith(begin)
            if typed and continues and name_key(name) not in self._taken:
                return name
        return None


@lru_cache(maxsize=8)
def _next_letters(names: tuple[str, ...], begin: str) -> tuple[Counter[str], Counter[str]]:
    """Count the letters after a beginning of names: of those that begin so, and of those that do but for accents."""
    plain = _without_accents(begin)
    longer = [name for name in names if len(name) > len(begin)]
    exact = Counter(name[len(begin)] for name in longer if name.startswith(begin))
    return exact, Counter(name[len(begin)] for name in longer if _without_accents(name).startswith(plain))


@lru_cache(maxsize=8)
def _letters_after(names: tuple[str, ...], letter: str) -> Counter[str]:
    """Count the letters that follow this one in names; without one, the first letters."""
    if not letter:
        return Counter(name[0] for name in names)
    return Counter(after for name in names for before, after in pairwise(name) if before == letter)


@lru_cache(maxsize=2)
def _letter_counts(names: tuple[str, ...]) -> Counter[str]:
    return Counter(letter for name in names for letter in name)


def _without_accents(text: str) -> str:
    letters = unicodedata.normalize("NFD", text.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))
