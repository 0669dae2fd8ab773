// What a change of earlier moves, or a correction, does: seat by seat in words, and the boards with ghosts of what left a place.
import { Card } from "../blocks/scene.js";
import { h } from "../lib/dom.js";
import { loadTappedStylesheet } from "../lib/fetching.js";
import { seatLabel } from "../lib/says.js";
import { registerThings } from "../lib/things.js";

/**
 * Return what shows the changes on the board.
 * @param {api.ChangesView} changes
 * @param {api.PhoneView} view The table as it is now.
 */
export function boardChanges({ seats, texts, boards, things }, view) {
  loadTappedStylesheet("/styles/offers/board_changes.css");
  registerThings(things);
  const rows = seats.map((changes) => seatChanges(changes, view));
  const { game, turn, seats: tableSeats, unit, wheel_page } = view;
  const table = { game, turn, seats: tableSeats, things: { ...view.things, ...things }, unit, wheel_page, reader: view.you.seat };
  const pictures = boards.map((board) => {
    const card = new Card({ ...board, id: `${board.id}-changed` }, () => {}); // the table has a card of the other id
    card.show(board, table, false);
    return card.element;
  });
  const list = rows.length > 0 && h("ul", { role: "list" }, rows);
  return h("div", { class: "board-changes" }, list, texts.map((text) => h("p", { class: "same" }, text)), pictures);
}

/**
 * @param {api.SeatChangesView} changes
 * @param {api.PhoneView} view
 */
function seatChanges({ seat, texts, lines }, view) {
  const why = lines.map((line) => h("small", {}, line));
  return h("li", {}, seat !== null && seatLabel(view, seat), h("b", {}, texts.join(" · ")), why);
}
