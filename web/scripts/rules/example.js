// The example of a ruling: a small table, a move, and what the game books or refuses, drawn with the blocks of the table.
import { Scene } from "../blocks/scene.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/words.js";

/**
 * Return an example, drawn as soon as its blocks are loaded.
 * @param {api.ExampleView} example
 */
export function exampleFigure({ before, move, results, refused, after, next }) {
  const outcome = h(
    "div",
    {},
    move && h("p", { class: "tried" }, move),
    results.length > 0 && h("ul", { class: refused ? "results why-not" : "results" }, results.map((result) => h("li", {}, result))),
    after && next && h("p", { class: "hint" }, next),
  );
  return h(
    "figure",
    { class: "example" },
    h("figcaption", { class: "unseen" }, t("page.rulebook.example")),
    picture(before),
    outcome,
    after && picture(after),
  );
}

/**
 * Return a picture of a part of a table.
 * @param {api.PictureView} view
 */
export function picture(view) {
  const room = h("div", { class: "blocks still" });
  if (!view.scene.blocks.length) return room; // what the example draws comes with its move
  const { game, seats, things, unit, turn, wheel_page, scene } = view;
  const shown = { game, seats, things, unit, turn, wheel_page, scene, over: false, badges: [] };
  new Scene({ rest: room, totals: h("div") }).show(/** @type {api.TableView} */ (/** @type {unknown} */ (shown)), false);
  for (const block of room.children) block.removeAttribute("aria-labelledby"); // many have the same heading: none is a landmark
  return room;
}
