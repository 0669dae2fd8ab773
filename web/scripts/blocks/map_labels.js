// Where the names, marks and prices of a map stand: each beside its own place or on its own way, and none on another.

/** @typedef {{x: number, y: number}} Point */
/** @typedef {{left: number, right: number, top: number, bottom: number}} Box */
/** @typedef {{from: Point, to: Point}} Line */
/** What a label may take, with what that costs without the other labels. @typedef {{boxes: Box[], cost: number}} Position */

const AIR = 1.5; // pixels around each label that are its own
const ROUNDS = 12; // in which each label looks for a better position at most
const COSTS = { area: 0.6, touch: 30 };

/**
 * Return the position of each label, so that all together cost little: each takes the best that the others leave, again and
 * again, beginning once with the first label, once with the last and once with the one that has the least choice.
 * @param {Position[][]} labels
 * @returns {Position[]}
 */
export function placeLabels(labels) {
  const order = labels.map((_, i) => i);
  const cheapest = labels.map((positions) => Math.min(...positions.map(({ cost }) => cost)));
  const orders = [order, [...order].reverse(), [...order].sort((i, j) => cheapest[j] - cheapest[i])];
  const results = orders.map((each) => placedInOrder(labels, each));
  return results.reduce((best, result) => (result.cost < best.cost ? result : best)).positions;
}

/**
 * @param {Position[][]} labels
 * @param {number[]} order
 */
function placedInOrder(labels, order) {
  /** @type {(Position | undefined)[]} */
  const chosen = labels.map(() => undefined);
  /** @type {(i: number, position: Position) => number} */
  const costOf = (i, position) => chosen.reduce((sum, other, j) => (other && i !== j ? sum + clashes(position, other) : sum), position.cost);
  for (let round = 0, changed = true; changed && round < ROUNDS; round++) {
    changed = false;
    for (const i of order) {
      const costs = labels[i].map((position) => costOf(i, position));
      const best = labels[i][costs.indexOf(Math.min(...costs))];
      changed ||= best !== chosen[i];
      chosen[i] = best;
    }
  }
  const positions = chosen.flatMap((position) => position ?? []);
  return { positions, cost: positions.reduce((sum, position, i) => sum + costOf(i, position), 0) };
}

/**
 * Return what it costs that labels touch.
 * @param {Position} first
 * @param {Position} second
 */
export function clashes(first, second) {
  return first.boxes.reduce((sum, box) => second.boxes.reduce((inner, other) => inner + clash(box, other), sum), 0);
}

/**
 * Return what it costs that two boxes touch.
 * @param {Box} first
 * @param {Box} second
 */
export function clash(first, second) {
  const area = sharedArea(widened(first, AIR), widened(second, AIR));
  return area > 0 ? COSTS.touch + COSTS.area * area : 0;
}

/**
 * @param {Box} box
 * @param {number} by
 * @returns {Box}
 */
export function widened({ left, right, top, bottom }, by) {
  return { left: left - by, right: right + by, top: top - by, bottom: bottom + by };
}

/**
 * @param {Point} middle
 * @param {number} across Half its width.
 * @param {number} up Half its height.
 * @returns {Box}
 */
export function boxAround({ x, y }, across, up) {
  return { left: x - across, right: x + across, top: y - up, bottom: y + up };
}

/**
 * Return the area that two boxes share, in square pixels.
 * @param {Box} first
 * @param {Box} second
 */
export function sharedArea(first, second) {
  const across = Math.min(first.right, second.right) - Math.max(first.left, second.left);
  const up = Math.min(first.bottom, second.bottom) - Math.max(first.top, second.top);
  return Math.max(0, across) * Math.max(0, up);
}

/**
 * Return how far two boxes are from each other; 0 if they touch.
 * @param {Box} first
 * @param {Box} second
 */
export function distance(first, second) {
  const across = Math.max(first.left, second.left) - Math.min(first.right, second.right);
  const down = Math.max(first.top, second.top) - Math.min(first.bottom, second.bottom);
  return Math.hypot(Math.max(0, across), Math.max(0, down));
}

/**
 * Return which length of a way lies in a box, in pixels.
 * @param {Box} box
 * @param {Line} way
 */
export function lengthInside({ left, right, top, bottom }, { from, to }) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  let [start, end] = [0, 1];
  /** @type {[number, number, number, number][]} */
  const sides = [[from.x, dx, left, right], [from.y, dy, top, bottom]];
  for (const [begin, way, low, high] of sides) {
    if (way === 0 && (begin < low || begin > high)) return 0;
    if (way === 0) continue;
    const [enters, leaves] = [(low - begin) / way, (high - begin) / way].sort((a, b) => a - b);
    start = Math.max(start, enters);
    end = Math.min(end, leaves);
  }
  return Math.max(0, end - start) * Math.hypot(dx, dy);
}
