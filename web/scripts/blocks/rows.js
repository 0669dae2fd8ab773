// The positions of the places of a track: in rows that run to and fro, as many as the width requires.

const CELL = 60;
const NARROWEST = 52; // pixels that a place takes at least
const MOST = 15; // places in a row
const BEND = 22; // how far the road swings out at the end of a row
const ABOVE = 56; // from the top of a row to its road: room for a figure
const EDGE = 6;
const MOST_GROWTH = 1.6; // of a row where there is room
const MOST_PIECES = 1.5; // and of the pieces on it
const MOST_PRINT = 1.25; // and of the names and prices at its places
const MOST_STONE = 1.4; // and of its road and places
const CLOSER = 1.2; // how much larger than its row a piece and its place are, where the track fills its room
/** Widths of dunes, in places. */
const DUNES = { far: [4.5, 3, 5.5, 3.5], near: [2.5, 4, 3, 2, 3.5] };
const ROAD = 16; // half the width of the road, with its edge

/** @typedef {{x: number, y: number, way: 1 | -1, row: number}} Position `way`: 1 if the row runs to the right, −1 if it runs back. */

export class Rows {
  /**
   * Arrange places in a room.
   * @param {number} count
   * @param {number} width Of the room, in pixels.
   * @param {number} below What a row needs under its road, in pixels.
   * @param {number} height Of the room, in pixels, where the track has to fill it; else 0.
   */
  constructor(count, width, below, height = 0) {
    this.count = count;
    this.isFilling = height > 0;
    const most = Math.max(4, Math.min(MOST, Math.floor(width / NARROWEST)));
    const least = Math.ceil(count / most);
    const lowest = ABOVE + below;
    /** @param {number} rows */
    const scale = (rows) => Math.min(width / (Math.ceil(count / rows) * CELL + 2 * EDGE), height / (rows * lowest));
    this.rows = height && scale(least + 1) > scale(least) ? least + 1 : least;
    this.columns = Math.ceil(count / this.rows);
    const narrow = this.columns * CELL + 2 * EDGE;
    const room = (height * narrow) / width / this.rows; // that a row has, if the track is as wide as its room
    const growth = Math.max(1, Math.min(MOST_GROWTH, room / lowest));
    /** How much larger than at least pieces are, what is printed, and the road with its places. */
    this.growth = Math.min(MOST_PIECES, growth * (height ? CLOSER : 1));
    this.print = Math.min(MOST_PRINT, growth);
    this.stone = Math.min(MOST_STONE, growth * (height ? CLOSER : 1));
    this.edge = EDGE + (this.stone - 1) * ROAD;
    this.above = growth * ABOVE + (height ? Math.max(0, this.growth - growth) * 0.6 * ABOVE : 0);
    this.height = growth * lowest;
    const wide = this.columns * CELL + 2 * this.edge;
    this.size = { width: wide, height: this.rows * this.height };
  }

  /**
   * Return the middle of a place on the road.
   * @param {number} index
   * @returns {Position}
   */
  at(index) {
    const row = Math.floor(index / this.columns);
    const way = row % 2 ? -1 : 1;
    const column = way > 0 ? index % this.columns : this.columns - 1 - (index % this.columns);
    return { x: this.edge + (column + 0.5) * CELL, y: row * this.height + this.above, way, row };
  }

  /**
   * Return whether the road comes to a place in a bend, down from the row above.
   * @param {number} index
   */
  bends(index) {
    return index > 0 && index % this.columns === 0;
  }

  /**
   * Return the road from one place to a later one, as a path.
   * @param {number} from
   * @param {number} to
   */
  road(from, to) {
    const start = this.at(from);
    let path = `M${start.x} ${start.y}`;
    for (let index = from + 1; index <= to; index++) {
      const [before, after] = [this.at(index - 1), this.at(index)];
      path += before.row === after.row ? `H${after.x}` : bend(before, after);
    }
    return path;
  }

  /** Return the dunes behind the road as paths, the farther ones first: two for each row, from its first place to its last. */
  dunes() {
    const [left, right] = [this.edge + CELL / 2, this.edge + (this.columns - 0.5) * CELL];
    return Array.from({ length: 2 * this.rows }, (_, i) => {
      const [row, isNear] = [Math.floor(i / 2), i % 2 === 1];
      const ground = row * this.height + this.above;
      const widths = isNear ? DUNES.near : DUNES.far;
      let path = `M${left} ${ground}`;
      for (let x = left, n = row; x < right; n++) {
        const width = Math.min(widths[n % widths.length] * CELL, right - x);
        const rise = this.above * (isNear ? 0.1 : 0.16) * (width / CELL) ** 0.8;
        path += `c${0.25 * width} ${-0.3 * rise} ${0.45 * width} ${-1.25 * rise} ${0.6 * width} ${-1.25 * rise}s${0.2 * width} ${1.25 * rise} ${0.4 * width} ${1.25 * rise}`;
        x += width;
      }
      return `${path}z`;
    });
  }

  /**
   * Return the points that a piece walks over from one place to another, in either direction.
   * @param {number} from
   * @param {number} to
   */
  walk(from, to) {
    const step = from < to ? 1 : -1;
    return Array.from({ length: Math.abs(to - from) + 1 }, (_, i) => this.at(from + i * step));
  }
}

/**
 * Return the end of the path from the end of a row to the beginning of the next one.
 * @param {Position} before
 * @param {Position} after
 */
function bend(before, after) {
  const arc = `A${BEND} ${BEND} 0 0 ${before.way > 0 ? 1 : 0}`;
  const outermost = before.x + before.way * BEND;
  return `${arc} ${outermost} ${before.y + BEND}V${after.y - BEND}${arc} ${after.x} ${after.y}`;
}
