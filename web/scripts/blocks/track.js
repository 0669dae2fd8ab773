// A track: places in rows along a road, with their printed and lying marks, and the pieces that walk on it.
import { drawing, prefersReducedMotion, svg, widthOf } from "../lib/dom.js";
import { formatNumber } from "../lib/words.js";
import { artStandingOn } from "../lib/art.js";
import { entryDataset, cut, picture, signGroup, touchable } from "./parts.js";
import { Rows } from "./rows.js";

/** @typedef {import("./scene.js").Table} Table */
/** @typedef {{x: number, y: number}} Point */
/** Where a piece stands, its direction, 1 to the right, −1 to the left, and how large it is. @typedef {Point & {way: number, size?: number}} Spot */
/** The pieces on a place, those of the front row first. @typedef {{pieces: api.Piece[], front: number}} Crowd */
/** @typedef {{glow: SVGElement, body: SVGGElement, badge: SVGGElement, figure: SVGGElement | null, index: number, spot: Spot}} Pawn */

const WALK_MS = 280; // from one place to the next
const LONGEST_WALK_MS = 900;
const FIGURE = 46; // width of a figure
const FEET = 13; // how far above the middle of the road it stands
const APART = [0, 0, 31, 24]; // how far pieces of a row stand apart, by how many are in it
const ABREAST = 3; // of pieces on a place; of more, the larger half is in front
const WIDEST_CROWD = 92; // that a crowd takes at most: its pieces are smaller, those of two rows always
const SIZES = { least: 0.7, inRows: 0.85, inRow: 1 }; // times the size of a piece that is alone
const BEHIND = 27; // how much higher the second row of a crowd stands
const MOST_MARKS = 1.06; // how much larger coins and what lies on places are at most: both are beside them
const STONE = { radius: 12.5, town: 15 };
const COIN = { radius: 8, angle: 38, high: 16 }; // its direction from the middle of its place, and beside a name, in degrees
const NEXT_TO = 1.5; // from a place to what lies beside it
const REACH = 22; // radius of what a finger hits
const TAG = { x: 13, y: 43 }; // how far behind and above the feet of a piece its tag is
const LETTER = 8.4; // pixels that a letter of a name takes
const SHORT = 9; // letters of a name that stands beside other names
/** How much lower the letter stands in some shapes. @type {Record<string, number>} */
const LETTER_DROPS = { triangle: 2, diamond: -0.5, pentagon: 0 };

/**
 * Open a track in a room.
 * @param {HTMLElement} room
 * @param {() => void} onRedraw
 * @param {number} [height] That the track fills, in pixels, in a picture.
 */
export function open(room, onRedraw, height = 0) {
  room.classList.add("picture");
  return new Track(room, onRedraw, height);
}

/** A track in its room; it is laid out anew when the room gets another width. */
class Track {
  /**
   * @param {HTMLElement} room
   * @param {() => void} onRedraw
   * @param {number} height
   */
  constructor(room, onRedraw, height) {
    this.room = room;
    this.height = height;
    this.onRedraw = onRedraw;
    /** @type {{block: api.TrackBlock, table: Table} | null} */
    this.shown = null;
    /** @type {TrackPicture | null} */
    this.picture = null;
    this.layoutKey = ""; // of what the picture was laid out for
    this.measureWidth = widthOf(room, () => this.draw(false));
  }

  /**
   * Show a track; pieces that moved walk there, unless it is the first picture of a game.
   * @param {api.TrackBlock} block
   * @param {Table} table
   * @param {boolean} isUpdate
   */
  show(block, table, isUpdate) {
    this.shown = { block, table };
    this.draw(isUpdate);
  }

  /** @param {boolean} canWalk */
  draw(canWalk) {
    const width = this.measureWidth();
    if (!this.shown || !width) return;
    const { block, table } = this.shown;
    const { places, stretches = [], id } = block;
    const hasCosts = places.some(({ marks = [] }) => marks.some(({ role }) => role === "asks"));
    const isLargest = table.wide === id && this.room.closest(".tv") !== null;
    const height = isLargest ? this.room.clientHeight : this.height;
    const rows = new Rows(places.length, width, hasCosts ? 50 : 30, height);
    const printed = places.map(({ marks = [], ...place }) => [place, marks.filter(({ role }) => role)]);
    const seats = table.seats.map(({ colour, shape, letter }) => [colour, shape, letter]);
    const key = JSON.stringify([rows.size, id, printed, stretches.map(({ first, last }) => [first, last]), seats]);
    if (key === this.layoutKey && this.picture) return this.picture.update(block, table, canWalk);
    this.layoutKey = key;
    this.picture = new TrackPicture(block, rows, table, isLargest);
    this.room.replaceChildren(this.picture.svg);
    this.picture.update(block, table, false);
    this.onRedraw();
  }

  /**
   * Have a piece go along places to where it stands; return null where there is no such piece or place.
   * @param {string} id
   * @param {string[]} places
   */
  walkAlong(id, places) {
    return this.picture?.walkAlong(id, places) ?? null;
  }
}

/** The picture of a track, laid out for a width: the print stays, lying marks and pieces change. */
class TrackPicture {
  /**
   * @param {api.TrackBlock} block
   * @param {Rows} rows
   * @param {Table} table
   * @param {boolean} isLargest It has a card of its own on a television, with a landscape.
   */
  constructor(block, rows, table, isLargest) {
    const { places, stretches = [] } = block;
    const last = places.length - 1;
    this.rows = rows;
    this.places = places;
    /** @type {Map<string, Pawn>} */
    this.pawns = new Map();
    this.goods = svg("g", { class: "goods" });
    this.laybyEdges = svg("g");
    this.laybys = svg("g"); // above the edge of the road, so that they are a part of it
    this.glows = svg("g", { class: "herd" }); // below all figures, so that none is in another's light
    this.herd = svg("g", { class: "herd" });
    this.badges = svg("g", { class: "herd" }); // above all figures, so that none hides whose another is
    const spans = stretches.map(({ first, last }) => [this.indexOf(first), this.indexOf(last)]);
    const coins = places.map((place, i) => (place.marks ?? []).filter(({ role }) => role === "gives").map((mark) => coin(rows, i, place, mark, table)));
    const strips = spans.map(([first, last]) => strip(rows, first, last));
    /** The strip of each stretch, with the coins on it. */
    this.strips = strips.map((path, n) => [path, ...coins.filter((_, i) => spans.findIndex(([first, last]) => first <= i && i <= last) === n).flat()]);
    this.svg = picture(
      block,
      { ...rows.size, class: "track" },
      lamp(),
      rows.isFilling && landscape(rows, isLargest),
      places.map((place, i) => !rows.bends(i) && placeArt(rows.at(i), place, table, rows.growth)),
      this.laybyEdges,
      svg("path", { class: "road edge", d: rows.road(0, last) }),
      this.laybys,
      svg("path", { class: "road", d: rows.road(0, last) }),
      strips,
      svg("path", { class: "dashes", d: rows.road(0, last) }),
      places.map((place, i) => rows.bends(i) && placeArt(rows.at(i), place, table, rows.growth)), // the bend would hide it
      places.map((place, i) => printed(rows, i, stone(rows.at(i), place), Infinity, rows.stone)),
      places.map((place, i) => place.name && townName(rows, i, place.name, Boolean(places[i - 1]?.name || places[i + 1]?.name))),
      coins,
      places.map(({ name, marks = [] }, i) => marks.filter(({ role }) => role === "asks").map((mark) => printed(rows, i, price(rows.at(i), mark, Boolean(name), table)))),
      this.goods,
      this.glows,
      this.herd,
      this.badges,
    );
    this.svg.style.setProperty("--natural", `${rows.size.width}px`);
    this.svg.style.setProperty("--print", String(rows.stone));
  }

  /**
   * Return which place this is, from 0; −1 if there is no such place.
   * @param {string} id
   */
  indexOf(id) {
    return this.places.findIndex((place) => place.id === id);
  }

  /**
   * Show what lies and stands on the track now.
   * @param {api.TrackBlock} block
   * @param {Table} table
   * @param {boolean} canWalk
   */
  update({ places, pieces = [], stretches = [], name, spoken }, table, canWalk) {
    const title = this.svg.querySelector("title");
    if (title) title.textContent = [name, ...spoken].join(". ");
    const occupied = new Set(pieces.map(({ at }) => at));
    this.goods.replaceChildren(...places.flatMap((place, i) => (place.marks ?? []).filter(({ role }) => !role).map((mark) => lyingMark(this.rows, i, place, mark, occupied.has(place.id), table))));
    for (const [i, { spent = false }] of stretches.entries()) for (const element of this.strips[i] ?? []) element.classList.toggle("spent", spent);
    this.placePieces(pieces, table, canWalk && !prefersReducedMotion());
  }

  /**
   * Put every piece where it stands, those that share a place beside each other. A piece that moved walks along the
   * road.
   * @param {api.Piece[]} pieces
   * @param {Table} table
   * @param {boolean} canWalk
   */
  placePieces(pieces, table, canWalk) {
    for (const [id, pawn] of this.pawns) {
      if (pieces.some((piece) => piece.id === id)) continue;
      for (const element of [pawn.glow, pawn.body, pawn.badge]) element.remove();
      this.pawns.delete(id);
    }
    const crowds = new Map(pieces.map(({ at }) => [at, crowdAt(at, pieces)]));
    /** @param {api.Piece} piece @returns {Crowd} */
    const crowdOf = (piece) => crowds.get(piece.at) ?? { pieces: [piece], front: 1 };
    /** @param {api.Piece} piece */
    const isOnTurn = ({ seat, ghost }) => !ghost && seat !== undefined && seat === table.turn;
    /** @param {api.Piece} piece */
    const rank = (piece) => (crowdOf(piece).pieces.some(isOnTurn) ? 4 : 0) + (isBehind(crowdOf(piece), piece) ? 0 : 2);
    // Who walks ahead is drawn first: the head of the next one lies over its back.
    this.layOut([...crowds.values()]);
    const order = [...pieces].sort((a, b) => rank(a) - rank(b) || pieces.indexOf(b) - pieces.indexOf(a));
    for (const piece of order) {
      const index = Math.max(0, this.indexOf(piece.at));
      const spot = this.spotOf(piece, crowdOf(piece), index);
      const pawn = this.pawns.get(piece.id) ?? newPawn(piece, index, spot, table);
      const { glow, body, badge, figure } = pawn;
      this.pawns.set(piece.id, pawn);
      for (const element of [glow, body]) element.classList.toggle("on-turn", isOnTurn(piece));
      delete body.dataset.entry;
      Object.assign(body.dataset, entryDataset(piece, table));
      if (this.herd.lastElementChild !== body) this.herd.append(body);
      if (!badge.isConnected) this.badges.append(badge);
      if (!glow.isConnected) this.glows.append(glow);
      if (canWalk && pawn.index !== index) this.walk(pawn, index, spot);
      pawn.index = index;
      pawn.spot = spot;
      for (const element of [glow, body, badge]) element.style.transform = this.placement(spot);
      figure?.setAttribute("transform", facing(spot.way));
      badge.querySelector(".which")?.setAttribute("transform", `translate(${-TAG.x * spot.way} ${figure ? -TAG.y : -3})`);
    }
  }

  /**
   * Widen the road for those who stand in a second row, so that they have ground under their feet.
   * @param {Crowd[]} crowds
   */
  layOut(crowds) {
    const { growth, stone } = this.rows;
    const areas = crowds.filter(({ pieces, front }) => pieces.length > front).map((crowd) => {
      const { pieces, front } = crowd;
      const spots = pieces.slice(front).map((piece) => this.spotOf(piece, crowd, Math.max(0, this.indexOf(piece.at))));
      const [left, right] = [Math.min(...spots.map(({ x }) => x)), Math.max(...spots.map(({ x }) => x))];
      const size = growth * spots[0].size;
      const half = (FIGURE / 2) * size;
      return { x: left - half, y: spots[0].y - 7 * size, width: right - left + 2 * half, height: BEHIND * size + FEET * growth, rx: 12 * stone };
    });
    this.laybyEdges.replaceChildren(...areas.map((area) => svg("rect", { class: "layby edge", ...area })));
    this.laybys.replaceChildren(...areas.map((area) => svg("rect", { class: "layby", ...area })));
  }

  /**
   * Return where a piece of a crowd stands.
   * @param {api.Piece} piece
   * @param {Crowd} crowd
   * @param {number} place
   */
  spotOf(piece, crowd, place) {
    const { x, y, way } = this.rows.at(place);
    const { growth, size: { width } } = this.rows;
    const { pieces, front } = crowd;
    const apart = APART[Math.min(front, APART.length - 1)];
    const across = (front - 1) * apart + FIGURE;
    const most = pieces.length > front ? SIZES.inRows : SIZES.inRow;
    const size = pieces.length > 1 ? Math.max(SIZES.least, Math.min(most, WIDEST_CROWD / (across * growth))) : 1;
    const half = Math.min((across * growth * size) / 2, width / 2);
    const middle = Math.max(half, Math.min(width - half, x));
    const index = pieces.indexOf(piece);
    const aside = index < front ? index - (front - 1) / 2 : index - front - (pieces.length - front - 1) / 2;
    const behind = isBehind(crowd, piece) ? BEHIND * growth * size : 0;
    return { x: middle + aside * apart * growth * size * way, y: y - FEET - behind, way, size };
  }

  /**
   * Return the transformation that puts a piece somewhere.
   * @param {Point & {size?: number}} point
   */
  placement({ x, y, size = 1 }) {
    const scale = this.rows.growth * size;
    return `translate(${x}px, ${y}px)${scale === 1 ? "" : ` scale(${scale})`}`;
  }

  /**
   * @param {Pawn} pawn
   * @param {number} index
   * @param {Spot} spot
   */
  walk(pawn, index, spot) {
    const between = this.rows.walk(pawn.index, index).slice(1, -1).map(aboveRoad);
    const frames = [pawn.spot, ...between, spot].map((each) => ({ transform: this.placement(each) }));
    for (const element of [pawn.glow, pawn.body, pawn.badge]) element.animate(frames, { duration: WALK_MS, easing: "ease-out" });
  }

  /**
   * Have a piece go along places to where it stands; return null where there is no such piece or place.
   * @param {string} id
   * @param {string[]} places
   */
  walkAlong(id, places) {
    const pawn = this.pawns.get(id);
    const indices = places.map((place) => this.indexOf(place));
    if (!pawn || indices.includes(-1)) return null;
    const last = indices.length - 1;
    const spots = indices.map((index, i) => (i === last && index === pawn.index ? pawn.spot : aboveRoad(this.rows.at(index))));
    const frames = spots.map((spot) => ({ transform: this.placement(spot) }));
    const timing = { duration: Math.min(LONGEST_WALK_MS, WALK_MS * last), easing: "ease-in-out" };
    const motions = [pawn.glow, pawn.body, pawn.badge].map((element) => element.animate(frames, timing));
    return { done: Promise.allSettled(motions.map(({ finished }) => finished)), finish: () => motions.forEach((motion) => motion.finish()) };
  }
}

/**
 * Return what is behind a road that fills its room: dunes, and in a whole card the sun, and sand below the first row.
 * @param {Rows} rows
 * @param {boolean} isWhole
 */
function landscape(rows, isWhole) {
  const { above, size: { width, height } } = rows;
  const dunes = rows.dunes().map((d) => svg("path", { class: "dune", d }));
  if (!isWhole) return dunes;
  const [far, near, ...others] = dunes;
  return [
    svg("circle", { class: "sun", cx: 0.56 * width, cy: 0.74 * above, r: 0.4 * above }),
    [far, near],
    svg("rect", { class: "sand", x: -width, y: above - 14, width: 3 * width, height: 2 * height }),
    others,
  ];
}

/**
 * @param {api.Piece} piece
 * @param {number} index
 * @param {Spot} spot
 * @param {Table} table
 * @returns {Pawn}
 */
function newPawn(piece, index, spot, table) {
  const seat = piece.seat ? table.seats[piece.seat - 1] : null;
  const colour = piece.colour ?? seat?.colour ?? "";
  const glow = svg("ellipse", { class: "glow", cx: 0, cy: -24, rx: 38, ry: 28, fill: "url(#lamp)" });
  const figure = piece.thing ? signGroup({}, piece.thing, table) : null;
  const grip = svg("ellipse", { class: "grip", cx: 0, cy: -20, rx: 20, ry: 24 }); // what a finger hits: a figure has gaps
  const body = svg("g", { class: "pawn", "data-colour": colour }, grip, figure);
  const badge = pawnBadge(seat, pieceLabel(piece), colour, !figure);
  for (const element of [body, badge]) element.classList.toggle("ghost", piece.ghost ?? false);
  return { glow, body, figure, badge, index, spot };
}

/**
 * Return what distinguishes a piece from others of its seat; empty if it is the only one.
 * @param {api.Piece} piece
 */
function pieceLabel({ label, number }) {
  return label ?? (number ? formatNumber(number) : "");
}

/**
 * Return the badge of a piece: whose it is, and which of several; one without a drawing of its own is its badge alone,
 * and so larger.
 * @param {api.SeatView | null} seat
 * @param {string} label
 * @param {string} colour
 * @param {boolean} isAlone
 */
function pawnBadge(seat, label, colour, isAlone) {
  const mark = seat && [
    svg("g", { class: "shape", transform: "translate(-13.5 -31) scale(.75)" }, ...drawing(seat.shape).childNodes),
    svg("text", { class: `letter in-${seat.shape}`, x: -1.5, y: (LETTER_DROPS[seat.shape] ?? 0) - 14.5, "text-anchor": "middle" }, seat.letter),
  ];
  return svg(
    "g",
    { class: "pawn-badge", "data-colour": colour, "data-alone": isAlone },
    svg(
      "g",
      isAlone ? { transform: "scale(1.25) translate(1.5 4)" } : {},
      mark ?? (isAlone && svg("circle", { class: "shape", cy: -18, r: 10 })),
      label && svg("g", { class: "which" }, tag(label)),
    ),
  );
}

/**
 * Return a tag that tells one of several pieces of a seat from the others: letters in the colour of the piece, or a number.
 * @param {string} label
 */
function tag(label) {
  const isNumber = label.length < 2;
  return [
    isNumber ? svg("circle", { class: "figure", r: 7 }) : svg("rect", { class: "figure tag", x: -8.5, y: -6, width: 17, height: 12, rx: 3.5 }),
    svg("text", { class: isNumber ? "figure-number" : "figure-letters", y: isNumber ? 4 : 3.2, "text-anchor": "middle" }, label),
  ];
}

/**
 * Return the transformation of a figure: a drawing looks to the right; its feet are at 29 of 32, its middle at 16.
 * @param {number} way
 */
function facing(way) {
  const size = FIGURE / 30;
  return `scale(${way * size} ${size}) translate(-16 -29)`;
}

/** @param {Point} point */
function aboveRoad({ x, y }) {
  return { x, y: y - FEET };
}

/**
 * Return the pieces on a place, and how many of them stand in front.
 * @param {string} at
 * @param {api.Piece[]} pieces
 * @returns {Crowd}
 */
function crowdAt(at, pieces) {
  const crowd = pieces.filter((piece) => piece.at === at);
  return { pieces: crowd, front: crowd.length > ABREAST ? Math.ceil(crowd.length / 2) : crowd.length };
}

/**
 * Return whether a piece stands in the row behind, where its head and its mark are seen above the others'.
 * @param {Crowd} crowd
 * @param {api.Piece} piece
 */
function isBehind({ pieces, front }, piece) {
  return pieces.indexOf(piece) >= front;
}

/** Return the light around the pieces of the seat whose turn it is. */
function lamp() {
  const stops = [svg("stop", { offset: 0.2, class: "lamp-in" }), svg("stop", { offset: 1, class: "lamp-out" })];
  return svg("defs", {}, svg("radialGradient", { id: "lamp" }, stops));
}

/**
 * Return what is printed around the middle of a place, as much larger as the track's print is.
 * @param {Rows} rows
 * @param {number} index
 * @param {SVGElement} element
 * @param {number} most Times larger at most.
 * @param {number} print How much larger it is.
 */
function printed(rows, index, element, most = Infinity, print = rows.print) {
  const { x, y } = rows.at(index);
  const growth = Math.min(most, print);
  if (growth > 1) element.setAttribute("transform", `translate(${x * (1 - growth)} ${y * (1 - growth)}) scale(${growth})`);
  return element;
}

/**
 * @param {Point} point
 * @param {api.Place} place
 */
function stone({ x, y }, { id, label, name, touch }) {
  return svg(
    "g",
    { class: name ? "place stone town" : "place stone", ...touchable(touch, id, name ?? label ?? id) },
    svg("circle", { class: "reach", cx: x, cy: y, r: REACH }),
    svg("circle", { cx: x, cy: y, r: name ? STONE.town : STONE.radius }),
    svg("text", { x, y: y + 4.6, "text-anchor": "middle" }, cut(label ?? "", 3)),
  );
}

/**
 * Return the name of a place under it, cut to what there is room for.
 * @param {Rows} rows
 * @param {number} index
 * @param {string} name
 * @param {boolean} isTight It stands beside other names.
 */
function townName(rows, index, name, isTight) {
  const { x, y } = rows.at(index);
  const { width } = rows.size;
  const shown = cut(name, isTight ? SHORT : Math.floor((width - 4) / LETTER));
  const half = shown.length * (LETTER / 2);
  const middle = isTight ? x : Math.max(half + 2, Math.min(width - half - 2, x));
  const attributes = { class: isTight ? "town-name tight" : "town-name", x: middle, y: y + 28, "text-anchor": "middle" };
  return printed(rows, index, svg("text", attributes, shown === name ? null : svg("title", {}, name), shown));
}

/**
 * Return a strip of gold in the road, for places that belong together.
 * @param {Rows} rows
 * @param {number} first
 * @param {number} last
 */
function strip(rows, first, last) {
  return svg("path", { class: "strip", d: rows.road(Math.min(first, last), Math.max(first, last)) });
}

/**
 * Return the drawing of a place, its foot behind the road.
 * @param {Point} point
 * @param {api.Place} place
 * @param {Table} table
 * @param {number} growth
 */
function placeArt({ x, y }, { art }, table, growth) {
  if (!art || growth === 1) return art && artStandingOn(table.game ?? "", art, { x, y: y - 6 });
  return svg("g", { transform: `translate(${x} ${y - 6 * growth}) scale(${growth})` }, artStandingOn(table.game ?? "", art, { x: 0, y: 0 }));
}

/**
 * Return a coin with a number on it, else with the drawing of what it is, else with its first letter: beside its place.
 * @param {Rows} rows
 * @param {number} index
 * @param {api.Place} place
 * @param {api.Mark} mark
 * @param {Table} table
 */
function coin(rows, index, place, { n, says, thing }, table) {
  const { x, y } = rows.at(index);
  const size = Math.min(MOST_MARKS, rows.print);
  const aside = reachOf(rows, place) + COIN.radius * size;
  const angle = ((place.name ? COIN.high : COIN.angle) * Math.PI) / 180;
  const sign = n === undefined && signGroup({ transform: "translate(-7 -7) scale(0.44)" }, thing, table);
  const letter = n === undefined ? table.things[thing]?.short.slice(0, 1) : formatNumber(n);
  return svg(
    "g",
    { class: "pays", transform: `translate(${x + aside * Math.cos(angle)} ${y + aside * Math.sin(angle)}) scale(${size})` },
    says && svg("title", {}, says),
    svg("circle", { r: COIN.radius }),
    sign || svg("text", { y: 4, "text-anchor": "middle" }, letter),
  );
}

/**
 * Return what lies on a place: behind it, else below it, where a piece stands there, else beside it.
 * @param {Rows} rows
 * @param {number} index
 * @param {api.Place} place
 * @param {api.Mark} mark
 * @param {boolean} isOccupied
 * @param {Table} table
 */
function lyingMark(rows, index, place, { thing, n, says }, isOccupied, table) {
  const { x, y } = rows.at(index);
  const reach = reachOf(rows, place);
  const isTaken = Boolean(place.name) || place.marks?.some(({ role }) => role === "asks");
  const size = isOccupied ? Math.min(MOST_MARKS, rows.print) : rows.print;
  const foot = !isOccupied ? { x, y: y - reach } : isTaken ? { x: x - reach - 10 * size, y: y + 20 * size } : { x, y: y + reach + 20 * size };
  return svg(
    "g",
    { class: "lying-mark", "data-thing": thing, transform: `translate(${foot.x} ${foot.y}) scale(${size})` },
    says && svg("title", {}, says),
    svg("rect", { x: -10, y: -19, width: 20, height: 18, rx: 2 }),
    signGroup({ transform: "translate(-12 -21.75) scale(.75)" }, thing, table),
    n !== undefined && svg("rect", { class: "plate", x: -6, y: -16.5, width: 12, height: 13, rx: 2.5 }),
    svg("text", { y: -5.75, "text-anchor": "middle" }, n !== undefined && formatNumber(n)),
  );
}

/**
 * Return how far from the middle of a place lies what is beside it.
 * @param {Rows} rows
 * @param {api.Place} place
 */
function reachOf({ stone }, { name }) {
  return (name ? STONE.town : STONE.radius) * stone + NEXT_TO;
}

/**
 * Return what a place costs, under it.
 * @param {Point} point
 * @param {api.Mark} mark
 * @param {boolean} isNamed
 * @param {Table} table
 */
function price({ x, y }, { thing, n, says }, isNamed, table) {
  const under = y + (isNamed ? 32 : 17);
  const size = document.querySelector(".tv") ? 1.3 : 1; // read from a chair
  return svg(
    "g",
    { class: "wants" },
    says && svg("title", {}, says),
    signGroup({ transform: `translate(${x + 1 - 16 * size} ${under}) scale(${size / 2})` }, thing, table),
    svg("text", { x: x + 4, y: under + 13 * size }, n !== undefined && formatNumber(n)),
  );
}
