// The race: the caravan's road from Ormuz over Ganzhou to Dadu, with what lies on it, and the camels that walk it.
import { drawing, still, svg } from "./dom.js";
import { cityArt } from "./cities.js";
import { Track } from "./track.js";
import { figure, t } from "./words.js";

const WALK_MS = 280;
const REACH = 26; // pixels from the middle of a place within which it is touched
const CAMEL = 46; // width of a camel
const FEET = 8; // how far above the middle of the road it stands
const CROWD = [0, 0, 30, 24, 22, 20, 18]; // how far camels on one space stand apart, by how many they are
const BEHIND = 17; // how much higher every other one of a crowd stands

export class Race {
  /** `room` is the element it fills; it is laid out anew when that gets another width. */
  constructor(room) {
    this.room = room;
    this.view = null;
    this.laid = ""; // what the road was laid out for
    this.pawns = new Map();
    new ResizeObserver(() => this.draw(false)).observe(room);
  }

  /** Show the race of a view; camels that moved `walk` there, unless it is the first picture of a game. */
  show(view, walk) {
    this.view = view;
    this.draw(walk);
  }

  draw(walk) {
    const width = this.room.clientWidth;
    if (!this.view?.race || !width) return;
    const { pawns, crates, tallied, ...board } = this.view.race;
    const known = Object.keys(board.wants).length > 0;
    const track = new Track(board.ormuz, board.dadu, width, known ? 50 : 30);
    const key = JSON.stringify([track.columns, board, this.view.number, this.view.seats]);
    if (key !== this.laid) {
      this.laid = key;
      this.track = track;
      this.layOut();
      walk = false;
    }
    this.title.textContent = pawns.map((pawn) => this.said(pawn)).join(". ");
    const lying = Object.entries(crates).map(([space, value]) => crate(this.track.at(Number(space)), value));
    this.goods.replaceChildren(...lying);
    this.svg.classList.toggle("tallied", tallied);
    const open = new Set((this.view.offers ?? []).filter(({ refused }) => !refused).map(({ at }) => at));
    for (const [space, one] of this.stones) one.classList.toggle("touchable", open.has(`place:${space}`));
    this.place(pawns, walk && !still());
  }

  layOut() {
    const { race } = this.view;
    const { track } = this;
    this.pawns.clear();
    this.title = svg("title");
    this.goods = svg("g");
    this.herd = svg("g");
    this.badges = svg("g"); // above all camels, so that none hides whose another is
    const cities = [race.ormuz, race.ganzhou, race.dadu];
    const spaces = Array.from({ length: race.dadu - race.ormuz + 1 }, (_, i) => race.ormuz + i);
    this.stones = new Map(spaces.map((space) => [space, stone(track.at(space), space, cities.includes(space))]));
    this.svg = svg(
      "svg",
      { viewBox: `0 0 ${track.size.width} ${track.size.height}`, class: "track", role: "img" },
      this.title,
      lamp(),
      ["ormuz", "ganzhou", "dadu"].map((city) => cityArt(city, track.at(race[city]))),
      svg("path", { class: "road edge", d: track.road(race.ormuz, race.dadu) }),
      svg("path", { class: "road", d: track.road(race.ormuz, race.dadu) }),
      Object.entries(race.tally).map(([city, pays]) => strip(track, city, pays)),
      svg("path", { class: "steps", d: track.road(race.ormuz, race.dadu) }),
      [...this.stones.values()],
      Object.entries(race.names).map(([space, name]) => townName(track, track.at(Number(space)), name)),
      Object.entries(race.tally).map(([city, pays]) => coins(track, city, pays)),
      Object.entries(race.wants).map(([space, one]) => wants(track.at(Number(space)), one, space in race.names)),
      this.goods,
      this.herd,
      this.badges,
    );
    this.svg.addEventListener("click", ({ clientX, clientY }) => this.touch(clientX, clientY));
    this.room.replaceChildren(this.svg);
  }

  /** A finger on the road: a place that something may be done on is touched, as its card is by those who see no road. */
  touch(x, y) {
    const apart = ([, one]) => {
      const { left, top, width, height } = one.firstChild.getBoundingClientRect();
      return Math.hypot(left + width / 2 - x, top + height / 2 - y);
    };
    const open = [...this.stones].filter(([, one]) => one.classList.contains("touchable"));
    const [nearest] = open.sort((a, b) => apart(a) - apart(b));
    if (!nearest || apart(nearest) > REACH) return;
    document.dispatchEvent(new CustomEvent("companion:place", { detail: `place:${nearest[0]}` }));
  }

  /** Put every camel where it stands, those that share a space beside each other; who moved walks along the road. */
  place(pawns, walk) {
    const bySpace = grouped(pawns);
    const rank = (pawn) => 4 * pawn.turn + 2 * !isBehind(bySpace.get(pawn.space), pawn);
    const order = [...pawns].sort((a, b) => rank(a) - rank(b) || b.seat - a.seat);
    for (const pawn of order) {
      const key = `${pawn.seat} ${pawn.camel}`;
      const crowd = bySpace.get(pawn.space);
      const to = this.spot(pawn, crowd);
      const known = this.pawns.get(key);
      const one = known ?? this.newPawn(pawn);
      this.pawns.set(key, one);
      one.body.classList.toggle("on-turn", pawn.turn);
      if (this.herd.lastElementChild !== one.body) this.herd.append(one.body);
      if (!one.badge.isConnected) this.badges.append(one.badge);
      if (walk && known && known.space !== pawn.space) this.walk(one, pawn.space, to);
      one.space = pawn.space;
      one.spot = to;
      for (const element of [one.body, one.badge]) element.style.transform = `translate(${to.x}px, ${to.y}px)`;
      one.camel.setAttribute("transform", facing(to.way));
    }
  }

  spot(pawn, crowd) {
    const here = this.track.at(pawn.space);
    const among = crowd.length;
    const apart = CROWD[Math.min(among, CROWD.length - 1)];
    const half = ((among - 1) * apart + CAMEL) / 2;
    const middle = Math.max(half, Math.min(this.track.size.width - half, here.x));
    const aside = (crowd.indexOf(pawn) - (among - 1) / 2) * apart;
    return { x: middle + aside * here.way, y: here.y - FEET - (isBehind(crowd, pawn) ? BEHIND : 0), way: here.way };
  }

  walk(one, space, to) {
    const way = this.track.walk(one.space, space).slice(1, -1);
    const points = [one.spot, ...way.map(({ x, y }) => ({ x, y: y - FEET })), to];
    const frames = points.map(({ x, y }) => ({ transform: `translate(${x}px, ${y}px)` }));
    for (const element of [one.body, one.badge]) element.animate(frames, { duration: WALK_MS, easing: "ease-out" });
  }

  newPawn(pawn) {
    const seat = this.view.seats[pawn.seat - 1];
    const camel = svg("g", {}, ...drawing("camel").childNodes);
    const colour = seat.colours[(pawn.camel ?? 1) - 1];
    const glow = svg("ellipse", { class: "glow", cx: 0, cy: -24, rx: 38, ry: 28, fill: "url(#lamp)" });
    const body = svg("g", { class: "pawn", "data-colour": colour }, glow, camel);
    return { body, camel, badge: badge(seat, pawn.camel, colour) };
  }

  said(pawn) {
    const args = { name: this.view.seats[pawn.seat - 1].name, place: pawn.place, camel: pawn.camel };
    return t(pawn.camel ? "page.race.camel" : "page.race.said", args);
  }
}

/** Whose camel it is, and which of two. */
function badge(seat, figureOf, colour) {
  const lower = { triangle: 1.8, pentagon: 0.6 }[seat.shape] ?? 0;
  return svg(
    "g",
    { class: "pawn-badge", "data-colour": colour },
    svg("g", { class: "shape", transform: "translate(-13.5 -31) scale(.75)" }, ...drawing(seat.shape).childNodes),
    svg("text", { class: `letter in-${seat.shape}`, x: -1.5, y: lower - 14.5, "text-anchor": "middle" }, seat.letter),
    figureOf && [
      svg("circle", { class: "figure", cx: -15, cy: -3, r: 7 }),
      svg("text", { class: "figure-number", x: -15, y: 1, "text-anchor": "middle" }, figure(figureOf)),
    ],
  );
}

/** The drawing looks to the right; its feet are at 28.5 of 32, its middle at 16. */
function facing(way) {
  const size = CAMEL / 30;
  return `scale(${way * size} ${size}) translate(-16 -28.5)`;
}

/** Where more than two share a space, every other one stands behind, and its mark is seen above the others'. */
function isBehind(crowd, pawn) {
  return crowd.length > 2 && crowd.indexOf(pawn) % 2 === 1;
}

function grouped(pawns) {
  const groups = new Map();
  for (const pawn of pawns) groups.set(pawn.space, [...(groups.get(pawn.space) ?? []), pawn]);
  return groups;
}

/** The light around the camels of the seat whose turn it is. */
function lamp() {
  const stops = [svg("stop", { offset: 0.2, class: "lamp-in" }), svg("stop", { offset: 1, class: "lamp-out" })];
  return svg("defs", {}, svg("radialGradient", { id: "lamp" }, stops));
}

function stone({ x, y }, space, town) {
  return svg(
    "g",
    { class: town ? "stone town" : "stone" },
    svg("circle", { cx: x, cy: y, r: town ? 15 : 12.5 }),
    svg("text", { x, y: y + 4.6, "text-anchor": "middle" }, figure(space)),
  );
}

function townName(track, { x, y }, name) {
  const half = name.length * 4.2;
  const middle = Math.max(half + 2, Math.min(track.size.width - half - 2, x));
  return svg("text", { class: "town-name", x: middle, y: y + 28, "text-anchor": "middle" }, name);
}

/** The spaces that a tally pays: a strip of gold in the road, and on each how much. */
function strip(track, city, pays) {
  const spaces = Object.keys(pays).map(Number).filter((space) => pays[space]);
  if (!spaces.length) return null;
  return svg("path", { class: `strip ${city}`, d: track.road(Math.min(...spaces), Math.max(...spaces)) });
}

function coins(track, city, pays) {
  return Object.entries(pays).filter(([, gold]) => gold).map(([space, gold]) => {
    const { x, y } = track.at(Number(space));
    return svg(
      "g",
      { class: `pays ${city}` },
      svg("title", {}, t("page.race.pays", { space, n: gold })),
      svg("circle", { cx: x + 18, cy: y + 10, r: 8.5 }),
      svg("text", { x: x + 18, y: y + 14, "text-anchor": "middle" }, figure(gold)),
    );
  });
}

/** Beside the number of its space, and out of the way of the gold that the space before may pay. */
function crate({ x, y }, value) {
  return svg(
    "g",
    { class: "crate" },
    svg("rect", { x: x - 31, y: y + 2, width: 21, height: 16, rx: 2 }),
    svg("g", { transform: `translate(${x - 32.5} ${y - 2}) scale(.75)` }, ...drawing("crate").childNodes),
    svg("text", { x: x - 20.5, y: y + 14.5, "text-anchor": "middle" }, figure(value)),
  );
}

function wants({ x, y }, wanted, town) {
  const under = y + (town ? 32 : 17);
  return svg(
    "g",
    { class: "wants" },
    svg("title", {}, wanted.text),
    svg("g", { transform: `translate(${x - 15} ${under}) scale(.5)` }, ...drawing(wanted.kind).childNodes),
    svg("text", { x: x + 4, y: under + 13 }, figure(wanted.count)),
  );
}
