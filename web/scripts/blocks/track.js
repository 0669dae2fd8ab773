// A track: places in rows along a road, with what is printed on them and lies there, and the pieces that walk it.
import { drawing, still, svg, widthOf } from "../lib/dom.js";
import { figure } from "../lib/words.js";
import { standing } from "../lib/art.js";
import { brought, cut, picture, signIn, touchable } from "./parts.js";
import { Rows } from "./rows.js";

/** @typedef {import("./scene.js").Block} Block */
/** @typedef {import("./scene.js").Table} Table */

const WALK_MS = 280; // from one place to the next
const LONGEST_WALK_MS = 900;
const FIGURE = 46; // width of a figure
const FEET = 8; // how far above the middle of the road it stands
const CROWD = [0, 0, 30, 24, 22, 20, 18]; // how far pieces on one place stand apart, by how many they are
const BEHIND = 17; // how much higher every other one of a crowd stands
const REACH = 22; // radius of what a finger hits
const LETTER = 8.4; // pixels that a letter of a name takes
const SHORT = 9; // letters of a name that stands beside other names

/**
 * @param {HTMLElement} room
 * @param {() => void} redrawn
 */
export function open(room, redrawn) {
  room.classList.add("picture");
  return new Track(room, redrawn);
}

class Track {
  /** `room` is the element it fills; it is laid out anew when that gets another width. */
  constructor(room, redrawn) {
    this.room = room;
    this.redrawn = redrawn;
    /** @type {Block | null} */
    this.block = null;
    this.laid = ""; // what the road was laid out for
    this.pawns = new Map();
    this.width = widthOf(room, () => this.draw(false));
  }

  /**
   * Show a track; pieces that moved walk there, unless it is the first picture of a game.
   * @param {Block} block
   * @param {Table} table
   * @param {boolean} news
   */
  show(block, table, news) {
    Object.assign(this, { block, table });
    this.draw(news);
  }

  draw(walk) {
    const width = this.width();
    if (!this.block || !width) return;
    const { places, pieces = [], stretches = [], id } = this.block;
    let later = () => {};
    const asks = places.some(({ marks = [] }) => marks.some(({ role }) => role === "asks"));
    const rows = new Rows(places.length, width, asks ? 50 : 30);
    const printed = places.map(({ marks = [], ...place }) => [place, marks.filter(({ role }) => role)]);
    const seats = this.table.seats.map(({ colour, shape, letter }) => [colour, shape, letter]);
    const key = JSON.stringify([rows.columns, id, printed, stretches.map(({ first, last }) => [first, last]), seats]);
    if (key !== this.laid) {
      this.laid = key;
      this.rows = rows;
      this.index = new Map(places.map((place, i) => [place.id, i]));
      this.layOut();
      walk = false;
      later = this.redrawn;
    }
    this.told.textContent = [this.block.name, ...this.block.spoken].join(". ");
    this.lying.replaceChildren(...places.flatMap(({ marks = [] }, i) => marks.filter(({ role }) => !role).map((mark) => lies(this.rows.at(i), mark, this.table))));
    for (const [i, { spent = false }] of stretches.entries()) for (const one of this.strips[i] ?? []) one.classList.toggle("spent", spent);
    this.place(pieces, walk && !still());
    later();
  }

  layOut() {
    const { places, stretches = [] } = this.block;
    const { rows, table } = this;
    const last = places.length - 1;
    this.pawns.clear();
    this.lying = svg("g", { class: "goods" });
    this.herd = svg("g", { class: "herd" });
    this.badges = svg("g", { class: "herd" }); // above all figures, so that none hides whose another is
    const on = (place, i) => stretches.findIndex(({ first, last: end }) => this.index.get(first) <= i && i <= this.index.get(end));
    const gold = places.map(({ marks = [] }, i) => [on(places[i], i), marks.filter(({ role }) => role === "gives").map((mark) => gives(rows.at(i), mark, table))]);
    const strips = stretches.map((one) => strip(rows, this.index.get(one.first), this.index.get(one.last)));
    this.strips = strips.map((one, i) => [one, ...gold.filter(([at]) => at === i).flatMap(([, coins]) => coins)]);
    this.svg = picture(
      this.block,
      { ...rows.size, class: "track" },
      lamp(),
      places.map((place, i) => !rows.bends(i) && stands(rows.at(i), place, table)),
      svg("path", { class: "road edge", d: rows.road(0, last) }),
      svg("path", { class: "road", d: rows.road(0, last) }),
      strips,
      svg("path", { class: "dashes", d: rows.road(0, last) }),
      places.map((place, i) => rows.bends(i) && stands(rows.at(i), place, table)), // the bend would hide it
      places.map((place, i) => stone(rows.at(i), place)),
      places.map((place, i) => place.name && townName(rows, i, place.name, Boolean(places[i - 1]?.name || places[i + 1]?.name))),
      gold.flatMap(([, coins]) => coins),
      places.map(({ name, marks = [] }, i) => marks.filter(({ role }) => role === "asks").map((mark) => asks(rows.at(i), mark, Boolean(name), table))),
      this.lying,
      this.herd,
      this.badges,
    );
    this.told = this.svg.querySelector("title");
    this.svg.style.setProperty("--natural", `${rows.size.width}px`);
    this.room.replaceChildren(this.svg);
  }

  /** Put every piece where it stands, those that share a place beside each other; who moved walks along the road. */
  place(pieces, walk) {
    const { turn } = this.table;
    const there = new Set(pieces.map(({ id }) => id));
    for (const [id, one] of this.pawns) {
      if (there.has(id)) continue;
      one.body.remove();
      one.badge.remove();
      this.pawns.delete(id);
    }
    const crowds = Map.groupBy ? Map.groupBy(pieces, ({ at }) => at) : grouped(pieces);
    const plays = ({ seat }) => seat !== undefined && seat === turn;
    const rank = (piece) => 4 * plays(piece) + 2 * !isBehind(crowds.get(piece.at), piece);
    const order = [...pieces].sort((a, b) => rank(a) - rank(b) || (b.seat ?? 0) - (a.seat ?? 0));
    for (const piece of order) {
      const at = this.index.get(piece.at) ?? 0;
      const to = this.spot(piece, crowds.get(piece.at), at);
      const known = this.pawns.get(piece.id);
      const one = known ?? this.newPawn(piece);
      this.pawns.set(piece.id, one);
      one.body.classList.toggle("on-turn", plays(piece));
      delete one.body.dataset.entry;
      Object.assign(one.body.dataset, brought(piece, this.table));
      if (this.herd.lastElementChild !== one.body) this.herd.append(one.body);
      if (!one.badge.isConnected) this.badges.append(one.badge);
      if (walk && known && known.at !== at) this.walk(one, at, to);
      one.at = at;
      one.spot = to;
      for (const element of [one.body, one.badge]) element.style.transform = `translate(${to.x}px, ${to.y}px)`;
      one.figure?.setAttribute("transform", facing(to.way));
    }
  }

  spot(piece, crowd, at) {
    const here = this.rows.at(at);
    const among = crowd.length;
    const apart = CROWD[Math.min(among, CROWD.length - 1)];
    const half = Math.min(((among - 1) * apart + FIGURE) / 2, this.rows.size.width / 2);
    const middle = Math.max(half, Math.min(this.rows.size.width - half, here.x));
    const aside = (crowd.indexOf(piece) - (among - 1) / 2) * apart;
    return { x: middle + aside * here.way, y: here.y - FEET - (isBehind(crowd, piece) ? BEHIND : 0), way: here.way };
  }

  walk(one, at, to) {
    const way = this.rows.walk(one.at, at).slice(1, -1);
    const points = [one.spot, ...way.map(({ x, y }) => ({ x, y: y - FEET })), to];
    const frames = points.map(({ x, y }) => ({ transform: `translate(${x}px, ${y}px)` }));
    for (const element of [one.body, one.badge]) element.animate(frames, { duration: WALK_MS, easing: "ease-out" });
  }

  /**
   * Have a piece go along places to where it stands; null where there is no such piece or place.
   * @param {string} id
   * @param {string[]} places
   */
  walkAlong(id, places) {
    const one = this.pawns?.get(id);
    const way = places.map((place) => this.index?.get(place));
    if (!one || way.some((at) => at === undefined)) return null;
    const frames = way.map((at, i) => {
      const { x, y } = i === way.length - 1 && at === one.at ? one.spot : { x: this.rows.at(at).x, y: this.rows.at(at).y - FEET };
      return { transform: `translate(${x}px, ${y}px)` };
    });
    const timing = { duration: Math.min(LONGEST_WALK_MS, WALK_MS * (way.length - 1)), easing: "ease-in-out" };
    const motions = [one.body, one.badge].map((element) => element.animate(frames, timing));
    return { finished: Promise.allSettled(motions.map(({ finished }) => finished)), finish: () => motions.forEach((motion) => motion.finish()) };
  }

  newPawn(piece) {
    const seat = piece.seat ? this.table.seats[piece.seat - 1] : null;
    const colour = piece.colour ?? seat?.colour ?? "";
    const glow = svg("ellipse", { class: "glow", cx: 0, cy: -24, rx: 38, ry: 28, fill: "url(#lamp)" });
    const figurine = piece.thing ? signIn({}, piece.thing, this.table) : null;
    const body = svg("g", { class: "pawn", "data-colour": colour }, glow, figurine);
    return { body, figure: figurine, badge: badge(seat, piece.number, colour, !figurine) };
  }
}

/** Whose piece it is, and which of several; one without a drawing of its own is its badge alone, and so larger. */
function badge(seat, number, colour, alone) {
  const lower = { triangle: 1.8, pentagon: 0.6 }[seat?.shape] ?? 0;
  const about = { class: "pawn-badge", "data-colour": colour };
  const of = alone ? { ...about, "data-alone": "" } : about;
  const marked = seat && [
    svg("g", { class: "shape", transform: "translate(-13.5 -31) scale(.75)" }, ...drawing(seat.shape).childNodes),
    svg("text", { class: `letter in-${seat.shape}`, x: -1.5, y: lower - 14.5, "text-anchor": "middle" }, seat.letter),
  ];
  return svg(
    "g",
    of,
    svg(
      "g",
      alone ? { transform: "scale(1.25) translate(1.5 4)" } : {},
      marked ?? (alone && svg("circle", { class: "shape", cy: -18, r: 10 })),
      number && [
        svg("circle", { class: "figure", cx: -15, cy: -3, r: 7 }),
        svg("text", { class: "figure-number", x: -15, y: 1, "text-anchor": "middle" }, figure(number)),
      ],
    ),
  );
}

/** A drawing looks to the right; its feet are at 28.5 of 32, its middle at 16. */
function facing(way) {
  const size = FIGURE / 30;
  return `scale(${way * size} ${size}) translate(-16 -28.5)`;
}

/** Where more than two share a place, every other one stands behind, and its mark is seen above the others'. */
function isBehind(crowd, piece) {
  return crowd.length > 2 && crowd.indexOf(piece) % 2 === 1;
}

function grouped(pieces) {
  const groups = new Map();
  for (const piece of pieces) groups.set(piece.at, [...(groups.get(piece.at) ?? []), piece]);
  return groups;
}

/** The light around the pieces of the seat whose turn it is. */
function lamp() {
  const stops = [svg("stop", { offset: 0.2, class: "lamp-in" }), svg("stop", { offset: 1, class: "lamp-out" })];
  return svg("defs", {}, svg("radialGradient", { id: "lamp" }, stops));
}

function stone({ x, y }, { id, label, name, touch }) {
  return svg(
    "g",
    { class: name ? "place stone town" : "place stone", ...touchable(touch, id, name ?? label ?? id) },
    svg("circle", { class: "reach", cx: x, cy: y, r: REACH }),
    svg("circle", { cx: x, cy: y, r: name ? 15 : 12.5 }),
    svg("text", { x, y: y + 4.6, "text-anchor": "middle" }, cut(figure(label ?? ""), 3)),
  );
}

/** The name of a place under it, cut to what there is room for. */
function townName(rows, index, name, beside) {
  const { x, y } = rows.at(index);
  const shown = cut(name, beside ? SHORT : Math.floor((rows.size.width - 4) / LETTER));
  const half = shown.length * (LETTER / 2);
  const middle = beside ? x : Math.max(half + 2, Math.min(rows.size.width - half - 2, x));
  const about = { class: beside ? "town-name tight" : "town-name", x: middle, y: y + 28, "text-anchor": "middle" };
  return svg("text", about, shown === name ? null : svg("title", {}, name), shown);
}

/** Places that belong together: a strip of gold in the road. */
function strip(rows, first, last) {
  return svg("path", { class: "strip", d: rows.road(Math.min(first, last), Math.max(first, last)) });
}

/** The drawing of a place, its foot behind the road. */
function stands({ x, y }, { art }, table) {
  return art && standing(table.game, art, { x, y: y - 6 });
}

/** A coin with a number on it, else with the drawing of what it is, else with its first letter. */
function gives({ x, y }, { n, says, thing }, table) {
  const drawn = (n ?? null) === null && signIn({ transform: `translate(${x + 11} ${y + 3}) scale(0.44)` }, thing, table);
  const letter = () => figure(n ?? table.things[thing]?.short.slice(0, 1) ?? "");
  return svg(
    "g",
    { class: "pays" },
    says && svg("title", {}, says),
    svg("circle", { cx: x + 18, cy: y + 10, r: 8.5 }),
    drawn || svg("text", { x: x + 18, y: y + 14, "text-anchor": "middle" }, letter()),
  );
}

/** Beside the number of its place, and out of the way of what the place before may give. */
function lies({ x, y }, { thing, n, says }, table) {
  return svg(
    "g",
    { class: "lying-mark", "data-thing": thing },
    says && svg("title", {}, says),
    svg("rect", { x: x - 31, y: y + 2, width: 21, height: 16, rx: 2 }),
    signIn({ transform: `translate(${x - 32.5} ${y - 2}) scale(.75)` }, thing, table),
    svg("text", { x: x - 20.5, y: y + 14.5, "text-anchor": "middle" }, figure(n ?? "")),
  );
}

function asks({ x, y }, { thing, n, says }, named, table) {
  const under = y + (named ? 32 : 17);
  return svg(
    "g",
    { class: "wants" },
    says && svg("title", {}, says),
    signIn({ transform: `translate(${x - 15} ${under}) scale(.5)` }, thing, table),
    svg("text", { x: x + 4, y: under + 13 }, figure(n ?? "")),
  );
}
