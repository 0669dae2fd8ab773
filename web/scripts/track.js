// Where the spaces of the caravan's track lie: rows that run to and fro, as many as the room wants.

const CELL = 60;
const NARROWEST = 52; // pixels that a space takes at least
const MOST = 15; // spaces in a row
const BEND = 22; // how far the road swings out at the end of a row
const ABOVE = 56; // from the top of a row to its road: room for a camel
const EDGE = 6;

export class Track {
  /** A track from space `first` to `last` in a room `width` pixels wide; `below` is what a row needs under its road. */
  constructor(first, last, width, below) {
    this.first = first;
    this.last = last;
    const spaces = last - first + 1;
    const most = Math.max(4, Math.min(MOST, Math.floor(width / NARROWEST)));
    this.rows = Math.ceil(spaces / most);
    this.columns = Math.ceil(spaces / this.rows);
    this.height = ABOVE + below;
    this.size = { width: this.columns * CELL + 2 * EDGE, height: this.rows * this.height };
  }

  /** The middle of a space on the road; `way` is 1 where the row runs to the right, −1 where it runs back. */
  at(space) {
    const index = Math.max(0, Math.min(space, this.last) - this.first);
    const row = Math.floor(index / this.columns);
    const way = row % 2 ? -1 : 1;
    const column = way > 0 ? index % this.columns : this.columns - 1 - (index % this.columns);
    return { x: EDGE + (column + 0.5) * CELL, y: row * this.height + ABOVE, way, row };
  }

  /** The road from one space to a later one, as a path. */
  road(from, to) {
    const start = this.at(from);
    let path = `M${start.x} ${start.y}`;
    for (let space = from + 1; space <= to; space++) {
      const [here, there] = [this.at(space - 1), this.at(space)];
      path += here.row === there.row ? `H${there.x}` : bend(here, there);
    }
    return path;
  }

  /** The points that a camel walks over between two spaces, whichever way. */
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
