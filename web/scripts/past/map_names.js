// Names of the places on a map in a picture: every one is there, beside its place or with a line that leads to it.
import { svg } from "../lib/dom.js";

/** @typedef {{left: number, right: number, top: number, bottom: number}} Box */
/** @typedef {{x1: number, y1: number, x2: number, y2: number}} Line */
/** Where a name may stand, and what that costs without the other names. @typedef {{box: Box, cost: number}} Candidate */

const ASCENT = 0.78; // of the size of letters, above the foot of a name
const DESCENT = 0.24; // below it
const GAP = 4; // between a place and its name
const RINGS = [0, 4, 9, 15, 22, 30, 40]; // farther from the place
const SHIFTS = [0, 0.2, -0.2, 0.4, -0.4, 0.6, -0.6]; // along it, in sizes of the name
const APART = 4; // between two names
const LED = 14; // from its place on, a line leads to the name
const EDGE = 1.5; // width of the edge of a place
const ROUNDS = 12; // in which each name looks for a better place at most
const MOST = 60; // places that a name chooses from, the best without the other names
/** What costs a place of a name: what it covers of names, places and ways; being far, near to other places, or led across one. */
const COSTS = { name: 12, place: 6, way: 2.5, far: 10, stranger: 120, crossed: 300, shift: 10, side: { below: 0, above: 12, right: 20, left: 20 } };

/**
 * Write the names of a map's places, instead of those that it has; each where it covers the least. Return the room of the
 * map with them, as wide as it is.
 * @param {SVGSVGElement} map As a page has it, in the page.
 * @param {api.GraphBlock} graph
 * @param {number} letters Size of the letters, in pixels.
 */
export function writeNames(map, { spots }, letters) {
  for (const name of map.querySelectorAll(".spot-name")) name.remove();
  const { width, height } = map.viewBox.baseVal;
  const places = [...map.querySelectorAll(".place.spot")].map((place) => boxOf(place, map));
  const pieces = [...map.querySelectorAll(".token")].map((token) => boxOf(token, map));
  const ways = [...map.querySelectorAll(".way")].map(lineOf);
  const named = spots.flatMap((spot, i) => (spot.named === false ? [] : [i]));
  const texts = named.map((i) => svg("text", { class: "spot-name", "text-anchor": "middle", style: { fontSize: `${letters}px` } }, spots[i].name));
  map.append(...texts);
  const candidates = named.map((i, k) => {
    const others = places.filter((_, j) => j !== i);
    const size = { width: Math.ceil(texts[k].getComputedTextLength()), height: (ASCENT + DESCENT) * letters };
    const boxes = [...positions(places[i], size)].filter(({ box }) => box.left >= 1 && box.right <= width - 1 && box.top >= 1 && box.bottom <= height - 1);
    const all = boxes.map(({ box, cost }) => ({ box, cost: cost + costOf(box, places[i], { others, pieces, ways }) }));
    return all.sort((first, second) => first.cost - second.cost).slice(0, MOST);
  });
  const boxes = best(candidates);
  texts.forEach((text, k) => {
    const [box, place] = [boxes[k], places[named[k]]];
    text.setAttribute("x", String((box.left + box.right) / 2));
    text.setAttribute("y", String(box.bottom - DESCENT * letters));
    if (distance(box, place) > LED) text.before(svg("line", { class: "name-line", ...between(box, place) }));
  });
  const all = [...places, ...boxes];
  const top = Math.min(...all.map((box) => box.top)) - EDGE;
  const bottom = Math.max(...all.map((box) => box.bottom)) + EDGE;
  return { x: 0, y: top, width, height: bottom - top };
}

/**
 * Return the room of a place or a piece in a map: that of its shapes without their edges, which browsers measure alike.
 * @param {Element} element
 * @param {SVGSVGElement} map
 * @returns {Box}
 */
function boxOf(element, map) {
  const toMap = map.getScreenCTM()?.inverse();
  const shapes = [...element.querySelectorAll("circle:not(.reach), path, rect")].filter((shape) => shape instanceof SVGGraphicsElement);
  const corners = shapes.flatMap((shape) => {
    const { x, y, width, height } = shape.getBBox();
    const matrix = toMap?.multiply(shape.getScreenCTM() ?? undefined);
    return [new DOMPoint(x, y), new DOMPoint(x + width, y + height)].map((corner) => corner.matrixTransform(matrix));
  });
  const [across, down] = [corners.map(({ x }) => Math.round(x)), corners.map(({ y }) => Math.round(y))];
  return { left: Math.min(...across), right: Math.max(...across), top: Math.min(...down), bottom: Math.max(...down) };
}

/**
 * @param {Element} way
 * @returns {Line}
 */
function lineOf(way) {
  const [x1, y1, x2, y2] = ["x1", "y1", "x2", "y2"].map((name) => Number(way.getAttribute(name)));
  return { x1, y1, x2, y2 };
}

/**
 * Yield where a name may stand around its place, with what its side and its distance cost.
 * @param {Box} place
 * @param {{width: number, height: number}} size
 * @returns {Iterable<Candidate>}
 */
function* positions(place, { width, height }) {
  const [x, y] = [(place.left + place.right - width) / 2, (place.top + place.bottom - height) / 2];
  for (const ring of RINGS) {
    const off = GAP + ring;
    for (const shift of SHIFTS) {
      const [across, down] = [x + shift * width, y + 2 * shift * height];
      const cost = COSTS.far * ring + COSTS.shift * Math.abs(shift);
      yield { box: boxAt(across, place.bottom + off, width, height), cost: cost + COSTS.side.below };
      yield { box: boxAt(across, place.top - off - height, width, height), cost: cost + COSTS.side.above };
      yield { box: boxAt(place.right + off, down, width, height), cost: cost + COSTS.side.right };
      yield { box: boxAt(place.left - off - width, down, width, height), cost: cost + COSTS.side.left };
    }
  }
}

/**
 * @param {number} left
 * @param {number} top
 * @param {number} width
 * @param {number} height
 * @returns {Box}
 */
function boxAt(left, top, width, height) {
  return { left, top, right: left + width, bottom: top + height };
}

/**
 * Return what it costs that a name stands somewhere.
 * @param {Box} box
 * @param {Box} own Its place.
 * @param {{others: Box[], pieces: Box[], ways: Line[]}} map
 */
function costOf(box, own, { others, pieces, ways }) {
  const covered = [own, ...others, ...pieces].reduce((sum, other) => sum + shared(box, other), 0);
  const crossed = ways.reduce((sum, way) => sum + lengthInside(box, way), 0);
  const isNearOthers = others.some((other) => distance(box, other) < distance(box, own) + 1);
  const line = between(box, own);
  const isLedAcross = distance(box, own) > LED && others.some((other) => lengthInside(other, line) > 0);
  return COSTS.place * covered + COSTS.way * crossed + (isNearOthers ? COSTS.stranger : 0) + (isLedAcross ? COSTS.crossed : 0);
}

/**
 * Return the box of each name, so that all together cost little: each takes the best that the others leave, again and again.
 * @param {Candidate[][]} candidates Of each name, the best first.
 */
function best(candidates) {
  /** @type {(Box | null)[]} */
  const chosen = candidates.map(() => null);
  const order = candidates.map((_, k) => k).sort((a, b) => candidates[b][0].cost - candidates[a][0].cost);
  for (let round = 0, changed = true; changed && round < ROUNDS; round++) {
    changed = false;
    for (const k of order) {
      const others = chosen.flatMap((other, i) => (other && i !== k ? [wider(other)] : []));
      const costs = candidates[k].map(({ box, cost }) => cost + COSTS.name * others.reduce((sum, other) => sum + shared(box, other), 0));
      const { box } = candidates[k][costs.indexOf(Math.min(...costs))];
      changed ||= box !== chosen[k];
      chosen[k] = box;
    }
  }
  return /** @type {Box[]} */ (chosen);
}

/** @param {Box} box */
function wider({ left, right, top, bottom }) {
  return { left: left - APART, right: right + APART, top, bottom };
}

/**
 * Return the area that two boxes share, in square pixels.
 * @param {Box} first
 * @param {Box} second
 */
function shared(first, second) {
  const across = Math.min(first.right, second.right) - Math.max(first.left, second.left);
  const down = Math.min(first.bottom, second.bottom) - Math.max(first.top, second.top);
  return Math.max(0, across) * Math.max(0, down);
}

/**
 * Return how far two boxes are from each other; 0 if they touch.
 * @param {Box} first
 * @param {Box} second
 */
function distance(first, second) {
  const { x1, y1, x2, y2 } = between(first, second);
  return Math.hypot(x2 - x1, y2 - y1);
}

/**
 * Return the shortest line between two boxes.
 * @param {Box} first
 * @param {Box} second
 * @returns {Line}
 */
function between(first, second) {
  const [x1, x2] = ends(first.left, first.right, second.left, second.right);
  const [y1, y2] = ends(first.top, first.bottom, second.top, second.bottom);
  return { x1, y1, x2, y2 };
}

/**
 * Return where two ranges are nearest to each other: in the middle of what they share, or at their ends.
 * @param {number} low
 * @param {number} high
 * @param {number} otherLow
 * @param {number} otherHigh
 */
function ends(low, high, otherLow, otherHigh) {
  if (high < otherLow) return [high, otherLow];
  if (otherHigh < low) return [low, otherHigh];
  const middle = (Math.max(low, otherLow) + Math.min(high, otherHigh)) / 2;
  return [middle, middle];
}

/**
 * Return which length of a way lies in a box, in pixels.
 * @param {Box} box
 * @param {Line} way
 */
function lengthInside({ left, right, top, bottom }, { x1, y1, x2, y2 }) {
  const [dx, dy] = [x2 - x1, y2 - y1];
  let [start, end] = [0, 1];
  for (const [from, length, low, high] of [[x1, dx, left, right], [y1, dy, top, bottom]]) {
    if (length === 0) {
      if (from < low || from > high) return 0;
      continue;
    }
    const [first, second] = [(low - from) / length, (high - from) / length];
    start = Math.max(start, Math.min(first, second));
    end = Math.min(end, Math.max(first, second));
    if (start >= end) return 0;
  }
  return (end - start) * Math.hypot(dx, dy);
}
