// The marks of seats before a game starts, by the rule of companion/words/signs.py, which makes them once it has started.

const SHAPES = ["circle", "triangle", "square", "diamond", "pentagon"];
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
/** Plain letters for those that are not a letter with an accent to Unicode. @type {Record<string, string>} */
const PLAIN_LETTERS = { Æ: "AE", Œ: "OE", Ø: "O", Ł: "L", Đ: "D" };

/** @typedef {import("../lib/templates.js").Mark} Mark */

/**
 * Return the marks of all seats, at most five, from their names and first colours in the order of the seats.
 * @param {string[]} names
 * @param {string[]} colours
 * @param {Record<string, string | null>} shapeOfColour The shapes of colours that have one in every game.
 * @returns {Mark[]}
 */
export function seatMarks(names, colours, shapeOfColour) {
  const letters = seatLetters(names);
  const shapes = seatShapes(colours.map((colour) => shapeOfColour[colour] ?? null));
  return colours.map((colour, seat) => ({ colour, letter: letters[seat], shape: shapes[seat] }));
}

/**
 * Return the letter of each seat: the first of its name that no seat before it has, else the first free one.
 * @param {string[]} names
 */
function seatLetters(names) {
  /** @type {string[]} */
  const letters = [];
  for (const name of names) {
    const own = name.normalize("NFKD").toUpperCase().replace(/[ÆŒØŁĐ]/g, (letter) => PLAIN_LETTERS[letter]);
    const free = [...own, ...ALPHABET].find((letter) => ALPHABET.includes(letter) && !letters.includes(letter));
    letters.push(free ?? "");
  }
  return letters;
}

/**
 * Return the shape of each seat: the one wanted, or the first free one if another seat has that already.
 * @param {(string | null)[]} wanted
 */
function seatShapes(wanted) {
  const kept = wanted.map((shape, seat) => (wanted.indexOf(shape) === seat ? shape : null));
  const free = SHAPES.filter((shape) => !kept.includes(shape));
  return kept.map((shape) => shape ?? free.shift() ?? "");
}
