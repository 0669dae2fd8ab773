// Parts of a picture that is drawn as a file: texts as large as fits, and marks of seats.
import { svg } from "../lib/dom.js";
import { BADGE, badge } from "../table/chart.js";

/**
 * A part of the picture; its upper left corner is at 0.
 * @typedef {{element: SVGGElement, width: number, height: number}} Part
 *
 * How a text is written: its class, the width that it may take, its size at best and at least, in how many lines at most,
 * and whether its lines begin at its left or have their middle there.
 * @typedef {{class: string, width: number, size: number, least: number, most: number, anchor?: "start" | "middle"}} Writing
 */

const LINE = 1.14; // height of a line of text, in sizes
const ASCENT = 0.93; // from the top of a line to its foot: its figures have their middle in that of the line
const WRAPPED_AT = 0.7; // part of its best size below which a text takes one more line instead

/**
 * Return a part at a place of the picture.
 * @param {Part} part
 * @param {number} x
 * @param {number} y
 */
export function placed({ element }, x, y) {
  return svg("g", { transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` }, element);
}

/**
 * Return the shape of a seat with its letter, its middle at a point.
 * @param {api.SeatView} seat
 * @param {number} x
 * @param {number} y
 * @param {number} size
 */
export function seatBadge(seat, x, y, size) {
  return svg("g", { class: "curves evening-mark", transform: `translate(${x} ${y}) scale(${size / BADGE})` }, badge(seat, 0, 0));
}

/** Writes texts as large as fits. */
export class Pen {
  /** @param {SVGSVGElement} picture The one that texts are measured in. */
  constructor(picture) {
    this.picture = picture;
  }

  /**
   * Return a text, as large as fits. What is too long at its least size is cut.
   * @param {string} text
   * @param {Writing} writing
   * @returns {Part}
   */
  write(text, { class: name, width, size: best, least, most, anchor = "middle" }) {
    const probe = svg("text", { class: name, style: { fontSize: "100px" } });
    this.picture.append(probe);
    /** @param {string} part */
    const measure = (part) => {
      probe.textContent = part;
      return probe.getComputedTextLength() / 100;
    };
    const [size, lines] = bestLines(text, { width, size: best, least, most }, measure);
    const shown = lines.length > most ? [...lines.slice(0, most - 1), lines.slice(most - 1).join(" ")] : lines;
    const texts = shown.map((line, i) =>
      svg("text", { class: name, y: size * (ASCENT + i * LINE), "text-anchor": anchor, style: { fontSize: `${size}px` } }, cutToFit(line, width / size, measure)),
    );
    const taken = Math.max(...texts.map((line) => measure(line.textContent) * size));
    probe.remove();
    return { element: svg("g", {}, texts), width: taken, height: size * LINE * texts.length };
  }
}

/**
 * Return the size and the lines of a text: few lines rather than large ones, as long as they are not much smaller.
 * @param {string} text
 * @param {{width: number, size: number, least: number, most: number}} room
 * @param {(text: string) => number} measure
 * @returns {[number, string[]]}
 */
function bestLines(text, { width, size: best, least, most }, measure) {
  for (let count = 1; count <= most; count++) {
    const smallest = count < most ? Math.max(least, best * WRAPPED_AT) : least;
    for (let size = best; size >= smallest; size -= 2) {
      const lines = linesOf(text, width / size, measure);
      if (lines.length <= count && lines.every((line) => measure(line) * size <= width)) return [size, lines];
    }
  }
  return [least, linesOf(text, width / least, measure)];
}

/**
 * Return a text in as few lines as it takes, about as long as each other. They break after words and hyphens.
 * @param {string} text
 * @param {number} width
 * @param {(text: string) => number} measure
 */
function linesOf(text, width, measure) {
  const words = text.replace(/-(?=\S)/g, "-\u200b").split(/[ \u200b]+/);
  /** @param {number} room */
  const wrapped = (room) => {
    const lines = [words[0]];
    for (const word of words.slice(1)) {
      const before = lines[lines.length - 1];
      const together = before.endsWith("-") ? before + word : `${before} ${word}`;
      if (measure(together) <= room) lines[lines.length - 1] = together;
      else lines.push(word);
    }
    return lines;
  };
  let lines = wrapped(width);
  for (let room = width * 0.95; room > width / 3; room *= 0.95) {
    const narrower = wrapped(room);
    if (narrower.length > lines.length || narrower.some((line) => measure(line) > room)) break;
    lines = narrower;
  }
  return lines;
}

/**
 * @param {string} text
 * @param {number} width
 * @param {(text: string) => number} measure
 */
function cutToFit(text, width, measure) {
  let shown = text;
  for (let letters = text.length; measure(shown) > width && letters > 1; letters--) shown = `${text.slice(0, letters - 1).trimEnd()}…`;
  return shown;
}
