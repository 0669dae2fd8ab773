// Cards and tiles in rows and stacks: what each is, how many there are, and what is missing to use it.
import { h } from "../lib/dom.js";
import { figure, t } from "../lib/words.js";
import { brought, face, owner, touchable, word } from "./parts.js";

/** @typedef {import("./scene.js").Block} Block */
/** @typedef {import("./scene.js").Table} Table */

/** @param {HTMLElement} room */
export function open(room) {
  return {
    /** @param {Block} cards @param {Table} table */
    show(cards, table) {
      room.replaceChildren(h("ul", { class: "card-rows" }, cards.rows.map((row, i) => rowOf(row, cards, table, cards.rows[i - 1]?.seat))));
    },
  };
}

function rowOf(row, block, table, before) {
  const { name, seat, lie = "row", cards = [], says } = row;
  const counted = lie === "stack" || row.count !== undefined;
  const shown = cards.map((card) => h("li", {}, cardOf(card, block, row, table)));
  const title = name && name !== block.name ? h("b", { class: "row-name" }, name) : null;
  const head = (seat && seat !== block.seat && owner(seat, table)) || title;
  return h(
    "li",
    { class: counted ? "card-row stacked" : "card-row", dataset: { row: row.id, ...(seat && { seat }) } },
    head && h("p", { class: seat && seat === before ? "row-head unseen" : "row-head" }, head),
    counted && stack(row, table),
    shown.length > 0 && h("ul", { class: "faces", "aria-label": name ?? block.name }, shown),
    says && h("p", { class: "hint" }, says),
  );
}

/** A stack: what its cards are as far as one knows, how many lie there, and of how many. */
function stack({ thing, count, cards = [], of }, table) {
  const n = count ?? cards.length;
  const back = face(thing, table);
  back.classList.add("pile");
  if (!n) back.classList.add("none");
  back.setAttribute("aria-hidden", "true");
  return h("p", { class: "stack" }, back, h("b", { class: "pile-count" }, figure(n)), of !== undefined && h("small", {}, t("page.block.of", { of })), thing && h("span", { class: "unseen" }, word(thing, table, n)));
}

function cardOf(card, block, row, table) {
  const { id, thing, lacks, touch } = card;
  const name = thing ? (table.things[thing]?.word ?? thing) : t("page.block.unseen");
  const said = lacks ? `${name}: ${lacks}` : name;
  const about = touchable(touch, `${block.id} ${row.id} ${id}`, said, thing);
  const made = h("span", { class: lacks ? "touch lacking" : "touch", dataset: brought(card, table, said), ...about }, face(thing, table));
  return [made, lacks && h("small", { class: "lack" }, lacks)];
}
