// A board of squares: a picture of its squares and pieces, and over it a grid of cells to touch, to go through and to hear.
import { h, svg } from "../lib/dom.js";
import { loadScript } from "../lib/fetching.js";
import { render } from "../lib/render.js";
import { t } from "../lib/words.js";
import { word } from "./amounts.js";

/** @typedef {import("./scene.js").Table} Table */
/** @typedef {typeof import("./parts.js")} Parts */
/** A square, its name, its column and its row from 0, and the pieces on it. @typedef {{square: api.Square, name: string, x: number, y: number, pieces: api.Piece[]}} Cell */

const SIDE = 40; // of a square
const EDGE = 3; // around the board
const LABEL = 20; // width and height of the labels at the left and at the foot
const PIECE = 0.84; // of the side of a square
const FOOT = 0.44; // how far the foot of a piece is below its middle, as a part of its size
const TALL = 0.7; // times its width: a board that is higher takes the whole height of a television
const STEP_MS = 280; // from one square to the next
const LONGEST_WALK_MS = 900;
/** Columns and rows that a key goes on. @type {Record<string, [number, number]>} */
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * Load what other blocks are made of, too; return the script of this block. It is not imported: the code that tapping loads
 * would share it with that of other blocks, and every page would load it at first.
 */
export async function load() {
  const parts = await loadScript("/scripts/blocks/parts.js");
  return { open: (/** @type {HTMLElement} */ room) => open(room, parts) };
}

/**
 * Open a board in a room.
 * @param {HTMLElement} room
 * @param {Parts} parts
 */
export function open(room, parts) {
  room.classList.add("picture");
  const picture = svg("svg", { class: "squares", "aria-hidden": "true" });
  const grid = h("div", { role: "grid", class: "square-cells", onkeydown: goOn });
  room.replaceChildren(h("div", { class: "squares-room" }, picture, grid));
  keepOneTabStop(grid);
  /** @type {Map<string, Cell>} */
  let cells = new Map();
  /** The elements of pieces, by id. @type {Map<string, SVGGElement>} */
  let pawns = new Map();
  let lastShown = ""; // the squares of the last move, which a board that is too wide was pushed to
  let lastAt = 0; // how far across they are, from 0 to 1
  const pushToLast = () => (room.scrollLeft = lastAt * room.scrollWidth - room.clientWidth / 2);
  new ResizeObserver(pushToLast).observe(picture); // its size may come after it, with its styles
  return {
    /**
     * Show a board.
     * @param {api.SquaresBlock} block
     * @param {Table} table
     */
    show(block, table) {
      const { id, name, rows, columns = [], pieces = [] } = block;
      const across = Math.max(1, ...rows.map(({ squares }) => squares.length));
      const left = rows.some(({ label }) => label) ? LABEL : EDGE;
      const foot = columns.some(Boolean) ? LABEL : EDGE;
      const [width, height] = [left + across * SIDE + EDGE, EDGE + rows.length * SIDE + foot];
      cells = cellsOf(block);
      pawns = new Map(pieces.map((piece) => [piece.id, pawn(piece, cells, table, parts)]));
      const all = [...cells.values()];
      picture.classList.toggle("tall", height > TALL * width);
      picture.setAttribute("viewBox", `${-left} ${-EDGE} ${width} ${height}`);
      picture.replaceChildren(
        ...all.map(squareGroup),
        ...rows.map(({ label }, y) => letters("square-label", label, { x: -LABEL / 2 - 1, y: (y + 0.5) * SIDE })),
        ...columns.map((label, x) => letters("square-label", label, { x: (x + 0.5) * SIDE, y: rows.length * SIDE + LABEL / 2 })),
        ...pawns.values(),
      );
      room.style.setProperty("--across", String(width / SIDE));
      Object.assign(grid.style, { left: part(left, width), top: part(EDGE, height), width: part(across * SIDE, width), height: part(rows.length * SIDE, height) });
      grid.setAttribute("aria-label", name);
      const moved = all.filter(({ square }) => square.highlighted);
      const lastMove = moved.map(({ square }) => square.id).join(" ");
      if (lastMove !== lastShown) {
        lastAt = Math.max(...moved.map(({ x }) => x + 0.5)) / across;
        requestAnimationFrame(pushToLast);
      }
      lastShown = lastMove;
      render(grid, rows.map((row) => h("div", { key: row.id, role: "row" }, row.squares.map((square) => cellElement(id, cells.get(square.id), part(1, across), table, parts)))));
    },

    /**
     * Have a piece go along squares to where it stands; return null where there is no such piece or square.
     * @param {string} id
     * @param {string[]} places
     */
    walkAlong(id, places) {
      const element = pawns.get(id);
      const way = places.flatMap((place) => cells.get(place) ?? []);
      if (!element || way.length < places.length) return null;
      const frames = [...way.slice(0, -1).map((cell) => placement(middleOf(cell))), element.style.transform].map((transform) => ({ transform }));
      const motion = element.animate(frames, { duration: Math.min(LONGEST_WALK_MS, STEP_MS * (frames.length - 1)), easing: "ease-in-out" });
      return { done: Promise.allSettled([motion.finished]), finish: () => motion.finish() };
    },
  };
}

/**
 * Return the squares of a board with what stands on them, by id.
 * @param {api.SquaresBlock} block
 * @returns {Map<string, Cell>}
 */
function cellsOf({ rows, columns = [], pieces = [] }) {
  const cells = rows.flatMap(({ label = "", squares }, y) =>
    squares.map((square, x) => ({ square, name: square.name ?? `${columns[x] ?? ""}${label}`, x, y, pieces: pieces.filter(({ at }) => at === square.id) })),
  );
  return new Map(cells.map((cell) => [cell.square.id, cell]));
}

/** @param {Cell} cell */
function middleOf({ x, y }) {
  return { x: (x + 0.5) * SIDE, y: (y + 0.5) * SIDE };
}

/** @param {{x: number, y: number}} point */
function placement({ x, y }) {
  return `translate(${x}px, ${y}px)`;
}

/**
 * @param {number} share
 * @param {number} whole
 */
function part(share, whole) {
  return `${(100 * share) / whole}%`;
}

/** @param {Cell} cell */
function squareGroup(cell) {
  const { square: { tint = "light", label, highlighted }, x, y } = cell;
  const inset = highlighted ? 1.5 : 0.5;
  const box = { x: x * SIDE + inset, y: y * SIDE + inset, width: SIDE - 2 * inset, height: SIDE - 2 * inset };
  return svg("g", { class: `square ${tint}${highlighted ? " highlighted" : ""}` }, tint !== "gap" && svg("rect", box), letters("square-print", label, middleOf(cell)));
}

/**
 * @param {string} name
 * @param {string | undefined} text
 * @param {{x: number, y: number}} middle
 */
function letters(name, text, { x, y }) {
  return svg("text", { class: name, x, y, "text-anchor": "middle", "dominant-baseline": "central" }, text);
}

/**
 * Return a piece where it stands; several on a square are smaller.
 * @param {api.Piece} piece
 * @param {Map<string, Cell>} cells
 * @param {Table} table
 * @param {Parts} parts
 */
function pawn(piece, cells, table, { token }) {
  const cell = cells.get(piece.at);
  if (!cell) return svg("g");
  const abreast = Math.ceil(Math.sqrt(cell.pieces.length));
  const index = cell.pieces.indexOf(piece);
  const size = (SIDE * PIECE) / abreast;
  const { x, y } = middleOf(cell);
  const middle = { x: x + ((index % abreast) - (abreast - 1) / 2) * size, y: y + (Math.floor(index / abreast) - (Math.ceil(cell.pieces.length / abreast) - 1) / 2) * size };
  const element = token({ ...piece, entry: undefined }, table, size); // its cell leads to its move
  return svg("g", { style: { transform: placement({ x: middle.x, y: middle.y + FOOT * size }) } }, element);
}

/**
 * Return a cell of the grid: what is read aloud of a square, and its button if it has a touch or a piece has an entry.
 * @param {string} block Its id.
 * @param {Cell | undefined} cell
 * @param {string} width
 * @param {Table} table
 * @param {Parts} parts
 */
function cellElement(block, cell, width, table, { entryDataset, touchable }) {
  const attributes = { role: "gridcell", tabindex: "-1", style: { width } };
  if (!cell || cell.square.tint === "gap") return h("div", { ...attributes, class: "gap" });
  const { square: { id, label, highlighted, touch }, pieces } = cell;
  const name = [cell.name || id, label, ...pieces.map((piece) => pieceName(piece, table)), highlighted && t("page.block.last_move")].filter(Boolean).join(", ");
  const entered = pieces.find(({ entry }) => entry);
  const dataset = entered && entryDataset(entered, table, name);
  const words = h("span", { class: "unseen" }, name);
  return h("div", { ...attributes, key: id }, touch || entered ? h("div", { tabindex: "-1", class: pieces.length > 0 && "has-piece", ...touchable(touch, `${block} ${id}`, name), dataset }, words) : words);
}

/**
 * @param {api.Piece} piece
 * @param {Table} table
 */
function pieceName({ seat, thing, label, number }, table) {
  return [seat && table.seats[seat - 1]?.name, thing && word(thing, table), label ?? number].filter(Boolean).join(" ");
}

/**
 * Go to the next square in the direction of an arrow key, and to its button if it has one.
 * @param {KeyboardEvent} event
 */
function goOn(event) {
  const cell = event.target instanceof Element ? event.target.closest('[role="gridcell"]') : null;
  const [across, down] = STEPS[event.key] ?? [0, 0];
  if (!cell?.parentElement?.parentElement || !(across || down)) return;
  event.preventDefault();
  const rows = [...cell.parentElement.parentElement.children].map(({ children }) => [...children]);
  let y = rows.findIndex((row) => row.includes(cell));
  let x = rows[y].indexOf(cell);
  do [x, y] = [x + across, y + down];
  while (rows[y]?.[x]?.matches(".gap"));
  const next = rows[y]?.[x]?.querySelector('[role="button"]') ?? rows[y]?.[x];
  if (next instanceof HTMLElement) next.focus();
}

/**
 * Have Tab reach one element of a grid, whatever is made touchable: that with the focus, or that had it, else the first button.
 * @param {HTMLElement} grid
 */
function keepOneTabStop(grid) {
  /** @type {Element | null} */
  let last = null;
  const settle = () => {
    const { activeElement: focused } = document;
    const stops = [...grid.querySelectorAll("[tabindex]")];
    if (focused && stops.includes(focused)) last = focused;
    const stop = last && stops.includes(last) ? last : (grid.querySelector('[role="button"]') ?? stops[0]);
    for (const each of stops) each.setAttribute("tabindex", each === stop ? "0" : "-1");
  };
  grid.addEventListener("focusin", settle);
  new MutationObserver(settle).observe(grid, { subtree: true, childList: true, attributeFilter: ["role"] });
}
