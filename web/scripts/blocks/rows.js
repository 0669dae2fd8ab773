// Where the places of a track lie: rows that run to and fro, as many as the room wants.

const CELL = 60;
const NARROWEST = 52; // pixels that a place takes at least
const MOST = 15; // places in a row
const BEND = 22; // how far the road swings out at the end of a row
const ABOVE = 56; // from the top of a row to its road: room for a figure
const EDGE = 6;

export class Rows {
  /**
   * So many places in a room of a width in pixels; `below` is what a row needs under its road.
   * @param {number} count
   * @param {number} width
   * @param {number} below
   */
  constructor(count, width, below) {
    this.count = count;
    const most = Math.max(4, Math.min(MOST, Math.floor(width / NARROWEST)));
    this.rows = Math.ceil(count / most);
    this.columns = Math.ceil(count / this.rows);
    this.height = ABOVE + below;
    this.size = { width: this.columns * CELL + 2 * EDGE, height: this.rows * this.height };
  }

  /** The middle of a place on the road; `way` is 1 where the row runs to the right, −1 where it runs back. */
  at(index) {
    const row = Math.floor(index / this.columns);
    const way = row % 2 ? -1 : 1;
    const column = way > 0 ? index % this.columns : this.columns - 1 - (index % this.columns);
    return { x: EDGE + (column + 0.5) * CELL, y: row * this.height + ABOVE, way, row };
  }

  /** Whether the road comes to a place in a bend, down from the row above. @param {number} index */
  bends(index) {
    return index > 0 && index % this.columns === 0;
  }

  /** The road from one place to a later one, as a path. */
  road(from, to) {
    const start = this.at(from);
    let path = `M${start.x} ${start.y}`;
    for (let index = from + 1; index <= to; index++) {
      const [here, there] = [this.at(index - 1), this.at(index)];
      path += here.row === there.row ? `H${there.x}` : bend(here, there);
    }
    return path;
  }

  /** The points that a piece walks over between two places, whichever way. */
  walk(from, to) {
    const step = from < to ? 1 : -1;
    return Array.from({ length: Math.abs(to - from) + 1 }, (_, i) => this.at(from + i * step));
  }
}

function bend(here, there) {
  const turn = here.way > 0 ? 1 : 0;
  const round = `A${BEND} ${BEND} 0 0 ${turn}`;
  const out = here.x + here.way * BEND;
  return `${round} ${out} ${here.y + BEND}V${there.y - BEND}${round} ${there.x} ${there.y}`;
}
