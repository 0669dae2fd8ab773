// The lines of an owner's edition: what stands in each, the fields for it, and what of it will do.
import { button } from "../lib/buttons.js";
import { h } from "../lib/dom.js";
import { figure, t } from "../lib/words.js";

const MOST_LETTERS = { towns: 40, effects: 200 };
const SORTS = {
  besants: "page.edition.besants",
  lose: "page.edition.lose",
  gain: "page.edition.gain",
  miss_turn: "page.edition.miss_turn",
  spin_again: "page.edition.spin_again",
  note: "page.edition.note",
};

/** The line of an effect as a profile has it. */
export function rowOf(effect) {
  const [sort, value] = Object.entries(effect)[0];
  if (sort === "besants") return { sort, text: figure(value) };
  if (sort === "note") return { sort, text: value };
  return sort === "lose" || sort === "gain" ? { sort, card: value } : { sort };
}

/** What a line says as a profile has it (`value`), or what is wrong with it (`fault`). */
export function read(list, { sort, text = "", card }) {
  if (list === "towns") return text.trim() ? { value: text.trim() } : { fault: t("page.edition.wanted") };
  if (sort === "besants") {
    const number = Number(text.trim().replace(/^[−–]/u, "-"));
    return text.trim() && Number.isInteger(number) && number !== 0 ? { value: { besants: number } } : { fault: t("page.edition.whole_number") };
  }
  if (sort === "note") return text.trim() ? { value: { note: text.trim() } } : { fault: t("page.edition.wanted") };
  return { value: { [sort]: sort === "lose" || sort === "gain" ? card : true } };
}

/** The fields of a line. `changed` is called once something of it is another, `redraw(id)` where it wants other fields. */
export function fresh(list, line, at, cards, { changed, redraw, remove }) {
  const id = `${list}-${at}`;
  const title = t(list === "towns" ? "page.edition.town" : "page.edition.effect", { n: at + 1 });
  const away = button("quiet", remove, t("page.edition.remove"), h("span", { class: "unseen" }, `: ${title}`));
  const fault = h("p", { class: "fault", id: `${id}-fault`, role: "alert" });
  const fields = list === "towns" ? [words(list, line, id, title, changed)] : effect(line, id, title, cards, changed, redraw);
  fault.textContent = line.fault ?? "";
  return h("li", {}, h("div", { role: "group", "aria-label": title }, fields, away, fault));
}

function effect(line, id, title, cards, changed, redraw) {
  const sorts = Object.entries(SORTS).map(([sort, key]) => h("option", { value: sort, selected: sort === line.sort }, t(key)));
  const select = h("select", { id, "aria-label": `${title}: ${t("page.edition.sort")}` }, sorts);
  select.addEventListener("change", () => {
    line.sort = select.value;
    line.text = "";
    line.card = ["lose", "gain"].includes(line.sort) ? cards[0] : undefined;
    line.touched = false;
    redraw(id);
  });
  if (line.sort === "lose" || line.sort === "gain") return [select, cardOf(line, title, cards, changed)];
  if (line.sort === "besants" || line.sort === "note") return [select, words("effects", line, `${id}-value`, title, changed)];
  return [select];
}

function cardOf(line, title, cards, changed) {
  const same = (card) => card.colour === line.card?.colour && card.value === line.card?.value;
  const named = ({ colour, value }) => t("page.goods.card", { goods: t(`page.goods.${colour}`), value });
  const options = cards.map((card, at) => h("option", { value: at, selected: same(card) }, named(card)));
  const select = h("select", { "aria-label": `${title}: ${t("page.edition.card")}` }, options);
  select.addEventListener("change", () => {
    line.card = cards[Number(select.value)];
    changed();
  });
  return select;
}

function words(list, line, id, title, changed) {
  const sum = line.sort === "besants";
  const asked = t(sum ? "page.edition.sum" : "page.edition.words");
  const input = h("input", {
    id,
    type: "text",
    autocomplete: "off",
    maxlength: sum ? 6 : MOST_LETTERS[list],
    "aria-label": list === "towns" ? title : `${title}: ${asked}`,
    "aria-describedby": `${id.replace(/-value$/, "")}-fault`,
  });
  input.value = line.text ?? "";
  input.addEventListener("change", () => {
    line.text = input.value;
    line.touched = true;
    changed();
  });
  return input;
}
