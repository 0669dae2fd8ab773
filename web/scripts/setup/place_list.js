// Who sits in the lobby: the list of places, and for who leads, what may be changed about each.
import { button } from "../lib/buttons.js";
import { h, svg } from "../lib/dom.js";
import { seatMark } from "../lib/templates.js";
import { t } from "../lib/words.js";
import { LONGEST_NAME, Plan } from "./plan.js";

const ARROWS = { up: "M5 15.5l7-7 7 7", down: "M5 8.5l7 7 7-7" };

/**
 * An action in the lobby, without its id.
 * @typedef {Partial<Omit<api.LobbyBody, "id">> & Pick<api.LobbyBody, "do">} Action
 */
/**
 * What a place is drawn with: the lobby, its game if it is known, the own place, whether this phone leads, and what sends
 * an action; `refused` shows a refusal where it belongs, or by `show` above the page, and `moved` is the name of the person
 * that it moves. `useRealDice` switches between the dice of the box and real ones.
 * @typedef {{
 *   lobby: api.LobbyView, game: api.GameChoicesView | null, own: number, leads: boolean,
 *   act: (action: Action, how?: {refused?: (reason: string, show: (reason: string) => void) => void, moved?: string}) => Promise<boolean>,
 *   hasRealDice: boolean, useRealDice: (on: boolean) => void,
 * }} Table
 */

/**
 * Return a place as an item of the list.
 * @param {api.LobbyPlaceView} place
 * @param {Table} table
 */
export function placeItem(place, table) {
  const { own, leads } = table;
  const { name } = place;
  const badges = [
    place.place === own && t("page.setup.you"),
    place.leads && t("page.setup.host"),
    place.phone && place.place !== own && t("page.setup.phone"),
  ].filter(Boolean);
  const who = h("span", { class: "who" }, h("b", {}, name), badges.length > 0 && h("small", {}, badges.join(" · ")));
  const colours = [colourDots(place), h("span", {}, place.colour_name || t("page.setup.no_colour"))];
  const change = leads && place.place !== own && h("details", { class: "change" },
    h("summary", { title: t("page.setup.change", { name }), "aria-label": t("page.setup.change", { name }) }, "…"),
    changes(place, table));
  const mayTake = own === 0 && !place.phone; // somebody else added the person who holds this phone
  const take = mayTake && h("button",
    { type: "button", class: "quiet", "aria-label": t("page.setup.take_of", { name }), onclick: () => table.act({ do: "take", place: place.place }) },
    t("page.setup.take"));
  const buttons = (mayTake || leads) && h("span", { class: "moves" }, take, leads && moveButtons(place, table));
  return h("li", { key: name, class: "player" }, seatMark(markOf(place)), who, h("p", { class: "colours" }, colours), buttons, change);
}

/**
 * Return the fields of an action about a place: its number, and the name that the reader saw there.
 * @param {Pick<api.LobbyPlaceView, "place" | "name">} place
 */
export function personAt({ place, name }) {
  return { place, who: name };
}

/**
 * Return the mark of a place.
 * @param {api.LobbyPlaceView} place
 */
export function markOf({ colours, shape, letter }) {
  return { colour: colours[0] ?? "", shape, letter };
}

/**
 * Return the colours of a place to choose from: for each of its pieces, all that the game has.
 * @param {api.LobbyPlaceView} place
 * @param {Table} table
 */
export function colourChoice(place, { lobby, game, act }) {
  if (!game?.coloured) return null;
  const hasSeveral = place.colours.length > 1;
  const { name } = place;
  const inSeatOrder = [...lobby.places.slice(lobby.begins - 1), ...lobby.places.slice(0, lobby.begins - 1)];
  const seat = inSeatOrder.indexOf(place);
  const [seats, colours] = [inSeatOrder.map((each) => each.name), inSeatOrder.map((each) => each.colours)];
  const plan = new Plan(game, { game: game.id, seats, colours, options: {} });
  return place.colours.map((chosen, piece) => {
    const legend = hasSeveral ? t("page.setup.colour_of_piece", { name, piece: piece + 1 }) : t("page.setup.colour_of", { name });
    const swatches = game.colours.map((colour) => {
      const holder = lobby.places.find(({ colours }) => colours.includes(colour.id));
      const onchange = () => act({ do: "colour", ...personAt(place), piece, colour: colour.id });
      const input = h("input", { type: "radio", name: `colour-${name}-${piece}`, value: colour.id, onchange, checked: colour.id === chosen });
      const isTaken = holder !== undefined && holder.place !== place.place;
      const { shape } = plan.marks(plan.coloursWith(seat, piece, colour.id))[seat];
      // The shape goes with the first colour alone.
      const mark = piece > 0 ? h("i", { class: "dot", dataset: { colour: colour.id } }) : seatMark({ shape, colour: colour.id, letter: isTaken ? holder.letter : "" });
      const note = isTaken && h("small", { class: "unseen" }, t("page.setup.exchanges", { name: holder.name }));
      return h("label", { key: colour.id, class: "swatch" }, input, mark, h("span", {}, colour.name), note);
    });
    return h("fieldset", { key: piece, class: "swatches" }, h("legend", { class: hasSeveral ? null : "unseen" }, legend), h("div", {}, swatches));
  });
}

/**
 * Return the field for the name of a place.
 * @param {api.LobbyPlaceView} place
 * @param {Table} table
 * @param {string} label
 */
export function nameField(place, { own, act }, label) {
  const id = place.place === own ? "my-name" : `name-${place.place}`;
  const fault = h("p", { class: "fault", id: `${id}-fault`, role: "alert" });
  const onchange = (/** @type {Event} */ { target }) => {
    if (!(target instanceof HTMLInputElement)) return;
    const shown = document.getElementById(`${id}-fault`);
    const refused = (/** @type {string} */ reason) => {
      if (shown) shown.textContent = reason;
      target.setAttribute("aria-invalid", "true");
    };
    if (shown) shown.textContent = "";
    target.removeAttribute("aria-invalid");
    act({ do: "rename", ...personAt(place), name: target.value.trim() }, { refused });
  };
  const input = h("input", {
    id,
    type: "text",
    maxlength: LONGEST_NAME,
    autocomplete: "off",
    autocapitalize: "words",
    spellcheck: "false",
    enterkeyhint: "done",
    dataset: { name: place.nameless ? "" : place.name },
    placeholder: place.nameless ? place.name : null,
    "aria-describedby": `${id}-fault`,
    onchange,
    onkeydown: (event) => {
      if (event.key === "Enter" && event.target instanceof HTMLElement) event.target.blur(); // the change follows
    },
  });
  return h("div", { class: "name-field" }, h("label", { for: id }, label), input, fault);
}

/** @param {api.LobbyPlaceView} place */
function colourDots({ colours }) {
  return colours.map((colour) => h("i", { class: "dot", dataset: { colour } }));
}

/**
 * Return what the host may change about the place of another, unfolded in its item.
 * @param {api.LobbyPlaceView} place
 * @param {Table} table
 */
function changes(place, table) {
  const { act } = table;
  const { name } = place;
  const remove = () => act({ do: place.phone ? "send_away" : "stand_up", ...personAt(place) });
  return [
    colourChoice(place, table),
    nameField(place, table, t("page.setup.name_of", { seat: place.place })),
    h("p", { class: "answers" },
      place.phone && !place.leads && button("quiet", () => act({ do: "hand_on", ...personAt(place) }), t("page.setup.hand_on", { name })),
      button("quiet", remove, t("page.setup.remove", { name }))),
  ];
}

/**
 * Return the buttons that move a place earlier or later.
 * @param {api.LobbyPlaceView} place
 * @param {Table} table
 */
function moveButtons(place, table) {
  return [moveButton(place, -1, table), moveButton(place, 1, table)];
}

/**
 * Return one of them. At the end of the way it stays in reach of the keyboard, and does nothing.
 * @param {api.LobbyPlaceView} seated
 * @param {-1 | 1} by
 * @param {Table} table
 */
function moveButton(seated, by, { lobby, act }) {
  const { place, name } = seated;
  const isEnd = place + by < 1 || place + by > lobby.places.length;
  const label = t(by < 0 ? "page.setup.earlier" : "page.setup.later", { name });
  const arrow = svg("svg", { viewBox: "0 0 24 24", class: "drawing", "aria-hidden": "true" }, svg("path", { d: by < 0 ? ARROWS.up : ARROWS.down }));
  const onclick = () => isEnd || act({ do: "move", ...personAt(seated), by }, { moved: name });
  const attributes = { key: by, type: "button", class: "small", onclick, title: label, "aria-label": label, "aria-disabled": String(isEnd) };
  return h("button", attributes, arrow);
}
