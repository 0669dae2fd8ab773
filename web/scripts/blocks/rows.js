// The positions of the places of a track: in rows that run to and fro, as many as the width requires.

const CELL = 60;
const NARROWEST = 52; // pixels that a place takes at least
const MOST = 15; // places in a row
const BEND = 22; // how far the road swings out at the end of a row
const ABOVE = 56; // from the top of a row to its road: room for a figure
const EDGE = 6;
const MOST_GROWTH = 1.4; // of a row where there is room

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
    const most = Math.max(4, Math.min(MOST, Math.floor(width / NARROWEST)));
    const least = Math.ceil(count / most);
    const lowest = ABOVE + below;
    /** @param {number} rows */
    const scale = (rows) => Math.min(width / (Math.ceil(count / rows) * CELL + 2 * EDGE), height / (rows * lowest));
    this.rows = height && scale(least + 1) > scale(least) ? least + 1 : least;
    this.columns = Math.ceil(count / this.rows);
    const wide = this.columns * CELL + 2 * EDGE;
    const room = (height * wide) / width / this.rows; // that a row has, if the track is as wide as its room
    /** How much larger than at least a row is, and with it the pieces. */
    this.growth = Math.max(1, Math.min(MOST_GROWTH, room / lowest));
    this.height = this.growth * lowest;
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
    return { x: EDGE + (column + 0.5) * CELL, y: row * this.height + ABOVE * this.growth, way, row };
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
