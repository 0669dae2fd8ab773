// A ring: a wheel with its bands and weighted sectors, the pointer on top, and what it rests on in the middle.
import { h, put, svg } from "../dom.js";
import { pieceOf, spansOf } from "../wheel.js";
import { figure } from "../words.js";
import { cut, picture, sign, touchable } from "./parts.js";

/** @typedef {import("./scene.js").Block} Block */
/** @typedef {import("./scene.js").Table} Table */

const [HUB, RIM] = [84, 186]; // from the middle, where the bands begin and end

/** @param {HTMLElement} room */
export function open(room) {
  room.classList.add("ring-room");
  const wheel = h("div", { class: "ring-face" });
  const said = h("p", { class: "told" });
  room.replaceChildren(wheel, said);
  return {
    /** @param {Block} ring @param {Table} table */
    show(ring, table) {
      wheel.replaceChildren(drawn(ring, table));
      put(said, ring.says ?? ring.bands.find(({ id }) => id === ring.announced)?.name ?? "");
    },
  };
}

function drawn(ring, table) {
  const { bands, sectors, rests } = ring;
  const spans = spansOf(sectors.map(({ weight = 1 }) => ({ weight })));
  const at = sectors.findIndex(({ id }) => id === rests);
  const turned = at < 0 ? 0 : -((spans[at][0] + spans[at][1]) / 2) * 360;
  const disc = svg("g", { transform: `rotate(${turned})` }, sectors.map((sector, i) => sectorOf(ring, sector, i, spans[i], table)));
  return picture(
    ring,
    { width: 420, height: 430, from: [-210, -220], class: "ring-wheel" },
    svg("circle", { class: "ring-rim", r: 200 }),
    disc,
    bands.map((_, band) => svg("circle", { class: "ring-line", r: edges(bands, band)[0] })),
    svg("path", { class: "ring-pointer", d: "M-11 -212H11L0 -176z" }),
    middle(ring, sectors[at], table),
  );
}

function edges(bands, band) {
  const wide = (RIM - HUB) / bands.length;
  return [HUB + band * wide, HUB + (band + 1) * wide];
}

function sectorOf(ring, sector, index, [from, to], table) {
  const { bands, sectors, announced, rests } = ring;
  const name = bands.map((band, i) => [band.name, said(sector.shows[i], table)].join(" ")).join(", ");
  const kind = index % 2 ? "b" : index === sectors.length - 1 && sectors.length > 1 ? "c" : "a";
  const pieces = bands.map((band, i) => {
    const [inner, outer] = edges(bands, i);
    const hit = sector.id === rests && (!announced || announced === band.id);
    const about = {
      class: `ring-piece tone-${kind}${sector.shows[i]?.stark ? " stark" : ""}${hit ? " hit" : ""}${announced && announced !== band.id ? " aside" : ""}`,
      "data-band": i % 3,
    };
    return svg("g", about, svg("path", { d: pieceOf(inner, outer, from, to) }), signOf(sector.shows[i], (inner + outer) / 2, from, to, outer - inner, table));
  });
  return svg("g", { class: "ring-sector", ...touchable(sector.touch, sector.id, name) }, pieces);
}

function said({ n, name, thing } = {}, { things }) {
  return name ?? (n === undefined ? (things[thing]?.word ?? "–") : figure(n));
}

/** A number, a drawing or a name, its foot towards the middle, as large as there is room for. */
function signOf(reading = {}, radius, from, to, height, table) {
  const room = 2 * Math.PI * radius * Math.min(to - from, 0.5);
  const at = `rotate(${((from + to) / 2) * 360}) translate(0 ${-radius})`;
  const drawing = reading.thing && sign(reading.thing, table);
  if (drawing) {
    const scale = Math.min(height * 0.8, room * 0.86) / 32;
    return svg("g", { class: "sign", transform: `${at} scale(${scale}) translate(-16 -16)` }, ...drawing.childNodes);
  }
  const text = reading.n === undefined || reading.n === null ? cut(reading.name ?? "×", 4) : figure(reading.n);
  const size = Math.min(38, height * 0.75, (room * 1.5) / Math.max(2, text.length));
  return svg("text", { transform: at, "text-anchor": "middle", "font-size": size, dy: "0.35em" }, text);
}

/** In the middle what it rests on, on the band that was announced. */
function middle({ bands, announced }, sector, table) {
  const band = bands.findIndex(({ id }) => id === announced);
  const reading = sector?.shows[Math.max(0, band)];
  const hub = svg("circle", { class: "ring-hub", r: HUB - 8 });
  if (!reading) return hub;
  const drawing = reading.thing && sign(reading.thing, table);
  const large = drawing
    ? svg("g", { class: "sign", transform: "scale(2.4) translate(-16 -16)" }, ...drawing.childNodes)
    : svg("text", { class: "ring-large", "text-anchor": "middle", dy: "0.35em", "font-size": reading.n === undefined ? 26 : 72 }, cut(said(reading, table), 9));
  return [hub, large];
}
